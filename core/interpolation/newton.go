package interpolation

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sort"

	"cupel/core/logic"
	"cupel/core/smt"
)

// Newton implements Dietsch, Heizmann, Musa, Nutz and Podelski, "Craig vs. Newton in software model checking", ESEC/FSE 2017, as GPS uses it: the path is relaxed
// by an unsatisfiable core (assumptions outside it vanish, definitions outside it leave their symbol unconstrained), then strongest postconditions or weakest
// preconditions are computed over the rest, with the symbols of one side eliminated. It needs only a solver with cores, so it works for every theory.
//
// In addition, each interpolant is generalised before the next is computed from it: conjuncts that the other side of the cut does not need are dropped, equations
// weakened to inequalities. In the backward direction this applies to the negated interpolant, with the path's prefix as the other side.
type Newton struct{ o Options }

// NewNewton returns the method; o.Direction chooses its variant.
func NewNewton(o Options) *Newton { return &Newton{o.withDefaults()} }

// Name returns newton, newton-fwd or newton-bwd.
func (n *Newton) Name() string {
	switch n.o.Direction {
	case Forward:
		return "newton-fwd"
	case Backward:
		return "newton-bwd"
	}
	return "newton"
}

// Sequence computes sequence interpolants.
func (n *Newton) Sequence(ctx context.Context, f *logic.Factory, steps []Step) ([]*logic.Term, error) {
	return n.o.checked(ctx, f, steps, func() ([]*logic.Term, error) { return n.sequence(ctx, f, steps) })
}

func (n *Newton) sequence(ctx context.Context, f *logic.Factory, steps []Step) ([]*logic.Term, error) {
	trivial, ses, cores, err := n.o.relaxed(ctx, f, steps, n.o.Cores)
	if err != nil || trivial != nil {
		return trivial, err
	}
	defer ses.close()
	found, failure := n.walks(ctx, ses, cores)
	if found == nil && !n.o.Relaxed && ctx.Err() == nil && !errors.Is(failure, ErrSat) {
		// Definitions outside a core leave symbols that have to be eliminated, and the generalised walks from both sides need not meet.
		exact := &Newton{n.o}
		exact.o.Exact = true
		found, failure = exact.walks(ctx, ses, []relaxation{ses.defined(cores[0])})
	}
	if found == nil {
		return nil, failure
	}
	return n.o.finish(ctx, ses, found)
}

// walks returns the sequences for the cores, or the reason why there is none.
func (n *Newton) walks(ctx context.Context, ses *session, cores []relaxation) (found [][]*logic.Term, failure error) {
	for _, core := range cores {
		known := len(found)
		var halves [][]*logic.Term
		for _, d := range []Direction{Backward, Forward} {
			if n.o.Direction != Both && n.o.Direction != d {
				continue
			}
			w := &walk{n: n, ses: ses, core: core, budget: n.o.GeneraliseBudget}
			itps, err := w.run(ctx, d)
			if err == nil {
				found = append(found, itps)
				continue
			}
			if failure == nil {
				failure = err
			}
			halves = append(halves, itps)
		}
		if len(found) == known && len(halves) == 2 && !n.o.Relaxed {
			if itps := meet(ctx, ses, core, halves[1], halves[0]); itps != nil {
				found = append(found, itps)
			}
		}
	}
	return found, failure
}

// meet combines the postconditions of a path's prefix and the preconditions of its suffix, where both walks failed to eliminate a symbol; nil when they do not
// meet.
func meet(ctx context.Context, ses *session, core relaxation, forward, backward []*logic.Term) []*logic.Term {
	k := core.n - 1
	for k > 0 && backward[k] != nil {
		k--
	}
	if forward[k] == nil || ctx.Err() != nil {
		return nil
	}
	between := append(ses.side(core, k+1, k+1), forward[k], core.f.Not(backward[k+1]))
	if r, err := ses.optional(ctx, between...); err != nil || r != smt.Unsat {
		return nil
	}
	return slices.Concat(forward[:k+1], backward[k+1:])
}

// walk is one pass over the relaxed path.
type walk struct {
	n      *Newton
	ses    *session
	core   relaxation
	budget int // solver calls left for generalisation
}

// run computes the postconditions forwards, or backwards the conditions under
// which the rest of the path can be executed, the negated interpolants. With an
// error it returns those up to the cut where it was stuck.
func (w *walk) run(ctx context.Context, d Direction) ([]*logic.Term, error) {
	p, f := w.core, w.core.f
	itps := make([]*logic.Term, p.n+1)
	itps[0], itps[p.n] = f.True(), f.False()
	var state []*logic.Term
	for i := 1; i < p.n; i++ {
		step, cut, from, to := i, i, i+1, p.n // forwards: step i, then the cut behind it
		if d == Backward {
			step, cut = p.n+1-i, p.n-i
			from, to = 1, cut
		}
		cs := append(append([]*logic.Term(nil), state...), p.step(step)...)
		var drop []*logic.Term
		for _, v := range logic.FreeVars(cs...) {
			if !p.shared(v, cut) {
				drop = append(drop, v)
			}
		}
		if d == Forward { // chains of definitions substitute from their ends
			sort.Slice(drop, func(i, j int) bool { return drop[i].ID() < drop[j].ID() })
		} else {
			sort.Slice(drop, func(i, j int) bool { return drop[i].ID() > drop[j].ID() })
		}
		pr := &projector{f: f, cases: w.n.o.Cases}
		out, exact := pr.project(cs, drop)
		if !exact { // if the rest is infeasible by itself nothing has to be eliminated
			r, err := w.ses.optional(ctx, cs...)
			if err != nil {
				return itps, err
			}
			if r == smt.Unsat {
				out, exact = []*logic.Term{f.False()}, true
			}
		}
		out = pr.split([]*logic.Term{simplify(f, f.And(out...))})
		var err error
		if state, err = w.generalise(ctx, out, w.ses.side(p, from, to), exact); err != nil {
			return itps, err
		}
		t := f.And(state...)
		if d == Backward {
			t = simplify(f, f.Not(t))
		}
		itps[cut] = t
	}
	return itps, nil
}

// generalise weakens the conjunction cs as long as it contradicts the other
// side of the cut. When cs is not exact it may be too weak already.
func (w *walk) generalise(ctx context.Context, cs, other []*logic.Term, exact bool) ([]*logic.Term, error) {
	if len(cs) == 0 && exact || len(cs) == 1 && cs[0].IsFalse() || exact && w.n.o.Exact {
		return cs, nil
	}
	ok, used, err := w.ses.refuted(ctx, other, cs)
	if err != nil {
		return nil, err
	}
	if !ok {
		if exact { // true by construction, although the solver does not prove it
			return cs, nil
		}
		return nil, fmt.Errorf("%w: a symbol cannot be eliminated", ErrUnknown)
	}
	if w.n.o.Exact {
		return cs, nil
	}
	cs = keep(cs, used)
	// Conjuncts least similar to an invariant go first.
	order := append([]*logic.Term(nil), cs...)
	sort.SliceStable(order, func(i, j int) bool { return badness(order[i]) > badness(order[j]) })
	in := map[*logic.Term]bool{}
	for _, c := range cs {
		in[c] = true
	}
	for _, c := range order {
		if !in[c] || w.budget <= 0 {
			continue
		}
		in[c] = false
		w.budget--
		ok, used, err := w.ses.refuted(ctx, other, keep(cs, in))
		switch {
		case err != nil:
			return nil, err
		case !ok:
			in[c] = true
		default:
			for _, c := range cs {
				in[c] = in[c] && used[c]
			}
		}
	}
	cs = keep(cs, in)
	for i, c := range cs {
		for _, weaker := range weakenings(w.core.f, c) {
			if w.budget <= 0 {
				return cs, nil
			}
			w.budget--
			cs[i] = weaker
			ok, _, err := w.ses.refuted(ctx, other, cs)
			if err != nil {
				return nil, err
			}
			if ok {
				break
			}
			cs[i] = c
		}
	}
	return cs, nil
}

func keep(cs []*logic.Term, in map[*logic.Term]bool) []*logic.Term {
	var out []*logic.Term
	for _, c := range cs {
		if in[c] {
			out = append(out, c)
		}
	}
	return out
}

// badness estimates how unlikely a conjunct is to hold at the next visit of the
// same location: equations with constants first, relations between symbols last.
func badness(t *logic.Term) int {
	b := 0
	switch {
	case t.Op() == logic.OpEq:
		b = 40
	case t.Op() == logic.OpOr:
		b = 30
	case t.Op() == logic.OpNot:
		b = 20
	}
	if len(logic.FreeVars(t)) < 2 {
		b += 15
	}
	return b + min(SizeOf([]*logic.Term{t}).Terms, 10)
}

// weakenings returns weaker conjuncts to try in the place of an equation,
// lower bounds first: counters grow.
func weakenings(f *logic.Factory, c *logic.Term) []*logic.Term {
	if c.Op() != logic.OpEq {
		return nil
	}
	a, b := c.Arg(0), c.Arg(1)
	switch {
	case a.Sort().IsArith():
		return []*logic.Term{f.Le(b, a), f.Le(a, b)}
	case a.Sort().IsBV():
		return []*logic.Term{
			f.ULe(b, a), f.ULe(a, b),
			f.SLe(b, a), f.SLe(a, b)}
	}
	return nil
}
