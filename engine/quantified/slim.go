package quantified

import (
	"context"
	"slices"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/smt"
)

// slim keeps only the proven claims that the proof needs: those in unsatisfiable cores of the steps to targets,
// those in the cores of their own steps, and so on. Without an answer for some query it keeps all.
func (h *prover) slim(ctx context.Context) error {
	s := &slimmer{prover: h, needed: map[*claim]bool{}, into: map[*program.Location][]*step{}}
	defer s.close()
	for _, l := range h.p.Targets() {
		steps, err := s.to(l)
		if err != nil {
			return err
		}
		for _, x := range steps {
			if ok, err := s.keep(ctx, x, nil); err != nil || !ok {
				return err
			}
		}
	}
	for len(s.queue) > 0 {
		c := s.queue[0]
		s.queue = s.queue[1:]
		steps, err := s.to(c.at)
		if err != nil {
			return err
		}
		for _, x := range steps {
			if ok, err := s.keep(ctx, x, c); err != nil || !ok {
				return err
			}
		}
	}
	h.proven = slices.DeleteFunc(slices.Clone(h.proven), func(c *claim) bool { return !s.needed[c] })
	return nil
}

// slimmer is one run of slim.
type slimmer struct {
	*prover
	into   map[*program.Location][]*step
	needed map[*claim]bool
	queue  []*claim
}

func (s *slimmer) close() {
	for _, steps := range s.into {
		for _, x := range steps {
			x.s.Close()
		}
	}
}

// to returns the steps into a location.
func (s *slimmer) to(l *program.Location) ([]*step, error) {
	if steps, ok := s.into[l]; ok {
		return steps, nil
	}
	for _, e := range l.In {
		steps, err := s.steps(e, true)
		s.into[l] = append(s.into[l], steps...)
		if err != nil {
			return nil, err
		}
	}
	for _, x := range s.into[l] {
		for _, c := range s.proven {
			if c.at == l {
				if err := x.target(c); err != nil {
					return nil, err
				}
			}
		}
		if err := x.instantiate(); err != nil {
			return nil, err
		}
	}
	return s.into[l], nil
}

// keep marks what makes a claim hold after a step, or with nil the step infeasible; false if there is no
// answer.
func (s *slimmer) keep(ctx context.Context, x *step, c *claim) (bool, error) {
	var goal, old, all []*logic.Term
	if c != nil {
		goal = append(goal, x.fails[c].on)
	}
	for _, h := range x.hyps {
		if h.on.IsTrue() { // given fact
			continue
		}
		if s.needed[h.claim] {
			old = append(old, h.on)
		}
		all = append(all, h.on)
	}
	s.asked++
	if r, err := x.ask(ctx, goal, old...); err != nil || r == smt.Unsat {
		return r == smt.Unsat, err
	}
	r, err := x.ask(ctx, goal, all...)
	if err != nil || r != smt.Unsat {
		return false, err
	}
	core, err := smt.SmallCore(ctx, x.s, coreTries)
	if err != nil {
		return false, err
	}
	for _, h := range x.hyps {
		if slices.Contains(core, h.on) && !s.needed[h.claim] {
			s.needed[h.claim] = true
			s.queue = append(s.queue, h.claim)
		}
	}
	return true, nil
}
