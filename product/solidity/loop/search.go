package loop

import (
	"context"
	"errors"
	"slices"

	"cupel/core/logic"
	"cupel/core/work"
	"cupel/engine"
	"cupel/kernel/facts"
	"cupel/product/boogie/lower"
	"cupel/product/boogie/vc"
	"cupel/product/solidity/trace"
)

// A Goal selects an assertion to be proved.
type Goal func(*vc.Failure) bool

// Found is the result of engines for a contract.
type Found struct {
	// Invariants are distinct candidates in annotation syntax.
	Invariants []string
	// Proved are the goals, by index, that an engine claims to have proved.
	Proved map[int]bool
	// Fails are sequences from the constructor on of which one may violate a goal.
	Fails map[int][][]trace.Call
}

// Find runs engines in sequence until one has proved each goal or shown how it may fail. An error is the end of
// ctx, or internal.
func (c *Contract) Find(ctx context.Context, engines []*engine.Info, goals []Goal) (*Found, error) {
	f := &finder{Contract: c, engines: engines, goals: goals, writer: newWriter(c.Source, c.Contract), seen: map[string]bool{},
		Found: &Found{Proved: map[int]bool{}, Fails: map[int][][]trace.Call{}}}
	var err error
	if f.exact, err = c.system(false); err != nil || f.exact == nil {
		return f.Found, err
	}
	f.approximate = f.exact
	if len(f.exact.cells) > 0 {
		if f.approximate, err = c.system(true); err != nil {
			return f.Found, err
		}
	}
	all := make([]int, len(goals))
	for i := range goals {
		all[i] = i
	}
	if err := f.together(ctx, all); err != nil {
		return f.Found, err
	}
	open := slices.DeleteFunc(all, f.decided)
	if len(open) == len(goals) && len(open) == 1 {
		return f.Found, nil // proved separately
	}
	for _, i := range open[:min(len(open), maxGoals)] {
		if err := f.together(ctx, []int{i}); err != nil {
			return f.Found, err
		}
	}
	return f.Found, nil
}

// finder is one run.
type finder struct {
	*Contract
	*Found
	engines []*engine.Info
	goals   []Goal
	// exact is the loop, approximate the version for interpolating engines.
	exact, approximate *system
	writer             *writer
	seen               map[string]bool
	searches           int
}

func (f *finder) decided(i int) bool { return f.Proved[i] || f.Fails[i] != nil }

// together searches for a joint proof of undecided goals; if one fails, of the others.
func (f *finder) together(ctx context.Context, goals []int) error {
	for f.searches < maxSearches {
		goals = slices.DeleteFunc(slices.Clone(goals), f.decided)
		if len(goals) == 0 {
			return nil
		}
		failed, err := f.once(ctx, goals)
		if err != nil || !failed {
			return err
		}
	}
	return nil
}

// once runs the engines; failed: one of the goals may fail.
func (f *finder) once(ctx context.Context, goals []int) (failed bool, err error) {
	seen := map[*system]*view{}
	for _, e := range f.engines {
		if f.searches++; f.searches > maxSearches {
			return false, nil
		}
		s := f.exact
		if e.Interpolates {
			s = f.approximate
		}
		if seen[s] == nil {
			if seen[s], err = f.view(ctx, s, goals); err != nil {
				return false, err
			}
		}
		r, err := f.ask(ctx, e, seen[s])
		if err != nil || r == nil {
			return false, err
		}
		switch {
		case r.Verdict == engine.True:
			for _, i := range goals {
				f.Proved[i] = true
			}
			return false, nil
		case r.Verdict == engine.False && r.Failure != nil && s == f.exact:
			if i := f.among(goals, r.Failure); i >= 0 {
				f.Fails[i] = seen[s].sequences(r)
				return true, nil
			}
		}
	}
	return false, nil
}

// among returns the goal that an assertion belongs to; -1: none.
func (f *finder) among(goals []int, x *vc.Failure) int {
	for _, i := range goals {
		if f.goals[i](x) {
			return i
		}
	}
	return -1
}

// A view is the loop for some goals, prepared for engines with and without large blocks; without an automaton
// it cannot be searched.
type view struct {
	*automaton
	system   *system
	prepared map[bool]*lower.Search
}

func (f *finder) view(ctx context.Context, s *system, goals []int) (*view, error) {
	v := &view{system: s, prepared: map[bool]*lower.Search{}}
	l, err := lower.Lower(ctx, s.checked, name, lower.Options{Weaken: true, Goal: func(x *vc.Failure) bool { return f.among(goals, x) >= 0 }})
	var no *lower.Unsupported
	if errors.As(err, &no) {
		return v, nil
	} else if err != nil {
		return nil, err
	}
	if v.automaton, err = link(s, l); errors.Is(err, errNoLoop) {
		v.automaton, err = nil, nil
	}
	return v, err
}

// ask runs an engine; nil if there is nothing to search.
func (f *finder) ask(ctx context.Context, e *engine.Info, v *view) (*lower.Result, error) {
	if v.automaton == nil {
		return nil, nil
	}
	values, err := e.Complete(nil)
	if err != nil {
		return nil, err
	}
	encoding := e.PlanFor(values).Encodings[0]
	values[engine.Encoding] = encoding
	large := encoding == engine.Lbe || encoding == engine.Diamond
	s := v.prepared[large]
	if s == nil {
		if s, err = v.Prepare(ctx, large); err != nil {
			return nil, err
		}
		v.prepared[large] = s
		f.facts(v.automaton, s)
	}
	if s.Safe {
		return &lower.Result{Result: &engine.Result{Verdict: engine.True}}, nil
	}
	sub, cancel := work.Within(ctx, engineWork)
	defer cancel()
	r, err := s.Verify(sub, e.New(values))
	if err != nil || ctx.Err() != nil {
		return nil, errors.Join(err, ctx.Err())
	}
	f.claims(v.automaton, s, r)
	return r, f.clauses(ctx, v.system, v.automaton, s, r)
}

// facts proposes the results of the preceding analysis at the head.
func (f *finder) facts(a *automaton, s *lower.Search) {
	for _, l := range s.Program.LoopHeads() {
		if a.Program.Nearest(l) == a.head && s.Facts[l] != nil {
			f.propose(a, s.Program.CellsToSelects(s.Facts[l]), true)
		}
	}
}

// claims proposes an engine's proof, and then its publications on the board.
func (f *finder) claims(a *automaton, s *lower.Search, r *lower.Result) {
	if r.Proof != nil {
		f.propose(a, facts.Derive(a.Program, s.Program).UpAll(r.Proof.Invariants)[a.head], true)
	}
	for _, x := range s.Board.Facts() {
		if x.At == a.head {
			f.propose(a, x.Formula, x.Status != facts.Predicate)
		}
	}
}

// propose proposes a formula's conjuncts. Unclaimed quantified ones are dropped: wrong ones make the solver
// miss right ones.
func (f *finder) propose(a *automaton, t *logic.Term, claimed bool) {
	if t == nil {
		return
	}
	for _, c := range logic.Conjuncts(t) {
		e, ok := a.Expr(c)
		if !ok || c.IsTrue() || c.IsFalse() {
			continue
		}
		if text, ok := f.writer.say(e); ok && !f.seen[text] && (claimed || len(f.writer.binders) == 0) && len(f.Invariants) < maxInvariants {
			f.seen[text] = true
			f.Invariants = append(f.Invariants, text)
		}
	}
}
