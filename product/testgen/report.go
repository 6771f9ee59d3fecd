package testgen

import (
	"encoding/hex"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"time"

	"cupel/core/program"
	"cupel/evidence"
	"cupel/internal/terminal"
	"cupel/product/testsuite"
)

// Report is the result of cupel test; it is also the JSON output.
type Report struct {
	Program     string           `json:"program"`
	DataModel   string           `json:"data_model"`
	Goal        Goal             `json:"goal"`
	Strategy    Strategy         `json:"strategy"`
	Branches    int              `json:"branches"`
	Covered     int              `json:"covered"`
	Unreachable int              `json:"unreachable"`
	Checks      []evidence.Check `json:"checks,omitempty"` // for goal checks: all, with their states
	ErrorFound  bool             `json:"error_found"`
	ErrorSafe   string           `json:"error_unreachable_by,omitempty"` // what proved that the error function is never called
	ErrorOpen   string           `json:"error_open,omitempty"`
	Uncovered   []BranchReport   `json:"uncovered,omitempty"`
	Tests       []TestReport     `json:"tests"`
	Found       int              `json:"tests_before_minimising"`
	Runs        int              `json:"runs"`
	Questions   int              `json:"solver_questions"`
	Phases      []Phase          `json:"phases"`
	Stopped     string           `json:"stopped,omitempty"`    // the limit that ended the search
	During      string           `json:"stopped_in,omitempty"` // the phase that it ended
	Seconds     float64          `json:"seconds"`
	Out         string           `json:"out,omitempty"` // directory or archive of the suite
	// Measured is the coverage by gcov, if requested.
	Measured   *Measured `json:"gcov,omitempty"`
	Unread     bool      `json:"unread,omitempty"` // a limit was met before anything was known of the program
	Assumption []string  `json:"assumptions,omitempty"`
	Warnings   []string  `json:"warnings,omitempty"`
}

// BranchReport is an uncovered branch.
type BranchReport struct {
	Branch      string `json:"branch"`
	Function    string `json:"function"`
	Unreachable string `json:"unreachable_by,omitempty"` // what proved it unreachable
	Open        string `json:"open,omitempty"`           // why it is undecided
}

// TestReport is a test.
type TestReport struct {
	Inputs  []string `json:"inputs"`
	End     string   `json:"end"`
	Error   bool     `json:"covers_error,omitempty"`
	Takes   int      `json:"branches"`
	By      string   `json:"by"`
	Depends string   `json:"depends_on,omitempty"`
}

// Report converts the result.
func (r *Result) Report(file string, model program.DataModel) *Report {
	rep := &Report{Program: file, DataModel: model.String(), Goal: r.Goal, Strategy: r.Strategy, Branches: len(r.Branches), ErrorSafe: r.Safe, Checks: r.Checks,
		Found: r.Found, Runs: r.Runs, Questions: r.Asked, Phases: r.Phases, Stopped: r.Stopped, During: r.During, Seconds: r.Seconds, Tests: []TestReport{}}
	rep.Covered, rep.Unreachable = r.Count()
	for _, t := range r.Tests {
		rep.Tests = append(rep.Tests, TestReport{append([]string{}, t.Shown...), t.End, t.Error, len(t.Taken), t.By, t.Depends})
		rep.ErrorFound = rep.ErrorFound || t.Error
	}
	if (r.Goal == Error || r.Goal == Checks) && !rep.ErrorFound {
		rep.ErrorOpen = r.Open
	}
	for _, b := range r.Branches {
		if !b.Covered {
			rep.Uncovered = append(rep.Uncovered, BranchReport{b.Name, b.Func, b.Unreachable, b.Open})
		}
	}
	if r.Subject == nil {
		rep.Unread = true
		return rep
	}
	as, warnings := r.Subject.Assumptions()
	for _, a := range as {
		rep.Assumption = append(rep.Assumption, a.Text)
	}
	rep.Warnings = warnings
	for _, src := range r.Subject.Inputs.Sources {
		if src.Kind == program.Symbolic {
			rep.Warnings = append(rep.Warnings, fmt.Sprintf("%s: %s is made symbolic, which is no input of a test and keeps the values it has; give it the result of an input function", src.Pos, src.Name))
			break
		}
	}
	return rep
}

// WriteText prints the report as text.
func (r *Report) WriteText(w io.Writer) error {
	var b strings.Builder
	p := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	p("program: %s (%s)", r.Program, r.DataModel)
	for _, a := range r.Assumption {
		p("assumption: %s", a)
	}
	for _, x := range r.Warnings {
		p("warning: %s", x)
	}
	for i, t := range r.Tests {
		in := strings.Join(t.Inputs, ", ")
		if len(t.Inputs) > shownInputs {
			in = strings.Join(t.Inputs[:shownInputs], ", ") + fmt.Sprintf(", ... (%d)", len(t.Inputs))
		}
		line := fmt.Sprintf("test %d: inputs %s; %s", i+1, in, t.End)
		if len(t.Inputs) == 0 {
			line = fmt.Sprintf("test %d: no inputs; %s", i+1, t.End)
		}
		if r.Goal == Branches {
			line += fmt.Sprintf("; %d branches", t.Takes)
		}
		if t.Depends != "" {
			line += "; depends on " + t.Depends
		}
		p("%s (%s)", line, t.By)
	}
	for i := range r.Checks {
		if c := &r.Checks[i]; c.State == evidence.CheckOpen {
			p("%s", terminal.Line(c.Lines()[0]))
		}
	}
	for _, u := range r.Uncovered {
		switch {
		case u.Unreachable != "":
			p("unreachable: %s (%s), proven by %s", u.Branch, u.Function, u.Unreachable)
		case u.Open != "":
			p("not covered: %s (%s): %s", u.Branch, u.Function, u.Open)
		default:
			p("not covered: %s (%s)", u.Branch, u.Function)
		}
	}
	if r.Unreachable > 0 {
		p("unreachable means: no execution without undefined behaviour, and before a call of the error function, takes the branch")
	}
	if r.Goal == Checks {
		p("time: %.1f s", r.Seconds)
	} else {
		p("runs: %d, questions to the solver: %d, time: %.1f s", r.Runs, r.Questions, r.Seconds)
	}
	if r.Stopped != "" {
		if r.During != "" {
			p("ended by: %s in the phase %s", r.Stopped, r.During)
		} else {
			p("ended by: %s", r.Stopped)
		}
	}
	if m := r.Measured; m != nil {
		p("gcov: %s", m)
	}
	if r.Out != "" {
		p("suite: %s, %d tests", r.Out, len(r.Tests))
	}
	p("%s", r.summary())
	_, err := io.WriteString(w, b.String())
	return err
}

// summary is the last line.
func (r *Report) summary() string {
	if r.Unread {
		return "TESTS: none found (" + r.Stopped + " while the program was read)"
	}
	if r.Goal == Checks {
		if r.ErrorOpen != "" {
			return "TESTS: none found (" + r.ErrorOpen + ")"
		}
		return fmt.Sprintf("TESTS: %d, one for each violated check; checks: %s", len(r.Tests), evidence.CheckCounts(r.Checks))
	}
	if r.Goal == Error {
		switch {
		case r.ErrorFound:
			return "TESTS: the error function is called"
		case r.ErrorSafe != "":
			return "TESTS: none, the error function is never called (proven by " + r.ErrorSafe + ")"
		case r.ErrorOpen != "":
			return "TESTS: none found (" + r.ErrorOpen + ")"
		}
		return "TESTS: none found"
	}
	s := fmt.Sprintf("TESTS: %d of %d branches covered", r.Covered, r.Branches)
	if r.Unreachable > 0 {
		s += fmt.Sprintf(", %d unreachable", r.Unreachable)
	}
	if open := r.Branches - r.Covered - r.Unreachable; open > 0 {
		s += fmt.Sprintf(", %d open", open)
	}
	return s
}

// ExitCode is 0 if nothing is open, else 2.
func (r *Report) ExitCode() int {
	open := r.Covered+r.Unreachable < r.Branches
	if r.Goal == Error {
		open = !r.ErrorFound && r.ErrorSafe == ""
	}
	if r.Goal == Checks {
		_, _, left := evidence.CountChecks(r.Checks)
		open = left > 0 || r.ErrorOpen != ""
	}
	if open || r.Unread {
		return 2
	}
	return 0
}

// Suite converts the tests to files, for a program with this hash.
func (r *Result) Suite(file string, hash [32]byte, model program.DataModel, criterion, entry, producer string) *testsuite.Suite {
	s := &testsuite.Suite{Metadata: testsuite.Metadata{Producer: producer, Specification: criterion, ProgramFile: filepath.Base(file),
		ProgramHash: hex.EncodeToString(hash[:]), Entry: entry, Architecture: testsuite.Bits32, Created: time.Now()}}
	if model == program.LP64 {
		s.Metadata.Architecture = testsuite.Bits64
	}
	for _, t := range r.Tests {
		x := testsuite.Test{CoversError: t.Error}
		for i, v := range t.Shown {
			x.Inputs = append(x.Inputs, testsuite.Input{Type: t.Inputs[i].Type, Value: v})
		}
		s.Tests = append(s.Tests, x)
	}
	return s
}
