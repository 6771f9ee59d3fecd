package cegar

import (
	"context"
	"errors"
	"sort"

	"cupel/core/logic"
	"cupel/core/smt"
	"cupel/engine/triple"
)

// query is one successor computation of predicate abstraction.
type query struct {
	*predicates
	*triple.Question
	s     *predState
	key   queryKey
	free  bool // no constraint besides the state
	known map[*logic.Term]*[2]bool
	// witness holds the predicates' values in the first model.
	witness map[*logic.Term]bool
}

// satisfiable reports whether the block is executable from the state; true if the solver gives up.
func (q *query) satisfiable(ctx context.Context, preds []*logic.Term) (bool, error) {
	if known, ok := q.feasible[q.key]; ok {
		q.stats.cached++
		q.witness = known.witness
		return known.yes, nil
	}
	if q.free {
		// States are non-empty.
		q.inherit(preds)
		return true, nil
	}
	r, err := q.Check(ctx)
	if err != nil || r == smt.Unsat {
		q.End()
	}
	if err != nil {
		return false, err
	}
	if r == smt.Sat && len(preds) > 0 {
		if err := q.learn(preds); err != nil {
			return false, err
		}
	}
	if r != smt.Unknown {
		if q.feasible == nil {
			q.feasible = map[queryKey]feasibility{}
		}
		remember(q.feasible, q.key, feasibility{r == smt.Sat, q.witness})
	}
	return r != smt.Unsat, nil
}

// inherit propagates the state's witness over a block without assumptions.
func (q *query) inherit(preds []*logic.Term) {
	for _, p := range preds {
		if v, ok := q.s.witness[p]; ok && q.Before(p) == p {
			if q.witness == nil {
				q.witness = map[*logic.Term]bool{}
			}
			q.witness[p] = v
		}
	}
}

// decide determines whether p holds in all successors or fails in all, by at most two checks, fewer with models
// or cached results.
func (q *query) decide(ctx context.Context, p *logic.Term, preds []*logic.Term) (entailment, error) {
	after := q.Before(p)
	switch {
	case after.IsTrue():
		return holds, nil
	case after.IsFalse():
		return fails, nil
	case after == p && q.s.lits[p]:
		return holds, nil
	case after == p && q.s.lits[q.f.Not(p)]:
		return fails, nil
	}
	key := entailKey{q.key, p.ID()}
	if after == p && q.free {
		key.block = -1 // independent of the block
	}
	if e, ok := q.entailed[key]; ok {
		q.stats.cached++
		return e, nil
	}
	e, sure := open, true
	for i, lit := range [2]*logic.Term{q.f.Not(after), after} {
		if q.seen(after)[i] {
			continue // some model satisfies this side
		}
		r, err := q.Check(ctx, lit)
		if err != nil {
			return open, err
		}
		if r == smt.Unsat {
			e = [2]entailment{holds, fails}[i]
			break
		}
		if sure = sure && r == smt.Sat; r == smt.Sat {
			if err := q.learn(preds); err != nil {
				return open, err
			}
		}
	}
	if sure {
		if q.entailed == nil {
			q.entailed = map[entailKey]entailment{}
		}
		remember(q.entailed, key, e)
	}
	return e, nil
}

// seen returns which of not(after) and after some model has satisfied.
func (q *query) seen(after *logic.Term) *[2]bool {
	if q.known == nil {
		q.known = map[*logic.Term]*[2]bool{}
	}
	s := q.known[after]
	if s == nil {
		s = &[2]bool{}
		q.known[after] = s
	}
	return s
}

// learn drops the literals that the solver's model falsifies.
func (q *query) learn(preds []*logic.Term) error {
	m, err := q.tools.s.Model()
	if err != nil {
		return err
	}
	first := q.witness == nil
	if first {
		q.witness = make(map[*logic.Term]bool, len(preds))
	}
	for _, p := range preds {
		after := q.Before(p)
		s := q.seen(after)
		if s[0] && s[1] && !first {
			continue
		}
		v := m.Value(after)
		if v == nil || !v.IsConst() {
			continue
		}
		if first {
			q.witness[p] = v.IsTrue()
		}
		s[0], s[1] = s[0] || v.IsFalse(), s[1] || v.IsTrue()
	}
	return nil
}

// cubes enumerates the valuations of the undecided predicates: one state with their disjunction, or one for
// each. If there are too many or the solver gives up, only the decided literals remain.
func (q *query) cubes(ctx context.Context, lits, undecided []*logic.Term) ([]State, error) {
	if err := q.Begin(); err != nil {
		return nil, err
	}
	atoms := make([]*logic.Term, len(undecided))
	for i, p := range undecided {
		atoms[i] = q.Before(p)
	}
	var all [][]*logic.Term
	err := smt.AllSAT(ctx, q.counted(), q.f, atoms, nil, q.cubeLimit, func(cube []*logic.Term) bool {
		c := make([]*logic.Term, len(undecided))
		in := map[*logic.Term]bool{}
		for _, l := range cube {
			in[l] = true
		}
		for i, p := range undecided {
			if c[i] = p; !in[atoms[i]] {
				c[i] = q.f.Not(p)
			}
		}
		all = append(all, c)
		return true
	})
	var unknown *smt.UnknownError
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case errors.Is(err, smt.ErrLimit), errors.As(err, &unknown):
		q.stats.fallbacks++
		return []State{q.state(lits)}, nil
	case err != nil:
		return nil, err
	}
	sort.Slice(all, func(i, j int) bool { // independent of the solver's order
		for k := range all[i] {
			if a, b := all[i][k], all[j][k]; a != b {
				return a == undecided[k]
			}
		}
		return false
	})
	if q.mode == PredSplit {
		var out []State
		for _, c := range all {
			out = append(out, q.state(append(lits[:len(lits):len(lits)], c...)))
		}
		return out, nil
	}
	any := make([]*logic.Term, len(all))
	for i, c := range all {
		any[i] = q.f.And(c...)
	}
	s := q.state(lits)
	s.witness = q.witness
	if or := q.f.Or(any...); !or.IsTrue() {
		s.expr, s.pure = q.f.And(s.expr, or), false
	}
	return []State{s}, nil
}
