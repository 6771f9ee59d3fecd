package distinguished

import (
	"slices"

	"cupel/core/logic"
	"cupel/core/program"
)

// A read is a selection from an array on a path to the error.
type read struct {
	of    *array
	index *logic.Term
	op    int // the operation of the edge into the error before which the index has that value
}

// readsOf returns the reads that decide whether an edge leads into the error: those in its assumptions; else its other reads; else those on the preceding
// edges that are the only ones in and out of their locations, as long as the index terms are unchanged.
func (t *transformer) readsOf(e *program.Edge) (out []read) {
	for i := range e.Ops {
		if op := &e.Ops[i]; op.Kind == program.OpAssume && !op.Bounds() {
			t.selections(op.Expr, func(a *array, index *logic.Term) { out = append(out, read{a, index, i}) })
		}
	}
	for i := len(e.Ops) - 1; i >= 0 && !t.enough(out); i-- { // assumed values were computed earlier
		if op := &e.Ops[i]; op.Kind == program.OpAssign && !op.Var.Sort().IsArray() {
			t.selections(op.Expr, func(a *array, index *logic.Term) { out = append(out, read{a, index, i}) })
		}
	}
	changed := map[*logic.Term]bool{}
	for back, l := 0, e.Src; !t.enough(out) && back < maxBack && len(l.In) == 1 && l != t.p.Init; back++ {
		before := l.In[0]
		for i := len(before.Ops) - 1; i >= 0 && !t.enough(out); i-- {
			op := &before.Ops[i]
			op.Defines(func(v *program.Var) { changed[v.Sym] = true })
			if op.Kind != program.OpAssign || op.Var.Sort().IsArray() {
				continue
			}
			t.selections(op.Expr, func(a *array, index *logic.Term) {
				for _, v := range logic.FreeVars(index) {
					if changed[v] {
						return
					}
				}
				out = append(out, read{a, index, 0})
			})
		}
		l = before.Src
	}
	return out
}

// reading reports whether an edge reads an array.
func (t *transformer) reading(e *program.Edge) (some bool) {
	for op := range program.AllOps(e.Ops) {
		op.Terms(func(u *logic.Term) { t.selections(u, func(*array, *logic.Term) { some = true }) })
	}
	return some
}

// enough reports whether the reads are of as many different cells as there are distinguished indices.
func (t *transformer) enough(rs []read) bool {
	return len(rs) > 0 && (t.indices == 1 || slices.ContainsFunc(rs[1:], func(r read) bool { return t.differ(rs[0], r) }))
}

// differ reports whether two reads need not be at the same place.
func (t *transformer) differ(a, b read) bool {
	d := t.distance(a, b)
	return d != nil && !(d.IsConst() && d.Rational().IsZero())
}

// chosen returns the reads of an edge into the error that are assumed to be at the distinguished indices: the first one, and with two indices another one
// at a different index. The index of the first still has its value before the operation of the last. Remembered places come after the edge's own reads.
func (t *transformer) chosen(e *program.Edge) []read {
	rs := t.readsOf(e)
	for _, r := range t.places {
		if a := t.arrays[r.array.Sym]; a != nil {
			rs = append(rs, read{a, a.index.place(r.number.Sym), 0})
		}
	}
	if len(rs) == 0 || t.indices == 1 {
		return rs[:min(len(rs), 1)]
	}
	for _, r := range rs[1:] {
		switch first := rs[0]; {
		case !t.differ(first, r):
		case r.op >= first.op && t.stays(e, first, r.op):
			return []read{first, r}
		case r.op < first.op && t.stays(e, r, first.op):
			return []read{r, first}
		}
	}
	return rs[:1]
}

// stays reports whether the index of a read is the same before another operation of the edge.
func (t *transformer) stays(e *program.Edge, r read, op int) bool {
	same := true
	for o := range program.AllOps(e.Ops[r.op:op]) {
		o.Defines(func(v *program.Var) { same = same && !logic.Occurs(v.Sym, r.index) })
	}
	return same
}

// Relates reports whether reaching the error depends on two cells whose indices do not differ by a constant.
func Relates(p *program.Program) bool {
	t := newTransformer(p, 2)
	if p.LargeBlocks || !t.survey() {
		return false
	}
	for _, e := range p.Error.In {
		if rs := t.chosen(e); len(rs) > 1 && !t.distance(rs[0], rs[1]).IsConst() {
			return true
		}
	}
	return false
}

// selections calls visit for the selections from represented arrays in a term.
func (t *transformer) selections(u *logic.Term, visit func(a *array, index *logic.Term)) {
	logic.Walk(func(s *logic.Term) bool {
		if s.Op() == logic.OpForall || s.Op() == logic.OpExists {
			return false
		}
		if s.Op() == logic.OpSelect {
			if as := t.under(s.Arg(0)); len(as) == 1 && !as[0].opaque {
				visit(as[0], s.Arg(1))
			}
		}
		return true
	}, u)
}
