package infer

import (
	"context"
	"slices"

	"cupel/product/boogie"
	"cupel/product/boogie/vc"
)

// What is marked with {:candidate "name"} in a program (requires, ensures, invariants, assert, assume) may be taken out; several with one
// name (and further arguments) are one candidate.

// Candidate returns the name in {:candidate}; "" if there is none.
func Candidate(as boogie.Attributes) string {
	a := as.Find("candidate")
	if a == nil {
		return ""
	}
	name := ""
	for _, x := range a.Args {
		if s, ok := x.(*boogie.StringLit); ok {
			name += s.Value + "\n"
		} else {
			name += boogie.ExprString(x) + "\n"
		}
	}
	return name
}

// Without is the program without some candidates, which leaves c alone: itself if there are none, else a copy.
func Without(c *boogie.Checked, out map[string]bool) (*boogie.Checked, error) {
	if len(out) == 0 {
		return c, nil
	}
	p := c.Clone()
	drop := func(as boogie.Attributes) bool { return out[Candidate(as)] }
	specs := func(ss []*boogie.Spec) []*boogie.Spec {
		return slices.DeleteFunc(ss, func(s *boogie.Spec) bool { return drop(s.Attrs) })
	}
	var stmts func(ss []boogie.Stmt) []boogie.Stmt
	stmts = func(ss []boogie.Stmt) []boogie.Stmt {
		return slices.DeleteFunc(ss, func(s boogie.Stmt) bool {
			switch s := s.(type) {
			case *boogie.Assert:
				return drop(s.Attrs)
			case *boogie.Assume:
				return drop(s.Attrs)
			case *boogie.If:
				s.Then, s.Else = stmts(s.Then), stmts(s.Else)
			case *boogie.While:
				s.Invariants, s.Body = specs(s.Invariants), stmts(s.Body)
			}
			return false
		})
	}
	for _, d := range p.Decls {
		switch d := d.(type) {
		case *boogie.Procedure:
			d.Requires, d.Ensures = specs(d.Requires), specs(d.Ensures)
			if d.Body != nil {
				d.Body.Stmts = stmts(d.Body.Stmts)
			}
		case *boogie.Implementation:
			d.Body.Stmts = stmts(d.Body.Stmts)
		}
	}
	return boogie.Check(p)
}

// Inductive removes candidates whose checks fail in the procedures, or are undecided, until none fails. The
// remaining ones hold wherever they are asserted, provided that each of the procedures preserves them; out is
// the set removed. It returns false if maxRounds rounds do not suffice. With ask only the selected candidates
// are checked, since the others are known to be preserved.
func Inductive(ctx context.Context, p *boogie.Checked, procedures []string, o vc.Options, ask func(name string) bool) (out map[string]bool, ok bool, err error) {
	o.Only, o.MaxErrors, o.Unroll = procedures, maxFailures, 0
	o.Goal = func(f *vc.Failure) bool {
		n := Candidate(f.Attrs)
		return n != "" && (ask == nil || ask(n))
	}
	out = map[string]bool{}
	for range maxRounds {
		if p, err = Without(p, out); err != nil {
			return nil, false, err
		}
		rs, err := vc.Verify(ctx, p, o)
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return nil, false, err
		}
		before := len(out)
		for _, r := range rs {
			if r.Verdict != vc.OK && len(r.Failures)+len(r.Undecided) == 0 {
				return nil, false, nil // no result
			}
			for _, f := range slices.Concat(r.Failures, r.Undecided) {
				out[Candidate(f.Attrs)] = true
			}
		}
		if len(out) == before {
			return out, true, nil
		}
	}
	return nil, false, nil
}

// Needed removes candidates while enough accepts the verdicts, which it must not if a remaining one is not
// proved. names are the remaining candidates, the best first; the result keeps the order.
func Needed(ctx context.Context, p *boogie.Checked, names []string, out map[string]bool, procedures []string, o vc.Options, enough func([]vc.Result) bool) ([]string, error) {
	o.Only = procedures
	p, err := Without(p, out)
	if err != nil {
		return nil, err
	}
	for size := (len(names) + 1) / 2; size > 0; size /= 2 {
		for at := len(names); at > 0; {
			from := max(0, at-size)
			some := names[from:at]
			for _, n := range some {
				out[n] = true
			}
			less, err := Without(p, out)
			if err != nil {
				return nil, err
			}
			rs, err := vc.Verify(ctx, less, o)
			if err != nil {
				return nil, err
			}
			if ctx.Err() == nil && enough(rs) {
				names = slices.Delete(slices.Clone(names), from, at)
			} else {
				for _, n := range some {
					delete(out, n)
				}
			}
			at = from
		}
	}
	return names, ctx.Err()
}
