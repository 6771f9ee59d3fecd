package quantified

import (
	"context"

	"cupel/core/logic"
	"cupel/core/logic/instances"
	"cupel/core/logic/products"
	"cupel/core/program"
	"cupel/core/program/ssa"
	"cupel/core/smt"
	"cupel/internal/sabotage"
)

// A step is the transition formula of one path through an edge: program variables' symbols are the values
// before it, havocs have fresh symbols.
type step struct {
	f     *logic.Factory
	p     *program.Program
	edge  *program.Edge
	lin   *products.Linear
	cond  *logic.Term
	after *ssa.State
	pool  *instances.Pool
	s     smt.Solver

	hyps  []*hypothesis
	fails map[*claim]failure
}

// A failure is the negation of a claim after a step; on is a selector that implies it.
type failure struct{ on, t *logic.Term }

// A hypothesis is a claim assumed before the step, under the selector on (true for proven claims).
type hypothesis struct {
	*claim
	on   *logic.Term
	done map[*logic.Term]bool
}

// newStep encodes a path through an edge; fact holds before it.
func newStep(p *program.Program, e *program.Edge, ops []program.Op, fact *logic.Term, s smt.Solver) (*step, error) {
	x := &step{f: p.Terms, p: p, edge: e, s: s, pool: instances.NewPool(p.Terms), fails: map[*claim]failure{}}
	x.lin = products.New(x.f)
	x.after = ssa.NewState(p, ssa.Options{Style: ssa.Symbolic, Initial: func(v *program.Var) *logic.Term { return v.Sym }})
	x.cond = x.f.And(x.after.Step(ops).Assumes...)
	x.pool.Touch(x.cond)
	for _, v := range p.Vars {
		if indexed(v) {
			x.pool.Touch(x.after.Value(v))
		}
	}
	if err := x.assert(x.cond); err != nil {
		return nil, err
	}
	if fact != nil {
		return x, x.assert(fact)
	}
	return x, nil
}

// assert adds a formula, with products replaced by functions and their lemmas.
func (x *step) assert(t *logic.Term) error {
	if err := x.s.Assert(x.lin.Of(t)); err != nil {
		return err
	}
	for _, t := range x.lin.Facts() {
		if err := x.s.Assert(t); err != nil {
			return err
		}
	}
	return nil
}

// ways expands the choices of an edge into operation sequences, or returns the edge as it is if there are too
// many.
func ways(ops []program.Op) [][]program.Op {
	out := [][]program.Op{nil}
	for _, op := range ops {
		alts := [][]program.Op{{op}}
		if op.Kind == program.OpChoice {
			alts = nil
			for _, a := range op.Alts {
				alts = append(alts, ways(a)...)
			}
		}
		if len(out)*len(alts) > maxWays {
			return [][]program.Op{ops}
		}
		var next [][]program.Op
		for _, before := range out {
			for _, a := range alts {
				next = append(next, append(append([]program.Op(nil), before...), a...))
			}
		}
		out = next
	}
	if sabotage.Active(sabotage.QuantifiedWays) && len(out) > 1 {
		out = out[:len(out)-1]
	}
	return out
}

// target adds the selector for the failure of a claim after the step.
func (x *step) target(c *claim) error {
	t := x.f.Not(x.after.Eval(c.body))
	if x.edge.Src == x.edge.Dst && sabotage.Active(sabotage.QuantifiedStep) {
		t = x.f.Not(c.body)
	}
	x.pool.Touch(t)
	b := x.f.Fresh("fails", logic.Bool)
	x.fails[c] = failure{b, x.lin.Of(t)}
	return x.assert(x.f.Implies(b, t))
}

// suppose adds a claim as a hypothesis.
func (x *step) suppose(c *claim, proven bool) *hypothesis {
	h := &hypothesis{claim: c, on: x.f.True(), done: map[*logic.Term]bool{}}
	if !proven {
		h.on = x.f.Fresh("holds", logic.Bool)
	}
	x.hyps = append(x.hyps, h)
	return h
}

// instantiate asserts instances of the hypotheses for the indices that the step accesses, and for those that
// these instances access in turn.
func (x *step) instantiate() error {
	for range chain {
		n := x.pool.Len()
		var err error
		for _, h := range x.hyps {
			x.pool.Of(n, h.bound, h.body, func(key, t *logic.Term) {
				if h.done[key] || err != nil {
					return
				}
				h.done[key] = true
				x.pool.Touch(t)
				err = x.assert(x.f.Implies(h.on, t))
			})
		}
		if err != nil || x.pool.Len() == n {
			return err
		}
	}
	return nil
}

// ask checks satisfiability under assumptions.
func (x *step) ask(ctx context.Context, on []*logic.Term, what ...*logic.Term) (smt.Result, error) {
	r, err := x.s.Check(ctx, append(append([]*logic.Term(nil), on...), what...)...)
	if err == nil && ctx.Err() != nil {
		err = ctx.Err()
	}
	return r, err
}
