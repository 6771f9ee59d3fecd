package shape

import (
	"fmt"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/internal/sabotage"
)

// A failure is why nothing is proved.
type failure struct{ text string }

func (f *failure) Error() string { return f.text }

func (a *analysis) fail(pos program.Pos, format string, args ...any) {
	if a.failed == nil {
		a.failed = &failure{fmt.Sprintf("%s: %s", pos, fmt.Sprintf(format, args...))}
	}
}

// position is that of an operation.
func position(op *program.Op, e *program.Edge) program.Pos {
	if op.Pos.IsValid() {
		return op.Pos
	}
	return e.Pos
}

// edge follows an edge. g is used up.
func (a *analysis) edge(e *program.Edge, g *graph) []*graph {
	now := []*graph{g}
	for i := range e.Ops {
		var after []*graph
		for _, g := range now {
			if !a.spend(stepWork) {
				return nil
			}
			after = append(after, a.op(&e.Ops[i], e, g, maxUnfoldings)...)
		}
		if a.failed != nil {
			return nil
		}
		now = after
	}
	return now
}

// op executes an operation, after segments are unfolded that it looks into.
func (a *analysis) op(op *program.Op, e *program.Edge, g *graph, depth int) []*graph {
	x := a.evaluation(g)
	out := x.execute(op, e)
	if a.failed != nil {
		return nil
	}
	if x.need == nil {
		return out
	}
	if depth == 0 || len(g.objs) > maxObjects {
		a.fail(position(op, e), "too many objects are involved")
		return nil
	}
	a.spend(cloneWork * (1 + len(g.objs)))
	out = nil
	for _, h := range a.unfold(g, *x.need) {
		out = append(out, a.op(op, e, h, depth-1)...)
	}
	return out
}

// execute changes the graph by an operation, but not before all needs are met.
func (x *evaluation) execute(op *program.Op, e *program.Edge) []*graph {
	g, pos := x.g, position(op, e)
	same := []*graph{g}
	switch op.Kind {
	case program.OpAssume:
		return x.assume(op.Expr, true)
	case program.OpAssign:
		return x.assign(op, op.Expr, pos)
	case program.OpHavoc:
		if i, ok := x.index[op.Var.Sym]; ok {
			g.vars[i] = value{}
		} else if r, ok := x.regions[op.Var.Sym]; ok {
			x.havoc(r, pos)
		}
	case program.OpCheck:
		if op.Check == program.Bounds || op.Check == program.ArguableBounds {
			if !x.Valid && x.known(op.Expr) != yes && x.need == nil {
				x.fail(pos, "%s is not known to hold", op.Note)
			}
		}
	case program.OpAccess:
		if op.Accesses() {
			if !x.access(op, pos) {
				return nil
			}
		}
	case program.OpAlloc:
		x.alloc(op, pos)
	case program.OpFree:
		if !x.release(op, pos) {
			return nil
		}
	default:
		x.fail(pos, "an operation that is not followed")
	}
	return same
}

// havoc makes a region unknown.
func (x *evaluation) havoc(region int, pos program.Pos) {
	for _, o := range x.g.objs {
		if s := o.seg; s != nil && (s.link.region == region || s.double && s.back.region == region) {
			x.fail(pos, "the links of a list are not known any more")
			return
		}
		for i := range o.fields {
			if o.fields[i].region == region {
				o.fields[i].v = value{}
			}
		}
		o.forget()
	}
}

// access proves an access. With Valid, false: it is not valid, so that the execution does not matter.
func (x *evaluation) access(op *program.Op, pos program.Pos) bool {
	n, ok := x.eval(op.Size).number()
	v, from := x.eval(op.Expr), x.eval(op.From())
	if x.need != nil || ok && n == 0 {
		return true
	}
	if x.Valid {
		switch {
		case ok && n > 0 && (v.null() || from.null()):
			return false
		case !x.whole(v): // what is read is not known, and a store is not followed
		case !x.whole(from) || v.obj != from.obj || v.end != from.end:
			x.fail(pos, "an access through a pointer into another object")
		case !x.exists(v):
		case ok && n > 0 && x.outside(v, n):
			return false
		}
		return true
	}
	switch {
	case !ok || n < 0:
		x.fail(pos, "an access of a number of bytes that is not known")
	case !x.whole(v) || !x.whole(from):
		x.fail(pos, "an access through a pointer that is not followed, or is null")
	case v.obj != from.obj || v.end != from.end:
		x.fail(pos, "an access through a pointer into another object")
	case !x.exists(v):
	case x.outside(v, n) || x.g.object(v.obj).size < 0:
		x.fail(pos, "an access outside of an object of %d bytes", x.g.object(v.obj).size)
	}
	return true
}

// outside reports whether n bytes from an address on are not all in its object.
func (x *evaluation) outside(v value, n int64) bool {
	size := x.g.object(v.obj).size
	return !v.vague() && (v.off < 0 || size >= 0 && v.off+n > size)
}

// alloc makes an object live.
func (x *evaluation) alloc(op *program.Op, pos program.Pos) {
	size := int64(-1)
	if n, ok := x.eval(op.Size).number(); ok && n >= 0 {
		size = n
	}
	if op.OnStack() {
		x.fail(pos, "a block on the stack")
		return
	}
	if o := x.named[op.Expr]; o != nil {
		if op.Note != program.Automatic || x.need != nil {
			x.fail(pos, "an object that is made in a way that is not followed")
			return
		}
		x.g.delete(func(y *object) bool { return y.named == o })
		x.g.add(&object{named: o, size: size})
		return
	}
	i, ok := x.index[op.Expr]
	if !ok || op.Note == program.Automatic {
		x.fail(pos, "an allocation that is not followed")
		return
	}
	switch v := x.g.vars[i]; {
	case v.null() || x.need != nil:
	case v.kind != fresh:
		x.fail(pos, "an allocation at an address that is not followed")
	default:
		b := x.g.add(&object{size: size, site: pos, length: oneBlock})
		x.g.vars[i] = x.pointer(b.id, 0, first)
	}
}

// release ends the life of an object. With Valid, false: it is not valid, so that the execution does not matter.
func (x *evaluation) release(op *program.Op, pos program.Pos) bool {
	if op.Note == program.Automatic {
		if o := x.named[op.Expr]; o != nil {
			x.g.delete(func(y *object) bool { return y.named == o })
		} else {
			x.fail(pos, "the end of an object that is not followed")
		}
		return true
	}
	v, from := x.eval(op.Expr), x.eval(op.From())
	if x.need != nil || v.null() {
		return true
	}
	if !x.whole(v) || !x.whole(from) {
		x.fail(pos, "a release of a pointer that is not followed")
		return true
	}
	if v.obj != from.obj || v.end != from.end {
		x.fail(pos, "a release of a pointer into another object")
		return true
	}
	o := x.place(v)
	switch {
	case o == nil:
	case x.Valid && (!o.heap() || v.off != 0 && !v.vague()):
		return false
	case !o.heap() || v.off != 0 && !x.Valid:
		x.fail(pos, "a release of what is no block")
	case !sabotage.Active(sabotage.ShapeFree):
		x.g.delete(func(y *object) bool { return y == o })
	}
	return true
}

// assume are the graphs for which a condition holds, or does not.
func (x *evaluation) assume(t *logic.Term, holds bool) []*graph {
	k := x.known(t)
	if x.need != nil {
		return nil
	}
	if k != perhaps {
		if (k == yes) == holds {
			return []*graph{x.g}
		}
		return nil
	}
	x.refine(t, holds)
	return x.divided(logic.FreeVars(t)...)
}

// refine notes what a condition of which nothing is known says about variables.
func (x *evaluation) refine(t *logic.Term, holds bool) {
	switch t.Op() {
	case logic.OpNot:
		x.refine(t.Arg(0), !holds)
	case logic.OpAnd, logic.OpOr:
		if (t.Op() == logic.OpAnd) == holds {
			for _, u := range t.Args() {
				x.refine(u, holds)
			}
		}
	case logic.OpEq:
		if !holds {
			return
		}
		for i, u := range t.Args() {
			n, ok := x.index[u]
			c := t.Arg(1 - i)
			if ok && c.IsConst() && (x.g.vars[n].kind == top || x.g.vars[n].kind == small) {
				x.g.vars[n] = constant(c)
			}
		}
	case logic.OpULe, logic.OpULt, logic.OpSLe, logic.OpSLt:
		if x.Valid {
			x.limit(t, holds)
		}
	case logic.OpVar:
		if n, ok := x.index[t]; ok && t.Sort().IsBool() && x.g.vars[n].kind == top {
			x.g.vars[n] = constant(x.f.BoolConst(holds))
		}
	}
}

// assign gives a variable, or a region, the value of a term.
func (x *evaluation) assign(op *program.Op, t *logic.Term, pos program.Pos) []*graph {
	same := []*graph{x.g}
	if i, ok := x.index[op.Var.Sym]; ok {
		if t.Op() == logic.OpIte && x.known(t.Arg(0)) == perhaps && x.need == nil {
			u, v := x.eval(t.Arg(1)), x.eval(t.Arg(2))
			if x.need != nil {
				return nil
			}
			if u != v && (u.kind == addr || v.kind == addr || u.kind == fresh || v.kind == fresh) {
				return x.choose(op, t, pos)
			}
		}
		v := x.eval(t)
		if op.Var.Name == program.HeapTop {
			v = value{kind: fresh}
		}
		if x.need == nil {
			x.g.vars[i] = v
			return x.divided(op.Var.Sym)
		}
		return same
	}
	region, ok := x.regions[op.Var.Sym]
	if !ok {
		return same // an array of which nothing is known
	}
	if table := x.tables[op.Var.Sym]; table != nil {
		x.element(op.Var.Sym, x.g.of(table), region, t, pos)
		return same
	}
	var stores []*logic.Term
	base := t
	for base.Op() == logic.OpStore {
		stores = append(stores, base)
		base = base.Arg(0)
	}
	if base.Op() == logic.OpIte && len(stores) == 0 {
		switch x.known(base.Arg(0)) {
		case yes:
			return x.assign(op, base.Arg(1), pos)
		case no:
			return x.assign(op, base.Arg(2), pos)
		}
		if x.need != nil {
			return nil
		}
		return x.choose(op, t, pos)
	}
	if base != op.Var.Sym {
		x.fail(pos, "memory that is assigned as a whole")
		return nil
	}
	type write struct {
		o   *object
		off int64
		v   value
	}
	writes := make([]write, len(stores))
	for i, s := range stores {
		at := x.eval(s.Arg(1))
		if x.Valid && at.null() && x.need == nil { // no object has it
			continue
		}
		w := write{o: x.place(at), off: at.off, v: x.eval(s.Arg(2))}
		if x.need != nil {
			return nil
		}
		if x.Valid && w.o != nil && w.o.size >= 0 && at.off >= w.o.size { // the access before it was not valid
			continue
		}
		if w.o == nil || !at.vague() && !x.inside(w.o, at.off) {
			x.fail(pos, "a store through a pointer that is not followed")
			return nil
		}
		writes[i] = w
	}
	for i := len(writes) - 1; i >= 0; i-- {
		switch w := writes[i]; {
		case w.o == nil:
		case w.off == anywhere:
			w.o.blur(region)
		default:
			x.write(w.o, region, w.off, w.v)
		}
	}
	return same
}

// choose assigns one of two terms, in a graph each.
func (x *evaluation) choose(op *program.Op, t *logic.Term, pos program.Pos) (out []*graph) {
	for i, holds := range []bool{true, false} {
		y := x.evaluation(x.g.clone())
		y.refine(t.Arg(0), holds)
		out = append(out, y.assign(op, t.Arg(1+i), pos)...)
		if y.need != nil { // of the graph before the choice, too
			x.need = y.need
			return nil
		}
	}
	return out
}
