package main

import (
	"context"
	"fmt"
	"io"
	"strings"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"

	"cupel/internal/supervise"
	"cupel/internal/wholefile"
	"cupel/product/condition"
	"cupel/product/condition/simplify"
	"cupel/verifier"
)

// conditionFlags are those of cupel condition.
type conditionFlags struct {
	verifyFlags
	o        condition.Options
	refiners string
	simplify string
	rewrite  string // file for the program with its precondition; "": none
}

func conditionCommand() *cobra.Command {
	f := &conditionFlags{verifyFlags: verifyFlags{cfg: verifier.DefaultConfig()}, o: condition.Defaults()}
	c := &cobra.Command{
		Use:   "condition [flags] FILE",
		Short: "Find the condition on the inputs under which a C program fails",
		Long: `Condition prints a formula over the inputs of a C program that holds exactly for
those for which the program fails: not one failing test, but all of them. It finds
failing executions with an engine, makes of each a condition on the inputs, goes on
without these inputs, and ends when the engine proves that no other input fails.

The last line of output is CONDITION: PRECISE, exit code 0, or CONDITION: PARTIAL
(reason), exit code 2: every input that satisfies the condition fails, and others may.

--as-precondition writes the program with the negation of a precise condition as an
assumption at its beginning. Such a program cannot fail, which cupel verify can prove.
` + exitCodes,
		Args: oneFile("condition"),
		RunE: func(cmd *cobra.Command, args []string) error { return runCondition(cmd, f, args[0]) },
	}
	fs := c.Flags()
	f.programFlags(fs)
	f.formats = []string{"text", "json"}
	fs.StringVar(&f.format, "format", "text", "text or json")
	fs.IntVar(&f.o.MaxIterations, "max-iterations", 0, "counterexamples at most; 0: any number")
	fs.StringVar(&f.refiners, "refiners", strings.Join(f.o.Refiners, ","), "what makes a condition of a counterexample, in order: some of "+strings.Join(condition.RefinerNames(), ", "))
	fs.BoolVar(&f.o.Parallel, "parallel", false, "run all refiners at once, the first success counts")
	fs.DurationVar(&f.o.RefinerTime, "refiner-timeout", 0, "time limit of a refiner for a counterexample; 0: its budget of work alone")
	fs.StringVar(&f.o.Elimination, "elimination", f.o.Elimination, "solver for the elimination of unknown values: z3, cvc5, or auto: cvc5 where z3 does not succeed")
	fs.BoolVar(&f.cfg.Certify, "certify", false, "prove both directions again: that no other input fails with a certificate, that these do with a second solver")
	fs.DurationVar(&f.cfg.CertifyTimeout, "certify-timeout", f.cfg.CertifyTimeout, "time limit of that, on top of the others; 0: none")
	fs.IntVar(&f.o.Samples, "samples", f.o.Samples, "inputs inside and outside of the condition that are run in the interpreter, each; 0: none")
	fs.BoolVar(&f.o.RunCompiled, "run-compiled", false, "run the samples in the compiled program, too: starts gcc and, confined, the program itself")
	fs.BoolVar(&f.o.Scratch, "scratch", false, "begin every search from scratch, without the facts that those before have found")
	fs.BoolVar(&f.o.Complement, "complement", f.o.Complement, "where paths that fail do not end, look for those that do not fail, and prove that all other inputs fail")
	fs.StringVar(&f.simplify, "simplify", f.o.Simplify.String(), "none, fast (without a solver) or full")
	fs.StringVar(&f.rewrite, "as-precondition", "", "print what inputs satisfy that do not fail, and write the program with that assumption to `FILE`")
	addChoices(c, &f.cfg)
	return c
}

func runCondition(cmd *cobra.Command, f *conditionFlags, file string) error {
	if err := f.check(); err != nil {
		return err
	}
	level, err := simplify.ParseLevel(f.simplify)
	if err != nil {
		return &verifier.InputError{Msg: "--simplify: " + err.Error()}
	}
	f.o.Simplify, f.o.Worker = level, workers()
	ctx, stop := interruptible()
	defer stop()
	task, err := verifier.LoadTask(file, f.property)
	if err != nil {
		return err
	}
	if err := task.OneFile(); err != nil {
		return err
	}
	if err := f.compiled(task); err != nil {
		return err
	}
	f.o.Verifier, f.o.Refiners = f.cfg, strings.Split(f.refiners, ",")
	if f.rewrite != "" {
		if err := wholefile.Probe(f.rewrite, file, task.File); err != nil {
			return &verifier.InputError{Msg: "--as-precondition: " + err.Error()}
		}
	}
	obs := newProgress(cmd.ErrOrStderr(), f.progress, cmd.Flags().Changed("progress"))
	if limit, ok := overall(&f.cfg); ok { // a phase that does not watch its context must not hold up the user
		var found atomic.Pointer[condition.Report]
		found.Store(&condition.Report{Status: string(condition.Partial), Reason: "time limit; a phase did not stop in time", Program: task.File, Property: f.cfg.PropertyOf(task),
			Model: f.cfg.DataModel.String(), Condition: "0"})
		f.o.Found = func(r *condition.Report) { found.Store(r) }
		timer := time.AfterFunc(limit+slack, func() {
			obs.done()
			rep := found.Load()
			_ = writeCondition(cmd, f, rep)
			supervise.Exit(rep.ExitCode())
		})
		defer timer.Stop()
	}
	res, err := condition.Find(ctx, task, f.o, obs)
	obs.done()
	if err != nil {
		return err
	}
	rep := res.Report(ctx, task, f.o)
	if f.rewrite != "" {
		if err := wholefile.Refuse(f.rewrite, res.Files(task)...); err != nil {
			return &verifier.InputError{Msg: "--as-precondition: " + err.Error()}
		}
		if err := f.writePrecondition(ctx, res, rep); err != nil {
			fmt.Fprintf(cmd.ErrOrStderr(), "--as-precondition: nothing is written: %v\n", err)
		}
	}
	if err := writeCondition(cmd, f, rep); err != nil {
		fmt.Fprintf(cmd.ErrOrStderr(), "cupel: the report cannot be written: %v\n", err)
	}
	return exitCode(rep.ExitCode())
}

// writeCondition prints a report in the chosen format.
func writeCondition(cmd *cobra.Command, f *conditionFlags, rep *condition.Report) error {
	return answer(cmd, f.format, rep)
}

// writePrecondition writes the program with its precondition. A failure does not change the report.
func (f *conditionFlags) writePrecondition(ctx context.Context, res *condition.Result, rep *condition.Report) error {
	text, source, err := res.Precondition(ctx, f.o)
	if text.Expression != "" {
		rep.Precondition = &text
	}
	if err != nil {
		return err
	}
	return wholefile.Write(f.rewrite, func(w io.Writer) error {
		_, err := w.Write(source)
		return err
	})
}
