package quantified

import (
	"context"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/work"
	"cupel/kernel/facts"
)

// publish adds the proven claims to the board, without redundant ones; the board checks them again.
func (x *search) publish(ctx context.Context) error {
	if x.given.Tools.Board == nil {
		return nil
	}
	sub, end := work.Within(ctx, publishWork)
	defer end()
	err := x.publishEssential(sub)
	if sub.Err() != nil && ctx.Err() == nil {
		return nil
	}
	return err
}

func (x *search) publishEssential(ctx context.Context) error {
	s, err := x.solver()
	if err != nil {
		return err
	}
	defer s.Close()
	f := x.lb.Terms
	for _, l := range x.lb.LoopHeads() {
		of := map[*logic.Term]*claim{}
		var ts []*logic.Term
		for _, c := range x.prover.proven {
			if t := c.formula(f); c.at == l && of[t] == nil {
				of[t] = c
				ts = append(ts, t)
			}
		}
		if ts, err = facts.Essential(ctx, f, s, x.known(l), ts); err != nil {
			return err
		}
		var left []*claim
		for _, t := range ts {
			left = append(left, of[t])
		}
		x.tell(left)
	}
	return ctx.Err()
}

// known returns the given facts at a location.
func (x *search) known(l *program.Location) *logic.Term {
	all := []*logic.Term{x.lb.Terms.True()}
	if t := x.prover.facts[l]; t != nil {
		all = append(all, t)
	}
	for _, c := range x.prover.given {
		if c.at == l {
			all = append(all, c.formula(x.lb.Terms))
		}
	}
	return x.lb.Terms.And(all...)
}

// tell publishes claims.
func (x *search) tell(claims []*claim) {
	for _, c := range claims {
		x.given.Tools.Board.Publish("quantified", facts.Relative, c.at, c.formula(x.lb.Terms))
	}
}
