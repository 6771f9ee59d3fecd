package boogie

import "fmt"

// Pos is a position in the text of a program; the zero value is no position.
type Pos struct{ Line, Col int }

// String is line:column.
func (p Pos) String() string { return fmt.Sprintf("%d:%d", p.Line, p.Col) }

// Program is a parsed or built program: its declarations in order.
type Program struct {
	File  string // name in messages
	Decls []Decl

	checked bool
}

// Attribute is {:Name arg, ...}; an argument is an Expr or a *StringLit.
type Attribute struct {
	Name string
	Args []Expr
}

// Attributes is what stands before a declaration, specification or statement.
type Attributes []*Attribute

// Find returns the first attribute of that name, or nil.
func (as Attributes) Find(name string) *Attribute {
	for _, a := range as {
		if a.Name == name {
			return a
		}
	}
	return nil
}

// Text is the string that is the first argument of the attribute of that name.
func (as Attributes) Text(name string) (string, bool) {
	if a := as.Find(name); a != nil && len(a.Args) > 0 {
		if s, ok := a.Args[0].(*StringLit); ok {
			return s.Value, true
		}
	}
	return "", false
}

// Number is the number that is the first argument of the attribute of that name.
func (as Attributes) Number(name string) (int, bool) {
	if a := as.Find(name); a != nil && len(a.Args) > 0 {
		return smallInt(a.Args[0])
	}
	return 0, false
}

// SourceLoc is a position in the program that this one was generated from.
type SourceLoc struct {
	File      string
	Line, Col int
}

// SourceLoc reads {:sourceloc "file", line, column}.
func (as Attributes) SourceLoc() (SourceLoc, bool) {
	a := as.Find("sourceloc")
	if a == nil || len(a.Args) != 3 {
		return SourceLoc{}, false
	}
	s, ok := a.Args[0].(*StringLit)
	line, ok1 := smallInt(a.Args[1])
	col, ok2 := smallInt(a.Args[2])
	if !ok || !ok1 || !ok2 {
		return SourceLoc{}, false
	}
	return SourceLoc{s.Value, line, col}, true
}

func smallInt(e Expr) (int, bool) {
	n, ok := e.(*IntLit)
	if !ok || !n.Value.IsInt64() || n.Value.Int64() > 1<<30 {
		return 0, false
	}
	return int(n.Value.Int64()), true
}

// Decl is a declaration: *TypeDecl, *Datatype, *Function, *Axiom, *Procedure,
// *Implementation or, for constants and global variables, *Variable.
type Decl interface{ Position() Pos }

// TypeDecl declares an uninterpreted type constructor, a synonym when Body is
// not nil, or with {:datatype} a datatype of the old notation.
type TypeDecl struct {
	Pos    Pos
	Attrs  Attributes
	Name   string
	Params []string
	Body   Type
	// Finite is the word "finite", which old programs have.
	Finite bool

	data *Datatype // Check: the datatype that a {:datatype} declaration stands for
}

// Datatype is "datatype Name<Params> { Constructors }". Check also makes one for
// each type with {:datatype}, from its constructor functions.
type Datatype struct {
	Pos          Pos
	Attrs        Attributes
	Name         string
	Params       []string
	Constructors []*Constructor
}

// Constructor is one constructor of a datatype.
type Constructor struct {
	Pos    Pos
	Name   string
	Fields []*Variable

	Datatype *Datatype // Check

	old bool // it is a function with {:constructor}
}

// Old reports whether the constructor has the old notation: members are x#C(d).
func (k *Constructor) Old() bool { return k.old }

// VarKind says what a variable is.
type VarKind uint8

// The kinds of variables.
const (
	Global VarKind = iota
	Const
	Local
	InParam
	OutParam
	Bound // by a quantifier
	Formal
)

// Variable is a constant, a variable, a parameter or a field. The name of a
// function's parameter may be empty.
type Variable struct {
	Pos    Pos
	Attrs  Attributes
	Name   string
	Type   Type
	Where  Expr // or nil
	Unique bool // of a constant
	Kind   VarKind
}

// Function declares a mathematical function; Body may be nil.
type Function struct {
	Pos        Pos
	Attrs      Attributes
	Name       string
	TypeParams []string
	Params     []*Variable
	Result     *Variable // its name may be empty
	Body       Expr

	// Check: what a function of a datatype is.
	Role     FuncRole
	Of       *Constructor // of Construct, Project and Test
	FieldIdx int          // of Project
}

// FuncRole is what a function does to datatypes.
type FuncRole uint8

// The roles of functions.
const (
	Plain     FuncRole = iota
	Construct          // C(x, y)
	Project            // x#C(d), the old notation's selector
	Test               // is#C(d), the old notation's tester
)

// Axiom is assumed everywhere.
type Axiom struct {
	Pos   Pos
	Attrs Attributes
	Cond  Expr
}

// Spec is one requires or ensures clause, or a loop invariant.
type Spec struct {
	Pos   Pos
	Attrs Attributes
	Free  bool
	Cond  Expr
}

// Procedure declares a procedure; Body is nil when it has none here.
type Procedure struct {
	Pos        Pos
	Attrs      Attributes
	Name       string
	TypeParams []string
	Ins, Outs  []*Variable
	Requires   []*Spec
	Ensures    []*Spec
	Modifies   []*Ident
	Body       *Body
}

// Implementation is a body given apart from its procedure, with parameters of
// its own.
type Implementation struct {
	Pos        Pos
	Attrs      Attributes
	Name       string
	TypeParams []string
	Ins, Outs  []*Variable
	Body       *Body

	Proc *Procedure // Check
}

// Body is local variables and statements.
type Body struct {
	Locals []*Variable
	Stmts  []Stmt
	End    Pos // of the closing brace
}

// Position is where the declaration begins.
func (d *TypeDecl) Position() Pos       { return d.Pos }
func (d *Datatype) Position() Pos       { return d.Pos }
func (d *Variable) Position() Pos       { return d.Pos }
func (d *Function) Position() Pos       { return d.Pos }
func (d *Axiom) Position() Pos          { return d.Pos }
func (d *Procedure) Position() Pos      { return d.Pos }
func (d *Implementation) Position() Pos { return d.Pos }
