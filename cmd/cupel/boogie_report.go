package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"cupel/product/boogie/infer"
	"cupel/product/boogie/vc"
)

// boogieReport is the JSON document of cupel boogie.
type boogieReport struct {
	File       string         `json:"file"`
	Procedures []boogieAnswer `json:"procedures"`
	Loops      []boogieLoop   `json:"loops,omitempty"` // with inferred invariants
	Summary    boogieSummary  `json:"summary"`
}

type boogieLoop struct {
	Procedure  string   `json:"procedure"`
	Line       int      `json:"line"`
	Column     int      `json:"column"`
	Invariants []string `json:"invariants"`
}

type boogieSummary struct {
	OK      int `json:"ok"`
	Error   int `json:"error"`
	Unknown int `json:"unknown"`
	Timeout int `json:"timeout"`
}

type boogieAnswer struct {
	Procedure string        `json:"procedure"`
	Message   string        `json:"message,omitempty"` // {:message} of the procedure
	Line      int           `json:"line"`
	Column    int           `json:"column"`
	Verdict   string        `json:"verdict"`
	Reason    string        `json:"reason,omitempty"`
	Errors    []boogieError `json:"errors,omitempty"`
	Undecided []boogieError `json:"undecided,omitempty"`
	Work      int           `json:"work"`
	Seconds   float64       `json:"seconds"`
}

type boogieError struct {
	Kind    string        `json:"kind"`
	Message string        `json:"message"`
	Where   string        `json:"where"` // in the source, if that is known
	Line    int           `json:"line"`  // in the Boogie program
	Column  int           `json:"column"`
	State   []boogieValue `json:"state,omitempty"`
}

type boogieValue struct {
	Name   string `json:"name"`
	Before string `json:"before,omitempty"`
	After  string `json:"after,omitempty"` // when it differs
}

func newBoogieReport(file string, results []vc.Result) *boogieReport {
	r := &boogieReport{File: file, Procedures: []boogieAnswer{}}
	for _, res := range results {
		a := boogieAnswer{
			Procedure: res.Procedure, Line: res.Pos.Line, Column: res.Pos.Col, Verdict: res.Verdict.String(),
			Reason: res.Reason, Work: res.Work, Seconds: res.Time.Seconds(),
		}
		a.Message, _ = res.Attrs.Text("message")
		for _, f := range res.Failures {
			a.Errors = append(a.Errors, newBoogieError(file, f))
		}
		for _, f := range res.Undecided {
			a.Undecided = append(a.Undecided, newBoogieError(file, f))
		}
		switch res.Verdict {
		case vc.OK:
			r.Summary.OK++
		case vc.Error:
			r.Summary.Error++
		case vc.Timeout:
			r.Summary.Timeout++
		default:
			r.Summary.Unknown++
		}
		r.Procedures = append(r.Procedures, a)
	}
	return r
}

// loops adds the invariants that were inferred.
func (r *boogieReport) loops(ls []infer.Loop) {
	for _, l := range ls {
		r.Loops = append(r.Loops, boogieLoop{l.Procedure, l.Pos.Line, l.Pos.Col, l.Invariants})
	}
}

func newBoogieError(file string, f vc.Failure) boogieError {
	e := boogieError{Kind: f.Kind.String(), Message: f.Text(), Where: f.Where(file), Line: f.Pos.Line, Column: f.Pos.Col}
	for _, b := range f.State {
		e.State = append(e.State, boogieValue{b.Name, b.Before, b.After})
	}
	return e
}

func (r *boogieReport) writeJSON(w io.Writer, _ bool) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	return e.Encode(r)
}

// writeText writes a line for each procedure, its errors under it, and a summary.
func (r *boogieReport) writeText(w io.Writer, state bool) error {
	var b strings.Builder
	for _, a := range r.Procedures {
		fmt.Fprintf(&b, "%s: %s", a.Procedure, a.Verdict)
		if a.Reason != "" && len(a.Errors) == 0 {
			fmt.Fprintf(&b, " (%s)", a.Reason)
		}
		b.WriteString("\n")
		for _, e := range a.Errors {
			fmt.Fprintf(&b, " - %s: %s\n", e.Where, e.Message)
			for _, v := range e.State {
				if state {
					b.WriteString("     " + v.text() + "\n")
				}
			}
		}
		for _, e := range a.Undecided {
			fmt.Fprintf(&b, " - %s: %s (undecided)\n", e.Where, e.Message)
		}
	}
	for _, l := range r.Loops {
		fmt.Fprintf(&b, "%s:%d:%d: inferred for this loop of %s:\n", r.File, l.Line, l.Column, l.Procedure)
		for _, i := range l.Invariants {
			fmt.Fprintf(&b, "  invariant %s;\n", i)
		}
	}
	s := r.Summary
	fmt.Fprintf(&b, "%d verified, %d with errors", s.OK, s.Error)
	if s.Unknown > 0 {
		fmt.Fprintf(&b, ", %d unknown", s.Unknown)
	}
	if s.Timeout > 0 {
		fmt.Fprintf(&b, ", %d timed out", s.Timeout)
	}
	b.WriteString("\n")
	_, err := io.WriteString(w, b.String())
	return err
}

func (v boogieValue) text() string {
	switch {
	case v.After == "":
		return v.Name + " = " + v.Before
	case v.Before == "":
		return v.Name + " = " + v.After + " here"
	}
	return v.Name + " = " + v.Before + ", here " + v.After
}
