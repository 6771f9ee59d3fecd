package evidence

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"cupel/analysis/execution"
	"cupel/core/diagram"
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/engine"
	"cupel/frontend/c/literal"
	"cupel/internal/terminal"
)

// A Sample is a snapshot of a run's progress.
type Sample struct {
	Seconds     float64 `json:"seconds"` // since the start of the run
	Phase       string  `json:"phase"`
	Steps       int     `json:"steps"`
	Depth       int     `json:"depth"`
	Open        int     `json:"open"` // size of the frontier
	Refinements int     `json:"refinements"`
	Proven      int     `json:"proven"` // goals proven, if verified one by one
}

// Report is the complete result of a run, and the JSON output.
type Report struct {
	Verdict string `json:"verdict"` // TRUE, FALSE, UNKNOWN
	Reason  string `json:"reason,omitempty"`
	// ReasonKind is an engine.ReasonKind, if UNKNOWN.
	ReasonKind string   `json:"reason_kind,omitempty"`
	Program    string   `json:"program"`
	More       []string `json:"more_files,omitempty"` // further files of the program
	Property   string   `json:"property"`
	Result     string   `json:"result"` // true, false(PROPERTY), unknown
	// DecidedBy is what decided: the engine, or a phase before it.
	DecidedBy   string       `json:"decided_by,omitempty"`
	DataModel   string       `json:"data_model"`
	Engine      string       `json:"engine"`
	Settings    []string     `json:"settings,omitempty"`
	Arithmetic  string       `json:"arithmetic,omitempty"`
	Goals       []GoalCount  `json:"goals,omitempty"`
	Assumptions []Assumption `json:"assumptions,omitempty"`
	Warnings    []string     `json:"warnings,omitempty"`

	Inputs []InputValue `json:"inputs,omitempty"` // of the counterexample, in order
	Slots  []SlotValue  `json:"slots,omitempty"`  // the same by slot (package analysis/execution/inputs), if the program was restricted
	// Depends are other values that the counterexample depends on; without DependsExact it may depend on them,
	// the execution being too long to tell.
	Depends      []Dependence `json:"depends_on,omitempty"`
	DependsExact bool         `json:"depends_exact,omitempty"`

	// Loops tells what is known of the loops, and Lasso of an execution that never ends, if the property is termination.
	Loops []Loop       `json:"loops,omitempty"`
	Lasso *LassoReport `json:"lasso,omitempty"`

	// Checks is the table of all checks, by place, where checks were chosen.
	Checks []Check `json:"checks,omitempty"`

	// Trace is the execution step by step, if requested.
	Trace *execution.Trace `json:"trace,omitempty"`

	ErrorAt  string `json:"error_at,omitempty"`
	Goal     string `json:"goal,omitempty"`      // the check that fails there; "": the error function is called
	GoalKind string `json:"goal_kind,omitempty"` // of what kind it is
	// Fault tells the fault of memory that the execution ends with.
	Fault     *execution.Fault `json:"fault,omitempty"`
	Confirmed string           `json:"confirmed,omitempty"` // how the counterexample was confirmed
	Harness   string           `json:"harness,omitempty"`   // outcome of the compiled harness
	Proof     string           `json:"proof,omitempty"`     // kind of the proof
	// Invariants hold whenever their loop heads are reached.
	Invariants []Invariant `json:"invariants,omitempty"`
	Certified  string      `json:"certified,omitempty"` // how the proof was re-checked; "no: ..." if that failed
	// Certificate is Certified in machine-readable form.
	Certificate *Certificate `json:"certificate,omitempty"`
	Explored    string       `json:"re_explored,omitempty"` // outcome of a repeated search, which is no certificate
	Witness     string       `json:"witness,omitempty"`
	Unwritten   []string     `json:"unwritten,omitempty"` // outputs that failed, with reasons

	// Summaries describes the loop summaries used, with --explain.
	Summaries string `json:"summaries,omitempty"`

	// Portfolio reports the engines run, if several were.
	Portfolio *Portfolio `json:"portfolio,omitempty"`

	// Passed are the edges on the counterexample's execution, for --report.
	Passed []Passage `json:"passed,omitempty"`
	// Graphs are the functions' automata and the engine's explored graph, for --report.
	Graphs []*diagram.Graph `json:"graphs,omitempty"`
	// Sources are the source texts, for --report.
	Sources []Source `json:"-"`

	// Read: the program was read, so all its files are known.
	Read bool `json:"-"`

	// Work is the work of the search, in units of package work.
	Work  int           `json:"work,omitempty"`
	Stats []engine.Stat `json:"statistics,omitempty"`
	Times []PhaseTime   `json:"times,omitempty"`
	// EndedIn is the phase in which a limit was met.
	EndedIn *Phase `json:"ended_in,omitempty"`
	// Progress is sampled over time, for HTML pages.
	Progress []Sample `json:"progress,omitempty"`
}

// Source is the text of a file.
type Source struct{ File, Text string }

// GoalCount is the number of goals of a kind: what TRUE excludes.
type GoalCount struct {
	Kind  string `json:"kind"`
	Count int    `json:"count"`
}

// goals counts a program's goals by kind.
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

// InputValue is one input value, from a call or, in a control-flow automaton, a havoc.
type InputValue struct {
	Call     string `json:"call,omitempty"`
	Variable string `json:"variable,omitempty"`
	Type     string `json:"type"`
	Value    string `json:"value"`
	Shown    string `json:"shown,omitempty"` // for people, where Value is hard to read: a character, a decimal
	At       string `json:"at"`
}

// Text is the value for people.
func (in InputValue) Text() string {
	if in.Shown == "" {
		return in.Value
	}
	return in.Value + " (" + in.Shown + ")"
}

// readable is a value of a type as people write it, where its exact text is another one; "": it is not.
func readable(v *logic.Term, ctype string) string {
	switch {
	case v == nil || !v.IsConst():
	case v.Sort().IsFloat():
		if s := literal.Short(v, true); s != literal.Exact(v, true) {
			return s
		}
	case v.Sort().IsBV() && v.Sort().Width() == 8 && strings.TrimPrefix(ctype, "const ") == "char": // the others are small numbers
		n, _ := v.BVUint64()
		if s, ok := literal.Character(byte(n)); ok {
			return s
		}
	}
	return ""
}

// SlotValue is the value, in SMT-LIB syntax, of the N-th read of a source.
type SlotValue struct {
	Source int    `json:"source"`
	N      int    `json:"n"`
	Value  string `json:"value"`
}

// Invariant is a loop invariant, in C syntax if expressible.
type Invariant struct {
	At      string `json:"at"`
	Formula string `json:"formula"`
	// Copies tells of how many inlined copies of the loop it is proven, as "1 of 2"; "": of all.
	Copies string `json:"copies,omitempty"`
}

// Said returns the formula with the copies concerned.
func (i Invariant) Said() string {
	if i.Copies == "" {
		return i.Formula
	}
	return i.Formula + " (where the loop is inlined, in " + i.Copies + " copies)"
}

// PhaseTime is the wall time of one phase, and its work.
type PhaseTime struct {
	Phase   string  `json:"phase"`
	Seconds float64 `json:"seconds"`
	Work    int     `json:"work,omitempty"` // in units of package work
}

// Because sets the reason for a missing verdict.
func (r *Report) Because(why engine.Reason) {
	r.Reason, r.ReasonKind = terminal.Message(oneLine(why.Text)), string(why.Kind)
}

// Disagrees reports whether a counterexample is no verdict, because the compiled program does something else.
func (r *Report) Disagrees() bool { return r.ReasonKind == string(engine.Disagreement) }

// writeInputs lists the inputs of a counterexample, what a caller chooses among them, and what else it depends on.
func (r *Report) writeInputs(b *strings.Builder) {
	list(b, r.Inputs, func(in InputValue) string {
		source := in.Variable
		if source == "" {
			source = in.Call + "()"
		}
		return fmt.Sprintf("%s = %s   at %s", source, in.Text(), terminal.Line(in.At))
	})
	var chosen, others []Dependence
	for _, d := range r.Depends {
		if d.chosen() {
			chosen = append(chosen, d)
		} else {
			others = append(others, d)
		}
	}
	line := func(d Dependence) string { return terminal.Line(d.String()) }
	list(b, chosen, line)
	switch {
	case len(r.Inputs) == 0 && len(r.Depends) == 0 && r.DependsExact && !r.Disagrees():
		b.WriteString("  (none: every execution reaches it)\n")
		return
	case len(r.Inputs) == 0 && len(chosen) == 0:
		b.WriteString("  (none)\n")
	}
	switch {
	case len(others) == 0:
		return
	case r.DependsExact:
		b.WriteString("and it depends on values that the program does not determine:\n")
	default:
		b.WriteString("and it may depend on values that the program does not determine (the execution is too long to follow):\n")
	}
	list(b, others, line)
}

// writeFault tells the fault of memory.
func (r *Report) writeFault(b *strings.Builder) {
	if r.Fault == nil {
		return
	}
	fmt.Fprintf(b, "memory: %s\n", terminal.Line(r.Fault.Text))
	list(b, r.Fault.Places, func(p execution.FaultPlace) string { return terminal.Line(p.At + ": " + p.Text) })
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

// TextOptions control the amount of text.
type TextOptions struct {
	Statistics bool // with times
	FullTrace  bool // repetitions unfolded
}

// WriteText prints the report as text; the last line is the verdict.
func (r *Report) WriteText(w io.Writer, o TextOptions) error {
	var b strings.Builder
	stats := o.Statistics
	fmt.Fprintf(&b, "program: %s (%s), property: %s\n", terminal.Line(strings.Join(append([]string{r.Program}, r.More...), ", ")), r.DataModel, r.Property)
	fmt.Fprintf(&b, "engine: %s", r.Engine)
	if len(r.Settings) > 0 {
		fmt.Fprintf(&b, " (%s)", strings.Join(r.Settings, ", "))
	}
	b.WriteString("\n")
	r.writeAssumptions(&b)
	r.writeWarnings(&b)
	r.writeChecks(&b)
	if r.Trace != nil {
		b.WriteString("execution:\n")
		if err := r.Trace.WriteText(&b, o.FullTrace); err != nil {
			return err
		}
	}
	r.writeLoops(&b)
	r.writeLasso(&b)
	if r.ErrorAt != "" && r.Lasso == nil {
		what := "the error is reached"
		if r.Goal != "" {
			what = "a check fails (" + r.Goal + ")"
		}
		if r.Disagrees() {
			what = "in the replay " + what
		}
		fmt.Fprintf(&b, "%s at %s with these inputs:\n", what, terminal.Line(r.ErrorAt))
		r.writeInputs(&b)
		r.writeFault(&b)
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
		fmt.Fprintf(&b, "harness: %s\n", terminal.Line(r.Harness))
	}
	if r.Proof != "" {
		fmt.Fprintf(&b, "proof: %s\n", r.Proof)
	}
	list(&b, r.Invariants, func(i Invariant) string { return terminal.Line(fmt.Sprintf("invariant at %s: %s", i.At, i.Said())) })
	if r.Certified != "" {
		fmt.Fprintf(&b, "certified: %s\n", r.Certified)
	}
	if r.Explored != "" {
		fmt.Fprintf(&b, "%s\n", r.Explored)
	}
	if r.Witness != "" {
		fmt.Fprintf(&b, "witness: %s\n", terminal.Line(r.Witness))
	}
	for _, u := range r.Unwritten {
		fmt.Fprintf(&b, "not written: %s\n", terminal.Line(u))
	}
	b.WriteString(r.Summaries)
	if stats {
		for _, s := range r.Stats {
			fmt.Fprintf(&b, "%s: %s\n", s.Name, s.Value)
		}
		for _, t := range r.Times {
			fmt.Fprintf(&b, "time %s: %.3f s", t.Phase, t.Seconds)
			if t.Work > 0 {
				fmt.Fprintf(&b, ", %d units of work", t.Work)
			}
			b.WriteString("\n")
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
	if r.EndedIn != nil {
		fmt.Fprintf(&b, "ended in: %s\n", r.EndedIn)
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

// ExitCode returns 0, 1 or 2 for TRUE, FALSE, UNKNOWN, and 4 after an internal error.
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

// oneLine removes line breaks.
func oneLine(s string) string {
	return strings.Join(strings.FieldsFunc(s, func(r rune) bool { return r == '\n' || r == '\r' }), "; ")
}
