package condition

import (
	"context"
	"errors"
	"fmt"

	"cupel/analysis/execution/interp"
	"cupel/core/program"
	"cupel/evidence/harness"
	"cupel/verifier"
)

// compiled runs the gcc-compiled program on the inputs of interpreted executions, with an outcome for each.
// Only values of input functions can be supplied; other executions are to be left out (undetermined).
func compiled(ctx context.Context, t *verifier.Task, cfg verifier.Config, runs [][]interp.Consumed) ([]harness.Outcome, error) {
	if err := compilable(t, cfg); err != nil {
		return nil, err
	}
	sequences := make([]harness.Sequence, len(runs))
	for i, run := range runs {
		for _, c := range run {
			if c.Input == nil {
				return nil, fmt.Errorf("the compiled program cannot be given %s", described(c.Unknown, c.Var))
			}
			sequences[i] = append(sequences[i], harness.NewInput(c.Input, c.Value))
		}
	}
	spec := &harness.Spec{Source: t.File, Text: t.Text, Model: cfg.DataModel, Errors: cfg.ErrorFunctionsOf(t), Wrap: cfg.SignedWrap,
		Sanitizer: t.PropertyInfo().Sanitizer}
	return harness.RunAll(ctx, spec, sequences)
}

// compilable reports why a task's executions differ from those of a compiled program.
func compilable(t *verifier.Task, cfg verifier.Config) error {
	entry := cfg.Entry
	if t.Property != nil {
		entry = t.Property.Entry
	}
	switch {
	case verifier.IsModel(t.File):
		return errors.New("a model has no C program to compile")
	case cfg.Function != "":
		return fmt.Errorf("only whole programs are compiled, not the function %s by itself", cfg.Function)
	case entry != "main":
		return fmt.Errorf("a compiled program starts in main, not in %s", entry)
	}
	return nil
}

// undetermined reports what an execution depends on besides its inputs, so that the compiled program may behave
// differently; nil if nothing. The execution was run with interp.Options.Depend.
func undetermined(out *interp.Outcome) error {
	if len(out.Depends) == 0 {
		return nil
	}
	var u *program.Unknown
	d := out.Depends[0]
	if d.Op != nil {
		u = d.Op.Unknown
	}
	return fmt.Errorf("the execution depends on %s", described(u, d.Var))
}

// described describes a value that the program does not determine.
func described(u *program.Unknown, v *program.Var) string {
	switch {
	case u == nil && v == nil:
		return "an unknown value"
	case u == nil:
		return "the unknown value of " + v.String()
	case u.Pos.IsValid():
		return fmt.Sprintf("%s (%s) at %s", u.Name, u.Kind, u.Pos)
	}
	return fmt.Sprintf("%s (%s)", u.Name, u.Kind)
}
