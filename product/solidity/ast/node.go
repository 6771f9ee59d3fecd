package ast

import "fmt"

// Info is common to all nodes: the compiler's ID and the position.
type Info struct {
	ID    int
	Start int // byte offset
	Len   int
	File  *SourceUnit
}

// Node is a node of the tree.
type Node interface{ Base() *Info }

// Base returns the node's ID and position.
func (i *Info) Base() *Info { return i }

// Expr is an expression.
type Expr interface {
	Node
	// Type is the type that the compiler found; of kind Invalid where it gives none.
	Type() *Type
}

// Typed is common to all expressions.
type Typed struct {
	Info
	T *Type
}

// Type is the type of the expression.
func (t *Typed) Type() *Type {
	if t.T == nil {
		return &Type{Kind: Invalid}
	}
	return t.T
}

// Unknown is a node of a kind that this package does not know; it may stand anywhere.
type Unknown struct {
	Typed
	Kind string
}

// The declarations.
type (
	// SourceUnit is one file.
	SourceUnit struct {
		Info
		Path  string
		Text  string
		Nodes []Node

		lines    []int // offsets of the beginnings of lines
		comments []comment
	}
	// ContractDefinition is a contract, a library or an interface.
	ContractDefinition struct {
		Info
		Name     string
		Kind     string // contract, library, interface
		Abstract bool
		Complete bool // all functions are implemented
		Bases    []*InheritanceSpecifier
		Nodes    []Node
		// Linearized are this contract and its bases, most derived first.
		Linearized []*ContractDefinition

		linearized []int
	}
	// InheritanceSpecifier is a base with constructor arguments.
	InheritanceSpecifier struct {
		Info
		Base *ContractDefinition
		Args []Expr

		base    int
		HasArgs bool
	}
	// FunctionDefinition is a function, constructor, receive or fallback function.
	FunctionDefinition struct {
		Info
		Name       string
		Kind       string // function, constructor, receive, fallback, freeFunction
		Visibility string
		Mutability string // pure, view, nonpayable, payable
		Virtual    bool
		Params     []*VariableDeclaration
		Returns    []*VariableDeclaration
		Modifiers  []*ModifierInvocation
		Body       *Block              // nil: not implemented
		Contract   *ContractDefinition // nil: a free function
		// BaseFunctions are the numbers of those that it overrides directly.
		BaseFunctions []int
		Selector      string // hexadecimal; "": none, or the compiler does not say it
	}
	// ModifierDefinition is a modifier.
	ModifierDefinition struct {
		Info
		Name     string
		Params   []*VariableDeclaration
		Body     *Block
		Contract *ContractDefinition
	}
	// ModifierInvocation is a modifier, or a base constructor, of a function.
	ModifierInvocation struct {
		Info
		Name string
		Decl Node // *ModifierDefinition or *ContractDefinition
		Args []Expr

		ref int
	}
	// VariableDeclaration is a state variable, parameter, local variable or struct member.
	VariableDeclaration struct {
		Info
		Name       string
		T          *Type
		State      bool
		Constant   bool
		Immutable  bool
		Indexed    bool
		Visibility string
		Storage    string // default, storage, memory, calldata
		Value      Expr   // or nil
		Contract   *ContractDefinition
	}
	// StructDefinition is a struct.
	StructDefinition struct {
		Info
		Name    string
		Members []*VariableDeclaration
	}
	// EnumDefinition is an enumeration.
	EnumDefinition struct {
		Info
		Name    string
		Members []*EnumValue
	}
	// EnumValue is a member of an enumeration.
	EnumValue struct {
		Info
		Name  string
		Index int
		Enum  *EnumDefinition
	}
	// EventDefinition is an event.
	EventDefinition struct {
		Info
		Name     string
		Params   []*VariableDeclaration
		Contract *ContractDefinition
	}
	// ErrorDefinition is a custom error.
	ErrorDefinition struct {
		Info
		Name   string
		Params []*VariableDeclaration
	}
	// UserValueType is type Name is Underlying.
	UserValueType struct {
		Info
		Name       string
		Underlying *Type
	}
	// Directive is a pragma, import or using-for, which need no translation.
	Directive struct {
		Info
		Kind string
	}
)

// The statements.
type (
	// Block is { ... }, or unchecked { ... }.
	Block struct {
		Info
		Stmts     []Node
		Unchecked bool
	}
	// ExprStmt is an expression as a statement.
	ExprStmt struct {
		Info
		X Expr
	}
	// VarStmt declares local variables; entries may be nil.
	VarStmt struct {
		Info
		Vars  []*VariableDeclaration
		Value Expr // or nil
	}
	// IfStmt is if.
	IfStmt struct {
		Info
		Cond       Expr
		Then, Else Node // Else may be nil
	}
	// WhileStmt is while, and do-while.
	WhileStmt struct {
		Info
		Cond Expr
		Body Node
		Do   bool
	}
	// ForStmt is for; Init, Cond and Post may be nil.
	ForStmt struct {
		Info
		Init Node
		Cond Expr
		Post Node
		Body Node
	}
	// Return is return.
	Return struct {
		Info
		Value Expr // or nil
	}
	// Jump is break, continue, throw or the placeholder _ of a modifier.
	Jump struct {
		Info
		Kind string
	}
	// Emit is emit E(...).
	Emit struct {
		Info
		Call *FunctionCall
	}
	// Try is try Call returns (...) Body catch ...; the first clause is what happens on success.
	Try struct {
		Info
		Call    Expr
		Clauses []*CatchClause
	}
	// CatchClause is a clause of Try: catch Name(Params) Body.
	CatchClause struct {
		Info
		Name   string
		Params []*VariableDeclaration
		Body   *Block
	}
	// Revert is revert Error(...).
	Revert struct {
		Info
		Call Expr
	}
)

// The expressions.
type (
	// Identifier is a name.
	Identifier struct {
		Typed
		Name string
		Decl Node // nil: built in

		ref int
	}
	// Literal is a number, string or truth value.
	Literal struct {
		Typed
		Kind  string // number, string, bool, hexString, unicodeString
		Value string
		Hex   string
		Unit  string
	}
	// Unary is an operator with one operand.
	Unary struct {
		Typed
		Op     string
		Prefix bool
		X      Expr
	}
	// Binary is an operator with two operands; Common is the type in which it computes.
	Binary struct {
		Typed
		Op     string
		X, Y   Expr
		Common *Type
	}
	// Assignment is X = Y, X += Y and so on.
	Assignment struct {
		Typed
		Op   string
		X, Y Expr
	}
	// Conditional is Cond ? Then : Else.
	Conditional struct {
		Typed
		Cond, Then, Else Expr
	}
	// FunctionCall is a call, a conversion or the construction of a struct.
	FunctionCall struct {
		Typed
		Kind  string // functionCall, typeConversion, structConstructorCall
		Func  Expr
		Args  []Expr
		Names []string
	}
	// CallOptions is Func{value: ...}.
	CallOptions struct {
		Typed
		Func    Expr
		Names   []string
		Options []Expr
	}
	// MemberAccess is X.Member.
	MemberAccess struct {
		Typed
		X      Expr
		Member string
		Decl   Node // or nil

		ref int
	}
	// IndexAccess is X[Index]; Index is nil in type expressions.
	IndexAccess struct {
		Typed
		X, Index Expr
	}
	// Slice is X[From:To]; From and To may be nil.
	Slice struct {
		Typed
		X, From, To Expr
	}
	// Tuple is (a, b), with nil for what is left out, or an inline array.
	Tuple struct {
		Typed
		Items []Expr
		Array bool
	}
	// New is new T.
	New struct {
		Typed
		Of *Type
	}
	// TypeExpr is a type as an expression: uint8, address.
	TypeExpr struct {
		Typed
		Of *Type
	}
)

// Deployable reports whether the contract can be on the ledger by itself.
func (c *ContractDefinition) Deployable() bool {
	return c.Kind == "contract" && !c.Abstract && c.Complete
}

// Public reports whether transactions or other contracts may call the function.
func (f *FunctionDefinition) Public() bool {
	return f.Visibility == "public" || f.Visibility == "external" || f.Kind == "receive" || f.Kind == "fallback"
}

// Position is a place in a source file, for people.
type Position struct {
	File      string
	Line, Col int
}

func (p Position) String() string { return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Col) }
