package certify

import (
	"context"
	"fmt"

	"cupel/core/program"
)

// KInduction reduces c to a proof without loops by k-induction (Sheeran, Singh, Stålmarck, "Checking safety
// properties using induction and a SAT-solver", FMCAD 2000). Base case: no execution reaches the error before
// its (k+1)-th visit of a loop head. Step case: none does that starts at a loop head, in any state that
// satisfies the invariant there, and visits k more. CheckFacts has to prove the invariants separately.
func (c *Proof) KInduction(ctx context.Context, k int) (*Proof, error) {
	base := newUnrolling(c.p)
	level := []*program.Location{base.p.Init}
	var err error
	for range k + 1 {
		if level, err = base.follow(ctx, level); err != nil {
			return nil, err
		}
		if len(base.p.Locs) > maxUnrolled {
			return nil, fmt.Errorf("%w: the program is too large to be unrolled", ErrInconclusive)
		}
	}
	anywhere := program.Clone(c.p)
	from := anywhere.NewLocation("", c.p.Init.Pos)
	for _, h := range c.p.LoopHeads() {
		to := anywhere.Location(h)
		to.LoopHead = true
		anywhere.NewEdge(from, to, program.Op{Kind: program.OpAssume, Expr: c.at(h)})
	}
	anywhere.Init = from
	step := newUnrolling(anywhere.Program)
	level = []*program.Location{step.p.Init}
	for i := range k + 2 {
		step.steps = nil // an execution that reaches the error earlier does not go on
		if level, err = step.follow(ctx, level); err != nil {
			return nil, err
		}
		if len(step.p.Locs) > maxUnrolled {
			return nil, fmt.Errorf("%w: the program is too large to be unrolled (visit %d)", ErrInconclusive, i)
		}
	}
	return &Proof{p: base.p, steps: append(base.steps, step.steps...)}, nil
}
