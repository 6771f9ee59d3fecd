package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"cupel/evidence/witness/read"
	"cupel/evidence/witness/validate"
	"cupel/frontend/property"
	"cupel/verifier"
)

func witnessCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "witness",
		Short: "Check witnesses of this or other verifiers",
		Long: `Witness has commands about witnesses of SV-COMP: see cupel witness validate --help.

The exit code is that of the command. ` + exitCodes,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	c.AddCommand(validateCommand())
	return c
}

// validateFlags are those of cupel witness validate.
type validateFlags struct {
	verifyFlags
}

func validateCommand() *cobra.Command {
	f := &validateFlags{verifyFlags{cfg: verifier.DefaultConfig()}}
	f.cfg.Timeout = validateTimeout
	c := &cobra.Command{
		Use:   "validate [flags] WITNESS FILE",
		Short: "Decide whether a witness (YAML 2.0 to 2.2, GraphML 1.0) is right about a C program or task",
		Long: `Validate looks for an execution that follows a violation witness to its target, and for
a proof that the invariants of a correctness witness hold and that the property
follows. It uses none of the engines of cupel verify.

The last line of output is VERDICT: TRUE, FALSE or UNKNOWN, about the program with the
witness. The exit code is 0 when the witness is confirmed, 1 when it is rejected
and 2 otherwise. A witness that is none of the program and property, or speaks of
places that are not there, is a mistake in the input. ` + exitCodes,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 2 {
				return &verifier.InputError{Msg: fmt.Sprintf("validate takes a witness and a program, got %d arguments; see cupel witness validate --help", len(args))}
			}
			if slices.Contains([]string{".c", ".i"}, filepath.Ext(args[0])) {
				return &verifier.InputError{Msg: args[0] + ": is a C program and no witness; the witness comes first: cupel witness validate WITNESS FILE"}
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error { return runValidate(cmd, f, args[0], args[1]) },
	}
	fs := c.Flags()
	fs.StringVar(&f.property, "property", "", "property file (.prp), or "+property.Names(" or ")+"; default: that of the task, or that of the witness")
	fs.BoolVar(&f.model32, "32", false, "32-bit machine, ILP32 (default: that of the task, or that of the witness)")
	fs.BoolVar(&f.model64, "64", false, "64-bit machine, LP64")
	fs.StringArrayVarP(&f.cfg.Compile.Dirs, "include-dir", "I", nil, "look for headers in `DIR`, before those built in (repeatable)")
	fs.StringVar(&f.cfg.Compile.Standard, "std", "", "read the program as the `VERSION` of C, such as c11, gnu17 or gnu23")
	fs.VarP(&macros{&f.cfg.Compile.Macros, ""}, "define", "D", "define a macro, as `NAME[=VALUE]` (repeatable)")
	fs.DurationVar(&f.cfg.Timeout, "timeout", f.cfg.Timeout, "time limit; 0: none, the budgets of work alone")
	fs.IntVar(&f.cfg.MemoryMB, "memory", f.cfg.MemoryMB, "memory limit in megabytes; 0: none")
	f.formats = []string{"text", "json"}
	fs.StringVar(&f.format, "format", "text", "text or json")
	return c
}

func runValidate(cmd *cobra.Command, f *validateFlags, file, program string) error {
	f.signedOverflow = "undefined"
	if err := f.check(); err != nil {
		return err
	}
	ctx, stop := interruptible()
	defer stop()
	w, err := read.File(file)
	if err != nil {
		return &verifier.InputError{Msg: err.Error()}
	}
	task, err := verifier.LoadTask(program, f.property)
	if err != nil {
		return err
	}
	if err := task.OneFile(); err != nil {
		return err
	}
	if task.Definition == "" { // nothing but the witness says more
		task.DataModel = w.Meta.DataModel
		if task.Property == nil {
			task.Property = verifier.SupportedProperty(w.Meta.Specification)
		}
	}
	if err := f.compiled(task); err != nil {
		return err
	}
	t, err := verifier.ValidationTask(task, f.cfg)
	if err != nil {
		return err
	}
	ctx, done := verifier.Limited(ctx, &f.cfg)
	defer done()
	rep, err := validateWithin(ctx, w, t)
	if err != nil {
		var bad *read.Error
		if errors.As(err, &bad) {
			return &verifier.InputError{Msg: bad.Error()}
		}
		return verifier.FrontEndError(err)
	}
	if err := answer(cmd, f.format, rep); err != nil {
		fmt.Fprintf(cmd.ErrOrStderr(), "cupel: the report cannot be written: %v; VERDICT: %s\n", err, rep.Verdict)
	}
	return exitCode(rep.ExitCode())
}

// validateTimeout is the limit of time unless another one is wished for: that of SV-COMP for validators of proofs.
const validateTimeout = 300 * time.Second

// validateWithin is one validation, or UNKNOWN where a phase does not end in time.
func validateWithin(ctx context.Context, w *read.Witness, t *validate.Task) (*validate.Report, error) {
	type result struct {
		rep *validate.Report
		err error
	}
	done, broken := make(chan result, 1), make(chan any, 1)
	go func() {
		defer func() {
			if r := recover(); r != nil {
				broken <- r
			}
		}()
		rep, err := validate.Validate(ctx, w, t)
		done <- result{rep, err}
	}()
	var late <-chan time.Time
	ended := ctx.Done()
	for {
		select {
		case r := <-done:
			return r.rep, r.err
		case r := <-broken:
			panic(r)
		case <-ended:
			ended, late = nil, time.After(verifier.Grace)
		case <-late:
			return validate.Overdue(w, t), nil
		}
	}
}
