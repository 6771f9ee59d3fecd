package testgen

import (
	"context"
	"time"

	"cupel/analysis/execution/inputs"
	"cupel/core/logic"
	"cupel/core/program/passes"
	"cupel/core/smt"
	"cupel/core/smt/pathcond"
	"cupel/core/smt/z3"
	"cupel/core/work"
	"cupel/engine"
	"cupel/verifier"
)

// Goal is the coverage goal.
type Goal string

// The goals.
const (
	Branches Goal = "branches" // each branch is taken by a test
	Error    Goal = "error"    // one test calls the error function
	Checks   Goal = "checks"   // each check by name that can be violated is, by a test
)

// Strategy selects inputs.
type Strategy string

// The strategies.
const (
	Directed Strategy = "directed" // by paths and proofs, after random runs
	Random   Strategy = "random"   // at random only, for comparison
)

// Options of a search. Zero values are no defaults: start from Defaults.
type Options struct {
	Verifier verifier.Config // its limits are those of the whole search
	Worker   []string        // see verifier.Run
	Goal     Goal
	Strategy Strategy
	Runs     int // limit of random runs of strategy random; 0: none
}

// Defaults returns the options of the command line without flags.
func Defaults() Options {
	return Options{Verifier: verifier.DefaultConfig(), Goal: Branches, Strategy: Directed}
}

// search is one search for tests.
type search struct {
	o       Options
	whole   context.Context // of the whole search
	task    *verifier.Task
	obs     engine.Observer
	subject *verifier.Subject
	f       *logic.Factory
	goals   []*passes.BranchGoal
	ps      *points
	holds   []func() (bool, error) // compiled formulas of points
	covered []uint64               // by point
	tests   []*Test
	runs    int
	asked   int // solver queries
	seed    uint64
	paths   *paths
	decider *pathcond.Decider
	phases  []Phase
	ended   string         // the phase in which a limit was met; "": none
	proofs  map[int]string // by branch: what proved it unreachable
	safe    string         // what proved the error function unreachable; "": nothing
	openWhy map[int]string // by branch: why directed search did not decide it
}

// newSearch prepares a search.
func newSearch(subject *verifier.Subject, o Options) *search {
	return &search{o: o, subject: subject, f: subject.Flat.Terms, proofs: map[int]string{}, openWhy: map[int]string{}}
}

// aim selects the points.
func (s *search) aim(g Goal) {
	if s.goals = passes.BranchGoals(s.subject.Module); g == Branches {
		s.ps = branchPoints(s.goals, s.subject.Flat)
	} else {
		s.ps = errorPoints(s.subject.Flat)
	}
	s.covered, s.holds = make([]uint64, len(s.ps.all)/64+1), make([]func() (bool, error), len(s.ps.all))
}

// Find generates tests for a task. If a limit ends it, it returns what it found.
func Find(ctx context.Context, t *verifier.Task, o Options, obs engine.Observer) (*Result, error) {
	began := time.Now()
	ctx, stop := verifier.Limited(ctx, &o.Verifier)
	defer stop()
	if o.Goal == Checks {
		return findChecks(ctx, t, o, obs, began)
	}
	subject, err := verifier.ReadFirst(ctx, t, o.Verifier)
	switch {
	case err != nil && ctx.Err() != nil:
		return &Result{Goal: o.Goal, Strategy: o.Strategy, Stopped: verifier.Met(ctx).Text, During: "front end", Seconds: time.Since(began).Seconds()}, nil
	case err != nil:
		return nil, err
	}
	s := newSearch(subject, o)
	s.task, s.obs, s.whole = t, obs, ctx
	s.aim(o.Goal)
	s.decider = pathcond.New(s.f, func() (smt.Solver, error) { return z3.Open(s.f, smt.Options{Seed: o.Verifier.Seed, Work: solverWork}) })
	defer s.decider.Close()
	s.paths = newPaths(s)
	s.search(ctx)
	return s.result(ctx, began), nil
}

// search runs the phases.
func (s *search) search(ctx context.Context) {
	if s.o.Strategy == Random {
		s.phase("random runs", func() { s.random(ctx, s.o.Runs, 0) })
		return
	}
	s.phase("random runs", func() { s.random(ctx, randomRuns, randomStale) })
	for round, factor := 0, 1; round < maxRounds && !s.done(ctx); round, factor = round+1, factor*roundFactor {
		s.phase("paths", func() { s.paths.explore(ctx, share(ctx, pathWork*factor)) })
		if s.done(ctx) {
			break
		}
		s.phase("random runs", func() {
			sub, end := work.Within(ctx, share(ctx, randomWork*factor))
			defer end()
			s.random(sub, 0, moreStale*factor)
		})
		if s.done(ctx) {
			break
		}
		if s.o.Goal == Error {
			s.phase("verifier", func() { s.verify(ctx) })
			break
		}
		s.phase("directed search", func() { s.directed(ctx, share(ctx, directedWork*factor)) })
		s.paths.window *= windowFactor
	}
}

// share bounds the work of a phase where the search has a budget, so that the phases after it have some, too.
func share(ctx context.Context, units int) int {
	if left, bounded := work.Left(ctx); bounded {
		return min(units, left/phaseShare)
	}
	return units
}

// done reports whether nothing is left to do, or no time.
func (s *search) done(ctx context.Context) bool {
	if ctx.Err() != nil {
		return true
	}
	for n := range s.ps.all {
		if p := &s.ps.all[n]; !p.proven && p.op == nil && !has(s.covered, n) {
			return false
		}
	}
	return s.o.Goal == Error || s.paths.queue.Len() == 0
}

// Phase is the statistics of a phase.
type Phase struct {
	Name    string  `json:"name"`
	Seconds float64 `json:"seconds"`
	Runs    int     `json:"runs"`
	Tests   int     `json:"tests"` // with new coverage
}

// phase runs a phase and records its results.
func (s *search) phase(name string, do func()) {
	start, runs, tests := time.Now(), s.runs, len(s.tests)
	do()
	if s.whole != nil && s.whole.Err() != nil && s.ended == "" {
		s.ended = name
	}
	p := Phase{name, time.Since(start).Seconds(), s.runs - runs, len(s.tests) - tests}
	for i := range s.phases {
		if q := &s.phases[i]; q.Name == name {
			q.Seconds, q.Runs, q.Tests = q.Seconds+p.Seconds, q.Runs+p.Runs, q.Tests+p.Tests
			return
		}
	}
	s.phases = append(s.phases, p)
}

// random executes the program on random inputs, at most runs times (0: unlimited), until stale consecutive runs
// bring no coverage (0: unlimited).
func (s *search) random(ctx context.Context, runs, stale int) {
	last := 0
	for i := 0; (runs == 0 || i < runs) && (stale == 0 || i-last < stale) && ctx.Err() == nil; i++ {
		src := &feed{table: s.subject.Inputs, count: map[int]int{}}
		if s.seed > 0 || i > 0 {
			src.then = s.dice()
		}
		x := s.run(ctx, src, randomSteps, s.o.Strategy != Random)
		if s.keep(x, "random run") {
			last = i
		}
		if s.o.Strategy != Random && (i == 0 || x.found) {
			s.paths.add(ctx, x)
		}
		if len(x.out.Inputs) == 0 && x.out.Kind != interpInterrupted || s.complete() {
			break // all runs are the same, or nothing is uncovered
		}
	}
}

// complete reports whether all points are covered.
func (s *search) complete() bool {
	for n := range s.ps.all {
		if !has(s.covered, n) {
			return false
		}
	}
	return true
}

// dice returns a new source of random inputs.
func (s *search) dice() source {
	s.seed++
	return s.subject.Random(uint64(s.o.Verifier.Seed)<<32 + s.seed)
}

// keep makes a test of an execution that increases coverage.
func (s *search) keep(x *execution, by string) bool {
	if !x.found {
		return false
	}
	s.tests = append(s.tests, s.newTest(x, by))
	for i := range s.covered {
		s.covered[i] |= x.seen[i]
	}
	s.paths.stale = true
	s.obs.Progress(engine.Progress{Phase: "tests", Iterations: len(s.tests)})
	return true
}

// valuesOf returns the inputs of an execution by slot.
func (s *search) valuesOf(x *execution) values {
	vs := values{}
	count := map[int]int{}
	for _, c := range x.out.Inputs {
		src := s.subject.Inputs.At(c.Input, c.Unknown, c.Var)
		if src == nil {
			continue
		}
		count[src.Number]++
		vs[inputs.Slot{Source: src.Number, N: count[src.Number]}] = s.f.Import(c.Value)
	}
	return vs
}
