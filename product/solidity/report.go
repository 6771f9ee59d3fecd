package solidity

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"

	"cupel/product/boogie/vc"
	"cupel/product/solidity/trace"
)

// The verdicts.
const (
	OK      = "OK"
	Error   = "ERROR"
	Skipped = "SKIPPED"
	Timeout = "TIMEOUT"
	Unknown = "UNKNOWN"
)

// The answers, which verdicts stand for. The verdicts are those of solc-verify.
const (
	AnswerProved   = "proved"
	AnswerViolated = "violated"
	AnswerUnknown  = "unknown"
	AnswerSkipped  = "skipped"
)

// Report is the result for a program's functions.
type Report struct {
	// Answer is that for all functions together; "": the input is wrong.
	Answer     string     `json:"answer,omitempty"`
	Arithmetic string     `json:"arithmetic"`
	Compiler   string     `json:"compiler,omitempty"` // its version
	Functions  []Function `json:"functions"`
	// Invariants were inferred; results depend on them, and are part of their own proof.
	Invariants []Invariant `json:"invariants,omitempty"`
	Warnings   []Message   `json:"warnings,omitempty"`
	// Assumptions are what the answers take for granted besides.
	Assumptions []string `json:"assumptions,omitempty"`
	// Mistakes are why the input is not verified; functions are empty, then.
	Mistakes []Message `json:"mistakes,omitempty"`
	// Standards are those that contracts were checked against.
	Standards []Standard `json:"standards,omitempty"`
	Summary   Summary    `json:"summary"`
	Seconds   float64    `json:"seconds"`
	// Sources are the texts that functions and messages are about.
	Sources []Source `json:"-"`

	annotated bool // annotations exist that functions depend on
	listed    bool // checks are requested, so the text lists them
	searched  bool // transactions were looked for
}

// Function is the result for a function.
type Function struct {
	Name    string    `json:"name"` // Contract::function
	Where   string    `json:"where"`
	Verdict string    `json:"verdict"`
	Answer  string    `json:"answer"` // proved, violated, unknown, skipped
	Errors  []Message `json:"errors,omitempty"`
	Reason  string    `json:"reason,omitempty"` // if SKIPPED, TIMEOUT or UNKNOWN
	Seconds float64   `json:"seconds"`
	// Checks are those of the function and its internal callees. A proved check holds in every execution that
	// passes the checks before it.
	Checks []Check `json:"checks,omitempty"`

	onlyChecks bool // the errors are violated checks
}

// Message is a text at file:line:column.
type Message struct {
	Where string `json:"where,omitempty"`
	Text  string `json:"text"`
	// Kind is that of a warning which was asked for; see Warnings.
	Kind string `json:"kind,omitempty"`
	// Note says what an error means for others.
	Note string `json:"note,omitempty"`
	// Trace are transactions that show an error; nil: none known.
	Trace *trace.Trace `json:"trace,omitempty"`
	// TraceIR are others, for code generated with viaIR; Trace is for code without, then.
	TraceIR *trace.Trace `json:"trace_via_ir,omitempty"`

	check bool // about a check
	exact bool // the function by itself fails so, in whatever state its specification allows
}

// Summary counts the functions by their verdicts.
type Summary struct {
	OK      int `json:"ok"`
	Error   int `json:"error"`
	Skipped int `json:"skipped"`
	Timeout int `json:"timeout"`
	Unknown int `json:"unknown"`
	// Checks counts their source positions.
	Checks CheckSummary `json:"checks"`
}

func (f *Function) fill(r *vc.Result) {
	f.Seconds = r.Time.Seconds()
	f.Reason = r.Reason
	switch r.Verdict {
	case vc.OK:
		f.Verdict = OK
	case vc.Error:
		f.Verdict, f.onlyChecks = Error, r.Reason == ""
		for i := range r.Failures {
			m := Message{Where: r.Failures[i].Where("?"), Text: r.Failures[i].Text(), check: r.Failures[i].Attrs.Find("check") != nil, exact: r.Failures[i].Exact}
			f.onlyChecks = f.onlyChecks && m.check
			if k := slices.IndexFunc(f.Errors, func(e Message) bool { return e.Where == m.Where && e.Text == m.Text && e.check == m.check }); k >= 0 {
				f.Errors[k].exact = f.Errors[k].exact || m.exact
			} else {
				f.Errors = append(f.Errors, m)
			}
		}
	case vc.Timeout:
		f.Verdict = Timeout
	default:
		f.Verdict = Unknown
	}
}

// mayFail is the reason of a function for whose errors no execution is known.
const mayFail = "it may fail, but no execution is known that does"

// settle leaves the verdict ERROR to functions that violate their specification, or fail in some execution: where
// checks only may fail as far as the verifier sees, it is not known. Where executions were looked for, that is so of
// annotations, too, if only what the verifier approximates, or what unknown code may do, breaks them.
func (r *Report) settle() {
	for i := range r.Functions {
		f := &r.Functions[i]
		if f.Verdict != Error || slices.ContainsFunc(f.Errors, func(e Message) bool {
			return !e.check && (e.exact || !r.searched) || e.Trace != nil || e.TraceIR != nil
		}) ||
			slices.ContainsFunc(f.Checks, func(c Check) bool { return c.Result == Violated }) {
			continue
		}
		f.Verdict = Unknown
		if f.Reason = mayFail; !f.onlyChecks {
			f.Reason += ", and there may be more errors"
		}
	}
}

func (r *Report) count() {
	r.Summary = Summary{}
	r.countChecks()
	for i := range r.Functions {
		f := &r.Functions[i]
		switch f.Verdict {
		case OK:
			r.Summary.OK++
			f.Answer = AnswerProved
		case Error:
			r.Summary.Error++
			f.Answer = AnswerViolated
		case Skipped:
			r.Summary.Skipped++
			f.Answer = AnswerSkipped
		case Timeout:
			r.Summary.Timeout++
			f.Answer = AnswerUnknown
		default:
			r.Summary.Unknown++
			f.Answer = AnswerUnknown
		}
	}
	switch s := &r.Summary; {
	case len(r.Mistakes) > 0:
		r.Answer = ""
	case s.Error > 0:
		r.Answer = AnswerViolated
	case s.Timeout+s.Unknown > 0 || len(r.Functions) == 0 || slices.ContainsFunc(r.Standards, func(s Standard) bool { return len(s.Missing) > 0 }):
		r.Answer = AnswerUnknown
	case s.Skipped > 0:
		r.Answer = AnswerSkipped
	default:
		r.Answer = AnswerProved
	}
}

// ExitCode is that of the answer: 5 where some functions were skipped and the others are proved, 3 for wrong input.
func (r *Report) ExitCode() int {
	switch r.Answer {
	case AnswerProved:
		return 0
	case AnswerViolated:
		return 1
	case AnswerSkipped:
		return 5
	case "":
		return 3
	}
	return 2
}

// WriteJSON writes the report as one JSON object.
func (r *Report) WriteJSON(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	return e.Encode(r)
}

// WriteText prints the report.
func (r *Report) WriteText(w io.Writer, warnings bool) error {
	p := &printer{w: w}
	for _, m := range r.Warnings {
		if !warnings && m.Kind == "" {
			continue
		}
		if m.Where != "" {
			p.f("%s: ", m.Where)
		}
		p.f("warning: %s", m.Text)
		if m.Kind != "" {
			p.f(" [%s]", m.Kind)
		}
		p.f("\n")
	}
	for _, f := range r.Functions {
		p.f("%s: %s", f.Name, f.Verdict)
		if f.Reason != "" && f.Verdict != Error {
			p.f(" (%s)", f.Reason)
		}
		p.f("\n")
		for _, e := range f.Errors {
			p.f(" - %s: %s\n", e.Where, e.Text)
			if e.Note != "" {
				p.f("   %s\n", e.Note)
			}
			if e.Trace != nil && e.TraceIR != nil {
				p.f("   %s:\n", legacyAndIR[0])
			}
			writeTrace(p, e.Trace)
			if e.Trace != nil && e.TraceIR != nil {
				p.f("   %s:\n", legacyAndIR[1])
			}
			writeTrace(p, e.TraceIR)
		}
		if r.listed {
			f.writeChecks(p)
		}
		if f.Reason != "" && f.Verdict == Error {
			p.f(" - there may be more errors: %s\n", f.Reason)
		}
	}
	for _, i := range r.Invariants {
		i.write(p)
	}
	for i := range r.Standards {
		r.Standards[i].write(p)
	}
	s := r.Summary
	switch {
	case s.Error > 0:
		p.f("Errors were found by the verifier.\n")
	case s.OK > 0 && s.Skipped+s.Timeout+s.Unknown == 0:
		p.f("No errors found.\n")
	default:
		p.f("No errors found in what was verified.\n")
	}
	if c := s.Checks; r.listed {
		p.f("Checks: %d proved, %d violated, %d unknown.\n", c.Proved, c.Violated, c.Unknown)
	}
	if s.Timeout+s.Unknown > 0 {
		p.f("Inconclusive results: %d of %d functions.\n", s.Timeout+s.Unknown, len(r.Functions))
	}
	if s.Skipped > 0 {
		p.f("Some functions were skipped: %d of %d.\n", s.Skipped, len(r.Functions))
	}
	return p.err
}

// printer keeps the first write error.
type printer struct {
	w   io.Writer
	err error
}

func (p *printer) f(format string, args ...any) {
	if p.err == nil {
		_, p.err = fmt.Fprintf(p.w, format, args...)
	}
}
