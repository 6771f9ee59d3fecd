package condition

import (
	"context"
	"fmt"

	"cupel/analysis/execution/inputs"
	"cupel/analysis/execution/interp"
	"cupel/core/logic"
	"cupel/evidence/harness"
)

// Compiled counts samples executed in the compiled program.
type Compiled struct {
	Inside  Sampled `json:"inside"`
	Outside Sampled `json:"outside"`
	// Left counts samples whose executions depend on more than their inputs, or have undefined behaviour.
	Left int    `json:"left_out,omitempty"`
	Why  string `json:"why,omitempty"` // why none was executed
}

// String counts the samples that agree.
func (c *Compiled) String() string {
	if c.Why != "" {
		return "no: " + c.Why
	}
	s := fmt.Sprintf("%s inside fail", c.Inside)
	if c.Outside.Runs > 0 {
		s += fmt.Sprintf(", %s outside do not", c.Outside)
	}
	if c.Left > 0 {
		s += fmt.Sprintf("; %d left out", c.Left)
	}
	return s
}

// execute runs the samples in the compiled program.
func (l *loop) execute(ctx context.Context) {
	s := l.res.Samples
	c := &Compiled{}
	s.Compiled = c
	var runs [][]interp.Consumed
	var of []sampledRun
	for _, r := range s.runs {
		if ctx.Err() != nil {
			break
		}
		out := l.subject.Run(ctx, func(slot inputs.Slot) *logic.Term { return r.values[slot] }, interp.Options{Depend: true, MaxSteps: sampleSteps})
		if out.Kind != interp.ReachedError && out.Kind != interp.Halted || undetermined(out) != nil {
			c.Left++
			continue
		}
		runs, of = append(runs, out.Inputs), append(of, r)
	}
	outcomes, err := compiled(ctx, l.task, l.o.Verifier, runs)
	if err != nil && len(outcomes) == 0 {
		c.Why = err.Error()
		return
	}
	for i, o := range outcomes {
		count := &c.Outside
		if of[i].inside {
			count = &c.Inside
		}
		if o.Ending == harness.NotRun {
			c.Left++
			continue
		}
		count.Runs++
		switch {
		case (o.Ending == harness.Reached) == of[i].inside && (o.Ending == harness.Reached || o.Ending == harness.Ended):
			count.Agree++
		case o.Ending == harness.OutOfTime:
			count.Undecided++
		default:
			if count.Contrary++; count.Example == "" {
				count.Example = fmt.Sprintf("%s: %s", of[i].input, o.Detail)
			}
		}
	}
}
