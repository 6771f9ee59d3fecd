package report

import (
	"io"
	"strings"

	"cupel/analysis/execution"
	"cupel/evidence"
	"cupel/evidence/sarif"
)

// A Task is one verified program with its result. Several are written to one file.
type Task struct {
	Name   string
	Report *evidence.Report // nil: the input is invalid
	Wrong  string           // why it is invalid
	// AsExpected: the verdict is the expected one.
	AsExpected bool
}

// The rules of results.
const (
	ruleViolation = "violation"
	ruleUnknown   = "unknown"
	ruleProved    = "proved"
	ruleInput     = "input"
	ruleAssumed   = "assumption"
	ruleFails     = "check-violated"
	ruleOpen      = "check-open"
)

var rules = []sarif.Rule{
	{ID: ruleViolation, Short: sarif.Text{Text: "An execution of the program violates the property."}},
	{ID: ruleUnknown, Short: sarif.Text{Text: "It is not known whether the property holds."}},
	{ID: ruleProved, Short: sarif.Text{Text: "No execution violates the property."}},
	{ID: ruleInput, Short: sarif.Text{Text: "The program or its task cannot be read."}},
	{ID: ruleFails, Short: sarif.Text{Text: "An execution of the program violates a check."}},
	{ID: ruleOpen, Short: sarif.Text{Text: "It is not known whether an execution violates a check."}},
	{ID: ruleAssumed, Short: sarif.Text{Text: "A verdict takes something for granted."}},
}

// WriteSARIF writes verdicts in the Static Analysis Results Interchange Format: an error for a violation, with
// its execution as a code flow if available, a warning for a missing verdict, a pass for a proof, a result for each check
// that is violated or open, notes for assumptions.
func WriteSARIF(w io.Writer, version string, tasks ...Task) error {
	run := sarif.Run{Name: "cupel", Version: version, Rules: rules}
	for _, t := range tasks {
		run.Results = append(run.Results, t.results()...)
	}
	return run.Write(w)
}

func (t *Task) results() []sarif.Result {
	r := t.Report
	if r == nil {
		at := sarif.Locate(placeOf(t.Wrong, t.Name))
		return []sarif.Result{{Rule: ruleInput, Level: sarif.LevelError, Message: sarif.Text{Text: t.Wrong}, Locations: []sarif.Location{at}}}
	}
	x := sarif.Result{Message: sarif.Text{Text: Sentence(r)}, Locations: []sarif.Location{sarif.Locate(r.Program)}}
	switch r.Verdict {
	case "FALSE":
		x.Rule, x.Level = ruleViolation, sarif.LevelError
	case "TRUE":
		x.Rule, x.Kind, x.Level = ruleProved, sarif.KindPass, sarif.LevelNone
	default:
		x.Rule, x.Level = ruleUnknown, sarif.LevelWarning
	}
	if r.Verdict == "FALSE" || r.Disagrees() {
		x.Locations[0] = sarif.Locate(r.ErrorAt)
		if in := inputs(r); in != "" {
			x.Message.Text += " Inputs: " + in + "."
		}
		if r.Trace != nil {
			x.Flows = flow(r.Trace)
		}
		tell(&x, r.Fault)
	}
	if t.AsExpected && r.Verdict != "TRUE" {
		x.Level = sarif.LevelNote
		x.Message.Text += " That is expected."
	}
	out := []sarif.Result{x}
	if rows := checks(r, t.AsExpected); len(rows) > 0 && r.Verdict == "UNKNOWN" && !r.Disagrees() { // they say more
		out = rows
	} else {
		out = append(out, rows...)
	}
	for _, a := range r.Assumptions {
		n := sarif.Result{Rule: ruleAssumed, Level: sarif.LevelNote, Message: sarif.Text{Text: a.Text}}
		if a.Line > 0 {
			at := sarif.Locate(a.File)
			at.Physical.Region = &sarif.Region{Line: a.Line, Column: a.Column}
			n.Locations = []sarif.Location{at}
		}
		out = append(out, n)
	}
	return out
}

// checks are the results of a table of checks: those that are violated and those that are open.
func checks(r *evidence.Report, expected bool) (out []sarif.Result) {
	for i := range r.Checks {
		c := &r.Checks[i]
		x := sarif.Result{Rule: ruleFails, Level: sarif.LevelError, Locations: []sarif.Location{sarif.Locate(c.At)}}
		switch c.State {
		case evidence.CheckProved:
			continue
		case evidence.CheckViolated:
			if headline(r, c) {
				continue
			}
		case evidence.CheckOpen:
			x.Rule, x.Level = ruleOpen, sarif.LevelWarning
		}
		if expected {
			x.Level = sarif.LevelNote
		}
		x.Message.Text = checkSentence(c)
		tell(&x, c.Fault)
		out = append(out, x)
	}
	return out
}

// tell adds a fault of memory to a result, with its places.
func tell(x *sarif.Result, f *execution.Fault) {
	if f == nil {
		return
	}
	x.Message.Text += " Memory: " + f.Text + "."
	for _, p := range f.Places {
		x.Related = append(x.Related, sarif.StepLocation{Location: sarif.Locate(p.At), Message: sarif.Text{Text: p.Text}})
	}
}

// headline reports whether the verdict is the violation of a check.
func headline(r *evidence.Report, c *evidence.Check) bool {
	return r.Verdict == "FALSE" && c.State == evidence.CheckViolated && c.At == r.ErrorAt && (c.Condition == r.Goal || r.Goal == "")
}

// checkSentence says what is known of a check.
func checkSentence(c *evidence.Check) string {
	text := "This check is " + c.State + ": " + c.String()
	if c.Function != "" {
		text += ", in " + c.Function
	}
	if why := c.Why(); why != "" {
		text += " (" + why + ")"
	}
	return text + "."
}

// inputs lists the first inputs of an execution in a line.
func inputs(r *evidence.Report) string {
	var parts []string
	for _, in := range r.Inputs[:min(len(r.Inputs), maxInputs)] {
		name := in.Variable
		if name == "" {
			name = in.Call + "()"
		}
		parts = append(parts, name+" = "+in.Value)
	}
	if len(r.Inputs) > maxInputs {
		parts = append(parts, "...")
	}
	return strings.Join(parts, ", ")
}

// flow converts an execution, only its beginning and end if it is long.
func flow(t *execution.Trace) []sarif.Flow {
	var steps []sarif.Step
	for i := range t.Steps {
		s := &t.Steps[i]
		if i >= maxFlow/2 && i < len(t.Steps)-maxFlow/2 || s.Line == 0 {
			continue
		}
		at := sarif.Locate(s.File)
		at.Physical.Region = &sarif.Region{Line: s.Line, Column: s.Column}
		steps = append(steps, sarif.Step{Location: sarif.StepLocation{Location: at, Message: sarif.Text{Text: s.String()}}, NestingLevel: max(s.Depth-1, 0)})
	}
	return sarif.NewFlow(steps)
}

// placeOf is the position at the beginning of a message, or else other.
func placeOf(message, other string) string {
	if at, _, ok := strings.Cut(message, ": "); ok && !strings.ContainsAny(at, " \t") {
		return at
	}
	return other
}
