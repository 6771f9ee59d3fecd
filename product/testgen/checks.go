package testgen

import (
	"context"
	"fmt"
	"time"

	"cupel/core/program"
	"cupel/engine"
	"cupel/evidence"
	"cupel/evidence/harness"
	"cupel/verifier"
)

// findChecks has the verifier answer for each check by name; of each that is violated, the inputs are a test. Each of them violates a check of its own, so that none is covered by
// the others.
func findChecks(ctx context.Context, t *verifier.Task, o Options, obs engine.Observer, began time.Time) (*Result, error) {
	cfg := o.Verifier
	cfg.AllChecks = true
	if len(cfg.Checks) == 0 {
		cfg.Checks = []string{program.AllChecks}
	}
	subject, err := verifier.ReadFirst(ctx, t, o.Verifier)
	switch {
	case err != nil && ctx.Err() != nil:
		return &Result{Goal: Checks, Strategy: o.Strategy, Stopped: verifier.Met(ctx).Text, During: "front end", Seconds: time.Since(began).Seconds()}, nil
	case err != nil:
		return nil, err
	}
	rep, err := verifier.Run{Worker: o.Worker, Observer: obs}.Verify(ctx, t, cfg)
	if err != nil {
		return nil, err
	}
	r := &Result{Goal: Checks, Strategy: o.Strategy, Subject: subject, Checks: rep.Checks}
	for i := range rep.Checks {
		if c := &rep.Checks[i]; c.State == evidence.CheckViolated {
			r.Tests = append(r.Tests, checkTest(c))
		}
	}
	if r.Found = len(r.Tests); len(rep.Checks) == 0 && rep.Verdict == engine.Unknown.String() {
		r.Open = rep.Reason
	}
	if ctx.Err() != nil {
		r.Stopped = verifier.Met(ctx).Text
	}
	r.Seconds = time.Since(began).Seconds()
	return r, nil
}

// checkTest is the test that violates a check.
func checkTest(c *evidence.Check) *Test {
	t := &Test{Ends: true, End: fmt.Sprintf("violates %s: %s", c.At, c), Error: true, By: c.By}
	for _, in := range c.Inputs {
		t.Inputs = append(t.Inputs, harness.Input{Callee: in.Call, Type: in.Type})
		t.Shown = append(t.Shown, in.Value)
	}
	if len(c.Depends) > 0 {
		t.Depends = c.Depends[0]
	}
	return t
}
