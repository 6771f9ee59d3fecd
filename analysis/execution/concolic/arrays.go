package concolic

import (
	"cupel/core/logic"
	"cupel/core/program"
)

// plain takes reads and writes at unknown indices out of a term: a conditional over the cells where
// these are few, the index pinned otherwise.
func (w *follower) plain(t *logic.Term, pos program.Pos) (*logic.Term, error) {
	if t.IsConst() || t.Op() == logic.OpVar {
		return t, nil
	}
	if !w.unplain(t) {
		return t, nil
	}
	var failed error
	t = logic.Transform(t, func(u *logic.Term, args []*logic.Term) *logic.Term {
		if failed != nil {
			return u
		}
		n := w.f.With(u, args)
		switch n.Op() {
		case logic.OpSelect:
			n, failed = w.selection(n, pos)
		case logic.OpStore:
			n, failed = w.stored(n, pos)
		}
		if failed != nil {
			return u
		}
		return n
	})
	if failed != nil {
		return nil, failed
	}
	return t, nil
}

// unplain reports whether something is to be taken out.
func (w *follower) unplain(t *logic.Term) bool {
	found := false
	logic.Walk(func(u *logic.Term) bool {
		switch {
		case found || w.tidy[u]:
			return false
		case u.Op() == logic.OpSelect || u.Op() == logic.OpStore && !u.Arg(1).IsConst():
			found = true
		}
		w.tidy[u] = !found
		return !found
	}, t)
	if found {
		clear(w.tidy) // some were marked in outer stores
	}
	return found
}

// cells returns the stores of an array at constant indices, outermost first, each index once, and the array below them; false: there are too many, or
// stores at other indices.
func (w *follower) cells(a *logic.Term) (index, value []*logic.Term, below *logic.Term, ok bool) {
	seen := map[*logic.Term]bool{}
	for a.Op() == logic.OpStore {
		i := a.Arg(1)
		if !i.IsConst() || len(index) > maxCells {
			return nil, nil, nil, false
		}
		if !seen[i] {
			seen[i] = true
			index, value = append(index, i), append(value, a.Arg(2))
		}
		a = a.Arg(0)
	}
	return index, value, a, len(index) <= maxCells
}

// selection is a read.
func (w *follower) selection(t *logic.Term, pos program.Pos) (*logic.Term, error) {
	a, i := t.Arg(0), t.Arg(1)
	if i.IsConst() {
		if a.Op() == logic.OpVar {
			return w.cell(a, i)
		}
		return t, nil
	}
	index, value, below, ok := w.cells(a)
	if !ok || len(index) == 0 && below.Op() != logic.OpConstArray {
		v, err := w.pin(i, pos)
		if err != nil {
			return nil, err
		}
		return w.plain(w.f.Select(a, v), pos)
	}
	var out *logic.Term
	if below.Op() == logic.OpConstArray {
		out = below.Arg(0)
	} else { // only cells that were written
		var hits []*logic.Term
		for _, c := range index {
			hits = append(hits, w.f.Eq(i, c))
		}
		hit := w.f.Or(hits...)
		if holds, err := w.eval.Bool(hit); err != nil || !holds {
			v, err := w.pin(i, pos)
			if err != nil {
				return nil, err
			}
			return w.plain(w.f.Select(a, v), pos)
		}
		if err := w.require(hit, pos); err != nil {
			return nil, err
		}
		out = value[len(value)-1]
	}
	for k := len(index) - 1; k >= 0; k-- {
		out = w.f.Ite(w.f.Eq(i, index[k]), value[k], out)
	}
	return out, nil
}

// cell is the symbol for a cell of an unknown array.
func (w *follower) cell(a, i *logic.Term) (*logic.Term, error) {
	t := w.f.Select(a, i)
	if c := w.cellOf[t]; c != nil {
		return c, nil
	}
	v, err := w.eval.Eval(t)
	if err != nil {
		return nil, err
	}
	c := w.unknown(t.Sort(), w.f.Import(v))
	w.cellOf[t] = c
	return c, nil
}

// stored is a write.
func (w *follower) stored(t *logic.Term, pos program.Pos) (*logic.Term, error) {
	a, i, v := t.Arg(0), t.Arg(1), t.Arg(2)
	if i.IsConst() {
		return t, nil
	}
	c, err := w.pin(i, pos)
	if err != nil {
		return nil, err
	}
	return w.f.Store(a, c, v), nil
}
