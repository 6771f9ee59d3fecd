package verifier

import (
	"context"

	"cupel/analysis/summary/mortal"
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/program/measured"
	"cupel/engine"
)

// mortalBy names the step.
const mortalBy = "mortal"

// byMortal looks for conditions on the states of loop heads under which the loops end (package mortal), and asks engines whether a head is reached where its condition
// does not hold. Of each such loop there is a measure that gets smaller where the condition holds, and both are one question, so that TRUE rests on measures as it does
// with byMeasures. A state in which a condition does not hold is where byRecurrence may find that the loop need not end.
func (t *termination) byMortal(ctx context.Context) *answer {
	m := t.measures(ctx).whole()
	if m == nil || !m.ready(ctx) {
		return nil
	}
	var ranked []*program.Location
	conditional := false
	for _, h := range m.heads {
		switch {
		case !m.open(h):
			continue
		case !m.rank(ctx, h) && !m.rankWithin(ctx, h):
			return nil
		}
		ranked = append(ranked, h)
		conditional = conditional || m.within[h] != nil
	}
	if !conditional {
		return nil // byMeasures asks
	}
	if a := m.ask(ctx, ranked, 0.6); a != nil {
		return m.proven(a, ranked)
	}
	return t.immortal(ctx, m)
}

// rankWithin reports whether there is a condition under which the loop at a head ends, with a measure for where it holds.
func (m *measuredProgram) rankWithin(ctx context.Context, h *program.Location) bool {
	if m.within[h] != nil {
		return true
	}
	return m.tries(ctx, &m.found[h].triedSome, func() bool {
		holds, tuple, text, err := m.ranker.within(ctx, h)
		if err != nil || holds == nil {
			return false
		}
		m.within[h], m.measures[h], m.found[h].text, m.found[h].bits = holds, tuple, text, true
		return true
	})
}

// within is a condition on the states of a head of r.p under which its loop ends, a measure, and what people read of them; nil: none is known.
func (r *ranker) within(ctx context.Context, head *program.Location) (holds *logic.Term, m measured.Measure, text string, err error) {
	low := r.overAt[head]
	if r.over == nil || low == nil {
		return nil, nil, "", nil
	}
	p, err := r.over.Precondition(ctx, low)
	if err != nil || !p.Within.Total || p.Mortal.IsFalse() {
		return nil, nil, "", err
	}
	holds, ok := mortal.ToMachineFormula(r.lowered, r.p, p.Mortal)
	if m = r.translated(p.Within); !ok || m == nil {
		return nil, nil, "", nil
	}
	return holds, m, told(r.lowered, p.Within.Tuple) + ", where " + namedTerms(r.lowered, []*logic.Term{p.Mortal})[0], nil
}

// immortal looks for a recurrence set with an execution that comes to a head where its condition does not hold.
func (t *termination) immortal(ctx context.Context, m *measuredProgram) *answer {
	q, err := measured.Outside(m.p, m.within)
	if err != nil {
		return nil
	}
	f := t.ask(ctx, q)
	if f.verdict != engine.False {
		return nil
	}
	return t.recursFrom(ctx, f.run, mortalBy)
}
