package facts

import (
	"context"
	"slices"
	"sort"

	"cupel/core/logic"
	"cupel/core/logic/instances"
	"cupel/core/program"
	"cupel/core/smt"
)

// cells counts the quantified claims.
func (k *check) cells() (n int) {
	for _, l := range k.cuts {
		for _, x := range k.at[l] {
			if quantifies(x.Formula) {
				n++
			}
		}
	}
	return n
}

// said returns the conjuncts of the claims, quantified ones only if cells is set.
func (k *check) said(cells bool) map[*program.Location][]*logic.Term {
	out := map[*program.Location][]*logic.Term{}
	for _, l := range k.cuts {
		b := newBag(out, l)
		for _, x := range k.at[l] {
			if x.Status == Predicate {
				continue
			}
			for _, c := range logic.Conjuncts(x.Formula) {
				if cells || !quantifies(c) {
					b.add(c)
				}
			}
		}
	}
	return out
}

// know makes formulas that were found inductive invariants of the proof, assumed from now on.
func (k *check) know(found map[*program.Location][]*logic.Term) {
	for _, l := range k.cuts {
		for _, t := range found[l] {
			k.known[l] = append(k.known[l], t)
			k.p.Conjoin(k.proof.Invariants, l, t)
		}
	}
}

// all returns left together with known.
func (k *check) all(left map[*program.Location][]*logic.Term) map[*program.Location][]*logic.Term {
	out := map[*program.Location][]*logic.Term{}
	for _, l := range k.cuts {
		if ts := slices.Concat(k.known[l], left[l]); len(ts) > 0 {
			out[l] = ts
		}
	}
	return out
}

// hold returns the candidates that are jointly inductive, without redundant ones; nil if a second run
// disagrees.
func (k *check) hold(ctx context.Context, open smt.Opener, candidates map[*program.Location][]*logic.Term) (map[*program.Location][]*logic.Term, error) {
	left, err := k.proof.Houdini(ctx, open, candidates)
	if err != nil {
		return nil, err
	}
	if left, err = k.essential(ctx, open, left); err != nil {
		return nil, err
	}
	// Repeated with a solver that has not seen the queries: guards against solver faults that depend on its
	// state.
	again, err := k.proof.Houdini(ctx, open, left)
	if err != nil {
		return nil, err
	}
	for l, ts := range left {
		if len(again[l]) != len(ts) {
			return nil, nil
		}
	}
	return left, nil
}

// essential removes formulas implied by given invariants and others at the same location. The result is
// equivalent, so it is inductive if the whole was, unless limits cut it off.
func (k *check) essential(ctx context.Context, open smt.Opener, all map[*program.Location][]*logic.Term) (map[*program.Location][]*logic.Term, error) {
	s, err := open(k.p.Terms, smt.Options{})
	if err != nil {
		return nil, err
	}
	defer s.Close()
	out := map[*program.Location][]*logic.Term{}
	for _, l := range k.cuts {
		if out[l], err = Essential(ctx, k.p.Terms, s, k.proof.Invariants[l], all[l]); err != nil {
			return nil, err
		}
	}
	return out, ctx.Err()
}

// Essential removes from formulas about a state those implied by given (nil: true) and by others among them,
// considering smaller formulas as premises first; for quantified facts also larger ones, since a fact about
// fewer cells need not be smaller.
func Essential(ctx context.Context, f *logic.Factory, s smt.Solver, given *logic.Term, ts []*logic.Term) ([]*logic.Term, error) {
	if err := s.Push(); err != nil {
		return nil, err
	}
	var cells, out []*logic.Term // quantified facts assumed so far; the result
	know := func(t *logic.Term) error {
		for _, c := range logic.Conjuncts(t) {
			if quantifies(c) {
				cells = append(cells, c)
			} else if err := s.Assert(c); err != nil {
				return err
			}
		}
		return nil
	}
	follows := func(t *logic.Term, from []*logic.Term) (bool, error) {
		goal := instances.Skolem(f, t)
		r, err := s.Check(ctx, append(instances.Ground(f, from, goal), f.Not(goal))...)
		return r == smt.Unsat, err
	}
	if given != nil {
		if err := know(given); err != nil {
			return nil, err
		}
	}
	ts = slices.Clone(ts)
	sort.SliceStable(ts, func(i, j int) bool { return logic.Size(ts[i]) < logic.Size(ts[j]) })
	for _, t := range ts {
		if ok, err := follows(t, cells); err != nil {
			return nil, err
		} else if ok {
			continue
		}
		out = append(out, t)
		if err := know(t); err != nil {
			return nil, err
		}
	}
	for i := 0; i < len(out); i++ {
		t := out[i]
		if !quantifies(t) {
			continue
		}
		others := slices.DeleteFunc(slices.Clone(cells), func(u *logic.Term) bool { return u == t })
		if ok, err := follows(t, others); err != nil {
			return nil, err
		} else if ok {
			out, cells = slices.Delete(out, i, i+1), others
			i--
		}
	}
	return out, s.Pop(1)
}
