package solidity

import (
	"context"
	"slices"
	"strings"

	"cupel/core/work"
	"cupel/product/boogie"
	"cupel/product/boogie/vc"
	"cupel/product/solidity/trace"
	"cupel/product/solidity/translate"
)

// transactions searches contract by contract for transactions that violate possible failures, and adds them to
// the report, whose functions are ordered as in the translation. fails are sequences to try first, by contract.
func (t *Translation) transactions(ctx context.Context, rep *Report, verdicts map[string]vc.Result, fails map[int][][]trace.Call, b trace.Bounds) error {
	p, err := t.read()
	if err != nil {
		return err
	}
	for _, c := range t.source.Contracts {
		s := &trace.Search{Source: t.source, Contract: c, Program: p, First: fails[c.ID], Bounds: b}
		var goals []trace.Goal
		var failures []vc.Failure
		for _, f := range t.Functions {
			if f.Contract != c.ID {
				s.Others = append(s.Others, f)
				continue
			}
			s.Functions = append(s.Functions, f)
			if r := verdicts[f.Procedure]; f.Entry && f.Skipped == "" {
				for _, x := range r.Failures {
					id := identity(&x)
					goals = append(goals, trace.Goal{Function: f, Is: func(y *vc.Failure) bool { return identity(y) == id }})
					failures = append(failures, x)
				}
			}
		}
		if len(goals) == 0 || !c.Deployable() {
			continue
		}
		sub, cancel := work.Within(ctx, transactionWork)
		found, err := s.Find(sub, goals)
		ended := sub.Err() != nil
		cancel()
		if err != nil && !ended {
			return err
		}
		for i, tr := range found {
			rep.violated(t.Functions, goals[i].Function, &failures[i], tr)
		}
	}
	return ctx.Err()
}

// violated records that a failure of a function is confirmed.
func (r *Report) violated(fs []*translate.Function, of *translate.Function, x *vc.Failure, tr *trace.Trace) {
	g := &r.Functions[slices.Index(fs, of)]
	for i := range g.Errors {
		if e := &g.Errors[i]; e.Where == x.Where("?") && e.Text == x.Text() && e.Trace == nil {
			e.Trace = tr
		}
	}
	kind, node, ok := checkOf(x)
	for i := range g.Checks {
		if c := &g.Checks[i]; ok && c.Kind == kind && c.node == node {
			c.Result, c.Reason, c.Trace = Violated, "", tr
		}
	}
}

// checkOf returns the check of a failure.
func checkOf(x *vc.Failure) (kind string, node int, ok bool) {
	a := x.Attrs.Find("check")
	if a == nil || len(a.Args) != 2 {
		return "", 0, false
	}
	k, ok1 := a.Args[0].(*boogie.StringLit)
	n, ok2 := a.Args[1].(*boogie.IntLit)
	if !ok1 || !ok2 {
		return "", 0, false
	}
	return k.Value, int(n.Value.Int64()), true
}

// writeTrace prints transactions below the violation.
func writeTrace(p *printer, t *trace.Trace) {
	if t == nil {
		return
	}
	for _, l := range t.Lines() {
		p.f("     %s%s. %s\n", strings.Repeat("  ", l.Depth), l.Number, l.Text)
	}
}
