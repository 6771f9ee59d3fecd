package boogie

import "math/big"

// Expr is an expression.
type Expr interface {
	Position() Pos
	expr() *Node
}

// Node is common to all expressions.
type Node struct {
	Pos   Pos
	depth int // when parsed: height of the tree
}

// Position is the beginning of the expression.
func (n *Node) Position() Pos { return n.Pos }
func (n *Node) expr() *Node   { return n }

// The expressions.
type (
	// BoolLit is true or false.
	BoolLit struct {
		Node
		Value bool
	}
	// IntLit is a literal of type int; non-negative if parsed.
	IntLit struct {
		Node
		Value *big.Int
	}
	// RealLit is a literal of type real as written: 1.5, 2e3.
	RealLit struct {
		Node
		Text string
	}
	// BVLit is 5bv8.
	BVLit struct {
		Node
		Value *big.Int
		Width int
	}
	// StringLit occurs only in attributes.
	StringLit struct {
		Node
		Value string
	}
	// Ident is a variable or constant.
	Ident struct {
		Node
		Name string
	}
	// Old is old(X), the value of X on entry to the procedure.
	Old struct {
		Node
		X Expr
	}
	// Unary is an operator applied to one operand.
	Unary struct {
		Node
		Op UnaryOp
		X  Expr
	}
	// Binary is X Op Y.
	Binary struct {
		Node
		Op   BinaryOp
		X, Y Expr
	}
	// Ite is if Cond then Then else Else.
	Ite struct {
		Node
		Cond, Then, Else Expr
	}
	// Select is Map[Index].
	Select struct {
		Node
		Map   Expr
		Index []Expr
	}
	// Store is Map[Index := Value].
	Store struct {
		Node
		Map   Expr
		Index []Expr
		Value Expr
	}
	// Extract is X[Hi:Lo], the bits Lo to Hi-1.
	Extract struct {
		Node
		X      Expr
		Hi, Lo int
	}
	// Apply is a function application; int(x) and real(x) are the conversions.
	Apply struct {
		Node
		Func string
		Args []Expr
	}
	// Field is X->Name, a member of a datatype of the new notation.
	Field struct {
		Node
		X    Expr
		Name string
	}
	// FieldUpdate is X->(Name := Value), X with another member.
	FieldUpdate struct {
		Node
		X     Expr
		Name  string
		Value Expr
	}
	// Let is (var Vars := Values; Body).
	Let struct {
		Node
		Vars   []*Variable // the types may be nil
		Attrs  Attributes
		Values []Expr
		Body   Expr
	}
	// Is is the test X is Name for a constructor.
	Is struct {
		Node
		X    Expr
		Name string
	}
	// Quantifier is (forall<TypeParams> Vars :: Attrs Triggers Body), or exists or lambda.
	Quantifier struct {
		Node
		Kind       QuantKind
		TypeParams []string
		Vars       []*Variable
		Attrs      Attributes
		Triggers   []*Trigger
		Body       Expr
	}
	// Coerce is X : To.
	Coerce struct {
		Node
		X  Expr
		To Type
	}
)

// Trigger is {a, b}, or {:nopats a}.
type Trigger struct {
	No    bool
	Exprs []Expr
}

// QuantKind is the binder of a Quantifier.
type QuantKind uint8

// The binders.
const (
	Forall QuantKind = iota
	Exists
	Lambda
)

func (k QuantKind) String() string { return [...]string{"forall", "exists", "lambda"}[k] }

// UnaryOp is a unary operator.
type UnaryOp uint8

// The unary operators.
const (
	Not UnaryOp = iota
	Neg
)

func (o UnaryOp) String() string { return [...]string{"!", "-"}[o] }

// BinaryOp is a binary operator.
type BinaryOp uint8

// The binary operators.
const (
	Iff BinaryOp = iota
	Implies
	Explies
	And
	Or
	Eq
	Ne
	Lt
	Le
	Gt
	Ge
	Subtype // <:
	Concat  // ++
	Add
	Sub
	Mul
	Div // Euclidean division, as in SMT-LIB
	Mod
	RealDiv // /
	Pow     // **
)

var binaryText = [...]string{"<==>", "==>", "<==", "&&", "||", "==", "!=", "<", "<=", ">", ">=", "<:", "++",
	"+", "-", "*", "div", "mod", "/", "**"}

func (o BinaryOp) String() string { return binaryText[o] }
