package distinguished

import (
	"cupel/logic"
	"cupel/program"
)

// A read is a selection from an array on the way to the error.
type read struct {
	of    *array
	index *logic.Term
	op    int // the operation of the edge into the error before which the index has that value
}

// readsOf are the reads on which it depends whether an edge leads into the error: on it, or else on the edges before it that have no other way in and
// out of which the index is still what it was.
func (t *transformer) readsOf(e *program.Edge) (out []read) {
	for i := range e.Ops {
		if op := &e.Ops[i]; op.Kind == program.OpAssume && !op.Bounds() {
			t.selections(op.Expr, func(a *array, index *logic.Term) { out = append(out, read{a, index, i}) })
		}
	}
	changed := map[*logic.Term]bool{}
	for back, l := 0, e.Src; len(out) == 0 && back < maxBack && len(l.In) == 1 && l != t.p.Init; back++ {
		before := l.In[0]
		for i := len(before.Ops) - 1; i >= 0 && len(out) == 0; i-- {
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

// selections calls visit for the selections from known arrays in a term.
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
