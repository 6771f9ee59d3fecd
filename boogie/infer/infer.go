package infer

import (
	"context"
	"maps"
	"slices"

	"cupel/boogie"
	"cupel/boogie/vc"
)

// A Loop has the invariants that were found for it and that the verdicts of Report need.
type Loop struct {
	Procedure  string
	Pos        boogie.Pos
	Invariants []string
}

// A Report is what is known of a program.
type Report struct {
	Results []vc.Result
	Loops   []Loop
}

// Verify verifies the procedures of a program; where some with loops are not proved, it finds
// invariants for these and verifies again. The verdicts are those of vc.Verify for the program with
// the invariants. The error is one of the input, or the end of ctx.
func Verify(ctx context.Context, load Load, o vc.Options) (*Report, error) {
	p, err := load()
	if err != nil {
		return nil, err
	}
	results, err := vc.Verify(ctx, p, o)
	if err != nil {
		return nil, err
	}
	r := &Report{Results: results}
	open := withLoops(p, results)
	if len(open) == 0 {
		return r, nil
	}
	cs, err := load.wellTyped(candidates(ctx, p, open))
	if err != nil {
		return nil, err
	}
	if cs, err = load.inductive(ctx, cs, open, o); err != nil || len(cs) == 0 {
		return r, err
	}
	again, err := load.verify(ctx, cs, open, o)
	if err != nil {
		return nil, err
	}
	var proved []string
	for _, n := range again {
		for i := range results {
			if results[i].Procedure == n.Procedure && (n.Verdict == vc.OK || n.Verdict == vc.Error && len(n.Failures) < len(results[i].Failures)) {
				results[i] = n
				proved = append(proved, n.Procedure)
			}
		}
	}
	if len(proved) == 0 {
		return r, nil
	}
	if cs, err = load.needed(ctx, cs, proved, again, o); err != nil {
		return nil, err
	}
	r.list(p, cs)
	return r, nil
}

// list says which invariants were found.
func (r *Report) list(p *boogie.Program, cs []candidate) {
	for i, s := range sites(p) {
		l := Loop{Procedure: s.proc, Pos: s.stmt.Pos}
		for _, c := range cs {
			if c.site == i {
				l.Invariants = append(l.Invariants, c.text)
			}
		}
		if len(l.Invariants) > 0 {
			r.Loops = append(r.Loops, l)
		}
	}
}

// calls lists the procedures whose bodies have loops, and what bodies call.
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

// reachable are the procedures and those that their bodies may call.
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

// withLoops are the procedures that are not proved and have loops, also in what they call.
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

// candidates are those for the loops that the procedures may run.
func candidates(ctx context.Context, p *boogie.Program, procedures []string) []candidate {
	reached := reachable(p, procedures)
	loops, _ := calls(p)
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

// verify verifies procedures of the program with candidates.
func (load Load) verify(ctx context.Context, cs []candidate, procedures []string, o vc.Options) ([]vc.Result, error) {
	p, err := load.with(cs)
	if err != nil {
		return nil, err
	}
	o.Only = procedures
	return vc.Verify(ctx, p, o)
}

// needed leaves out what the verdicts do not need: in blocks that get smaller.
func (load Load) needed(ctx context.Context, cs []candidate, procedures []string, want []vc.Result, o vc.Options) ([]candidate, error) {
	errors := map[string]int{}
	for _, r := range want {
		errors[r.Procedure] = len(r.Failures)
	}
	for size := (len(cs) + 1) / 2; size > 0; size /= 2 {
		for at := 0; at < len(cs); {
			less := slices.Delete(slices.Clone(cs), at, min(at+size, len(cs)))
			rs, err := load.verify(ctx, less, procedures, o)
			if err != nil {
				return nil, err
			}
			same := !slices.ContainsFunc(rs, func(r vc.Result) bool {
				return r.Verdict != vc.OK && (r.Verdict != vc.Error || len(r.Failures) != errors[r.Procedure])
			})
			if same {
				cs = less
			} else {
				at += size
			}
		}
	}
	return cs, ctx.Err()
}
