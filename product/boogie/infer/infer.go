package infer

import (
	"context"
	"maps"
	"slices"

	"cupel/product/boogie"
	"cupel/product/boogie/vc"
)

// A Loop lists the invariants found for a loop that the verdicts of the Report need.
type Loop struct {
	Procedure string
	Pos       boogie.Pos
	// Source is the position in an assumption with {:sourceloc} immediately before the loop.
	Source     *boogie.SourceLoc
	Invariants []string
}

// A Report is the result for a program.
type Report struct {
	Results []vc.Result
	Loops   []Loop
}

// Verify verifies the procedures of a program; if some with loops are not proved, it infers invariants and
// verifies again. Verdicts are those of vc.Verify for the program with the invariants. An error concerns the
// input, or the end of ctx.
func Verify(ctx context.Context, p *boogie.Checked, o vc.Options) (*Report, error) {
	results, err := vc.Verify(ctx, p, o)
	if err != nil {
		return nil, err
	}
	r := &Report{Results: results}
	open := withLoops(p.Program, results)
	if len(open) == 0 {
		return r, nil
	}
	dump := o.Dump
	o.Dump = nil // conditions of candidates
	cs := wellTyped(p, candidates(ctx, p, open))
	marked, err := adding(p, cs)
	if err != nil {
		return nil, err
	}
	out, ok, err := Inductive(ctx, marked, open, o, nil)
	if err != nil || !ok || len(out) == len(cs) {
		return r, err
	}
	with, err := Without(marked, out)
	if err != nil {
		return nil, err
	}
	sub := o
	sub.Only, sub.Dump = open, dump
	again, err := vc.Verify(ctx, with, sub)
	if err != nil {
		return nil, err
	}
	proved, failures := r.improve(again)
	if len(proved) == 0 {
		return r, nil
	}
	var names []string
	for i := range cs {
		if n := name(i); !out[n] {
			names = append(names, n)
		}
	}
	names, err = Needed(ctx, marked, names, out, proved, o, func(rs []vc.Result) bool {
		return !slices.ContainsFunc(rs, func(r vc.Result) bool {
			return r.Verdict != vc.OK && (r.Verdict != vc.Error || len(r.Failures) > failures[r.Procedure])
		})
	})
	if err != nil {
		return nil, err
	}
	r.list(p, cs, names)
	return r, nil
}

// improve takes over better results; it returns the proved procedures and the error counts of the others.
func (r *Report) improve(again []vc.Result) (proved []string, failures map[string]int) {
	failures = map[string]int{}
	for _, n := range again {
		for i := range r.Results {
			old := &r.Results[i]
			if old.Procedure == n.Procedure && (n.Verdict == vc.OK || n.Verdict == vc.Error && len(n.Failures) < len(old.Failures)) {
				*old = n
				proved, failures[n.Procedure] = append(proved, n.Procedure), len(n.Failures)
			}
		}
	}
	return proved, failures
}

// list records the invariants found.
func (r *Report) list(p *boogie.Checked, cs []candidate, names []string) {
	for i, s := range sites(p) {
		l := Loop{Procedure: s.proc, Pos: s.stmt.Pos, Source: s.source}
		for k, c := range cs {
			if c.site == i && slices.Contains(names, name(k)) {
				l.Invariants = append(l.Invariants, c.text)
			}
		}
		if len(l.Invariants) > 0 {
			r.Loops = append(r.Loops, l)
		}
	}
}

// calls returns the procedures whose bodies have loops, and the callees of bodies.
func calls(p *boogie.Program) (loops map[string]bool, callees map[string][]string) {
	loops, callees = map[string]bool{}, map[string][]string{}
	note := func(name string, b *boogie.Body) {
		boogie.WalkStmts(b.Stmts, func(s boogie.Stmt) {
			switch s := s.(type) {
			case *boogie.While:
				loops[name] = true
			case *boogie.Call:
				callees[name] = append(callees[name], s.Proc)
			}
		})
	}
	for _, d := range p.Decls {
		switch d := d.(type) {
		case *boogie.Procedure:
			if d.Body != nil {
				note(d.Name, d.Body)
			}
		case *boogie.Implementation:
			note(d.Name, d.Body)
		}
	}
	return loops, callees
}

// reachable returns the procedures and their transitive callees.
func reachable(p *boogie.Program, procedures []string) map[string]bool {
	_, callees := calls(p)
	seen := map[string]bool{}
	for stack := slices.Clone(procedures); len(stack) > 0; {
		n := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if !seen[n] {
			seen[n] = true
			stack = append(stack, callees[n]...)
		}
	}
	return seen
}

// withLoops returns the unproved procedures with loops, in themselves or callees.
func withLoops(p *boogie.Program, results []vc.Result) []string {
	loops, _ := calls(p)
	var out []string
	for _, r := range results {
		if r.Verdict == vc.OK {
			continue
		}
		for n := range reachable(p, []string{r.Procedure}) {
			if loops[n] {
				out = append(out, r.Procedure)
				break
			}
		}
	}
	return out
}

// candidates returns the candidates for all loops that the procedures may execute.
func candidates(ctx context.Context, p *boogie.Checked, procedures []string) []candidate {
	reached := reachable(p.Program, procedures)
	loops, _ := calls(p.Program)
	said := map[*boogie.While][]string{}
	for _, n := range slices.Sorted(maps.Keys(reached)) {
		if !loops[n] {
			continue
		}
		for w, ts := range claimed(ctx, p, n) {
			said[w] = ts
		}
	}
	var cs []candidate
	for i, s := range sites(p) {
		if !reached[s.proc] {
			continue
		}
		c := &list{seen: map[string]bool{}}
		c.add(said[s.stmt]...)
		c.add(s.templates().texts...)
		for _, t := range c.texts {
			cs = append(cs, candidate{i, t})
		}
	}
	return cs
}
