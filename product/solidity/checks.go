package solidity

import (
	"cmp"
	"fmt"
	"slices"

	"cupel/core/program"
	"cupel/product/boogie"
	"cupel/product/boogie/vc"
	"cupel/product/solidity/trace"
	"cupel/product/solidity/translate"
)

// The results of checks.
const (
	Proved   = "proved"
	Violated = "violated"
	// Open: it may fail, is undecided, or was not translated.
	Open = "unknown"
)

// Check is the result of a check at a source position, in one function and its internal callees.
type Check struct {
	Kind string `json:"kind"` // assert, overflow, underflow, div, index, pop
	// Where is file:line:column, Code the source text there.
	Where  string `json:"where"`
	Code   string `json:"code,omitempty"`
	Result string `json:"result"`
	// MayFail: the verifier has a counterexample, which may start in an unreachable state, or rest on an
	// approximation. It is also set for violated checks.
	MayFail bool   `json:"may_fail,omitempty"`
	Reason  string `json:"reason,omitempty"`
	// Inputs are parameter values with which it fails.
	Inputs []Input `json:"inputs,omitempty"`
	// Trace are transactions that violate it.
	Trace *trace.Trace `json:"trace,omitempty"`
	// TraceIR are others, for code generated with viaIR; Trace is for code without, then.
	TraceIR *trace.Trace `json:"trace_via_ir,omitempty"`

	node, length int // ID of the syntax node; length of its text
}

// Input is the value of a parameter.
type Input struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// CheckSummary counts source positions of checks by their results in all functions that reach them.
type CheckSummary struct {
	Proved   int `json:"proved"`
	Violated int `json:"violated"`
	Unknown  int `json:"unknown"`
}

// checks derives the results of a function's checks from the verdict of its procedure; r is nil if it was not
// translated.
func (t *Translation) checks(f *translate.Function, r *vc.Result, g *Function) []Check {
	type key struct {
		kind string
		node int
	}
	failed := map[key]*vc.Failure{}
	open := map[key]bool{}
	of := func(x *vc.Failure) (key, bool) {
		a := x.Attrs.Find("check")
		if a == nil || len(a.Args) != 2 {
			return key{}, false
		}
		kind, ok1 := a.Args[0].(*boogie.StringLit)
		node, ok2 := a.Args[1].(*boogie.IntLit)
		if !ok1 || !ok2 {
			return key{}, false
		}
		return key{kind.Value, int(node.Value.Int64())}, true
	}
	if r != nil {
		for i := range r.Failures {
			if k, ok := of(&r.Failures[i]); ok && (failed[k] == nil || r.Failures[i].Exact) {
				failed[k] = &r.Failures[i]
			}
		}
		for i := range r.Undecided {
			if k, ok := of(&r.Undecided[i]); ok {
				open[k] = true
			}
		}
	}
	var cs []Check
	for _, s := range f.Checks {
		c := Check{Kind: s.Kind.String(), Where: where(s.Pos), Code: shown(s), node: s.Node, length: s.Len}
		k := key{c.Kind, s.Node}
		switch x := failed[k]; {
		case s.Problem != "":
			c.Result, c.Reason = Open, s.Problem
		case x != nil:
			c.Result, c.MayFail = Open, true
			c.Inputs = inputs(f, x)
			if t.Exact && f.Entry && x.Exact {
				c.Result = Violated
			}
		case r == nil:
			c.Result, c.Reason = Open, g.Reason
		case open[k], r.Verdict != vc.OK && len(r.Failures)+len(r.Undecided) == 0:
			c.Result, c.Reason = Open, r.Reason
		default:
			c.Result = Proved
		}
		cs = append(cs, c)
	}
	slices.SortStableFunc(cs, func(a, b Check) int { return byPlace(a.Where, b.Where) })
	return cs
}

// writeChecks writes a line for each check.
func (f *Function) writeChecks(p *printer) {
	for _, c := range f.Checks {
		p.f(" * %s: %s '%s': %s", c.Where, c.Kind, c.Code, c.Result)
		switch {
		case c.Reason != "":
			p.f(" (%s)", c.Reason)
		case c.MayFail && c.Result == Open:
			p.f(" (it may fail)")
		}
		p.f("\n")
	}
}

// byPlace orders positions file:line:column.
func byPlace(a, b string) int {
	l, m := program.ParsePos(a), program.ParsePos(b)
	if c := cmp.Compare(l.File, m.File); c != 0 || l.Line == 0 || m.Line == 0 {
		return c
	}
	return cmp.Or(cmp.Compare(l.Line, m.Line), cmp.Compare(l.Col, m.Col))
}

// inputs returns the function's parameters in a counterexample.
func inputs(f *translate.Function, x *vc.Failure) []Input {
	var ins []Input
	for _, b := range x.State {
		if name, ok := f.Inputs[b.Name]; ok && b.Before != "" && b.Before != "?" {
			ins = append(ins, Input{name, b.Before})
		}
	}
	return ins
}

// short joins a text into one line.
func short(code string) string {
	const most = 60
	if r := []rune(code); len(r) > most {
		return string(r[:most-3]) + "..."
	}
	return code
}

// notDeployed handles a contract whose constructor is not known to terminate: no execution in it is certain.
func (f *Function) notDeployed() {
	for i := range f.Checks {
		if c := &f.Checks[i]; c.Result == Violated {
			c.Result, c.Reason = Open, "the constructor is not known to end"
		}
	}
}

// dependent marks results proved under annotations as open if not all assumed annotations are proved.
func (r *Report) dependent() {
	if !r.annotated {
		return
	}
	why := ""
	for i := range r.Functions {
		f := &r.Functions[i]
		switch {
		case f.Verdict == OK || f.onlyChecks:
		case why == "":
			why = fmt.Sprintf("it holds if the annotations do; %s is not proved", f.Name)
		}
	}
	if why == "" {
		return
	}
	for i := range r.Functions {
		for k := range r.Functions[i].Checks {
			if c := &r.Functions[i].Checks[k]; c.Result == Proved {
				c.Result, c.Reason = Open, why
			}
		}
	}
}

// countChecks counts positions: proved in every function that reaches them, violated in one, or open.
func (r *Report) countChecks() {
	type key struct {
		kind string
		node int
	}
	worst := map[key]string{}
	for i := range r.Functions {
		for _, c := range r.Functions[i].Checks {
			k := key{c.Kind, c.node}
			if w := worst[k]; w == "" || c.Result == Violated || w == Proved {
				worst[k] = c.Result
			}
		}
	}
	r.Summary.Checks = CheckSummary{}
	for _, w := range worst {
		switch w {
		case Proved:
			r.Summary.Checks.Proved++
		case Violated:
			r.Summary.Checks.Violated++
		default:
			r.Summary.Checks.Unknown++
		}
	}
}

// shown is the text of a check: the code, shortened, or the name of a clause.
func shown(s translate.Site) string {
	if s.Kind == translate.CheckSpec {
		return s.Code
	}
	return short(s.Code)
}
