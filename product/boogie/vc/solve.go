package vc

import (
	"context"
	"fmt"
	"slices"

	"cupel/core/logic"
	"cupel/core/smt"
	"cupel/core/work"
)

// attempt is the share of one solver.
type attempt struct {
	name string
	open smt.Opener
	work int // in total, half of it for one query; 0: unlimited
	// memory is the limit in MB; 0: none.
	memory int
	// patterns: see smt.Options.
	patterns bool
}

// answer is the solvers' result for a verification condition.
type answer struct {
	failures []Failure
	reason   string // why there may be further errors; "" if there are none
	// undecided are assertions neither proven nor refuted.
	undecided []Failure
}

// solve finds up to most failing obligations. After each, the obligations of the same check are removed and the
// query is repeated.
func solve(ctx context.Context, c *condition, attempts []attempt, most int) (answer, error) {
	var a answer
	open := make([]int, len(c.obligations)) // obligations that may still fail
	for i := range open {
		open[i] = i
	}
	reason := ""
	for k, at := range attempts {
		var err error
		if open, reason, err = c.search(ctx, at, open, &a, most); err != nil {
			if k == len(attempts)-1 && reason == "" {
				return a, err
			}
			reason = fmt.Sprintf("%s: %v", at.name, err)
		}
		if reason == "" || len(a.failures) >= most {
			break
		}
		if ctx.Err() != nil {
			break
		}
	}
	if len(a.failures) < most {
		a.reason = reason
	}
	if len(a.failures) >= most || reason != "" {
		seen := map[CheckID]bool{}
		for _, k := range open {
			if check := c.obligations[k].check; !seen[check.id] {
				seen[check.id] = true
				a.undecided = append(a.undecided, check.report())
			}
		}
	}
	return a, nil
}

// search uses one solver. It returns the obligations that remain open, and why.
func (c *condition) search(ctx context.Context, at attempt, open []int, a *answer, most int) ([]int, string, error) {
	f := c.tr.f
	outer := ctx
	if at.work > 0 {
		var cancel context.CancelFunc
		ctx, cancel = work.Within(ctx, at.work)
		defer cancel()
	}
	share := at.work / 2
	if c.goal != nil { // a hard one must leave time for the others
		share = at.work / goalShare
	}
	s, err := at.open(f, smt.Options{Work: share, MemoryMB: at.memory, Patterns: at.patterns})
	if err != nil {
		return open, at.name, err
	}
	defer s.Close()
	for _, t := range c.facts {
		if err := s.Assert(t); err != nil {
			return open, at.name, err
		}
	}
	// All in one query first; if that is too hard, one by one.
	one, why := false, ""
	var left []int // undecided one by one
	for len(open) > 0 && len(a.failures) < most {
		ask := open
		if one {
			ask = open[:1]
		}
		fails := make([]*logic.Term, len(ask))
		for i, k := range ask {
			fails[i] = c.obligations[k].fails
		}
		if err := s.Push(); err != nil {
			return append(left, open...), at.name, err
		}
		if err := s.Assert(f.Or(fails...)); err != nil {
			return append(left, open...), at.name, err
		}
		r, err := s.Check(ctx)
		if err != nil {
			return append(left, open...), at.name, err
		}
		switch r {
		case smt.Unsat:
			if !one {
				return nil, "", nil
			}
			open = open[1:]
		case smt.Sat:
			m, err := s.Model()
			if err != nil {
				return append(left, open...), at.name, err
			}
			failed := map[CheckID]bool{}
			from := len(a.failures)
			var which []int
			for _, k := range ask {
				if id := c.obligations[k].check.id; (m.Value(c.obligations[k].fails) == f.True() || c.goal != nil && m.Value(c.obligations[k].when) == f.True()) && !failed[id] && len(a.failures) < most {
					failed[id] = true
					a.failures, which = append(a.failures, c.failure(k, m)), append(which, k)
				}
			}
			for i, k := range which {
				if err := c.execution(ctx, s, k, &a.failures[from+i]); err != nil {
					return append(left, open...), at.name, err
				}
			}
			if len(failed) == 0 {
				return append(left, open...), at.name, fmt.Errorf("the model makes no assertion fail")
			}
			same := func(k int) bool { return failed[c.obligations[k].check.id] }
			open, left = slices.DeleteFunc(slices.Clone(open), same), slices.DeleteFunc(left, same)
		default:
			why = at.name + ": " + inWords(s.ReasonUnknown())
			switch {
			case outer.Err() != nil:
				return append(left, open...), work.Reason(outer), nil
			case ctx.Err() != nil:
				return append(left, open...), at.name + ": " + work.Reason(ctx), nil
			case one || len(open) == 1:
				left, open = append(left, open[0]), open[1:]
			}
			one = true
		}
		if err := s.Pop(1); err != nil {
			return append(left, open...), at.name, err
		}
	}
	if len(left) == 0 {
		why = ""
	}
	return left, why, nil
}

// inWords explains what solvers say where quantifiers leave nothing to do.
func inWords(reason string) string {
	switch reason {
	case "incomplete", "(incomplete quantifiers)", "incomplete quantifiers":
		return "no proof is found with instances of the quantifiers at their triggers, and it is not known whether the assertion can fail"
	}
	return reason
}

// execution replaces the model of a failure by one without over-approximated values, if possible.
func (c *condition) execution(ctx context.Context, s smt.Solver, k int, x *Failure) error {
	ok, doubts := c.exact(c.obligations[k].fails)
	if !ok || len(doubts) == 0 {
		x.Exact = ok
		return nil
	}
	if err := s.Push(); err != nil {
		return err
	}
	for _, t := range []*logic.Term{c.obligations[k].fails, c.confident(doubts)} {
		if err := s.Assert(t); err != nil {
			return err
		}
	}
	r, err := s.Check(ctx)
	if err != nil {
		return err
	}
	if r == smt.Sat {
		m, err := s.Model()
		if err != nil {
			return err
		}
		*x = c.failure(k, m)
		x.Exact = true
	}
	return s.Pop(1)
}

// ends reports whether a solver finds an exact execution to the end of the procedure.
func (c *condition) ends(ctx context.Context, attempts []attempt) bool {
	if c.end == nil || c.end.IsFalse() {
		return false
	}
	ok, doubts := c.exact(c.end)
	if !ok {
		return false
	}
	try := func(at attempt) bool {
		if at.work > 0 {
			var cancel context.CancelFunc
			ctx, cancel = work.Within(ctx, at.work)
			defer cancel()
		}
		s, err := at.open(c.tr.f, smt.Options{Work: at.work / 2, MemoryMB: at.memory})
		if err != nil {
			return false
		}
		defer s.Close()
		for _, t := range append(slices.Clone(c.facts), c.end, c.confident(doubts)) {
			if err := s.Assert(t); err != nil {
				return false
			}
		}
		r, err := s.Check(ctx)
		return err == nil && r == smt.Sat
	}
	return slices.ContainsFunc(attempts, try)
}
