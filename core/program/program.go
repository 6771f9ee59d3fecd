package program

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"cupel/core/logic"
)

// DataModel is the C data model of the machine the program is verified for.
type DataModel uint8

// The two data models of SV-COMP.
const (
	ILP32 DataModel = iota
	LP64
)

// String returns ILP32 or LP64.
func (d DataModel) String() string {
	if d == LP64 {
		return "LP64"
	}
	return "ILP32"
}

// PointerWidth returns the number of bits of a pointer.
func (d DataModel) PointerWidth() int {
	if d == LP64 {
		return 64
	}
	return 32
}

// Pos is a position in the original source: lines and columns count from 1.
// The zero Pos is "no position".
type Pos struct {
	File string
	Line int
	Col  int
}

// String prints file:line:column.
func (p Pos) String() string {
	if p.Line == 0 {
		return "-"
	}
	return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Col)
}

// ParsePos parses the format of String, or file:line. Text without line number is a file name.
func ParsePos(s string) Pos {
	p, numbers := Pos{File: s}, []int{}
	for len(numbers) < 2 {
		i := strings.LastIndexByte(p.File, ':')
		n, err := strconv.Atoi(p.File[i+1:])
		if i < 0 || err != nil || n < 1 {
			break
		}
		p.File, numbers = p.File[:i], append(numbers, n)
	}
	switch len(numbers) {
	case 1:
		p.Line = numbers[0]
	case 2:
		p.Line, p.Col = numbers[1], numbers[0]
	}
	return p
}

// IsValid reports whether p is a position.
func (p Pos) IsValid() bool { return p.Line > 0 }

// Var is a program variable: a scalar, or an SMT array (a C array that does not
// escape, or a memory region). Its value in a state is a value of Sym's sort.
// Invariant: within a program, variables and symbols correspond one to one (see
// Program.VarOf).
type Var struct {
	Name    string      // unique in the program, for example main::i or f@3::x
	Sym     *logic.Term // the free symbol that stands for the variable in terms
	Signed  bool        // the C type is a signed integer; meaningful for BV sorts (or arrays of BV: the element's)
	Bool    bool        // the C type is _Bool (values 0 and 1 only)
	Pointer bool        // the C type is a pointer
	CName   string      // how C source in scope names it ("i", "s.f"); "" when no C expression denotes it
	Func    string      // C function in whose body CName is in scope; "" for globals
	Order   int         // of globals: number of the external declaration that brings CName into scope
	Temp    bool        // made by the front end or a pass
	Origin  *Var        // the variable of the program this one was derived from (inlining, lowering); nil in a front end's output
	// Cell is the array cell this variable replaces, when a pass made it by
	// splitting an array: a selection from another variable at a constant
	// index. nil: the variable is no cell.
	Cell *logic.Term
	// Part is the part of a C object that the variable holds; nil: none, or
	// types were not requested.
	Part *Part
}

// String returns the name.
func (v *Var) String() string { return v.Name }

// Sort returns the sort of the variable's values.
func (v *Var) Sort() *logic.Sort { return v.Sym.Sort() }

// Input is one place where a program receives a value from its environment: a
// call of a __VERIFIER_nondet function (each inlined copy of a call is an Input
// of its own, with the same ID as the original).
type Input struct {
	ID     int    // of the call in the source
	Callee string // __VERIFIER_nondet_int, ...
	Type   string // C return type
	Sort   *logic.Sort
	Signed bool
	Pos    Pos    // of the call expression
	Paren  Pos    // of the parenthesis that closes the arguments
	Func   string // the C function that contains the call
}

// RangeNote marks assumptions that only bound havocked results of library
// functions: whatever the other values on a path are, some result satisfies them.
const RangeNote = "range of a library value"

// OrderNote marks the choice between evaluation orders that C leaves unspecified; 0 is left to right.
const OrderNote = "order of evaluation"

// ArithmeticNote marks the operation of a computed pointer that is one of + and -, which are undefined for a null pointer (C11 6.5.6p8).
const ArithmeticNote = "pointer arithmetic"

// TypeRange marks the assumption that an integer is in the range of its C type.
const TypeRange = "range"

// InputLimit marks the assumption that an input is read at most a given number of times.
const InputLimit = "limit of inputs"

// Restricts marks an assumption that restricts the inputs: executions that violate it are excluded from the verified program.
const Restricts = "restriction of inputs"

// Room marks the assumption that a block fits into the address space behind those before it. It comes behind the assignment of HeapTop to the block's address.
const Room = "room for a block"

// Bounds reports whether o is an assumption that only bounds an otherwise
// arbitrary value and that some value always satisfies.
func (o *Op) Bounds() bool {
	return o.Kind == OpAssume && (o.Note == RangeNote || o.Note == TypeRange)
}

// IsMemory reports whether a variable of p is a region of memory: an array from byte addresses to cells of one kind.
func (p *Program) IsMemory(v *Var) bool {
	s := v.Sort()
	return s.IsArray() && s.Index().IsBV() && s.Index().Width() == p.Model.PointerWidth() && v.Part == nil && v.CName == "" && strings.HasPrefix(v.Name, "mem")
}

// OpKind is the kind of an operation.
type OpKind uint8

// The kinds of operations.
const (
	// OpAssume: blocks executions in which Expr (Bool) is false.
	OpAssume OpKind = iota
	// OpAssign: Var becomes the value of Expr.
	OpAssign
	// OpHavoc: Var gets a nondeterministic value of its sort. Input is the
	// program input it comes from; nil: unknown memory, an uninitialised
	// variable, an unmodelled function. Note is the name of a library function
	// ("sin") whose result is a single value that the model does not know: an
	// execution that depends on it is not confirmed.
	OpHavoc
	// OpCheck: where Expr (Bool) is false the behaviour is undefined by the C
	// standard and the execution ends, so that it does not reach the error.
	// Engines may assume Expr or ignore the operation; the interpreter ends
	// the run. Note describes the checked condition.
	OpCheck
	// OpAccess: Size (BV, pointer width) bytes at address Expr (BV, pointer
	// width) are read or written. Only the interpreter acts on it: behaviour is
	// undefined unless the bytes lie in the live object that the pointer Origin
	// points into or one past. Three kinds access nothing, and mean nothing where Size
	// is 0: with the Check PointerRange the pointer Expr is computed from the pointer
	// Origin, with PointerOrder the two are ordered or subtracted, with PointerEquality they
	// are compared for equality, which is always defined.
	OpAccess
	// OpAlloc: an object of Size bytes at address Expr becomes live. Only the
	// interpreter acts on it. Note is Automatic for a local variable, whose
	// object may be live already, and Stack for a block on the stack; otherwise it names the function that allocates.
	OpAlloc
	// OpFree: the object at address Expr, computed from the pointer Origin, is released
	// (null: nothing). Only the interpreter acts on it. Note is Automatic at the end of a variable's lifetime; otherwise it names the function that releases.
	OpFree
	// OpCall: Var (or nil) receives the result of Callee applied to Args. Only in
	// functions of a Module, never in a Program.
	OpCall
	// OpChoice: one of the alternative sequences of operations is executed. Only
	// large-block encoding makes it.
	OpChoice
)

// Automatic marks OpAlloc and OpFree as the ends of a variable's lifetime.
const Automatic = "automatic"

// Stack marks the OpAlloc of a block that lives until the function returns: alloca. Varying marks that of an array of variable length, which lives as long as its
// block, for which that is the approximation.
const (
	Stack   = "stack"
	Varying = "array of variable length"
)

// FromOutside reports whether an OpAlloc makes an object that a caller has, in memory of any kind: no function of the program allocates it.
func (o *Op) FromOutside() bool { return o.Kind == OpAlloc && o.Note == "" }

// OnStack reports whether an OpAlloc makes a block on the stack.
func (o *Op) OnStack() bool { return o.Note == Stack || o.Note == Varying }

// HeapTop is the name of the variable that holds the next address of a block, HeapStart that of the object, without bytes, at the first one.
const (
	HeapTop   = "#heaptop"
	HeapStart = "#heap"
)

// Op is one operation on an edge. Fields apart from Kind are meaningful for the
// kinds named there and in the comments below only.
type Op struct {
	Kind OpKind
	Var  *Var
	Expr *logic.Term
	Size *logic.Term
	// Origin is the pointer value from which the address of an OpAccess or OpFree was computed; nil: the address itself.
	Origin *logic.Term
	Input  *Input
	// Unknown is the source of the value of an OpHavoc without Input; nil: the
	// operations after it determine the value, or the source has none for it. Of an OpAlloc: that of the object's contents, which no operation makes unknown.
	Unknown *Unknown
	ID      int       // OpHavoc: its number in an inlined program, from 1, which derived programs keep; 0: none
	Note    string    // OpHavoc: see there; OpAssume: RangeNote, TypeRange, InputLimit, Restricts, Room or empty; OpCheck: what is checked, for people
	Check   CheckKind // OpCheck; OpAccess: PointerRange, PointerOrder, or empty
	Extent  Extent    // OpCheck of kind Bounds
	Callee  *Func
	Args    []*logic.Term
	Alts    [][]Op
	Pos     Pos
}

// An Extent says what an index outside of its array means for the object that the array belongs to.
type Extent uint8

// The extents.
const (
	PartOfObject Extent = iota // the element may still lie in the object
	WholeObject                // the array is the object: the access leaves it
	InMemory                   // an OpAccess follows, which decides
)

// Branch describes the source condition an assume edge comes from.
type Branch struct {
	Pos   Pos    // of the keyword if, while, for, do, switch or of the ?
	Value string // "true", "false"; for switch the value or "default"
}

// Edge is a transition of a CFA: its operations are executed in order.
type Edge struct {
	ID       int
	Src, Dst *Location
	Ops      []Op
	Pos      Pos     // of the statement
	Branch   *Branch // nil when the edge is not the outcome of a source condition
	Goal     *Goal   // of an edge into the error; nil: another edge, or one that several goals share
	Origin   *Edge   // the edge of the program this one was derived from; nil in the first program
	// Parts are the edges that a pass joined into this one; nil: Origin
	// alone. Origin is then the first of them.
	Parts *Parts
}

// Location is a program point. If several edges leave it, each starts with an
// assumption, and these cover all states (they overlap only where the program is
// nondeterministic); Program.LargeBlocks lifts the requirement.
type Location struct {
	ID       int
	In, Out  []*Edge
	Func     string // C function
	Pos      Pos    // of the statement that starts here; of a loop head, of the loop's keyword
	LoopHead bool   // every cycle of the CFA contains a loop head (see MarkLoopHeads)
	LoopPos  Pos    // position of for/while/do when the location is the point where a source loop's condition is about to be evaluated
	// Cut, when not empty, is the reason why the program is not modelled
	// beyond this location, which has no outgoing edges: "recursion deeper than
	// 10 calls of f", "inline assembly". For an engine it is a second error
	// location, whose reachability gives UNKNOWN (Cut).
	Cut string
	// CutByRecursion: the cut is a call beyond the recursion bound, which may be raised.
	CutByRecursion bool
	Origin         *Location
}

// Has reports whether l is one of p's locations.
func (p *Program) Has(l *Location) bool {
	return l != nil && l.ID >= 0 && l.ID < len(p.Locs) && p.Locs[l.ID] == l
}

// Nearest returns the location of p that l, a location of p or of a program derived from p, descends from; nil: none.
func (p *Program) Nearest(l *Location) *Location {
	for l != nil && !p.Has(l) {
		l = l.Origin
	}
	return l
}

// Conjoin replaces at[l] by its conjunction with t; a missing entry is true.
func (p *Program) Conjoin(at map[*Location]*logic.Term, l *Location, t *logic.Term) {
	if old := at[l]; old != nil {
		t = p.Terms.And(old, t)
	}
	at[l] = t
}

// Object is a piece of addressable memory with a name: a global, a string
// literal, or a local whose address is taken. Base is the free symbol that
// stands for its address in terms; inlining replaces it by a constant.
type Object struct {
	Name  string
	Size  int64 // bytes
	Align int64
	Base  *logic.Term
	Func  string // owner function of a local; "" for a global
	// ReadOnly: the program must not write it (a string literal, a const object).
	// Such objects lie below all others.
	ReadOnly bool
	// Literal is the text of a string literal with its end, or describes what a const compound literal contains, empty for other objects: literals with one text, or
	// of which one ends with the other, may be one object or several (C11 6.4.5p7, 6.5.2.5p7).
	Literal string
	// Type is the C type of the object; nil: types were not requested.
	Type *Type
}

// MayShare reports whether two objects may be one, or one part of the other with the same end.
func (o *Object) MayShare(p *Object) bool {
	return o != p && o.Literal != "" && p.Literal != "" && (strings.HasSuffix(o.Literal, p.Literal) || strings.HasSuffix(p.Literal, o.Literal))
}

// Accesses reports whether o reads or writes memory.
func (o *Op) Accesses() bool { return o.Kind == OpAccess && o.Check == OtherCheck }

// At is the place of an operation on an edge.
func (o *Op) At(e *Edge) Pos {
	if o.Pos.IsValid() {
		return o.Pos
	}
	return e.Pos
}

// From is the pointer from which the address of an OpAccess or OpFree was computed.
func (o *Op) From() *logic.Term {
	if o.Origin == nil {
		return o.Expr
	}
	return o.Origin
}

// PointsInto returns the formula that the pointer p points into the object of room bytes at base, or one past its end.
func PointsInto(f *logic.Factory, p, base, room *logic.Term) *logic.Term {
	return f.And(f.ULe(base, p), f.ULe(f.BVOp(logic.OpBVSub, p, base), room))
}

// Inside returns the formula that the size bytes from addr on lie within the object of room bytes at base; all are
// bit-vectors of a pointer's width.
func Inside(f *logic.Factory, addr, size, base, room *logic.Term) *logic.Term {
	off := f.BVOp(logic.OpBVSub, addr, base)
	return f.And(f.ULe(base, addr), f.ULe(off, room), f.ULe(size, f.BVOp(logic.OpBVSub, room, off)))
}

// Func is one function of a Module: a CFA from Entry to Exit whose calls are
// OpCall operations. It owns its Locals; globals are shared.
type Func struct {
	Name    string
	Params  []*Var // receive the arguments of a call
	Result  *Var   // holds the return value at Exit; nil for void
	Locals  []*Var // all variables owned by the function: parameters, result, temporaries, locals; copied by inlining
	Objects []*Object
	Locs    []*Location
	Entry   *Location
	Exit    *Location
	Pos     Pos
	Order   int // number of its external declaration
	// Contract is the function's specification, nil if it has none. A
	// function with a contract may have no locations (Declared).
	Contract *Contract
}

// Module is a program before inlining: functions, global variables, objects.
// Invariants (SanityModule): variables have distinct names; edges stay within a
// function except those into Error and Halt; IDs of locations and edges are not
// significant.
type Module struct {
	Terms   *logic.Factory
	Model   DataModel
	Files   []string // source files; the first is the one given by the user
	Funcs   []*Func  // in source order
	Entry   *Func    // a front end's synthetic function: initialises globals, then calls main
	Globals []*Var
	Objects []*Object
	// Error is the location every call of the error function leads to. It belongs
	// to no function; functions have edges into it.
	Error *Location
	// Goals are the property violations behind edges into Error.
	Goals []*Goal
	// Halt is where exit, abort and the like lead to. It has no outgoing edges.
	Halt *Location
	// Assumptions are those the front end made (functions without a body,
	// ...), for the report.
	Assumptions []Assumption
	// AddressUses are the places where the numerical value of an address matters:
	// a pointer becomes an integer, is read as one, or is compared with one that is not null. The
	// addresses that inlining chooses are one possibility among many, so
	// that a proof about such a program holds for them only.
	AddressUses []Pos
	// Equalities are the places where pointers are compared for equality one of which may be one past the end of an object, and the other point to another
	// object, by their points-to classes: operations with the check PointerEquality. See package adjacency.
	Equalities []Pos
	// Assumed are the places of the program's own assumptions: an edge from there to Halt ends executions for which one fails.
	Assumed []Pos
	// Unjudged are the calls of library functions that may access memory in a way that is not modelled, so that no operation tells of it.
	Unjudged []Assumption
	// Jumps are the functions in which a goto leaves or enters blocks, of which the lifetimes of the objects are approximated.
	Jumps map[*Func]bool
}

// Blocks reports whether an edge ends executions for which an assumption of the program fails.
func (m *Module) Blocks(e *Edge) bool {
	return e != nil && len(e.Dst.Out) == 0 && e.Dst.Cut == "" && e.Goal == nil && slices.Contains(m.Assumed, e.Pos)
}

// Program is a single control-flow automaton without calls. A Program is
// immutable once its pass has returned it: passes make new programs.
// Invariants (SanityProgram): Locs and Edges are indexed by ID; an edge is in
// Out of its source and In of its target; every cycle reachable from Init
// contains a loop head, once MarkLoopHeads has run; operations mention declared
// variables only, in well-sorted terms.
type Program struct {
	Terms   *logic.Factory
	Model   DataModel
	Files   []string
	Vars    []*Var
	Locs    []*Location // Locs[i].ID == i
	Edges   []*Edge     // Edges[i].ID == i
	Init    *Location
	Error   *Location // never nil; without incoming edges when no error call is reachable
	Objects []*Object // with constant Base
	// Lowered: bit-vectors were replaced by integers (analysis/intlower).
	Lowered bool
	// LargeBlocks: edges may contain choices, and edges leaving one location
	// need not start with assumptions: an execution may take any of them.
	LargeBlocks bool
	Assumptions []Assumption
	// Pruned are the edges that inlining left out because constant propagation
	// found them unreachable. Derived programs do not have them; a certificate
	// proves them unreachable.
	Pruned []Pruned
	byVar  map[*logic.Term]*Var
}

// Pruned is an edge that is not in the program because no execution passes Ops,
// the operations at its beginning.
type Pruned struct {
	At  *Location
	Ops []Op
	Pos Pos
}

// VarOf returns the variable a symbol stands for, or nil.
func (p *Program) VarOf(sym *logic.Term) *Var {
	if p.byVar == nil || len(p.byVar) != len(p.Vars) {
		p.byVar = make(map[*logic.Term]*Var, len(p.Vars))
		for _, v := range p.Vars {
			p.byVar[v.Sym] = v
		}
	}
	return p.byVar[sym]
}

// ReplaceVars sets the program's variables, whose symbols must differ.
func (p *Program) ReplaceVars(vs []*Var) {
	p.Vars, p.byVar = vs, nil
	p.VarOf(nil) // builds the index, so that later readers may be concurrent
}

// Cuts returns the locations with a Cut reason.
func (p *Program) Cuts() []*Location {
	var cs []*Location
	for _, l := range p.Locs {
		if l.Cut != "" {
			cs = append(cs, l)
		}
	}
	return cs
}

// NewLocation appends a location to the program.
func (p *Program) NewLocation(fn string, pos Pos) *Location {
	l := &Location{ID: len(p.Locs), Func: fn, Pos: pos}
	p.Locs = append(p.Locs, l)
	return l
}

// NewEdge appends an edge to the program.
func (p *Program) NewEdge(src, dst *Location, ops ...Op) *Edge {
	e := &Edge{ID: len(p.Edges), Src: src, Dst: dst, Ops: ops}
	p.Edges = append(p.Edges, e)
	src.Out = append(src.Out, e)
	dst.In = append(dst.In, e)
	return e
}

// Root is the variable of the front end that v was made from by the passes; v itself where there is none before it.
func (v *Var) Root() *Var {
	for v.Origin != nil {
		v = v.Origin
	}
	return v
}
