package cegar

import (
	"context"
	"errors"
	"sort"

	"cupel/logic"
	"cupel/smt"
)

// query is one successor computation. The solver holds the state and the block
// from the first check on.
type query struct {
	*predicates
	s      *predState
	before *logic.Term
	b      *Block
	behind *logic.Term
	key    queryKey
	open   bool // the solver holds the formulas
	known  map[*logic.Term]*[2]bool
	// witness is the first model's values of the predicates.
	witness map[*logic.Term]bool
}

func (q *query) begin() error {
	if q.open {
		return nil
	}
	if err := q.tools.s.Push(); err != nil {
		return err
	}
	q.open = true
	all := append([]*logic.Term{q.before}, q.b.assumes...)
	if q.behind != nil {
		all = append(all, q.b.after.Eval(q.behind))
	}
	for _, t := range all {
		if t.IsTrue() {
			continue
		}
		if err := q.tools.s.Assert(t); err != nil {
			return err
		}
	}
	return nil
}

func (q *query) end() {
	if q.open {
		q.open = false
		// A solver that cannot pop is closed; the next call reports that.
		_ = q.tools.s.Pop(1)
	}
}

// satisfiable reports whether the block can be executed from the state; what the
// solver leaves open can.
func (q *query) satisfiable(ctx context.Context, preds []*logic.Term) (bool, error) {
	if known, ok := q.feasible[q.key]; ok {
		q.stats.cached++
		q.witness = known.witness
		return known.yes, nil
	}
	if q.behind == nil && len(q.b.assumes) == 0 {
		// States are not empty, and the block assumes nothing.
		q.inherit(preds)
		return true, nil
	}
	if err := q.begin(); err != nil {
		return false, err
	}
	r, err := q.check(ctx)
	if err != nil || r == smt.Unsat {
		q.end()
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

// inherit follows the state's witness over a block that assumes nothing.
func (q *query) inherit(preds []*logic.Term) {
	for _, p := range preds {
		if v, ok := q.s.witness[p]; ok && q.b.after.Eval(p) == p {
			if q.witness == nil {
				q.witness = map[*logic.Term]bool{}
			}
			q.witness[p] = v
		}
	}
}

// decide says whether p holds or fails in all successors: at most two checks,
// fewer where a model or the cache knows.
func (q *query) decide(ctx context.Context, p *logic.Term, preds []*logic.Term) (entailment, error) {
	after := q.b.after.Eval(p)
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
	if after == p && len(q.b.assumes) == 0 && q.behind == nil {
		key.block = -1 // the state alone decides
	}
	if e, ok := q.entailed[key]; ok {
		q.stats.cached++
		return e, nil
	}
	if err := q.begin(); err != nil {
		return open, err
	}
	e, sure := open, true
	for i, lit := range [2]*logic.Term{q.f.Not(after), after} {
		if q.seen(after)[i] {
			continue // a model satisfies this side
		}
		r, err := q.check(ctx, lit)
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

// seen tells which of "not after" and "after" some model has satisfied.
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
		after := q.b.after.Eval(p)
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

// cubes enumerates the combinations of the predicates that are left open: one
// state with their disjunction, or one for each. When there are too many, or the
// solver gives up, the literals that are certain remain.
func (q *query) cubes(ctx context.Context, lits, undecided []*logic.Term) ([]State, error) {
	if err := q.begin(); err != nil {
		return nil, err
	}
	atoms := make([]*logic.Term, len(undecided))
	for i, p := range undecided {
		atoms[i] = q.b.after.Eval(p)
	}
	var all [][]*logic.Term
	err := smt.AllSAT(ctx, counted{q.tools}, q.f, atoms, nil, cubeLimit, func(cube []*logic.Term) bool {
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
	sort.Slice(all, func(i, j int) bool { // the solver's order is of no interest
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

// counted is the solver with its checks counted.
type counted struct{ *tools }

func (c counted) Assert(t *logic.Term) error { return c.s.Assert(t) }
func (c counted) Push() error                { return c.s.Push() }
func (c counted) Pop(n int) error            { return c.s.Pop(n) }
func (c counted) Check(ctx context.Context, as ...*logic.Term) (smt.Result, error) {
	c.stats.transferChecks++
	return c.s.Check(ctx, as...)
}
func (c counted) Model() (smt.Model, error)    { return c.s.Model() }
func (c counted) Core() ([]*logic.Term, error) { return c.s.Core() }
func (c counted) ReasonUnknown() string        { return c.s.ReasonUnknown() }
func (c counted) Close() error                 { return c.s.Close() }
