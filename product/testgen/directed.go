package testgen

import (
	"context"
	"time"

	"cupel/analysis/execution/inputs"
	"cupel/core/logic"
	"cupel/core/work"
	"cupel/engine"
	"cupel/verifier"
)

// engines are tried for a branch in this order.
var engines = []string{"kinduction", "gps", "symexecia"}

// directed has engines decide the uncovered branches: all at once, since one proof may suffice, and by halves
// if that is undecided.
func (s *search) directed(ctx context.Context, units int) {
	ctx, end := work.Within(ctx, units)
	defer end()
	s.divide(ctx, s.open(), units/4)
}

// open returns the branches that no test covers and no proof excludes.
func (s *search) open() []int {
	var out []int
	taken := map[int]bool{}
	for n := range s.ps.all {
		if p := &s.ps.all[n]; p.goal >= 0 && (p.proven || has(s.covered, n)) {
			taken[p.goal] = true
		}
	}
	for n := range s.ps.all {
		if g := s.ps.all[n].goal; g >= 0 && !taken[g] {
			taken[g] = true
			out = append(out, g)
		}
	}
	return out
}

// divide decides a set of branches, with a budget per query.
func (s *search) divide(ctx context.Context, goals []int, units int) {
	for ctx.Err() == nil {
		still := map[int]bool{}
		for _, g := range s.open() {
			still[g] = true
		}
		rest := goals[:0:0]
		for _, g := range goals {
			if still[g] {
				rest = append(rest, g)
			}
		}
		if goals = rest; len(goals) == 0 {
			return
		}
		verdict, by, why := s.decide(ctx, goals, units)
		switch verdict {
		case engine.True:
			for _, g := range goals {
				s.exclude(g, by)
			}
			return
		case engine.False:
			s.paths.explore(ctx, pathWork/4) // further paths may start here
			continue
		}
		if len(goals) == 1 {
			s.openWhy[goals[0]] = why
			return
		}
		half := len(goals) / 2
		units = max(units/2, leastDirected)
		s.divide(ctx, goals[:half], units)
		s.divide(ctx, goals[half:], units)
		return
	}
}

// exclude records that a branch is unreachable.
func (s *search) exclude(goal int, by string) {
	s.proofs[goal] = by
	for n := range s.ps.all {
		if s.ps.all[n].goal == goal {
			s.ps.all[n].proven = true
		}
	}
	s.paths.stale = true
}

// decide has engines decide whether one of some branches is reachable. False: a test was added.
func (s *search) decide(ctx context.Context, goals []int, units int) (verdict engine.Verdict, by, why string) {
	for _, name := range engines {
		sub, end := work.Within(ctx, units/len(engines))
		verdict, by, why = s.ask(sub, &verifier.Restriction{Assume: "true", Branches: goals}, name)
		end()
		if verdict != engine.Unknown || ctx.Err() != nil {
			return verdict, by, why
		}
	}
	return engine.Unknown, "", why
}

// ask verifies the restricted program; False: a test with new coverage was added.
func (s *search) ask(ctx context.Context, r *verifier.Restriction, name string) (verdict engine.Verdict, by, why string) {
	cfg := s.o.Verifier
	cfg.Restriction, cfg.Engine, cfg.NoRun = r, name, true
	rep, err := s.verified(ctx, cfg)
	switch {
	case err != nil:
		return engine.Unknown, "", err.Error()
	case rep.Verdict == engine.True.String():
		return engine.True, rep.DecidedBy, ""
	case rep.Verdict != engine.False.String():
		return engine.Unknown, "", rep.Reason
	}
	vs, err := s.received(rep)
	if err != nil {
		return engine.Unknown, "", err.Error()
	}
	x := s.run(ctx, &feed{table: s.subject.Inputs, given: vs, count: map[int]int{}}, runSteps, true)
	if !s.keep(x, rep.DecidedBy) {
		return engine.Unknown, "", "an execution takes it, but not by its inputs alone"
	}
	s.paths.add(ctx, x)
	return engine.False, rep.DecidedBy, ""
}

// verified runs the verifier. A solver that does not notice the end of its time is abandoned, so that the
// results so far are not lost.
func (s *search) verified(ctx context.Context, cfg verifier.Config) (*verifier.Report, error) {
	type answer struct {
		rep *verifier.Report
		err error
	}
	done := make(chan answer, 1)
	go func() {
		rep, err := verifier.Run{Worker: s.o.Worker}.Verify(ctx, s.task, cfg)
		done <- answer{rep, err}
	}()
	select {
	case a := <-done:
		return a.rep, a.err
	case <-s.whole.Done():
	}
	select {
	case a := <-done:
		return a.rep, a.err
	case <-time.After(2 * verifier.Grace):
		return verifier.Overdue(s.task, cfg, verifier.Met(s.whole)), nil
	}
}

// received returns the inputs of a counterexample.
func (s *search) received(rep *verifier.Report) (values, error) {
	parser := logic.NewParser(s.f)
	vs := values{}
	for _, v := range rep.Slots {
		if !input(s.subject.Inputs.Sources[v.Source-1]) {
			continue
		}
		t, err := parser.Term(v.Value)
		if err != nil {
			return nil, err
		}
		vs[inputs.Slot{Source: v.Source, N: v.N}] = t
	}
	return vs, nil
}

// verify has the verifier decide whether the error function can be called.
func (s *search) verify(ctx context.Context) {
	verdict, by, why := s.ask(ctx, &verifier.Restriction{Assume: "true"}, s.o.Verifier.Engine)
	switch verdict {
	case engine.True:
		s.safe = by
	case engine.Unknown:
		s.openWhy[0] = why
	}
}
