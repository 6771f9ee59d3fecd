package recurrence

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/smt"
)

// Check asks a solver whether each state of the set has a way back into it. It returns nil, ErrRefuted or ErrUndecided, or what is wrong with the set itself.
// That a state of the set is reached is Reach's part.
func Check(ctx context.Context, p *program.Program, s *Set, open smt.Opener, o smt.Options) error {
	q, err := question(p, s)
	if err != nil {
		return err
	}
	solver, err := open(p.Terms, o)
	if err != nil {
		return err
	}
	defer solver.Close()
	for _, t := range q {
		if err := solver.Assert(t); err != nil {
			return err
		}
	}
	r, err := solver.Check(ctx)
	switch {
	case err != nil:
		return err
	case r == smt.Unsat:
		return nil
	case r == smt.Sat:
		return ErrRefuted
	case ctx.Err() != nil:
		return ctx.Err()
	}
	return fmt.Errorf("%w: %s", ErrUndecided, solver.ReasonUnknown())
}

// question is the formula whose models are the states of the set without a way back.
func question(p *program.Program, s *Set) ([]*logic.Term, error) {
	if err := s.wellFormed(p); err != nil {
		return nil, err
	}
	f := p.Terms
	n, where := newNormaliser(f), make([]*logic.Term, len(s.Where))
	for i, c := range s.Where {
		where[i] = n.normal(c)
	}
	out := slices.Clone(where)
	for i, w := range s.Ways {
		t, err := newTurn(p, strconv.Itoa(i), w, s.Live)
		if err != nil {
			return nil, err
		}
		if len(t.lost) > 0 {
			return nil, fmt.Errorf("%w: an object does not live on", errUnfit)
		}
		out = append(out, t.fails(where))
	}
	return out, nil
}

// wellFormed reports what is wrong with the form of the set.
func (s *Set) wellFormed(p *program.Program) error {
	over := func(t *logic.Term) error {
		for _, v := range logic.FreeVars(t) {
			if p.VarOf(v) == nil {
				return fmt.Errorf("%w: %s is no variable", errUnfit, v)
			}
		}
		return nil
	}
	if len(s.Ways) == 0 || !p.Has(s.Head) {
		return fmt.Errorf("%w: there is none", errUnfit)
	}
	for _, c := range s.Where {
		if !c.Sort().IsBool() {
			return fmt.Errorf("%w: %s is no condition", errUnfit, c)
		}
		if err := over(c); err != nil {
			return err
		}
	}
	for _, w := range s.Ways {
		at := s.Head
		for _, e := range w.Path {
			if e.Src != at || e.ID >= len(p.Edges) || p.Edges[e.ID] != e {
				return fmt.Errorf("%w: edges do not connect", errUnfit)
			}
			at = e.Dst
		}
		if len(w.Path) == 0 || at != s.Head {
			return fmt.Errorf("%w: it does not lead back", errUnfit)
		}
		for _, i := range w.Inputs {
			if err := over(i); err != nil {
				return err
			}
		}
	}
	return nil
}
