package testgen

import (
	"context"
	"fmt"
	"time"

	"cupel/analysis/execution/interp"
	"cupel/core/logic"
	"cupel/evidence"
	"cupel/evidence/harness"
	"cupel/frontend/c/library"
	"cupel/frontend/c/literal"
	"cupel/verifier"
)

const interpInterrupted = interp.Interrupted

// source is a source of inputs.
type source = interp.Source

// A Test is a vector of inputs.
type Test struct {
	Inputs []harness.Input // in call order
	Shown  []string        // the values as text
	Ends   bool            // the program terminates by itself
	End    string          // how the execution in the interpreter ends
	Error  bool            // the error function is called
	Taken  []int           // branches covered
	By     string          // the phase that found it
	// Depends describes what the execution depends on besides its inputs; "": nothing known.
	Depends string

	terms []*logic.Term
	seen  []uint64
}

// newTest makes a test of an execution; if that does not terminate, only the inputs up to its new coverage.
func (s *search) newTest(x *execution, by string) *Test {
	t := &Test{By: by, seen: x.seen, End: x.out.Kind.String(), Error: x.out.Kind == interp.ReachedError}
	t.Ends = x.out.Kind != interp.StepLimit && x.out.Kind != interp.Interrupted
	all := x.out.Inputs
	if !t.Ends {
		all, t.seen = all[:min(len(all), x.fresh)], x.until
	}
	for _, c := range all {
		t.terms = append(t.terms, c.Value)
		t.Inputs = append(t.Inputs, harness.NewInput(c.Input, c.Value))
		t.Shown = append(t.Shown, literal.Exact(c.Value, c.Input.Signed))
	}
	return t
}

// A Branch is the status of a branch.
type Branch struct {
	Number  int // index in passes.BranchGoals
	Name    string
	Pos     string
	Func    string
	Covered bool
	// Unreachable is what proved it unreachable; "": nothing.
	Unreachable string
	Open        string // why it is undecided, if an engine reports it
}

// A Result is the result of a search.
type Result struct {
	Goal     Goal
	Strategy Strategy
	Branches []Branch         // for goal branches
	Checks   []evidence.Check // for goal checks: all, with their states
	Safe     string           // for goal error: what proved that it is never called
	Open     string           // for goal error: why it is undecided
	Tests    []*Test          // minimised: none is covered by the others
	Found    int              // number of tests before minimisation
	Runs     int
	Asked    int // solver queries
	Phases   []Phase
	Stopped  string // the limit that ended the search; "": none
	During   string // the phase that it ended; "": none was under way
	Seconds  float64
	Subject  *verifier.Subject // nil: a limit was met while the program was read
}

// Count returns the numbers of covered branches and of those proven unreachable.
func (r *Result) Count() (covered, unreachable int) {
	for i := range r.Branches {
		switch b := &r.Branches[i]; {
		case b.Covered:
			covered++
		case b.Unreachable != "":
			unreachable++
		}
	}
	return covered, unreachable
}

// result collects the results.
func (s *search) result(ctx context.Context, began time.Time) *Result {
	r := &Result{Goal: s.o.Goal, Strategy: s.o.Strategy, Found: len(s.tests), Runs: s.runs, Asked: s.asked, Phases: s.phases, Safe: s.safe, Subject: s.subject}
	if ctx.Err() != nil {
		r.Stopped, r.During = verifier.Met(ctx).Text, s.ended
	}
	ctx = context.WithoutCancel(ctx) // the rest is short
	r.Tests = s.minimal()
	for _, t := range r.Tests {
		s.judge(ctx, t)
	}
	if s.o.Goal == Error {
		r.Open = s.openWhy[0]
		var kept []*Test
		for _, t := range r.Tests {
			if t.Error && t.Depends == "" {
				kept = append(kept, t)
			} else if t.Error {
				r.Open = "the executions that call it depend on " + t.Depends
			}
		}
		r.Tests = kept
		r.Seconds = time.Since(began).Seconds()
		return r
	}
	taken := map[int]bool{}
	for _, t := range r.Tests {
		for _, g := range t.Taken {
			taken[g] = true
		}
	}
	for i, g := range s.goals {
		if library.Within(g.Pos.File) {
			continue
		}
		b := Branch{Number: i, Name: g.String(), Pos: g.Pos.String(), Func: g.Func, Covered: taken[i]}
		if !b.Covered {
			b.Unreachable, b.Open = s.proofs[i], s.openWhy[i]
		}
		r.Branches = append(r.Branches, b)
	}
	r.Seconds = time.Since(began).Seconds()
	return r
}

// minimal drops tests covered by others: first non-terminating ones, then older ones.
func (s *search) minimal() []*Test {
	count := make([]int, len(s.ps.all))
	for _, t := range s.tests {
		for n := range count {
			if has(t.seen, n) {
				count[n]++
			}
		}
	}
	out := map[*Test]bool{}
	for _, ends := range []bool{false, true} {
		for _, t := range s.tests {
			if t.Ends != ends {
				continue
			}
			needed := false
			for n := range count {
				needed = needed || has(t.seen, n) && count[n] == 1
			}
			if needed {
				continue
			}
			out[t] = true
			for n := range count {
				if has(t.seen, n) {
					count[n]--
				}
			}
		}
	}
	var kept []*Test
	for _, t := range s.tests {
		if !out[t] {
			kept = append(kept, t)
		}
	}
	return kept
}

// judge executes a test as written; its coverage is that of this execution.
func (s *search) judge(ctx context.Context, t *Test) {
	in := &listed{rest: t.terms}
	x := s.run(ctx, in, runSteps, false)
	t.seen, t.Taken, t.End, t.Error = x.seen, nil, x.out.Kind.String(), x.out.Kind == interp.ReachedError
	if in.over {
		t.End = "asks for more inputs"
	}
	if s.o.Goal == Branches {
		t.Taken = s.branches(x.seen)
	}
	out := s.subject.RunWith(ctx, &listed{rest: t.terms}, interp.Options{MaxSteps: dependSteps, Depend: true})
	if len(out.Depends) > 0 {
		d := out.Depends[0]
		t.Depends = fmt.Sprintf("the value of %s", d.Var)
		if d.Op != nil && d.Op.Unknown != nil {
			t.Depends = fmt.Sprintf("%s (%s)", d.Op.Unknown.Name, d.Op.Unknown.Kind)
		}
	}
}
