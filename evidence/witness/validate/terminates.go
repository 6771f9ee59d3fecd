package validate

import (
	"context"
	"fmt"

	"cupel/core/program/measured"
	"cupel/core/program/passes"
	"cupel/core/work"
	"cupel/kernel/certify"
)

// terminates decides whether transition invariants hold and show that every execution ends.
func (v *validation) terminates(ctx context.Context, x *executable, p *prover) error {
	said := false
	for _, k := range v.plan.claims {
		said = said || k.Transition
	}
	if !said {
		v.r.unknown("the witness says nothing of why executions end: it has no transition invariant")
		return nil
	}
	if done, err := v.refuted(ctx, x, p.a); done || err != nil {
		return err
	}
	if done, err := v.repeats(ctx, x, nil); done || err != nil {
		if done {
			v.r.verdict("FALSE", "rejected", "an execution never ends")
		}
		return err
	}
	end, err := p.ending(ctx, v.plan.claims)
	if err != nil {
		return err
	}
	if end.idle != "" {
		v.r.unknown("%s", end.idle)
		return nil
	}
	remembering(p.a.m, end.direct)
	reason := "the transition invariants relate no state to itself, and each cycle visits one"
	if end.open != "" {
		few, err := p.bounded(ctx)
		if err != nil {
			return err
		}
		if few == nil {
			v.r.unknown("%s", end.open)
			return nil
		}
		reason = few.How
	}
	how, err := p.prove(ctx)
	if err != nil {
		return err
	}
	if how == nil {
		v.r.unknown("no proof of the invariants was found: %s", p.why)
		return nil
	}
	how.How += "; " + reason
	if end.open == "" {
		how.Trusted = append(how.Trusted, "reduction of termination to transition invariants")
	}
	return v.proven(how)
}

// bounded proves that all executions visit heads of loops a few times only; nil: it does not.
func (v *prover) bounded(ctx context.Context) (*proof, error) {
	p, err := passes.Inline(v.a.m, passes.InlineOptions{RecursionBound: recursionBound})
	if err == nil {
		p, err = v.whole(ctx, p)
	}
	if err != nil {
		return nil, ctx.Err()
	}
	// Counters make all loops lead to the error, so that none is left out of the unrolling.
	counted, _, err := passes.Counted(p, measured.Heads(p), turnBits, p.Terms.BV(manyVisits+1, turnBits))
	if err != nil {
		return nil, ctx.Err()
	}
	ctx, stop := work.Within(ctx, unrollFew)
	defer stop()
	c, visits, err := certify.Unroll(ctx, counted, fast, manyVisits)
	if err != nil || c.Check(ctx, thorough) != nil {
		return nil, nil
	}
	return &proof{fmt.Sprintf("executions visit heads of loops at most %d times", visits), []string{"C front end", "inlining", "solver"}}, nil
}
