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

// A step is a way through an edge as a formula: what holds before it is about the program's variables, the symbols of havocs are fresh.
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

// A failure says that a claim fails behind a step; on is a symbol that implies it.
type failure struct{ on, t *logic.Term }

// A hypothesis is a claim before the step; on assumes it, true for what is proven.
type hypothesis struct {
	*claim
	on   *logic.Term
	done map[*logic.Term]bool
}

// newStep prepares a way through an edge, before which fact is known to hold.
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

// assert adds what is known.
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

// ways are the sequences of operations that an edge stands for, one for each choice of alternatives, or the edge itself where
// they are many.
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

// target makes the symbol that implies that a claim fails behind the step.
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

// suppose makes a claim one that can be assumed before the step.
func (x *step) suppose(c *claim, proven bool) *hypothesis {
	h := &hypothesis{claim: c, on: x.f.True(), done: map[*logic.Term]bool{}}
	if !proven {
		h.on = x.f.Fresh("holds", logic.Bool)
	}
	x.hyps = append(x.hyps, h)
	return h
}

// instantiate asserts what the hypotheses say of the places that the step accesses, and of those that these instances access.
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

// ask asks whether something is possible under assumptions.
func (x *step) ask(ctx context.Context, on []*logic.Term, what ...*logic.Term) (smt.Result, error) {
	r, err := x.s.Check(ctx, append(append([]*logic.Term(nil), on...), what...)...)
	if err == nil && ctx.Err() != nil {
		err = ctx.Err()
	}
	return r, err
}
