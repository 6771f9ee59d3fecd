package solidity

import (
	"io"

	"cupel/evidence/sarif"
	"cupel/product/solidity/trace"
	"cupel/product/solidity/translate"
)

// Rules of SARIF results.
const (
	ruleViolation  = "violation"
	ruleUnverified = "not-verified"
	ruleMistake    = "input"
)

// flows converts the transactions of a trace to code flows.
func flows(t *trace.Trace) []sarif.Flow {
	if t == nil {
		return nil
	}
	var steps []sarif.Step
	for _, l := range t.Lines() {
		steps = append(steps, sarif.Step{Location: sarif.StepLocation{Location: sarif.Locate(l.Where), Message: sarif.Text{Text: l.Text}}, NestingLevel: l.Depth})
	}
	return sarif.NewFlow(steps)
}

// WriteSARIF writes the report in the Static Analysis Results Interchange Format (OASIS, version 2.1.0): an
// error for each violation and each mistake in the input, a warning for each unverified function, translation warnings as notes, and if
// checks are requested a result for each: pass, fail or open.
func (r *Report) WriteSARIF(w io.Writer, version string) error {
	run := sarif.Run{Name: "cupel", Version: version, Rules: []sarif.Rule{{ID: ruleViolation, Short: sarif.Text{Text: "A function violates an assertion or its specification."}},
		{ID: ruleUnverified, Short: sarif.Text{Text: "A function could not be translated or decided."}},
		{ID: ruleMistake, Short: sarif.Text{Text: "The input is not accepted."}}}}
	add := func(rule, level, text, where string) {
		x := sarif.Result{Rule: rule, Level: level, Message: sarif.Text{Text: text}}
		if where != "" {
			x.Locations = []sarif.Location{sarif.Locate(where)}
		}
		run.Results = append(run.Results, x)
	}
	run.Rules = append(run.Rules, sarif.Rule{ID: translate.CheckSpec.String(), Short: sarif.Text{Text: "A function does not do what a standard says."}})
	for i, k := range translate.CheckNames() {
		run.Rules = append(run.Rules, sarif.Rule{ID: k, Short: sarif.Text{Text: translate.CheckTexts()[i]}})
	}
	for _, m := range r.Mistakes {
		add(ruleMistake, sarif.LevelError, m.Text, m.Where)
	}
	for _, f := range r.Functions {
		if r.listed {
			for _, c := range f.Checks {
				run.Results = append(run.Results, c.sarif(f.Name))
			}
		}
		for _, e := range f.Errors {
			if e.check && r.listed {
				continue
			}
			add(ruleViolation, "error", f.Name+": "+e.Text, e.Where)
			run.Results[len(run.Results)-1].Flows = flows(e.Trace)
		}
		if f.Reason != "" || f.Verdict != OK && f.Verdict != Error {
			text := f.Name + ": " + f.Verdict
			if f.Reason != "" {
				text += ": " + f.Reason
			}
			add(ruleUnverified, "warning", text, f.Where)
		}
	}
	for _, s := range r.Standards {
		for _, m := range s.Missing {
			add(ruleUnverified, "warning", s.Contract+": "+s.Name+": missing: "+m, s.Where)
		}
	}
	for _, m := range r.Warnings {
		add(ruleUnverified, "note", m.Text, m.Where)
	}
	return run.Write(w)
}

// sarif returns the result of a check.
func (c *Check) sarif(function string) sarif.Result {
	x := sarif.Result{Rule: c.Kind, Kind: sarif.KindOpen, Level: sarif.LevelNone, Locations: []sarif.Location{sarif.Locate(c.Where)}, Flows: flows(c.Trace)}
	switch {
	case c.Result == Proved:
		x.Kind = sarif.KindPass
	case c.Result == Violated:
		x.Kind, x.Level = sarif.KindFail, sarif.LevelError
	case c.MayFail:
		x.Kind, x.Level = sarif.KindFail, sarif.LevelWarning
	}
	x.Message.Text = function + ": " + c.Kind + " '" + c.Code + "': " + c.Result
	if c.Reason != "" {
		x.Message.Text += ": " + c.Reason
	}
	return x
}
