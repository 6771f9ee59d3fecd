package verifier

import (
	"context"
	"slices"
	"time"

	"cupel/core/work"
	"cupel/engine"
)

// The steps of termination take turns. In rounds of growing budgets each of them has a tenth of the limits; before that none has more, so that what one step decides alone
// within a tenth of the limits all of them together decide within the limits: alone it has the same turns. What is left then is divided among those that could do more.

// A scheduled step is one that takes turns.
type scheduled struct {
	rankingStep
	most int           // the largest budget so far
	had  int           // all budgets
	cpu  time.Duration // of all turns
}

// decide goes through the steps of some names.
func (t *termination) decide(ctx context.Context, wanted []string) *answer {
	var todo []*scheduled
	for _, s := range rankingSteps {
		if slices.Contains(wanted, s.name) {
			todo = append(todo, &scheduled{rankingStep: s})
		}
	}
	share := t.room(ctx, 0)
	share.work, share.cpu = share.work/stepShares, share.cpu/stepShares
	rounds := stepBudgets(share.work)
	for i, units := range rounds {
		if a := t.round(ctx, &todo, func(s *scheduled, _ int) usage {
			return usage{work: s.part(units, share.work), cpu: share.cpu - s.cpu}
		}, share.cpu > 0); a != nil {
			return a
		}
		if i == 0 {
			if a := t.rest(ctx, share); a != nil {
				return a
			}
		}
	}
	if a := t.rest(ctx, usage{work: mostStepWork}); a != nil {
		return a
	}
	if a := t.round(ctx, &todo, func(s *scheduled, weight int) usage {
		left := t.room(ctx, work.ProcessorTime()-t.setup().shares.start)
		left.work, left.cpu = left.work/weight*s.weight, left.cpu/time.Duration(weight)*time.Duration(s.weight)
		if share.cpu > 0 && left.cpu <= s.cpu {
			return usage{} // it would do the same again
		}
		return left
	}, share.cpu > 0); a != nil {
		return a
	}
	return t.unknown()
}

// part is the budget of a round of so many units: all that is left of the share where that would not be enough for a larger one.
func (s *scheduled) part(units, share int) int {
	left := share - s.had
	if most := units * s.weight; left-most >= most {
		return most
	}
	return left
}

// stepBudgets are the budgets of the rounds, which are a step's share together.
func stepBudgets(share int) []int {
	budgets := []int{share / stepGrowth * (stepGrowth - 1)}
	for budgets[0] > stepWork {
		budgets = slices.Insert(budgets, 0, budgets[0]/stepGrowth)
	}
	return budgets
}

// room is what the limits have room for behind so much processor time; without limits it is more work than the time allows, and no processor time.
func (t *termination) room(ctx context.Context, used time.Duration) usage {
	cfg := &t.setup().cfg
	room := usage{work: mostStepWork}
	for _, limit := range []time.Duration{cfg.Timeout, cfg.CPUTime} {
		if limit > 0 {
			left := max(limit-used, 1)
			if room.cpu == 0 || left < room.cpu {
				room.cpu = left
			}
			room.work = min(room.work, work.For(left)*stepHaste)
		}
	}
	if left, bounded := work.Left(ctx); bounded {
		room.work = min(room.work, left)
	}
	return room
}

// round lets each step have a turn, whose budget depends on its weight and those of the steps behind it, unless it has had as much before; timed: processor time bounds them, too. Steps that could not do more with
// more are through.
func (t *termination) round(ctx context.Context, todo *[]*scheduled, budget func(s *scheduled, weight int) usage, timed bool) *answer {
	var again []*scheduled
	for i, s := range *todo {
		weight := 0
		for _, next := range (*todo)[i:] {
			weight += next.weight
		}
		b := budget(s, weight)
		if ctx.Err() != nil || b.work <= s.most || timed && b.cpu <= 0 {
			again = append(again, s)
			continue
		}
		s.most, s.had = b.work, s.had+b.work
		start := work.ProcessorTime()
		more, a := t.turn(ctx, s, b)
		if a != nil {
			return a
		}
		s.cpu += work.ProcessorTime() - start
		if more {
			again = append(again, s)
		}
	}
	*todo = again
	return nil
}

// turn runs a step within a budget; more: it could do more with more.
func (t *termination) turn(ctx context.Context, s *scheduled, budget usage) (more bool, _ *answer) {
	ctx, stop := endAt(ctx, budget.end())
	defer stop()
	if a := t.step(ctx, s.rankingStep, budget.work); a != nil {
		return false, a
	}
	more = t.more
	if d := t.descent; d != nil && provingSteps[s.name] && !t.cut.None() {
		if a := d.step(ctx, s.rankingStep, budget.work); a != nil && a.result.Verdict == engine.True {
			return false, a
		}
		more = more || d.more
	}
	return more, nil
}

// end tells how much of the processor time is left; negative: there is no limit.
func (b usage) end() func() time.Duration {
	start := work.ProcessorTime()
	return func() time.Duration {
		if b.cpu <= 0 {
			return -1
		}
		return max(0, b.cpu*earlySlowness-(work.ProcessorTime()-start))
	}
}

// rest is the answer of what the runs before the steps have left for later; nil: they have none, or did not leave anything. What does not come to an end within a budget is left once more.
func (t *termination) rest(ctx context.Context, budget usage) *answer {
	sub, stop := work.Within(ctx, budget.work)
	defer stop()
	sub, end := endAt(sub, budget.end())
	defer end()
	for t.source.rest != nil && ctx.Err() == nil {
		rest := t.source.rest
		t.source.rest = nil // unless there is more
		if a := rest(sub); a != nil {
			return a
		}
		if sub.Err() != nil {
			t.source.rest = rest
			return nil
		}
	}
	return nil
}
