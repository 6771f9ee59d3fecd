package condition

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"cupel/core/logic"
	"cupel/engine"
	"cupel/evidence"
	"cupel/verifier"
)

// A Report describes a program's error condition; it is also the JSON output.
type Report struct {
	Status string `json:"status"` // precise or partial
	Reason string `json:"reason,omitempty"`
	// ReasonKind is what prevented a precise condition, for programs.
	ReasonKind engine.ReasonKind `json:"reason_kind,omitempty"`
	// EndedIn is the phase in which a limit was met.
	EndedIn  *evidence.Phase `json:"ended_in,omitempty"`
	Program  string          `json:"program"`
	Property string          `json:"property"`
	Engine   string          `json:"engine"`
	Model    string          `json:"data_model"`
	// Condition is an expression in Notation; an input fails if it holds, and if precise only then. Definitions define
	// names in it that are no inputs.
	Condition string `json:"condition"`
	// Notation is c, or smt-lib where there is no C expression, because of NoC: then inputs go by their symbols.
	Notation    string   `json:"notation"`
	NoC         string   `json:"no_c,omitempty"`
	Definitions []string `json:"definitions,omitempty"`
	SMTLIB      string   `json:"smtlib"`
	// Precondition is the condition for not failing, if requested.
	Precondition *Text `json:"precondition,omitempty"`
	// Before and After are the numbers of comparisons before and after simplification.
	Before int     `json:"size_before"`
	After  int     `json:"size"`
	Inputs []Input `json:"inputs,omitempty"`
	Goals  []Goal  `json:"goals,omitempty"` // if there are several

	Iterations []Iteration    `json:"iterations,omitempty"`
	Searches   int            `json:"searches"`
	Merged     string         `json:"merged,omitempty"` // outcome of merging paths
	Complement *Complement    `json:"complement,omitempty"`
	Endless    *Endless       `json:"endless,omitempty"`  // of termination, what the condition rests on
	Refiners   map[string]int `json:"refiners,omitempty"` // number of disjuncts by refiner

	Assumptions []verifier.Assumption `json:"assumptions,omitempty"`
	Warnings    []string              `json:"warnings,omitempty"`
	DecidedBy   string                `json:"proof_by,omitempty"` // what proved that no other input fails
	Samples     *Samples              `json:"samples,omitempty"`
	Certified   *Certified            `json:"certified,omitempty"`
	Share       *Share                `json:"share,omitempty"`
	Covered     string                `json:"covered,omitempty"` // if partial: failing executions that are certainly covered

	Ends bool `json:"termination,omitempty"` // the property is termination: executions that never end violate it
}

// words are how a report speaks of what violates the property.
type words struct{ fails, may, found, inside, outside, proven string }

// wordsAbout are those of termination, or of errors.
func wordsAbout(ends bool) words {
	if ends {
		return words{"need not end", "may go on", "no input was found for which the program need not end", "run on", "end", "that the program ends for all other inputs"}
	}
	return words{"fails", "may fail", "no failing input was found", "fail", "do not", "that no other input fails"}
}

// Goal is the condition of one failing location.
type Goal struct {
	At        string `json:"at"`
	What      string `json:"what"`
	Condition Text   `json:"condition"`
	Notation  string `json:"notation,omitempty"` // smt-lib, where there is no C expression
}

// size is the length of a text in bytes.
func size(t Text) int {
	n := len(t.Expression)
	for _, d := range t.Definitions {
		n += len(d)
	}
	return n
}

// Iteration is the result for one counterexample.
type Iteration struct {
	At      string   `json:"error_at"`
	Steps   int      `json:"steps"`
	Refiner string   `json:"refiner"`
	Failed  []string `json:"failed,omitempty"` // refiners tried before
	Pinned  int      `json:"pinned,omitempty"` // terms replaced by their values
}

// Report describes a result.
func (r *Result) Report(ctx context.Context, t *verifier.Task, o Options) *Report {
	if o.Journal == nil {
		return r.report(ctx, t, o)
	}
	o.Journal.Follow(ended(ctx), nil)
	done := o.Journal.Begin("text", "")
	rep := r.report(ctx, t, o)
	done()
	rep.EndedIn = o.Journal.MetIn()
	return rep
}

// report is Report, without the help of a solver if ctx is nil.
func (r *Result) report(ctx context.Context, t *verifier.Task, o Options) *Report {
	f := r.subject.Flat.Terms
	terms := []*logic.Term{r.Simple.Term}
	for _, p := range r.Parts {
		terms = append(terms, p.Simple.Term)
	}
	ins := r.inputsOf(terms...)
	rep := &Report{Status: string(r.Status), Reason: r.Reason.Text, ReasonKind: r.Reason.Kind, EndedIn: r.Ended, Program: t.File, Property: o.Verifier.PropertyOf(t), Engine: o.Verifier.Engine,
		Model: o.Verifier.DataModel.String(), SMTLIB: r.Simple.Term.SMTLIB(), Before: r.Simple.Before, After: r.Simple.After,
		Inputs: ins, Searches: r.Searches, Merged: r.Merged, Refiners: map[string]int{}}
	x := newTexts(ctx, f, o.Verifier.DataModel, ins)
	defer x.close()
	c, err := x.of(r.Simple, false)
	rep.Notation, rep.Condition, rep.Definitions = "c", c.Expression, c.Definitions
	if err != nil || size(c) > maxPrinted {
		rep.Notation, rep.Condition, rep.Definitions, rep.NoC = "smt-lib", rep.SMTLIB, nil, "it is too long"
		if err != nil {
			rep.NoC = noText(err)
		}
	}
	for _, p := range r.Parts {
		g := Goal{At: p.Pos.String(), What: "error"}
		if r.aboutEnds {
			g.What = "loop"
		}
		if p.Goal != nil {
			g.What = p.Goal.String()
		}
		if g.Condition, err = x.of(p.Simple, false); err != nil || size(g.Condition) > maxPrinted {
			g.Condition, g.Notation = Text{Expression: p.Simple.Term.SMTLIB()}, "smt-lib"
		}
		rep.Goals = append(rep.Goals, g)
	}
	for _, d := range r.Disjuncts {
		rep.Iterations = append(rep.Iterations, Iteration{At: d.Pos.String(), Steps: d.Steps, Refiner: d.Refiner, Failed: d.Failed, Pinned: d.Pinned})
		rep.Refiners[d.Refiner]++
	}
	assumptions, warnings := r.subject.Assumptions()
	rep.Assumptions, rep.Warnings = assumptions, append(warnings, r.Warnings...)
	rep.Complement, rep.Endless, rep.Ends = r.Complement, r.Endless, r.aboutEnds
	rep.DecidedBy, rep.Covered, rep.Samples, rep.Share, rep.Certified = r.ProvedBy, r.Covered, r.Samples, r.Share, r.Certified
	return rep
}

// found reports what is found so far, in case a phase does not stop at a limit: when the condition has grown enough
// to be worth it, and whenever a phase has ended.
func (l *loop) found() {
	n := len(l.res.Disjuncts)
	if l.o.Found == nil || l.res.Status == "" && n >= l.written && n < l.written+1+l.written/foundGrowth {
		return
	}
	l.written = n
	raw := *l.res
	raw.Merged = l.merged.String()
	if raw.Status == "" {
		raw.Status = Partial
	}
	if raw.Simple == nil {
		raw.Simple = plainly(raw.Term)
		raw.Warnings = append(slices.Clone(raw.Warnings), "the condition is neither simplified nor sampled: that did not stop in time")
	}
	var none context.Context // no solver, which might not stop in time
	l.o.Found(raw.report(none, l.task, l.o))
}

// ExitCode is 0 for a precise condition, 2 otherwise.
func (r *Report) ExitCode() int {
	if r.Status == string(Precise) {
		return 0
	}
	return 2
}

// WriteText prints the report; the last line is the status.
func (r *Report) WriteText(w io.Writer) error {
	var b strings.Builder
	say := wordsAbout(r.Ends)
	fmt.Fprintf(&b, "program: %s (%s), property: %s\n", r.Program, r.Model, r.Property)
	if len(r.Inputs) > 0 {
		b.WriteString("inputs:\n")
		for _, in := range r.Inputs {
			name := in.Name
			if r.Notation != "c" {
				name += ", " + in.Symbol
			}
			fmt.Fprintf(&b, "  %s: %s\n", name, in.describe())
		}
	}
	switch {
	case r.Status == string(Precise) && r.Condition == "0":
		fmt.Fprintf(&b, "the program %s for no input\n", say.fails)
	case r.Status == string(Precise) && r.Condition == "1":
		fmt.Fprintf(&b, "the program %s for every input\n", say.fails)
	case r.Status == string(Precise):
		fmt.Fprintf(&b, "the program %s exactly if\n%s", say.fails, r.indented())
	case r.Condition == "0":
		b.WriteString(say.found + "\n")
	default:
		fmt.Fprintf(&b, "the program %s if\n%sand %s for other inputs\n", say.fails, r.indented(), say.may)
	}
	if r.Endless != nil {
		fmt.Fprintf(&b, "that it need not end there: %s\n", r.Endless)
	}
	if r.Covered != "" {
		fmt.Fprintf(&b, "it holds in %s\n", r.Covered)
	}
	for _, g := range r.Goals {
		fmt.Fprintf(&b, "%s at %s:\n  %s\n", g.What, g.At, strings.ReplaceAll(g.Condition.String(), "\n", "\n  "))
	}
	if r.Precondition != nil {
		fmt.Fprintf(&b, "precondition:\n  %s\n", strings.ReplaceAll(r.Precondition.String(), "\n", "\n  "))
	}
	if s := r.Share; s != nil {
		fmt.Fprintf(&b, "share: %s\n", s)
	}
	if s := r.Samples; s != nil && s.Inside.Runs+s.Outside.Runs > 0 {
		fmt.Fprintf(&b, "samples: %s inside %s", s.Inside, say.inside)
		if s.Outside.Runs > 0 {
			fmt.Fprintf(&b, ", %s outside %s", s.Outside, say.outside)
		}
		b.WriteByte('\n')
	}
	if c := r.Certified; c != nil {
		fmt.Fprintf(&b, "certified, outside: %s\ncertified, inside: %s\n", c.Outside, c.Inside)
	}
	if s := r.Samples; s != nil && s.Compiled != nil {
		fmt.Fprintf(&b, "compiled: %s\n", s.Compiled)
	}
	fmt.Fprintf(&b, "counterexamples: %d", len(r.Iterations))
	switch c := r.Complement; {
	case c != nil:
		fmt.Fprintf(&b, "; paths that do not fail: %d; that all other inputs fail was proven by %s", c.Paths, c.ProvedBy)
	case r.DecidedBy != "":
		fmt.Fprintf(&b, "; %s was proven by %s", say.proven, r.DecidedBy)
	}
	if r.Merged != "" {
		fmt.Fprintf(&b, "; merged: %s", r.Merged)
	}
	b.WriteByte('\n')
	for _, w := range r.Warnings {
		fmt.Fprintf(&b, "warning: %s\n", w)
	}
	if r.EndedIn != nil {
		fmt.Fprintf(&b, "ended in: %s\n", r.EndedIn)
	}
	inSMTLIB := ""
	if r.Notation == "smt-lib" {
		inSMTLIB = "in SMT-LIB, since " + r.NoC
	}
	switch {
	case r.Status == string(Precise) && inSMTLIB != "":
		fmt.Fprintf(&b, "CONDITION: PRECISE (%s)\n", inSMTLIB)
	case r.Status == string(Precise):
		b.WriteString("CONDITION: PRECISE\n")
	case inSMTLIB != "":
		fmt.Fprintf(&b, "CONDITION: PARTIAL (%s; %s)\n", r.Reason, inSMTLIB)
	default:
		fmt.Fprintf(&b, "CONDITION: PARTIAL (%s)\n", r.Reason)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// indented returns the condition in lines.
func (r *Report) indented() string {
	return "  " + strings.ReplaceAll(Text{r.Definitions, r.Condition}.String(), "\n", "\n  ") + "\n"
}

// describe describes an input.
func (in *Input) describe() string {
	var b strings.Builder
	if in.Repeated {
		fmt.Fprintf(&b, "the %s value of ", ordinal(in.N))
	}
	switch {
	case in.Kind == "":
		fmt.Fprintf(&b, "%s()", in.Call)
	default:
		fmt.Fprintf(&b, "%s %s", in.Kind, in.src.Name)
	}
	fmt.Fprintf(&b, " at %s", in.At)
	return b.String()
}

// ordinal is 1st, 2nd, ...
func ordinal(n int) string {
	suffix := "th"
	if n/10%10 != 1 {
		switch n % 10 {
		case 1:
			suffix = "st"
		case 2:
			suffix = "nd"
		case 3:
			suffix = "rd"
		}
	}
	return fmt.Sprintf("%d%s", n, suffix)
}
