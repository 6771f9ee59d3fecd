package shape

import (
	"cupel/core/logic"
	"cupel/core/program"
)

// Which pointer of an array is meant has to be known to follow who keeps what. So an index that has a few values only has a graph for each.

// findIndices collects the variables from which addresses of pointers in memory are computed, directly or by a copy.
func (a *analysis) findIndices() {
	a.indices = make([]bool, len(a.scalars))
	var todo []*logic.Term
	add := func(t *logic.Term) {
		for _, v := range logic.FreeVars(t) {
			if i, ok := a.index[v]; ok && v.Sort().IsBV() && !a.indices[i] {
				a.indices[i] = true
				todo = append(todo, v)
			}
		}
	}
	copies := map[*logic.Term][]*logic.Term{} // by the variable that is assigned
	seen := map[*logic.Term]bool{}
	var visit func(t *logic.Term)
	visit = func(t *logic.Term) {
		if t == nil || seen[t] {
			return
		}
		seen[t] = true
		if o := t.Op(); o == logic.OpSelect || o == logic.OpStore {
			if s := t.Arg(0).Sort(); s.Elem().IsBV() && s.Elem().Width() == a.width && s.Index().IsBV() {
				add(t.Arg(1))
			}
		}
		for _, u := range t.Args() {
			visit(u)
		}
	}
	for _, l := range a.p.Locs {
		for _, e := range l.Out {
			for i := range e.Ops {
				op := &e.Ops[i]
				visit(op.Expr)
				if op.Kind == program.OpAssign && op.Expr.Sort().IsBV() {
					u := op.Expr
					for u.Op() == logic.OpZeroExt || u.Op() == logic.OpSignExt {
						u = u.Arg(0)
					}
					if u.IsVar() {
						copies[op.Var.Sym] = append(copies[op.Var.Sym], u)
					}
				}
			}
		}
	}
	for len(todo) > 0 {
		v := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, u := range copies[v] {
			add(u)
		}
	}
}

// divided are the graphs for each value of those of some variables that are indices with few values.
func (x *evaluation) divided(vars ...*logic.Term) []*graph {
	gs := []*graph{x.g}
	if !x.Valid {
		return gs
	}
	for _, v := range vars {
		i, ok := x.index[v]
		if !ok || !x.indices[i] {
			continue
		}
		if n := x.g.vars[i]; n.kind == small && n.off < maxIndices {
			x.spend(cloneWork * len(gs) * int(n.off+1) * (1 + len(x.g.objs)))
			var out []*graph
			for _, g := range gs {
				for k := range n.off + 1 {
					h := g.clone()
					h.vars[i] = constant(x.f.BV(uint64(k), v.Sort().Width()))
					out = append(out, h)
				}
			}
			gs = out
		}
	}
	return gs
}

// element gives elements of a static array the values in a term.
func (x *evaluation) element(array *logic.Term, o *object, region int, t *logic.Term, pos program.Pos) {
	var stores []*logic.Term
	for t.Op() == logic.OpStore {
		stores = append(stores, t)
		t = t.Arg(0)
	}
	type write struct {
		at   int64
		v    value
		some bool // of the elements
	}
	writes := make([]write, len(stores))
	for i, s := range stores {
		k, ok := x.eval(s.Arg(1)).number()
		writes[i] = write{k, x.eval(s.Arg(2)), !ok}
	}
	all := value{}
	if t.Op() == logic.OpConstArray {
		all = x.eval(t.Arg(0))
	}
	if x.need != nil {
		return
	}
	switch {
	case t == array:
	case t.Op() == logic.OpConstArray:
		o.blur(region)
		for k := range int64(maxIndices) { // what is in others is not known
			o.set(cell{region, k}, all)
		}
	default:
		x.fail(pos, "an array that is assigned as a whole")
		return
	}
	for i := len(writes) - 1; i >= 0; i-- {
		if w := writes[i]; w.some {
			o.blur(region)
		} else {
			o.set(cell{region, w.at}, w.v)
		}
	}
}
