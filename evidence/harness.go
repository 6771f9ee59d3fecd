package evidence

import (
	"context"
	"fmt"

	"cupel/analysis/execution/interp"
	"cupel/evidence/harness"
)

// runHarness writes the counterexample as C, compiles it with the program and
// runs it; it returns what to report.
func (s *explanation) runHarness(ctx context.Context, out *interp.Outcome) string {
	spec := s.harnessSpec(out)
	path, err := harness.Write(s.options.Harness, spec)
	if err != nil {
		return "no: " + err.Error()
	}
	r, err := harness.Run(ctx, s.options.Harness, spec)
	switch {
	case err != nil:
		return fmt.Sprintf("no: %v; written to %s", err, path)
	case !r.Hit:
		return fmt.Sprintf("no: %s; written to %s", r.Detail, path)
	}
	hit := "hit: the compiled program reached the error function; written to " + path
	if spec.Sanitizer != nil {
		hit = fmt.Sprintf("hit: gcc's sanitizer says %q; written to %s", r.Detail, path)
	}
	if r.Caveat != "" {
		hit += " (" + r.Caveat + ")"
	}
	return hit
}

func (s *explanation) harnessSpec(out *interp.Outcome) *harness.Spec {
	spec := &harness.Spec{Source: s.task.Files[0], Model: s.task.DataModel, Flags: s.options.CompileFlags[0], Errors: s.task.ErrorFunctions, Sanitizer: s.task.Sanitizer, Arguments: startedWith(out)}
	for i, f := range s.task.Files[1:] {
		spec.More = append(spec.More, harness.Unit{Source: f, Flags: s.options.CompileFlags[i+1]})
	}
	for _, c := range out.Inputs {
		spec.Inputs = append(spec.Inputs, harness.NewInput(c.Input, c.Value))
	}
	return spec
}
