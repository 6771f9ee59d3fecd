package c

import (
	"fmt"

	"cupel/core/logic"
	"cupel/core/program"

	"modernc.org/cc/v4"
)

// builder constructs the control-flow graph of one function. Pending operations are collected in ops until flush puts them on an edge.
type builder struct {
	*lowerer
	fn        *program.Func
	cf        *cfunc
	cur       *program.Location
	ops       []program.Op
	pos       program.Pos // of the statement being lowered
	addressed cc.Node     // an element of an array whose address is taken, so that its index may be the length
	guard     *logic.Term // condition under which the operand being lowered is evaluated; nil: always
	vars      map[*cc.Declarator]*object
	labels    map[string]*program.Location
	cases     map[*cc.LabeledStatement]*program.Location
	// vlaSizes are the sizes in bytes of the variable length arrays by the
	// expressions of their numbers of elements, vlaOwner the nodes that have them.
	vlaSizes map[cc.ExpressionNode]*program.Var
	vlaOwner map[cc.ExpressionNode]cc.Node
	scratch  map[*logic.Sort]*program.Var
	brk      *program.Location
	cont     *program.Location
	cleanups []cleanup                    // in force, the latest last
	brkKeep  int                          // how many of them stay in force at a break
	contKeep int                          // and at a continue
	inForce  map[cc.Node][]*cc.Declarator // at the labels of the function
	labelOf  map[string]cc.Node
	scopes   []cc.Node // enclosing scopes, from the function's body on
	labelled struct {  // see labelBlocks
		named  map[string][][]cc.Node
		blocks map[cc.Node]bool
	}
	switchDepth int       // how many blocks are around the switch
	switchEntry *entry    // of the body that is lowered next
	mortals     []*object // automatic objects in memory of the blocks around
	brkLive     int       // how many of them are alive after a break
	contLive    int       // and after a continue
	temps       int
	unknown     *program.Unknown // source of the value of a havoc, see setUnknown
	orders      int              // in how many orders of operands the expression is lowered that is around this one
	// labels declared in blocks, by name, with the names of their own they have
	labelScopes []map[string]string
	localLabels int
	labelObjs   map[string]*program.Object // labels whose address is taken
	labelOwner  *builder                   // of the function whose static variable is being initialised
}

func (l *lowerer) newBuilder(fn *program.Func) *builder {
	b := &builder{lowerer: l, fn: fn, vars: map[*cc.Declarator]*object{},
		labels: map[string]*program.Location{}, cases: map[*cc.LabeledStatement]*program.Location{}, vlaSizes: map[cc.ExpressionNode]*program.Var{}, vlaOwner: map[cc.ExpressionNode]cc.Node{}, scratch: map[*logic.Sort]*program.Var{}}
	return b
}

// newLoc makes a location of the function.
func (b *builder) newLoc() *program.Location {
	loc := &program.Location{ID: len(b.fn.Locs), Func: b.fn.Name}
	b.fn.Locs = append(b.fn.Locs, loc)
	return loc
}

func (b *builder) edge(src, dst *program.Location, ops []program.Op, br *program.Branch) *program.Edge {
	e := &program.Edge{Src: src, Dst: dst, Ops: ops, Pos: b.pos, Branch: br}
	src.Out = append(src.Out, e)
	return e
}

// begin starts a statement at pos.
func (b *builder) begin(pos program.Pos) {
	b.flush()
	b.pos = pos
	if !b.cur.Pos.IsValid() {
		b.cur.Pos = pos
	}
	if pos.IsValid() {
		b.here = pos
	}
}

// flush puts the pending operations on an edge to a new current location.
func (b *builder) flush() {
	if len(b.ops) > 0 {
		b.goTo(b.newLoc())
	}
}

// goTo ends the current location with an edge to loc that carries the pending operations, and continues at loc.
func (b *builder) goTo(loc *program.Location) {
	b.edge(b.cur, loc, b.ops, nil)
	b.ops = nil
	b.cur = loc
}

// leave is goTo, but the code after it is unreachable until another location is entered.
func (b *builder) leave(loc *program.Location) {
	b.goTo(loc)
	b.cur = b.newLoc()
}

// emit appends an operation.
func (b *builder) emit(op program.Op) {
	if !op.Pos.IsValid() {
		op.Pos = b.pos
	}
	b.ops = append(b.ops, op)
}

func (b *builder) assign(v *program.Var, x *logic.Term) {
	if x.Sort() != v.Sym.Sort() {
		panic(fmt.Sprintf("assignment of %s to %s of sort %s", x.Sort(), v.Name, v.Sym.Sort()))
	}
	if x == v.Sym {
		return
	}
	// Stores into the same array one after the other become one assignment.
	if n := len(b.ops); n > 0 && b.ops[n-1].Kind == program.OpAssign && b.ops[n-1].Var == v && x.Op() == logic.OpStore {
		if m, ok := b.chain(b.ops[n-1].Expr, x, v.Sym); ok {
			b.ops[n-1].Expr = m
			return
		}
	}
	b.emit(program.Op{Kind: program.OpAssign, Var: v, Expr: x})
}

// chain applies the stores of x, a chain on the symbol v, to base instead.
func (b *builder) chain(base, x, v *logic.Term) (*logic.Term, bool) {
	if x == v {
		return base, true
	}
	if x.Op() != logic.OpStore || mentions(x.Arg(1), v) || mentions(x.Arg(2), v) {
		return nil, false
	}
	m, ok := b.chain(base, x.Arg(0), v)
	if !ok {
		return nil, false
	}
	return b.f.Store(m, x.Arg(1), x.Arg(2)), true
}

// setUnknown sets the source of the values of the following havocs, until the returned function is called.
func (b *builder) setUnknown(kind program.UnknownKind, name string, pos program.Pos) (end func()) {
	outer := b.unknown
	b.unknown = &program.Unknown{Kind: kind, Name: name, Pos: pos}
	return func() { b.unknown = outer }
}

// havoc assigns v a nondeterministic value of its C type.
func (b *builder) havoc(v *program.Var) { b.havocFor(v, "") }

// havocFor is havoc; note names the library function whose value it is.
func (b *builder) havocFor(v *program.Var, note string) {
	b.emit(program.Op{Kind: program.OpHavoc, Var: v, Note: note, Unknown: b.unknown})
	if v.Bool && v.Sym.Sort().IsBV() {
		b.emit(program.Op{Kind: program.OpAssume, Expr: b.f.ULe(v.Sym, b.f.BV(1, v.Sym.Sort().Width()))})
	}
}

// check adds an OpCheck: the behaviour is undefined unless cond holds.
func (b *builder) check(cond *logic.Term, kind program.CheckKind, note string) {
	if b.guard != nil {
		cond = b.f.Implies(b.guard, cond)
	}
	if cond.IsTrue() {
		return
	}
	for i := len(b.ops) - 1; i >= 0 && b.ops[i].Kind == program.OpCheck; i-- {
		if b.ops[i].Expr == cond {
			return
		}
	}
	b.emit(program.CheckOf(kind, cond, note))
}

// checkBounds is the check that an index lies in its array.
func (b *builder) checkBounds(in *logic.Term, extent program.Extent) {
	before := len(b.ops)
	b.check(in, program.Bounds, "array index out of bounds")
	if len(b.ops) > before {
		b.ops[len(b.ops)-1].Extent = extent
	}
}

// access records that size bytes at addr, computed from the pointer from (nil: addr itself), are read or written.
func (b *builder) access(addr, size, from *logic.Term) {
	if from == addr {
		from = nil
	}
	if b.guard != nil {
		size = b.f.Ite(b.guard, size, b.f.BV(0, b.tt.ptrW))
	}
	b.emit(program.Op{Kind: program.OpAccess, Expr: addr, Size: size, Origin: from})
}

// temp makes a temporary variable of the function.
func (b *builder) temp(s *logic.Sort, signed bool) *program.Var {
	b.temps++
	v := b.newVar(fmt.Sprintf("%s::#t%d", b.fn.Name, b.temps), s)
	v.Temp, v.Signed = true, signed
	b.own(v)
	return v
}

func (b *builder) own(v *program.Var) {
	v.Func = b.fn.Name
	b.fn.Locals = append(b.fn.Locals, v)
}

// scratchVar returns the temporary of the function for values of sort s that
// are used up by the next operation.
func (b *builder) scratchVar(s *logic.Sort) *program.Var {
	v := b.scratch[s]
	if v == nil {
		v = b.temp(s, false)
		b.scratch[s] = v
	}
	return v
}

// isLocal reports whether x contains only variables of this function, which a call cannot change.
func (b *builder) isLocal(x *logic.Term) bool {
	locals := make(map[*logic.Term]bool, len(b.fn.Locals))
	for _, v := range b.fn.Locals {
		locals[v.Sym] = true
	}
	for _, s := range logic.FreeVars(x) {
		if !locals[s] {
			return false
		}
	}
	return true
}

// keepFor returns x, or a copy when evaluating e may change the variables in x.
func (b *builder) keepFor(x *logic.Term, signed bool, es ...cc.ExpressionNode) *logic.Term {
	if x.IsGround() {
		return x
	}
	worst := isPure
	for _, e := range es {
		worst = max(worst, b.effects(e))
	}
	if worst == isPure || worst == onlyCalls && b.isLocal(x) {
		return x
	}
	return b.snapshot(x, signed)
}

// snapshot returns a term for the current value of x, valid after later assignments.
func (b *builder) snapshot(x *logic.Term, signed bool) *logic.Term {
	if x.IsGround() {
		return x
	}
	t := b.temp(x.Sort(), signed)
	b.assign(t, x)
	return t.Sym
}

// cut ends modelling here: the construct has no model.
func (b *builder) cut(what string, pos program.Pos) {
	b.diag(Unsupported, pos, what)
	b.cutSilently(what, pos)
}

// cutSilently is cut without a warning: for the ends of models, which few calls come to.
func (b *builder) cutSilently(what string, pos program.Pos) {
	b.flush()
	loc := b.newLoc()
	loc.Pos = pos
	loc.Cut = fmt.Sprintf("unsupported: %s at %s", what, pos)
	if b.guard != nil {
		// The operand is evaluated only under the guard.
		rest := b.newLoc()
		b.edge(b.cur, loc, []program.Op{{Kind: program.OpAssume, Expr: b.guard, Pos: pos}}, nil)
		b.edge(b.cur, rest, []program.Op{{Kind: program.OpAssume, Expr: b.f.Not(b.guard), Pos: pos}}, nil)
		b.cur = rest
		return
	}
	b.leave(loc)
}

// fail calls the error function.
func (b *builder) fail() {
	e := b.edge(b.cur, b.mod.Error, b.ops, nil)
	e.Goal = b.mod.NewGoal(program.Goal{Call: true, Func: b.fn.Name, Pos: b.pos})
	b.ops, b.cur = nil, b.newLoc()
}

// stop leads to loc (error or halt) with no way back.
func (b *builder) stop(loc *program.Location) {
	b.leave(loc)
}
