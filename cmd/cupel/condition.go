package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"

	"cupel/engine"
	"cupel/evidence"
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
	_, c := newConditionCommand()
	c.AddCommand(conditionBenchCommand())
	return c
}

func newConditionCommand() (*conditionFlags, *cobra.Command) {
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

With --property termination the condition is that for which the program need not end.
` + exitCodes,
		Args: func(cmd *cobra.Command, args []string) error {
			if f.config && len(args) == 0 {
				return nil
			}
			return oneFile("condition")(cmd, args)
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if f.config {
				return printConditionConfig(cmd, f)
			}
			return runCondition(cmd, f, args[0])
		},
	}
	fs := c.Flags()
	f.programFlags(fs)
	f.formats = []string{"text", "json"}
	fs.StringVar(&f.format, "format", "text", "text or json")
	fs.IntVar(&f.o.MaxIterations, "max-iterations", 0, "counterexamples at most; 0: any number")
	fs.StringVar(&f.refiners, "refiners", strings.Join(f.o.Refiners, ","), "what makes a condition of a counterexample, in order: some of "+strings.Join(condition.RefinerNames(), ", "))
	fs.BoolVar(&f.o.Parallel, "parallel", false, "run all refiners at once, the first success counts")
	fs.IntVar(&f.o.RefinerWork, "refiner-work", f.o.RefinerWork, "limit of the work of a refiner for a counterexample, about a second for a million; 0: none")
	fs.DurationVar(&f.o.RefinerTime, "refiner-timeout", 0, "time limit of a refiner for a counterexample, besides that; 0: none")
	fs.StringVar(&f.o.Elimination, "elimination", f.o.Elimination, "solver for the elimination of unknown values: z3, cvc5, or auto: cvc5 where z3 does not succeed")
	fs.BoolVar(&f.cfg.Certify, "certify", false, "prove both directions again: that no other input fails with a certificate, that these do with a second solver")
	fs.DurationVar(&f.cfg.CertifyTimeout, "certify-timeout", f.cfg.CertifyTimeout, "time limit of that, on top of the others; 0: none")
	fs.IntVar(&f.o.Samples, "samples", f.o.Samples, "inputs inside and outside of the condition that are run in the interpreter, each; 0: none")
	fs.BoolVar(&f.o.RunCompiled, "run-compiled", false, "run the samples in the compiled program, too: starts gcc and, confined, the program itself")
	fs.BoolVar(&f.o.Share, "share", f.o.Share, "count the combinations of inputs that fail, or estimate their share")
	fs.BoolVar(&f.o.Scratch, "scratch", false, "begin every search from scratch, without the facts that those before have found")
	fs.BoolVar(&f.o.Complement, "complement", f.o.Complement, "where paths that fail do not end, look for those that do not fail, and prove that all other inputs fail")
	fs.StringVar(&f.simplify, "simplify", f.o.Simplify.String(), "none, fast (without a solver) or full")
	fs.StringVar(&f.rewrite, "as-precondition", "", "print what inputs satisfy that do not fail, and write the program with that assumption to `FILE`")
	fs.BoolVar(&f.config, "config", false, "print the effective configuration and stop")
	addChoices(c, &f.cfg)
	addPreset(c)
	return f, c
}

// settle rejects unknown values and completes the options.
func (f *conditionFlags) settle() error {
	if err := f.check(); err != nil {
		return err
	}
	level, err := simplify.ParseLevel(f.simplify)
	switch {
	case err != nil:
		return &verifier.InputError{Msg: "--simplify: " + err.Error()}
	case f.o.RefinerWork < 0:
		return &verifier.InputError{Msg: "--refiner-work: must not be negative; 0 means no limit"}
	}
	f.o.Simplify = level
	f.o.Verifier, f.o.Refiners = f.cfg, strings.Split(f.refiners, ",")
	return f.o.Check()
}

// checkConditionFlags reports invalid flags of cupel condition.
func checkConditionFlags(flags []string) error {
	f, c := newConditionCommand()
	return checkRun(c, flags, f.settle)
}

// printConditionConfig prints the choices in effect.
func printConditionConfig(cmd *cobra.Command, f *conditionFlags) error {
	if err := f.settle(); err != nil {
		return err
	}
	return printSettings(cmd, f.o.Effective())
}

func runCondition(cmd *cobra.Command, f *conditionFlags, file string) error {
	if err := f.settle(); err != nil {
		return err
	}
	f.o.Worker = workers()
	ctx, interrupted, stop := interruptibleTwice()
	defer stop()
	task, err := verifier.LoadTask(file, f.property)
	if err != nil {
		return err
	}
	if err := task.NotAboutLost(); err != nil {
		return err
	}
	if err := task.NotAboutAllChecks(); err != nil {
		return err
	}
	if err := task.OneFile(); err != nil {
		return err
	}
	if err := f.compiled(task); err != nil {
		return err
	}
	f.o.Verifier = f.cfg // with what compiled has found
	if f.rewrite != "" {
		if err := wholefile.Probe(f.rewrite, file, task.File); err != nil {
			return &verifier.InputError{Msg: "--as-precondition: " + err.Error()}
		}
	}
	obs := newProgress(cmd.ErrOrStderr(), f.progress, cmd.Flags().Changed("progress"))
	clock := condition.NewClock()
	f.o.Clock, f.o.Journal = &clock, &evidence.Journal{}
	finish := f.guard(cmd, task, obs, interrupted)
	res, err := condition.Find(ctx, task, f.o, obs)
	obs.done()
	var met *condition.LimitError
	switch {
	case errors.As(err, &met):
		finish()
		rep := f.nothing(task, met.Reason)
		rep.EndedIn = f.o.Journal.MetIn()
		return f.answered(cmd, rep)
	case err != nil:
		finish()
		return err
	}
	limited, stop := condition.Limited(ctx, f.o, slack)
	defer stop()
	rep := res.Report(limited, task, f.o)
	finish()
	if f.rewrite != "" {
		if err := wholefile.Refuse(f.rewrite, res.Files(task)...); err != nil {
			return &verifier.InputError{Msg: "--as-precondition: " + err.Error()}
		}
		if err := f.writePrecondition(ctx, res, rep); err != nil {
			fmt.Fprintf(cmd.ErrOrStderr(), "--as-precondition: nothing is written: %v\n", err)
		}
	}
	return f.answered(cmd, rep)
}

// answered prints a report in the chosen format, and is its exit code.
func (f *conditionFlags) answered(cmd *cobra.Command, rep *condition.Report) error {
	if err := answer(cmd, f.format, rep); err != nil {
		fmt.Fprintf(cmd.ErrOrStderr(), "cupel: the report cannot be written: %v\n", err)
	}
	return exitCode(rep.ExitCode())
}

// nothing is the report of a run that found nothing before a limit.
func (f *conditionFlags) nothing(task *verifier.Task, why engine.Reason) *condition.Report {
	return &condition.Report{Status: string(condition.Partial), Reason: why.Text, ReasonKind: why.Kind, Program: task.File, Property: f.cfg.PropertyOf(task),
		Engine: f.cfg.Engine, Model: f.cfg.DataModel.String(), Condition: "0", Notation: "c", Ends: task.PropertyInfo().Ends}
}

// guard prints what is found and ends the process when a phase does not stop at a limit or after an interruption. The function it returns is to be called before the report is
// written: one of the two answers, never both.
func (f *conditionFlags) guard(cmd *cobra.Command, task *verifier.Task, obs *progress, interrupted *interrupts) (finish func()) {
	var found atomic.Pointer[condition.Report]
	f.o.Found = found.Store
	var answer sync.Mutex
	end := func(kind engine.ReasonKind, limit string) {
		answer.Lock()
		obs.done()
		limit += "; a phase did not stop in time"
		in := f.o.Journal.Running()
		if in != nil {
			limit += ": " + in.String()
		} else {
			in = f.o.Journal.MetIn()
		}
		rep := f.nothing(task, engine.Reason{Kind: kind, Text: limit})
		if r := found.Load(); r != nil {
			own := *r
			rep = &own
		}
		rep.EndedIn = in
		if rep.Status == string(condition.Partial) {
			rep.Reason, rep.ReasonKind = limit, kind
		}
		_ = f.answered(cmd, rep)
		supervise.Exit(rep.ExitCode())
	}
	interrupted.answer(func() { end(engine.Stopped, "interrupted") })
	if limit, ok := overall(&f.cfg); ok {
		time.AfterFunc(limit+slack, func() { end(engine.TimeLimit, "time limit") })
	}
	if limit := f.o.Overtime(); limit > 0 {
		clock := *f.o.Clock
		go func() {
			for clock.Used() <= limit {
				time.Sleep(guardPeriod)
			}
			end(engine.CPULimit, "processor time limit")
		}()
	}
	return answer.Lock
}

// guardPeriod is the time between two looks at the processor time.
const guardPeriod = 25 * time.Millisecond

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
