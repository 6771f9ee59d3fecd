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

// cells is the number of claims about all cells.
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

// said are the conjuncts of the claims; those about all cells only with cells.
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

// know makes formulas that were found inductive invariants of the proof, which need not be shown again.
func (k *check) know(found map[*program.Location][]*logic.Term) {
	for _, l := range k.cuts {
		for _, t := range found[l] {
			k.known[l] = append(k.known[l], t)
			k.p.Conjoin(k.proof.Invariants, l, t)
		}
	}
}

// all are formulas with those that are known.
func (k *check) all(left map[*program.Location][]*logic.Term) map[*program.Location][]*logic.Term {
	out := map[*program.Location][]*logic.Term{}
	for _, l := range k.cuts {
		if ts := slices.Concat(k.known[l], left[l]); len(ts) > 0 {
			out[l] = ts
		}
	}
	return out
}

// hold returns those of the candidates that are inductive together, without those that follow from others; nil: solvers
// disagree.
func (k *check) hold(ctx context.Context, open smt.Opener, candidates map[*program.Location][]*logic.Term) (map[*program.Location][]*logic.Term, error) {
	left, err := k.proof.Houdini(ctx, open, candidates)
	if err != nil {
		return nil, err
	}
	if left, err = k.essential(ctx, open, left); err != nil {
		return nil, err
	}
	// Once more, by a solver that has not seen the questions before.
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

// essential leaves out what follows from what is given and other formulas at the same location.
// What is left is as strong, so it is inductive when all was, unless there is too much of it.
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

// Essential leaves out of formulas about a state what follows from what is given (nil: nothing) and from others among them, smaller
// ones first; of "for all numbers k: ..." also what follows from larger ones: one about fewer cells is no larger.
func Essential(ctx context.Context, f *logic.Factory, s smt.Solver, given *logic.Term, ts []*logic.Term) ([]*logic.Term, error) {
	if err := s.Push(); err != nil {
		return nil, err
	}
	var cells, out []*logic.Term // what is known of all cells; what is left
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
