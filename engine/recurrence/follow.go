package recurrence

import (
	"maps"
	"slices"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/smt"
)

// A follower executes the program from a state of a model, with few values for each input, until it comes back to the head.
type follower struct {
	c     *closer
	state fixed
	where []*logic.Term
	edges int
	// best is a way that ends in the set, or where there is none the first that comes back; good: it ends in the set.
	best *Way
	good bool
}

// A choice is a value of an input: a term, with its value in the state.
type choice struct{ term, value *logic.Term }

// newWay adds a way from the state of a model, which has none; into: it ends in the set. false: there is none.
func (c *closer) newWay(m smt.Model, where []*logic.Term, into bool) bool {
	w := &follower{c: c, state: m.(fixed), where: where}
	t := &turn{p: c.p, f: c.f, normaliser: newNormaliser(c.f), name: "new", values: map[*logic.Term]*logic.Term{}, unknown: map[*logic.Term]bool{}, live: slices.Clone(c.live), lost: map[uint64]bool{}, reads: map[*program.Var]bool{}}
	for _, v := range c.p.Vars {
		if x := w.state[v.Sym]; x != nil {
			t.values[v.Sym] = x
		}
	}
	w.from(c.g.head, t, Way{})
	if w.best == nil || into && !w.good {
		return false
	}
	c.ways = append(c.ways, *w.best)
	return true
}

// over reports whether the search has ended.
func (w *follower) over() bool { return w.good || w.edges >= maxSearch }

// from takes the edges that leave a location.
func (w *follower) from(l *program.Location, t *turn, way Way) {
	if l == w.c.g.head && len(way.Path) > 0 {
		w.arrived(t, way)
		return
	}
	for _, e := range l.Out {
		if w.over() || len(way.Path) >= maxWay {
			return
		}
		w.edges++
		next := Way{Path: append(slices.Clip(way.Path), e), Inputs: way.Inputs}
		u := *t
		u.values, u.live, u.blocks, u.needs = maps.Clone(t.values), slices.Clone(t.live), slices.Clone(t.blocks), nil
		w.along(e, 0, &u, next)
	}
}

// along executes the operations of an edge from number i on.
func (w *follower) along(e *program.Edge, i int, t *turn, way Way) {
	for ; i < len(e.Ops); i++ {
		op := &e.Ops[i]
		if op.Kind != program.OpHavoc || op.Input == nil {
			if err := t.op(e.Ops, i); err != nil || len(t.needs) > 0 {
				return // what is not true here is false, or not known
			}
			continue
		}
		for _, c := range w.choices(op.Var.Sort()) {
			if w.over() {
				return
			}
			w.edges++
			u := *t
			u.values, u.live, u.blocks, u.needs = maps.Clone(t.values), slices.Clone(t.live), slices.Clone(t.blocks), nil
			u.values[op.Var.Sym] = c.value
			w.along(e, i+1, &u, Way{Path: way.Path, Inputs: append(slices.Clip(way.Inputs), c.term)})
		}
		return
	}
	w.from(e.Dst, t, way)
}

// arrived notes a way.
func (w *follower) arrived(t *turn, way Way) {
	good := true
	for _, x := range w.where {
		good = good && t.at(x).IsTrue()
	}
	if w.best == nil || good {
		w.best, w.good = &Way{Path: slices.Clone(way.Path), Inputs: slices.Clone(way.Inputs)}, good
	}
}

// choices are the values that an input of a sort is tried with: those of the run, small ones, those of variables and next to them, and constants of conditions.
func (w *follower) choices(s *logic.Sort) []choice {
	f := w.c.f
	var out []choice
	add := func(term, value *logic.Term) {
		if value != nil && value.IsConst() && len(out) < maxTried && !slices.ContainsFunc(out, func(c choice) bool { return c.value == value }) {
			out = append(out, choice{term, value})
		}
	}
	for _, way := range w.c.ways {
		for _, x := range way.Inputs {
			if x.Sort() == s && x.IsConst() {
				add(x, x)
			}
		}
	}
	add(f.Zero(s), f.Zero(s))
	if s.IsBool() {
		add(f.True(), f.True())
		return out
	}
	if !s.IsBV() {
		return out
	}
	one := f.BV(1, s.Width())
	near := func(term, value *logic.Term) {
		add(term, value)
		add(f.BVOp(logic.OpBVAdd, term, one), f.BVOp(logic.OpBVAdd, value, one))
		add(f.BVOp(logic.OpBVSub, term, one), f.BVOp(logic.OpBVSub, value, one))
	}
	near(f.Zero(s), f.Zero(s))
	for _, q := range w.c.quantities {
		if q.t.Sort() == s && w.state[q.t] != nil {
			near(q.t, w.state[q.t])
		}
	}
	for _, t := range w.c.turns {
		logic.Walk(func(u *logic.Term) bool {
			if u.IsConst() && u.Sort() == s {
				near(u, u)
			}
			return len(out) < maxTried
		}, t.needs...)
	}
	return out
}
