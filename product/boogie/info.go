package boogie

// Info is what Check found out about a program: the meanings of its names and the types of its expressions. It is not changed any more,
// so that several goroutines may read it.
//
// Its types are those that Expand and Instantiate take: in them every name is resolved, to a *ResolvedType, while the types in a tree
// are text.
type Info struct {
	types      map[Expr]Type
	idents     map[*Ident]*Variable
	vars       map[*Variable]variableInfo
	applied    map[*Apply]Application
	members    map[Expr]Member
	calls      map[*Call]Callee
	procedures map[*Implementation]*Procedure
	roles      map[*Function]Role
	owners     map[*Constructor]owner
}

// Checked is a well-typed program with what Check found out about it. After a change of the tree that no longer holds; a program that
// others use is copied before it is changed (Clone).
type Checked struct {
	*Program
	*Info
}

type variableInfo struct {
	kind VarKind
	typ  Type
}

// Application is the function that an Apply applies.
type Application struct {
	Func *Function // nil for the conversions int(x) and real(x)
	Inst []Type    // instantiate the function's type parameters
}

// Callee is the procedure that a Call calls.
type Callee struct {
	Proc *Procedure
	Inst []Type // instantiate the procedure's type parameters
}

// Member is what a Field selects, or without the index what an Is tests for.
type Member struct {
	Of  *Constructor
	Idx int
}

// Role is what a function is in a datatype.
type Role struct {
	Kind FuncRole
	Of   *Constructor // of Construct, Project and Test
	Idx  int          // of Project
}

// FuncRole is the role of a function of a datatype.
type FuncRole uint8

// The roles of functions.
const (
	Plain     FuncRole = iota
	Construct          // C(x, y)
	Project            // x#C(d), the old notation's selector
	Test               // is#C(d), the old notation's tester
)

type owner struct {
	datatype *Datatype
	old      bool // declared as a function with {:constructor}
}

// VarKind is the kind of a variable, which follows from its position in the tree.
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

// TypeOf is the type of an expression of the program, nil for another one.
func (i *Info) TypeOf(e Expr) Type { return i.types[e] }

// Var is the variable that a name of the program stands for, nil for another name.
func (i *Info) Var(e *Ident) *Variable { return i.idents[e] }

// Kind is the kind of a variable of the program.
func (i *Info) Kind(v *Variable) VarKind { return i.vars[v].kind }

// VarType is the type of a variable of the program, also of a formal parameter, a result or a member; nil for another one.
func (i *Info) VarType(v *Variable) Type { return i.vars[v].typ }

// Applied is the function that is applied.
func (i *Info) Applied(e *Apply) Application { return i.applied[e] }

// Member is what a *Field selects or an *Is tests for.
func (i *Info) Member(e Expr) Member { return i.members[e] }

// Called is the procedure that is called.
func (i *Info) Called(s *Call) Callee { return i.calls[s] }

// Implements is the procedure that an implementation is one of.
func (i *Info) Implements(d *Implementation) *Procedure { return i.procedures[d] }

// Role is the role of a function in a datatype.
func (i *Info) Role(f *Function) Role { return i.roles[f] }

// Datatype is the datatype of a constructor.
func (i *Info) Datatype(k *Constructor) *Datatype { return i.owners[k].datatype }

// Old reports whether a constructor is in the old notation, with selectors x#C(d).
func (i *Info) Old(k *Constructor) bool { return i.owners[k].old }
