package boogie

import "fmt"

// Pos is a position in the text of a program; the zero value is no position.
type Pos struct{ Line, Col int }

// String returns line:column.
func (p Pos) String() string { return fmt.Sprintf("%d:%d", p.Line, p.Col) }

// Program is a parsed or built program: its declarations in order.
type Program struct {
	File  string // name in messages
	Decls []Decl
}

// Attribute is {:Name arg, ...}; each argument is an Expr or a *StringLit.
type Attribute struct {
	Name string
	Args []Expr
}

// Attributes are the attributes of a declaration, specification or statement.
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

// Text returns the string that is the first argument of the attribute with a name.
func (as Attributes) Text(name string) (string, bool) {
	if a := as.Find(name); a != nil && len(a.Args) > 0 {
		if s, ok := a.Args[0].(*StringLit); ok {
			return s.Value, true
		}
	}
	return "", false
}

// Number returns the number that is the first argument of the attribute with a name.
func (as Attributes) Number(name string) (int, bool) {
	if a := as.Find(name); a != nil && len(a.Args) > 0 {
		return smallInt(a.Args[0])
	}
	return 0, false
}

// SourceLoc is a position in the source from which the program was generated.
type SourceLoc struct {
	File      string
	Line, Col int
}

// SourceLoc returns the position in {:sourceloc "file", line, column}.
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

// TypeDecl declares an uninterpreted type constructor, a synonym if Body is not nil, or with {:datatype} a
// datatype in the old notation.
type TypeDecl struct {
	Pos    Pos
	Attrs  Attributes
	Name   string
	Params []string
	Body   Type
	// Finite is the keyword "finite" of old programs.
	Finite bool
}

// Datatype is "datatype Name<Params> { Constructors }". Check also creates one for each type with {:datatype}
// from its constructor functions, which is in no tree.
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
}

// Variable is a constant, variable, parameter or field. Parameters of functions may be unnamed.
type Variable struct {
	Pos    Pos
	Attrs  Attributes
	Name   string
	Type   Type
	Where  Expr // where clause, or nil
	Const  bool // a constant, of declarations
	Unique bool // of constants
	Order  *Order
}

// Order is where a constant stands in the partial order <:, from "extends" and "complete". A constant with an Order has no values above it but
// itself and those that are above a parent.
type Order struct {
	// Extends is set if parents are given, perhaps none.
	Extends bool
	Parents []Parent
	// Complete: what is below is the constant itself or below a constant that has it as a parent.
	Complete bool
}

// Parent is a constant directly above another one. What is below two constants with a Unique edge to one parent does not exist.
type Parent struct {
	Unique bool
	Name   *Ident
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
}

// Axiom is assumed in every procedure.
type Axiom struct {
	Pos   Pos
	Attrs Attributes
	Cond  Expr
}

// Spec is a requires or ensures clause, or a loop invariant.
type Spec struct {
	Pos   Pos
	Attrs Attributes
	Free  bool
	Cond  Expr
}

// Procedure declares a procedure; Body is nil if it has none or it is given as an Implementation.
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

// Implementation is a separate body of a procedure, with its own parameter names.
type Implementation struct {
	Pos        Pos
	Attrs      Attributes
	Name       string
	TypeParams []string
	Ins, Outs  []*Variable
	Body       *Body
}

// Body is local variables and statements.
type Body struct {
	Locals []*Variable
	Stmts  []Stmt
	End    Pos // of the closing brace
}

// Position is the beginning of the declaration.
func (d *TypeDecl) Position() Pos       { return d.Pos }
func (d *Datatype) Position() Pos       { return d.Pos }
func (d *Variable) Position() Pos       { return d.Pos }
func (d *Function) Position() Pos       { return d.Pos }
func (d *Axiom) Position() Pos          { return d.Pos }
func (d *Procedure) Position() Pos      { return d.Pos }
func (d *Implementation) Position() Pos { return d.Pos }
