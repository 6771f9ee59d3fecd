package evidence

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"cupel/analysis/execution"
	"cupel/core/diagram"
	"cupel/core/program"
	"cupel/engine"
)

// A Sample is a point of a run's progress.
type Sample struct {
	Seconds     float64 `json:"seconds"` // since its beginning
	Phase       string  `json:"phase"`
	Steps       int     `json:"steps"`
	Depth       int     `json:"depth"`
	Open        int     `json:"open"` // what is still to be looked at
	Refinements int     `json:"refinements"`
	Proven      int     `json:"proven"` // goals, where they are verified one by one
}

// Report is everything a run says about a program; it is also the JSON output.
type Report struct {
	Verdict string `json:"verdict"` // TRUE, FALSE, UNKNOWN
	Reason  string `json:"reason,omitempty"`
	// ReasonKind is one of engine.ReasonKind, of UNKNOWN.
	ReasonKind string   `json:"reason_kind,omitempty"`
	Program    string   `json:"program"`
	More       []string `json:"more_files,omitempty"` // of the program
	Property   string   `json:"property"`
	Result     string   `json:"result"` // true, false(PROPERTY), unknown
	// DecidedBy is what found the verdict: the engine, or what ran before it.
	DecidedBy   string       `json:"decided_by,omitempty"`
	DataModel   string       `json:"data_model"`
	Engine      string       `json:"engine"`
	Settings    []string     `json:"settings,omitempty"`
	Arithmetic  string       `json:"arithmetic,omitempty"`
	Goals       []GoalCount  `json:"goals,omitempty"`
	Assumptions []Assumption `json:"assumptions,omitempty"`
	Warnings    []string     `json:"warnings,omitempty"`

	Inputs []InputValue `json:"inputs,omitempty"` // of the counterexample, in order
	Slots  []SlotValue  `json:"slots,omitempty"`  // the same by slot (package analysis/execution/inputs), of a restricted program
	// Depends are the other values that the counterexample depends on. Without
	// DependsExact it may depend on them: the execution was too long to tell.
	Depends      []Dependence `json:"depends_on,omitempty"`
	DependsExact bool         `json:"depends_exact,omitempty"`

	// Trace tells the execution step by step, where that is asked for.
	Trace *execution.Trace `json:"trace,omitempty"`

	ErrorAt   string `json:"error_at,omitempty"`
	Goal      string `json:"goal,omitempty"`      // the check that fails there; empty: the error function is called
	Confirmed string `json:"confirmed,omitempty"` // how the counterexample was confirmed
	Harness   string `json:"harness,omitempty"`   // outcome of the compiled harness
	Proof     string `json:"proof,omitempty"`     // kind of the proof
	// Invariants hold at the loop heads whenever they are reached.
	Invariants []Invariant `json:"invariants,omitempty"`
	Certified  string      `json:"certified,omitempty"` // how the proof was re-checked; "no: ..." when it could not be
	// Certificate is what Certified says, for programs.
	Certificate *Certificate `json:"certificate,omitempty"`
	Explored    string       `json:"re_explored,omitempty"` // a repeated search, which is no certificate
	Witness     string       `json:"witness,omitempty"`
	Unwritten   []string     `json:"unwritten,omitempty"` // outputs that failed, and why

	// Summaries describes the loop summaries that were needed, with --explain.
	Summaries string `json:"summaries,omitempty"`

	// Portfolio is what the engines did that were asked, where several were.
	Portfolio *Portfolio `json:"portfolio,omitempty"`

	// Passed are the edges that the execution of a counterexample passes, for --report.
	Passed []Passage `json:"passed,omitempty"`
	// Graphs are the automata of the functions and what the engine has explored, for --report.
	Graphs []*diagram.Graph `json:"graphs,omitempty"`
	// Sources are the texts that places of the report are in, for --report.
	Sources []Source `json:"-"`

	// Read says that the program was read, so that all its files are known.
	Read bool `json:"-"`

	// Work is what the search has done, in units of package work.
	Work  int           `json:"work,omitempty"`
	Stats []engine.Stat `json:"statistics,omitempty"`
	Times []PhaseTime   `json:"times,omitempty"`
	// Progress is what the run said of itself over time, where a page is asked for.
	Progress []Sample `json:"progress,omitempty"`
}

// Source is the text of a file.
type Source struct{ File, Text string }

// GoalCount is how many goals of a kind the program has: what a TRUE excludes.
type GoalCount struct {
	Kind  string `json:"kind"`
	Count int    `json:"count"`
}

// goals counts the goals of a program by kind.
func goals(p *program.Program) []GoalCount {
	var out []GoalCount
	for _, g := range p.Goals() {
		i := slices.IndexFunc(out, func(c GoalCount) bool { return c.Kind == g.Kind() })
		if i < 0 {
			i, out = len(out), append(out, GoalCount{Kind: g.Kind()})
		}
		out[i].Count++
	}
	return out
}

// InputValue is one value the program received, from a call or, in a control-flow
// automaton, a havoc of a variable.
type InputValue struct {
	Call     string `json:"call,omitempty"`
	Variable string `json:"variable,omitempty"`
	Type     string `json:"type"`
	Value    string `json:"value"`
	At       string `json:"at"`
}

// SlotValue is the value, in SMT-LIB, that a source gave for the N-th time.
type SlotValue struct {
	Source int    `json:"source"`
	N      int    `json:"n"`
	Value  string `json:"value"`
}

// Invariant is a loop invariant in C syntax where it has one.
type Invariant struct {
	At      string `json:"at"`
	Formula string `json:"formula"`
	// Copies says of how many copies of a loop whose function is inlined this is known, "1 of 2"; "": of all of them.
	Copies string `json:"copies,omitempty"`
}

// Said is the formula, and of which copies of the loop.
func (i Invariant) Said() string {
	if i.Copies == "" {
		return i.Formula
	}
	return i.Formula + " (where the loop is inlined, in " + i.Copies + " copies)"
}

// PhaseTime is the wall time of one phase.
type PhaseTime struct {
	Phase   string  `json:"phase"`
	Seconds float64 `json:"seconds"`
}

// Because sets why there is no verdict.
func (r *Report) Because(why engine.Reason) {
	r.Reason, r.ReasonKind = oneLine(why.Text), string(why.Kind)
}

// writeDepends lists what a counterexample depends on besides the inputs.
func (r *Report) writeDepends(b *strings.Builder) {
	switch {
	case len(r.Inputs) == 0 && len(r.Depends) == 0 && r.DependsExact:
		b.WriteString("  (none: every execution reaches it)\n")
		return
	case len(r.Inputs) == 0:
		b.WriteString("  (none)\n")
	}
	switch {
	case len(r.Depends) == 0:
		return
	case r.DependsExact:
		b.WriteString("and it depends on values that the program does not determine:\n")
	default:
		b.WriteString("and it may depend on values that the program does not determine (the execution is too long to follow):\n")
	}
	list(b, r.Depends, func(d Dependence) string { return d.String() })
}

// list writes a line for each of the first things.
func list[T any](b *strings.Builder, things []T, line func(T) string) {
	for _, t := range things[:min(len(things), maxShown)] {
		fmt.Fprintf(b, "  %s\n", line(t))
	}
	if n := len(things) - maxShown; n > 0 {
		fmt.Fprintf(b, "  ... and %d more\n", n)
	}
}

// TextOptions say how much a report for people tells.
type TextOptions struct {
	Statistics bool // with times
	FullTrace  bool // repetitions are not folded
}

// WriteText prints the report for people; the last line is the verdict.
func (r *Report) WriteText(w io.Writer, o TextOptions) error {
	var b strings.Builder
	stats := o.Statistics
	fmt.Fprintf(&b, "program: %s (%s), property: %s\n", strings.Join(append([]string{r.Program}, r.More...), ", "), r.DataModel, r.Property)
	fmt.Fprintf(&b, "engine: %s", r.Engine)
	if len(r.Settings) > 0 {
		fmt.Fprintf(&b, " (%s)", strings.Join(r.Settings, ", "))
	}
	b.WriteString("\n")
	r.writeAssumptions(&b)
	for _, a := range r.Warnings {
		fmt.Fprintf(&b, "warning: %s\n", a)
	}
	if r.Trace != nil {
		b.WriteString("execution:\n")
		if err := r.Trace.WriteText(&b, o.FullTrace); err != nil {
			return err
		}
	}
	if r.ErrorAt != "" {
		what := "the error is reached"
		if r.Goal != "" {
			what = "a check fails (" + r.Goal + ")"
		}
		fmt.Fprintf(&b, "%s at %s with these inputs:\n", what, r.ErrorAt)
		list(&b, r.Inputs, func(in InputValue) string {
			source := in.Variable
			if source == "" {
				source = in.Call + "()"
			}
			return fmt.Sprintf("%s = %s   at %s", source, in.Value, in.At)
		})
		r.writeDepends(&b)
	}
	if stats && len(r.Goals) > 0 {
		var parts []string
		for _, g := range r.Goals {
			parts = append(parts, fmt.Sprintf("%d of kind %s", g.Count, g.Kind))
		}
		fmt.Fprintf(&b, "goals: %s\n", strings.Join(parts, ", "))
	}
	if r.Confirmed != "" {
		fmt.Fprintf(&b, "confirmed: %s\n", r.Confirmed)
	}
	if r.Harness != "" {
		fmt.Fprintf(&b, "harness: %s\n", r.Harness)
	}
	if r.Proof != "" {
		fmt.Fprintf(&b, "proof: %s\n", r.Proof)
	}
	list(&b, r.Invariants, func(i Invariant) string { return fmt.Sprintf("invariant at %s: %s", i.At, i.Said()) })
	if r.Certified != "" {
		fmt.Fprintf(&b, "certified: %s\n", r.Certified)
	}
	if r.Explored != "" {
		fmt.Fprintf(&b, "%s\n", r.Explored)
	}
	if r.Witness != "" {
		fmt.Fprintf(&b, "witness: %s\n", r.Witness)
	}
	for _, u := range r.Unwritten {
		fmt.Fprintf(&b, "not written: %s\n", u)
	}
	b.WriteString(r.Summaries)
	if stats {
		for _, s := range r.Stats {
			fmt.Fprintf(&b, "%s: %s\n", s.Name, s.Value)
		}
		for _, t := range r.Times {
			fmt.Fprintf(&b, "time %s: %.3f s\n", t.Phase, t.Seconds)
		}
	}
	r.Portfolio.write(&b)
	if r.DecidedBy != "" {
		b.WriteString("decided by: " + r.DecidedBy)
		if c := r.Certificate; c != nil && c.ProofOf != "" {
			b.WriteString("; proof certified: of " + c.ProofOf)
		}
		b.WriteString("\n")
	}
	fmt.Fprintf(&b, "RESULT: %s\n", r.Result)
	if r.Reason != "" {
		fmt.Fprintf(&b, "VERDICT: %s (%s)\n", r.Verdict, r.Reason)
	} else {
		fmt.Fprintf(&b, "VERDICT: %s\n", r.Verdict)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// ExitCode maps the verdict to the process's exit code: 0, 1 or 2, or 4 when
// a fault of this program prevented one.
func (r *Report) ExitCode() int {
	if r.ReasonKind == string(engine.Fault) {
		return 4
	}
	switch r.Verdict {
	case "TRUE":
		return 0
	case "FALSE":
		return 1
	}
	return 2
}

// oneLine keeps a reason on the line of the verdict.
func oneLine(s string) string {
	return strings.Join(strings.FieldsFunc(s, func(r rune) bool { return r == '\n' || r == '\r' }), "; ")
}
