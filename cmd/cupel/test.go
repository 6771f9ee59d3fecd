package main

import (
	"crypto/sha256"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"cupel/core/program"
	"cupel/frontend/property"
	"cupel/internal/inputfile"
	"cupel/internal/supervise"
	"cupel/internal/wholefile"
	"cupel/product/testgen"
	"cupel/product/testsuite"
	"cupel/verifier"
)

// testFlags are those of cupel test.
type testFlags struct {
	verifyFlags
	o        testgen.Options
	goal     string
	strategy string
	out      string // directory or ZIP archive; "": none
	coverage bool
}

func testCommand() *cobra.Command {
	f := &testFlags{verifyFlags: verifyFlags{cfg: verifier.DefaultConfig()}, o: testgen.Defaults()}
	c := &cobra.Command{
		Use:   "test [flags] FILE",
		Short: "Find tests for a C program that take its branches or call its error function",
		Long: `Test finds values for the input functions of a C program (.c, .i, or a task .yml): a
test for each branch, one that calls the error function, or one for each check for
undefined behaviour that can be violated. What no test takes is
given to the engines, which find the test or prove that no execution takes it.

The last line of output begins with TESTS:. The exit code is 0 when every branch is
covered or proven unreachable (with --goal error: when the error function is called
or proven not to be; with --goal checks: when each check is violated by a test or
proven), 2 otherwise. ` + exitCodes + `

--out writes the test suite in the exchange format of Test-Comp. The program is
never run but by the interpreter, except with --coverage: then gcc compiles it, and
it is run, confined, once for each test.`,
		Args: oneFile("test"),
		RunE: func(cmd *cobra.Command, args []string) error { return runTest(cmd, f, args[0]) },
	}
	fs := c.Flags()
	f.programFlags(fs)
	f.formats = []string{"text", "json"}
	fs.StringVar(&f.format, "format", "text", "text or json")
	f.headerFlags(fs)
	fs.StringVar(&f.goal, "goal", "", "branches, error, or checks: a test for each check that can be violated; default: what the property says, else branches")
	fs.StringSliceVar(&f.cfg.Checks, "check", nil, "with --goal checks: these, `NAME,...` as in cupel verify; default: "+program.AllChecks)
	fs.StringVar(&f.strategy, "strategy", string(f.o.Strategy), "directed, or random: random inputs alone, until a limit is met")
	fs.IntVar(&f.o.Runs, "max-runs", 0, "with --strategy random: runs at most; 0: any number")
	fs.StringVar(&f.out, "out", "", "write the test suite to `PATH`: a directory, or a ZIP archive where PATH ends in .zip")
	fs.BoolVar(&f.coverage, "coverage", false, "measure what the tests cover with gcov: starts gcc, gcov and, confined, the program itself")
	addChoices(c, &f.cfg)
	fs.Lookup("property").Usage = "property file (.prp) of Test-Comp, or that an error function is not called"
	return c
}

// checkTest rejects unknown values and combinations.
func (f *testFlags) checkTest() error {
	if err := f.check(); err != nil {
		return err
	}
	switch testgen.Goal(f.goal) {
	case "", testgen.Branches, testgen.Error:
		if len(f.cfg.Checks) > 0 {
			return &verifier.InputError{Msg: "--check: goes with --goal checks only"}
		}
	case testgen.Checks:
		switch {
		case f.property != "":
			return &verifier.InputError{Msg: "--goal checks: which checks says --check; leave --property out"}
		case testgen.Strategy(f.strategy) == testgen.Random:
			return &verifier.InputError{Msg: "--goal checks: leave --strategy random out, checks are searched for by the verifier"}
		case f.coverage:
			return &verifier.InputError{Msg: "--goal checks: --coverage measures branches; leave it out"}
		}
	default:
		return &verifier.InputError{Msg: fmt.Sprintf("--goal: unknown value %q; choose branches, error or checks", f.goal)}
	}
	switch f.o.Strategy = testgen.Strategy(f.strategy); f.o.Strategy {
	case testgen.Directed:
	case testgen.Random:
		if f.o.Runs == 0 && f.cfg.Timeout == 0 && f.cfg.CPUTime == 0 {
			return &verifier.InputError{Msg: "--strategy random has no end without --max-runs, --timeout or --cpu-time; give one"}
		}
	default:
		return &verifier.InputError{Msg: fmt.Sprintf("--strategy: unknown value %q; choose directed or random", f.strategy)}
	}
	switch {
	case f.o.Runs < 0:
		return &verifier.InputError{Msg: "--max-runs: give a number that is not negative"}
	case f.cfg.Function != "":
		return &verifier.InputError{Msg: "--function: a test is values for input functions, which say nothing of the arguments of a function; write a main that calls it"}
	}
	return nil
}

// criterion returns the coverage goal, and the task.
func (f *testFlags) criterion(file string) (*verifier.Task, *property.Property, error) {
	wanted := func(p *property.Property) bool {
		return f.goal == "" || (f.goal == string(testgen.Branches)) == (p.Name == verifier.DecisionEdges)
	}
	t, p, err := verifier.LoadCoverage(file, f.property, wanted)
	if err != nil {
		return nil, nil, err
	}
	goal := testgen.Branches
	if p != nil && p.Name != verifier.DecisionEdges {
		goal = testgen.Error
	}
	if f.goal == string(testgen.Checks) {
		goal, p = testgen.Checks, nil
	}
	if f.goal != "" && p != nil && f.goal != string(goal) {
		return nil, nil, &verifier.InputError{Msg: fmt.Sprintf("--goal %s: the property is %s; leave one of them out", f.goal, p)}
	}
	if f.goal != "" {
		goal = testgen.Goal(f.goal)
	}
	f.o.Goal = goal
	if p == nil || p.Kind != property.Coverage {
		entry, name := f.cfg.Entry, verifier.DecisionEdges
		if p != nil {
			entry = p.Entry
		}
		if goal == testgen.Error {
			name = "@CALL(" + f.cfg.ErrorFunctionsOf(t)[0] + ")"
		}
		if goal == testgen.Checks { // which Test-Comp has no name for
			name = "@CHECK(" + strings.Join(f.cfg.Checks, ",") + ")"
			if len(f.cfg.Checks) == 0 {
				name = "@CHECK(" + program.AllChecks + ")"
			}
		}
		p = &property.Property{Kind: property.Coverage, Entry: entry, Name: name}
	}
	if f.cfg.Entry != p.Entry && f.cfg.Entry != verifier.DefaultConfig().Entry {
		return nil, nil, &verifier.InputError{Msg: fmt.Sprintf("--entry: the property starts the program in %s, not in %s; change one of them", p.Entry, f.cfg.Entry)}
	}
	f.cfg.Entry = p.Entry
	return t, p, nil
}

func runTest(cmd *cobra.Command, f *testFlags, file string) error {
	if err := f.checkTest(); err != nil {
		return err
	}
	ctx, stop := interruptible()
	defer stop()
	task, criterion, err := f.criterion(file)
	if err != nil {
		return err
	}
	if err := task.OneFile(); err != nil {
		return err
	}
	if err := f.compiled(task); err != nil {
		return err
	}
	text, err := inputfile.Read(task.File, inputfile.Code)
	if err != nil {
		return &verifier.InputError{Pos: program.Pos{File: task.File}, Msg: err.Error()}
	}
	task.Text = text // so that the hash is that of the text read
	if f.out != "" {
		if err := checkSuite(f.out, file, task); err != nil {
			return err
		}
	}
	f.o.Verifier, f.o.Worker = f.cfg, workers()
	obs := newProgress(cmd.ErrOrStderr(), f.progress, cmd.Flags().Changed("progress"))
	found := func() {}
	if limit, ok := overall(&f.cfg); ok { // a phase that does not watch its context must not hold up the user
		timer := time.AfterFunc(limit+testSlack, func() { // measuring comes on top
			fmt.Fprintf(cmd.ErrOrStderr(), "cupel: a phase did not stop in time%s; nothing is written\n", obs.phase())
			supervise.Exit(exitUnknown)
		})
		found = func() { timer.Stop() }
	}
	res, err := testgen.Find(ctx, task, f.o, obs)
	found()
	obs.done()
	if err != nil {
		return err
	}
	rep := res.Report(task.File, f.cfg.DataModel)
	if rep.Unread {
		return f.answered(cmd, rep)
	}
	if f.coverage {
		rep.Measured = res.Measure(ctx, task, f.cfg)
	}
	if f.out != "" {
		suite := res.Suite(task.File, sha256.Sum256(text), f.cfg.DataModel, strings.TrimSpace(criterion.String()), criterion.Entry, "Cupel "+verifier.Version)
		err := wholefile.Refuse(f.out, res.Subject.Included...)
		if err == nil {
			err = suite.Write(f.out)
		}
		if err != nil {
			fmt.Fprintf(cmd.ErrOrStderr(), "--out: nothing is written: %v\n", err)
		} else {
			rep.Out = f.out
		}
	}
	return f.answered(cmd, rep)
}

// answered prints a report in the chosen format, and is its exit code.
func (f *testFlags) answered(cmd *cobra.Command, rep *testgen.Report) error {
	if err := answer(cmd, f.format, rep); err != nil {
		fmt.Fprintf(cmd.ErrOrStderr(), "cupel: the report cannot be written: %v\n", err)
	}
	return exitCode(rep.ExitCode())
}

// testSlack is what a search for tests may take beyond its limits before it is ended: it has tests to judge then.
const testSlack = 20 * time.Second

// checkSuite returns, before any work, the reason why a suite cannot be written.
func checkSuite(out, file string, task *verifier.Task) error {
	if err := testsuite.Check(out, file, task.File, task.PropertyFile); err != nil {
		return &verifier.InputError{Msg: "--out: " + err.Error()}
	}
	return nil
}
