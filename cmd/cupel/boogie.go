package main

import (
	"fmt"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"cupel/internal/inputfile"
	"cupel/product/boogie"
	"cupel/product/boogie/infer"
	"cupel/product/boogie/vc"
	"cupel/verifier"
)

type boogieFlags struct {
	timeout time.Duration
	jobs    int
	memory  int
	format  string
	json    bool
	print   bool
	model   bool
	noInfer bool
	infer   bool
	procs   []string
	vc      vcFlags
}

func boogieCommand() *cobra.Command {
	f := &boogieFlags{}
	c := &cobra.Command{
		Use:   "boogie [flags] FILE.bpl",
		Short: "Verify the procedures of a Boogie program (.bpl)",
		Long: `Boogie verifies every procedure of a program in the intermediate verification
language Boogie by itself, against its contract and those of the procedures it
calls; procedures with {:inline} and a body are inlined. Modifies clauses are
inferred, and so are intervals of integer variables at the heads of loops.

For every procedure it prints a line
  NAME: OK | ERROR | UNKNOWN (reason) | TIMEOUT (reason)
and under an error what can fail, at the place that {:sourceloc} names or else
in the program:
   - FILE:LINE:COLUMN: MESSAGE
Assertions that are neither proven nor shown to fail are marked (undecided).

Exit codes:
  0  all procedures are correct
  1  some are not
  2  some could not be decided, the others are correct
  3  a mistake in the input or the flags
  4  a fault of cupel`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return &verifier.InputError{Msg: fmt.Sprintf("boogie takes one program, got %d files; see cupel boogie --help", len(args))}
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error { return runBoogie(cmd, f, args[0]) },
	}
	fs := c.Flags()
	fs.DurationVar(&f.timeout, "timeout", 10*time.Second, "time limit of a procedure; 0: none")
	fs.IntVar(&f.jobs, "jobs", 2, "procedures verified at a time")
	fs.IntVar(&f.memory, "memory", 2048, "memory limit of the solver in MB")
	f.vc.add(fs)
	fs.StringArrayVar(&f.procs, "proc", nil, "verify only the procedure `NAME`, also one that is inlined (repeatable)")
	fs.StringVar(&f.format, "format", "text", "text or json")
	fs.BoolVar(&f.json, "json", false, "the same as --format json")
	fs.BoolVar(&f.model, "model", false, "print the values of a counterexample under each error")
	fs.BoolVar(&f.infer, "infer", false, "infer invariants of loops where procedures are not proved otherwise, and print them")
	fs.BoolVar(&f.noInfer, "no-inference", false, "do not infer intervals at the heads of loops")
	fs.BoolVar(&f.print, "print", false, "print the program as it was read, and verify nothing")
	return c
}

func (f *boogieFlags) check() error {
	if f.json {
		f.format = "json"
	}
	switch {
	case f.format != "text" && f.format != "json":
		return &verifier.InputError{Msg: fmt.Sprintf("--format: unknown value %q; choose text or json", f.format)}
	case f.timeout < 0:
		return &verifier.InputError{Msg: "--timeout: must not be negative; 0 means no limit"}
	case f.memory < 1:
		return &verifier.InputError{Msg: "--memory: must be positive"}
	case f.jobs < 1:
		return &verifier.InputError{Msg: "--jobs: must be positive"}
	}
	return nil
}

func runBoogie(cmd *cobra.Command, f *boogieFlags, file string) error {
	if err := f.check(); err != nil {
		return err
	}
	src, err := inputfile.Read(file, inputfile.Code)
	if err != nil {
		return &verifier.InputError{Msg: err.Error()}
	}
	p, err := checkedBoogie(file, string(src))
	if err != nil {
		return err
	}
	if f.print {
		return boogie.Print(cmd.OutOrStdout(), p.Program)
	}
	ctx, stop := interruptible()
	defer stop()
	o := vc.Options{
		Timeout: f.timeout, Jobs: f.jobs, MemoryMB: f.memory, Only: f.procs, NoInference: f.noInfer,
	}
	if err := f.vc.set(&o); err != nil {
		return err
	}
	var found infer.Report
	if f.infer {
		var r *infer.Report
		if r, err = infer.Verify(ctx, p, o); err == nil {
			found = *r
		}
	} else {
		found.Results, err = vc.Verify(ctx, p, o)
	}
	if err != nil {
		return &verifier.InputError{Msg: "--proc: " + err.Error()}
	}
	f.vc.report(cmd.ErrOrStderr())
	results := found.Results
	report := newBoogieReport(file, results)
	report.loops(found.Loops)
	write := report.writeText
	if f.format == "json" {
		write = report.writeJSON
	}
	if err := write(cmd.OutOrStdout(), f.model); err != nil {
		return err
	}
	if code := boogieExit(results); code != 0 {
		return exitCode(code)
	}
	return nil
}

// checkedBoogie reads a program and checks its types.
func checkedBoogie(file, src string) (*boogie.Checked, error) {
	p, err := boogie.Parse(file, src)
	if err != nil {
		return nil, &verifier.InputError{Msg: err.Error()}
	}
	c, err := boogie.Check(p)
	if err != nil {
		msg := err.Error()
		if errs, ok := err.(boogie.Errors); ok && len(errs) > 1 {
			msg = fmt.Sprintf("%s (and %d more mistakes)", errs[0], len(errs)-1)
		}
		return nil, &verifier.InputError{Msg: msg}
	}
	return c, nil
}

// boogieExit is 1 when there are errors, else 2 when something is open.
func boogieExit(results []vc.Result) int {
	switch {
	case slices.ContainsFunc(results, func(r vc.Result) bool { return r.Verdict == vc.Error }):
		return 1
	case slices.ContainsFunc(results, func(r vc.Result) bool { return r.Verdict != vc.OK }):
		return exitUnknown
	}
	return 0
}
