package evidence

import (
	"context"
	"fmt"
	"strings"

	"cupel/analysis/execution/interp"
	"cupel/engine"
	"cupel/evidence/harness"
	"cupel/frontend/c/literal"
	"cupel/frontend/property"
)

// runHarness writes the counterexample as C, compiles it with the program, runs it and reports the outcome. A compiled
// program that ends otherwise takes the verdict back, unless it lacks values on which the counterexample depends.
func (s *explanation) runHarness(ctx context.Context, out *interp.Outcome) {
	r := s.report
	spec := s.harnessSpec(out)
	path, err := harness.Write(s.options.Harness, spec)
	if err != nil {
		r.Harness = "no: " + err.Error()
		return
	}
	ran, err := harness.Run(ctx, s.options.Harness, spec)
	switch {
	case err != nil:
		r.Harness = fmt.Sprintf("no: %v; written to %s", err, path)
	case !ran.Hit:
		r.Harness = fmt.Sprintf("no: %s; written to %s", ran.Detail, path)
		if ran.Ended {
			s.disagree(ran, out)
		}
	default:
		r.Harness = "hit: the compiled program reached the error function; written to " + path
		if spec.Sanitizer != nil {
			by := "gcc's sanitizer says"
			if spec.Sanitizer.Leak() {
				by = "the compiled program says"
			}
			r.Harness = fmt.Sprintf("hit: %s %q; written to %s", by, ran.Detail, path)
		}
		if ran.Caveat != "" {
			r.Harness += " (" + ran.Caveat + ")"
		}
	}
}

// disagree takes FALSE back after a run of the compiled program that ended without the error.
func (s *explanation) disagree(ran *harness.Result, out *interp.Outcome) {
	r := s.report
	lacks := s.unfed(out)
	if ran.Caveat != "" {
		lacks = append(lacks, "the machine: it is "+ran.Caveat)
	}
	if len(lacks) > 0 {
		r.Harness += "; that does not contradict the replay, which depends on what the compiled program does not get: " + strings.Join(lacks, "; ")
		return
	}
	r.Verdict, r.Result, r.DecidedBy = engine.Unknown.String(), "unknown", ""
	why := fmt.Sprintf("the compiled program disagrees: please report this with the input; in the replay the error is reached at %s after %d steps, but compiled by gcc %s", r.ErrorAt, out.Steps, ran.Detail)
	switch z := s.sanitizer(out); {
	case z == nil || z.Leak():
	case z.Memory == "":
		why += " (which is silent about arithmetic that gcc leaves out)"
	default:
		why += " (which is silent about accesses that gcc leaves out, and to blocks of alloca after their function's return)"
	}
	r.Because(engine.Reason{Kind: engine.Disagreement, Text: why})
}

// FaultKinds are the properties that faults of memory violate, of those that say most.
var FaultKinds = map[interp.MemoryFault]property.Kind{
	interp.InvalidAccess: property.ValidDeref, interp.InvalidRelease: property.ValidFree,
	interp.LostBlock: property.ValidTrack, interp.LeftBlock: property.ValidCleanup, interp.Unrelated: property.DefBehavior,
}

// sanitizer shows in the compiled program what an execution violates, of a property that consists of several the one; nil: a call of an error function does.
func (s *explanation) sanitizer(out *interp.Outcome) *property.Sanitizer {
	if k, ok := FaultKinds[out.Fault]; ok {
		return k.Info().Sanitizer
	}
	return s.task.Sanitizer
}

// unfed names what a confirmed counterexample depends on and no harness gives to a compiled program. Orders of
// evaluation are not among it: a confirmed counterexample fails in all.
func (s *explanation) unfed(out *interp.Outcome) (names []string) {
	for _, d := range s.report.Depends {
		if len(names) == maxShown {
			names = append(names, fmt.Sprintf("%d more values", len(s.report.Depends)-maxShown))
			break
		}
		names = append(names, strings.Join(strings.Fields(d.String()), " "))
	}
	for _, c := range out.Inputs {
		if _, ok := literal.Expr(c.Value, c.Input.Signed); !ok {
			names = append(names, "the value of "+c.Input.Callee+", which C cannot write")
		}
	}
	if uses := s.stages.Module.AddressUses; len(uses) > 0 {
		names = append(names, "addresses of objects at "+uses[0].String())
	}
	return names
}

func (s *explanation) harnessSpec(out *interp.Outcome) *harness.Spec {
	spec := &harness.Spec{Source: s.task.Files[0], Model: s.task.DataModel, Flags: s.options.CompileFlags[0], Errors: s.task.ErrorFunctions, Sanitizer: s.sanitizer(out), Wrap: s.options.Wrap,
		Arguments: startedWith(out)}
	for i, f := range s.task.Files[1:] {
		spec.More = append(spec.More, harness.Unit{Source: f, Flags: s.options.CompileFlags[i+1]})
	}
	for _, c := range out.Inputs {
		spec.Inputs = append(spec.Inputs, harness.NewInput(c.Input, c.Value))
	}
	return spec
}
