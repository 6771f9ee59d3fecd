package solidity

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"cupel/product/boogie"
	"cupel/product/solidity/ast"
	"cupel/product/solidity/solc"
)

// Where a program may be compiled by either code generator and its translations differ, both are verified. What the
// report says then holds for both.

// generators returns the code generators that may be used.
func generators(p *ast.Program, viaIR string) (solc.Generators, error) {
	switch viaIR {
	case "":
		return max(p.Generators, solc.Legacy), nil
	case "no":
		return solc.Legacy, nil
	case "any":
		if p.Version.Less(solc.ProductionIR) {
			return solc.Legacy, nil
		}
		return solc.Either, nil
	case "yes":
		if p.Version.Less(solc.FirstIR) {
			return 0, fmt.Errorf("version %s of Solidity generates no code by the intermediate representation, %s does first; leave out --via-ir, or name a compiler with --solc-version",
				p.Version, solc.FirstIR)
		}
		return solc.ViaIR, nil
	}
	return 0, fmt.Errorf("%q: choose yes, no or any", viaIR)
}

// ParseViaIR checks a choice of code generators.
func ParseViaIR(s string) error {
	_, err := generators(&ast.Program{Version: solc.ProductionIR}, s)
	return err
}

// equal returns the procedures that are the same in both translations, with all that they call.
func (t *Translation) equal(u *Translation) map[string]bool {
	a, rest := parts(t.Program)
	b, others := parts(u.Program)
	if !maps.Equal(rest, others) {
		return nil
	}
	same := map[string]bool{}
	for name, p := range a {
		same[name] = b[name] != nil && b[name].text == p.text
	}
	for changed := true; changed; {
		changed = false
		for name, p := range a {
			if same[name] && slices.ContainsFunc(p.calls, func(c string) bool { return !same[c] }) {
				same[name], changed = false, true
			}
		}
	}
	maps.DeleteFunc(same, func(_ string, equal bool) bool { return !equal })
	return same
}

// procedure is the text of a procedure, and what it calls.
type procedure struct {
	text  string
	calls []string
}

// parts returns the procedures of a program, and the texts of its other declarations.
func parts(p *boogie.Program) (procedures map[string]*procedure, rest map[string]bool) {
	procedures, rest = map[string]*procedure{}, map[string]bool{}
	for _, d := range p.Decls {
		var text strings.Builder
		if err := boogie.Print(&text, &boogie.Program{Decls: []boogie.Decl{d}}); err != nil {
			continue // a builder does not fail
		}
		q, ok := d.(*boogie.Procedure)
		if !ok {
			rest[text.String()] = true
			continue
		}
		x := &procedure{text: text.String()}
		if q.Body != nil {
			boogie.WalkStmts(q.Body.Stmts, func(s boogie.Stmt) {
				if c, ok := s.(*boogie.Call); ok {
					x.calls = append(x.calls, c.Proc)
				}
			})
		}
		procedures[q.Name] = x
	}
	return procedures, rest
}

// legacyAndIR name the code generators in reasons.
var legacyAndIR = [2]string{"without viaIR", "with viaIR"}

// common reduces the report for legacy code to what the one for code by IR says, too.
func (r *Report) common(ir *Report) {
	r.Warnings = append(r.Warnings, Message{Text: "Results are those that code with viaIR and without have in common; the program distinguishes them. See --via-ir."})
	for _, w := range ir.Warnings {
		if !slices.Contains(r.Warnings, w) {
			r.Warnings = append(r.Warnings, w)
		}
	}
	for _, i := range ir.Invariants {
		if !slices.Contains(r.Invariants, i) {
			r.Invariants = append(r.Invariants, i)
		}
	}
	used := map[int]bool{}
	for i := range r.Functions {
		f := &r.Functions[i]
		k := -1
		for j := range ir.Functions {
			if g := &ir.Functions[j]; g.Name == f.Name && g.Where == f.Where && (k < 0 || used[k] && !used[j]) {
				k = j
			}
		}
		if k < 0 {
			f.Verdict, f.Reason = Unknown, "internal error: there is no answer for code with viaIR"
			continue
		}
		used[k] = true
		f.common(&ir.Functions[k])
	}
}

// common reduces the result for a function; g is that for code by IR.
func (f *Function) common(g *Function) {
	f.Seconds += g.Seconds
	differ := f.Verdict != g.Verdict
	reasons := [2]string{f.Verdict, g.Verdict}
	for i, h := range []*Function{f, g} {
		if h.Reason != "" {
			reasons[i] += ": " + h.Reason
		}
	}
	definite := false
	var errors []Message
	for _, e := range f.Errors {
		k := slices.IndexFunc(g.Errors, func(m Message) bool { return m.Where == e.Where && m.Text == e.Text })
		if k < 0 {
			e.Text += " (only " + legacyAndIR[0] + ")"
			errors = append(errors, e)
			continue
		}
		if definite = definite || !e.check; e.Trace != nil && g.Errors[k].Trace != nil {
			definite = true
			if !e.Trace.Same(g.Errors[k].Trace) {
				e.TraceIR = g.Errors[k].Trace
			}
		} else {
			e.Trace = nil
		}
		errors = append(errors, e)
	}
	for _, m := range g.Errors {
		if !slices.ContainsFunc(f.Errors, func(e Message) bool { return m.Where == e.Where && m.Text == e.Text }) {
			m.Text += " (only " + legacyAndIR[1] + ")"
			m.Trace, m.TraceIR = nil, m.Trace
			errors = append(errors, m)
		}
	}
	f.Errors = errors
	f.commonChecks(g)
	for _, c := range f.Checks {
		definite = definite || c.Result == Violated
	}
	switch {
	case f.Verdict == Error && g.Verdict == Error && definite:
	case differ || f.Verdict == Error:
		f.Verdict, f.Reason = Unknown, legacyAndIR[0]+" "+reasons[0]+", "+legacyAndIR[1]+" "+reasons[1]
	}
}

// commonChecks reduces the results of a function's checks.
func (f *Function) commonChecks(g *Function) {
	var cs []Check
	add := func(c *Check, d *Check) {
		x := *c
		switch {
		case d == nil: // not in that code
			cs = append(cs, x)
			return
		case c.Result != d.Result:
			x.Reason = fmt.Sprintf("%s it is %s, %s %s", legacyAndIR[0], c.Result, legacyAndIR[1], d.Result)
			x.Result, x.Trace, x.Inputs = Open, nil, nil
		case c.Trace != nil && (d.Trace == nil || !c.Trace.Same(d.Trace)):
			x.TraceIR = d.Trace
		}
		x.MayFail = c.MayFail || d.MayFail
		cs = append(cs, x)
	}
	find := func(cs []Check, c *Check) *Check {
		k := slices.IndexFunc(cs, func(d Check) bool { return d.Kind == c.Kind && d.node == c.node })
		if k < 0 {
			return nil
		}
		return &cs[k]
	}
	for i := range f.Checks {
		add(&f.Checks[i], find(g.Checks, &f.Checks[i]))
	}
	for i := range g.Checks {
		if find(f.Checks, &g.Checks[i]) == nil {
			add(&g.Checks[i], nil)
		}
	}
	slices.SortStableFunc(cs, func(a, b Check) int { return byPlace(a.Where, b.Where) })
	f.Checks = cs
}
