package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"cupel/core/work"
	"cupel/internal/supervise"
	"cupel/internal/wholefile"
	"cupel/product/petri"
	"cupel/product/petri/cegar"
	"cupel/product/petri/pnml"
	"cupel/product/petri/portfolio"
	"cupel/product/petri/query"
	"cupel/product/petri/suite"
	"cupel/verifier"
)

type petriFlags struct {
	properties string
	ids        []string
	reach      []string
	deadlock   bool
	checker    portfolio.Options
	timeout    time.Duration
	memory     int
	format     string
	json       bool
	stats      bool
	trace      string
	report     string
}

func petriCommand() *cobra.Command {
	f := &petriFlags{}
	c := &cobra.Command{
		Use:   "petri [flags] NET.pnml",
		Short: "Decide reachability properties of a Petri net (.pnml)",
		Long: `Petri decides properties of a place/transition net with weights and inhibitor
arcs: those of a property file of the Model Checking Contest, the reachability
of predicates, and the reachability of a deadlock.

For every property it prints a line of the contest,
  FORMULA ID TRUE|FALSE|CANNOT_COMPUTE TECHNIQUES ...

Exit codes:
  0  all properties are true
  1  some are false, the others are true
  2  some could not be decided
  3  a mistake in the input or the flags
  4  a fault of cupel

True means that the formula holds, not that the net is good: with --deadlock and
--reach it is true, and the exit code 0, when such a marking CAN be reached, and 1
when it cannot. That is the contest's meaning and the opposite of cupel verify,
which answers TRUE, with exit code 0, when the error can NOT be reached.

A predicate is written like  p1 + 2*p2 >= 3 && !fireable(t3) || "odd name" == 0`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return &verifier.InputError{Msg: fmt.Sprintf("petri takes one net, got %d files; see cupel petri --help", len(args))}
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error { return runPetri(cmd, f, args[0]) },
	}
	fs := c.Flags()
	fs.StringVar(&f.properties, "properties", "", "check the properties of a contest `FILE` (.xml)")
	fs.StringArrayVar(&f.ids, "id", nil, "of the property file only this property (repeatable)")
	fs.StringArrayVar(&f.reach, "reach", nil, "is a marking reachable that satisfies this `PREDICATE`? (repeatable)")
	fs.BoolVar(&f.deadlock, "deadlock", false, "is a marking reachable in which no transition is enabled?")
	addCheckerFlags(c, &f.checker, &f.memory)
	fs.DurationVar(&f.timeout, "timeout", 900*time.Second, "time limit of the run, shared by its properties; 0: none")
	fs.StringVar(&f.format, "format", "text", "text or json")
	fs.BoolVar(&f.json, "json", false, "the same as --format json")
	fs.BoolVar(&f.stats, "stats", false, "print what decided, or why not, and statistics")
	fs.BoolVar(&f.checker.Explain, "explain", false, "cegar: print its solution space: solutions, firing sequences, constraints, skips")
	fs.StringVar(&f.report, "report", "", "write the answers as an HTML page to `FILE`")
	fs.StringVar(&f.trace, "trace", "", "write the firing sequence to a marking that decides the one property to `FILE`")
	c.AddCommand(petriBenchCommand(), petriConvertCommand(), petriGenerateCommand())
	addPreset(c)
	return c
}

// addCheckerFlags adds the flags that petri and petri bench share.
func addCheckerFlags(c *cobra.Command, o *portfolio.Options, memory *int) {
	fs := c.Flags()
	fs.StringVar(&o.Algorithm, "algorithm", "portfolio", strings.Join(portfolio.Algorithms, ", "))
	fs.BoolVar(&o.NoReduce, "no-reductions", false, "do not simplify the net before the search")
	fs.BoolVar(&o.NoSimplify, "no-simplification", false, "do not simplify the predicate before the search")
	fs.BoolVar(&o.NoInvariants, "no-invariants", false, "no bounds of places from P-invariants before the search")
	fs.BoolVar(&o.Certify, "certify", false, "re-check proofs by the state equation with a second solver")
	fs.IntVar(memory, "memory", 2048, "memory limit of a state space in MB")
	fs.StringVar(&o.Search, "search", "hybrid", "cegar: order of solutions: "+strings.Join(portfolio.Searches, ", "))
	fs.StringVar(&o.Ordering, "ordering", "hybrid", "cegar: only the smallest and largest partial solutions (algorithm 1.11): "+strings.Join(portfolio.Orderings, ", "))
	fs.StringVar(&o.Distant, "distant", "auto", "cegar: distant invariants: "+strings.Join(portfolio.DistantModes, ", "))
	fs.BoolVar(&o.BetterFirst, "better-first", false, "cegar: better intermediate markings before distant invariants")
	fs.IntVar(&o.Generalized, "generalized", 0, "cegar: at most `N` generalised better markings (definition 1.10)")
	fs.IntVar(&o.Tree, "tree-markings", 0, "cegar: at most `N` markings and partial solutions of one solution; 0: a few thousand")
	for _, p := range cegar.Parts {
		f := fs.VarPF(&partFlag{&o.Without, p.Part}, p.Name, "", "cegar: "+p.Doc)
		f.NoOptDefVal, f.DefValue = "true", "true"
	}
}

// A partFlag is a boolean flag that leaves a part of the algorithm out when it is false.
type partFlag struct {
	without *cegar.Part
	part    cegar.Part
}

func (f *partFlag) String() string {
	return strconv.FormatBool(f.without != nil && *f.without&f.part == 0)
}

func (f *partFlag) Type() string { return "bool" }

func (f *partFlag) Set(text string) error {
	on, err := strconv.ParseBool(text)
	if err != nil {
		return errors.New("must be true or false")
	}
	if *f.without &^= f.part; !on {
		*f.without |= f.part
	}
	return nil
}

func checkChecker(o *portfolio.Options, memory int) error {
	o.MaxBytes = int64(memory) << 20
	if memory < 1 {
		return &verifier.InputError{Msg: "--memory: must be positive"}
	}
	if err := o.Validate(); err != nil {
		return &verifier.InputError{Msg: err.Error()}
	}
	return nil
}

func (f *petriFlags) check() error {
	if f.json {
		f.format = "json"
	}
	switch {
	case f.format != "text" && f.format != "json":
		return &verifier.InputError{Msg: fmt.Sprintf("--format: unknown value %q; choose text or json", f.format)}
	case f.timeout < 0:
		return &verifier.InputError{Msg: "--timeout: must not be negative; 0 means no limit"}
	case f.properties == "" && len(f.reach) == 0 && !f.deadlock:
		return &verifier.InputError{Msg: "nothing to decide: give --properties FILE, --reach PREDICATE or --deadlock"}
	case f.properties == "" && len(f.ids) > 0:
		return &verifier.InputError{Msg: "--id selects from a property file; give --properties FILE"}
	}
	return checkChecker(&f.checker, f.memory)
}

func runPetri(cmd *cobra.Command, f *petriFlags, file string) error {
	if err := f.check(); err != nil {
		return err
	}
	if err := checkOutput("--trace", f.trace, file, f.properties); err != nil {
		return err
	}
	if err := checkOutput("--report", f.report, file, f.properties); err != nil {
		return err
	}
	if err := wholefile.Distinct(map[string]string{"--trace": f.trace, "--report": f.report}, "--report", "--trace"); err != nil {
		return &verifier.InputError{Msg: err.Error()}
	}
	ctx, stop := interruptible()
	defer stop()
	var net *petri.Net
	var properties []petri.Property
	met, err := verifier.Within(ctx, &verifier.Config{Timeout: f.timeout}, func() (err error) {
		if net, err = suite.LoadNet(file); err != nil {
			return petriInput(err)
		}
		properties, err = f.questions(net)
		return err
	})
	if !met.None() {
		fmt.Fprintf(cmd.ErrOrStderr(), "cupel: %s while the net and its properties were read\n", met.Text)
		supervise.Exit(exitUnknown)
	}
	if err != nil {
		return err
	}
	if f.trace != "" && len(properties) != 1 {
		return &verifier.InputError{Msg: fmt.Sprintf("--trace takes one property, there are %d; select one with --id", len(properties))}
	}
	f.checker.Work = work.For(f.timeout) / max(len(properties), 1)
	checker := portfolio.New(net, f.checker)
	report := petriReport{Net: net.Name, Places: len(net.Places), Transitions: len(net.Transitions), Arcs: net.Arcs()}
	start := time.Now()
	for i, p := range properties {
		finish := f.guard(cmd, net, report, properties[i:], start)
		r := f.decide(ctx, checker, p, start, len(properties)-i)
		finish()
		a := report.add(net, p, r)
		if f.format == "text" {
			if err := a.writeText(cmd.OutOrStdout(), f.stats); err != nil {
				return err
			}
		}
		if f.trace != "" {
			// The verdict does not depend on it.
			if err := writeTrace(f.trace, net, p, r); err != nil {
				fmt.Fprintln(cmd.ErrOrStderr(), "--trace: "+err.Error())
			}
		}
	}
	if f.report != "" {
		if err := writeList(f.report, "Petri net "+net.Name, report.items()); err != nil {
			fmt.Fprintln(cmd.ErrOrStderr(), "--report: "+err.Error())
		}
	}
	if f.format == "json" {
		if err := report.writeJSON(cmd.OutOrStdout()); err != nil {
			return err
		}
	}
	if code := report.exitCode(); code != 0 {
		return exitCode(code)
	}
	return nil
}

// decide checks a property within its share of the time: what is left, divided by the
// number of properties left.
func (f *petriFlags) decide(ctx context.Context, c *portfolio.Checker, p petri.Property, start time.Time, left int) portfolio.Result {
	if f.timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, (f.timeout-time.Since(start))/time.Duration(left))
		defer cancel()
	}
	return c.Check(ctx, p.Goal())
}

// guard answers CANNOT_COMPUTE for the properties that are left and ends the process when
// a solver does not return within a grace period after the time limit of the run. What it
// returns must be called before the answer is written: one of the two answers, never both.
func (f *petriFlags) guard(cmd *cobra.Command, net *petri.Net, report petriReport, left []petri.Property, start time.Time) (finish func()) {
	if f.timeout == 0 {
		return func() {}
	}
	var answer sync.Mutex
	timer := time.AfterFunc(f.timeout+2*slack-time.Since(start), func() {
		answer.Lock()
		report.Properties = slices.Clip(report.Properties)
		for _, p := range left {
			a := report.add(net, p, portfolio.Result{Reasons: []string{"portfolio: a solver overstays the time limit"}})
			if f.format == "text" {
				_ = a.writeText(cmd.OutOrStdout(), f.stats)
			}
		}
		if f.format == "json" {
			_ = report.writeJSON(cmd.OutOrStdout())
		}
		supervise.Exit(exitUnknown)
	})
	return func() {
		timer.Stop()
		answer.Lock()
	}
}

// questions collects the properties that the flags ask about.
func (f *petriFlags) questions(net *petri.Net) ([]petri.Property, error) {
	var out []petri.Property
	if f.properties != "" {
		all, err := suite.LoadProperties(f.properties, net)
		if err != nil {
			return nil, petriInput(err)
		}
		for _, id := range f.ids {
			if !slices.ContainsFunc(all, func(p petri.Property) bool { return p.ID == id }) {
				return nil, &verifier.InputError{Msg: fmt.Sprintf("--id: %s holds no property %q", f.properties, id)}
			}
		}
		for _, p := range all {
			if len(f.ids) == 0 || slices.Contains(f.ids, p.ID) {
				out = append(out, p)
			}
		}
		if len(out) == 0 {
			return nil, &verifier.InputError{Msg: f.properties + ": holds no properties"}
		}
	}
	for i, text := range f.reach {
		p, err := query.Parse(text, net)
		if err != nil {
			var at *query.Error
			if errors.As(err, &at) {
				err = &verifier.InputError{Msg: fmt.Sprintf("--reach:1:%d: %s", at.Column, at.Msg)}
			}
			return nil, err
		}
		id := "reach"
		if len(f.reach) > 1 {
			id = fmt.Sprintf("reach-%d", i+1)
		}
		out = append(out, petri.Property{ID: id, Description: text, Formula: p})
	}
	if f.deadlock {
		out = append(out, petri.Property{ID: "deadlock", Formula: petri.Deadlock()})
	}
	return out, nil
}

// petriInput marks the errors of reading nets and properties as mistakes in the input.
func petriInput(err error) error {
	var at *pnml.Error
	if errors.As(err, &at) {
		return &verifier.InputError{Msg: at.Error()}
	}
	return &verifier.InputError{Msg: err.Error()}
}

// writeTrace writes a firing sequence, one transition a line, or that there is none.
func writeTrace(path string, net *petri.Net, p petri.Property, r portfolio.Result) error {
	var b strings.Builder
	fmt.Fprintf(&b, "# property %s: its goal is %v", p.ID, r.Verdict)
	if r.Verdict == portfolio.Reachable {
		fmt.Fprintf(&b, " in %d steps, marking %s", len(r.Sequence), net.FormatMarking(r.Marking))
	}
	b.WriteString("\n")
	for _, t := range r.Sequence {
		b.WriteString(net.Transitions[t].ID + "\n")
	}
	return wholefile.Write(path, func(w io.Writer) error {
		_, err := io.WriteString(w, b.String())
		return err
	})
}

// checkOutput finds, before any work, that the file which a flag names cannot be written or is an
// input; "" names none.
func checkOutput(flag, path string, inputs ...string) error {
	if path == "" {
		return nil
	}
	if err := wholefile.Probe(path, inputs...); err != nil {
		return &verifier.InputError{Msg: flag + ": " + err.Error()}
	}
	return nil
}
