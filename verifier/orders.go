package verifier

import (
	"context"
	"fmt"

	"cupel/analysis/execution/interp"
	"cupel/core/program"
)

// orders is a choice of the order of evaluation for each place at which C leaves it open; false is from left to right.
type orders struct {
	of   map[*program.Op]bool
	last *program.Op // whose choice is the latest
	open *program.Op // the first place that was come to for which nothing is chosen
}

func (s *orders) choose(op *program.Op) bool {
	way, chosen := s.of[op]
	if !chosen && s.open == nil {
		s.open = op
	}
	return way
}

// with is the choice with another one.
func (s *orders) with(op *program.Op, way bool) *orders {
	of := map[*program.Op]bool{op: way}
	for k, v := range s.of {
		of[k] = v
	}
	return &orders{of: of, last: op}
}

// inAnyOrder reports, with the open reason, unless a replayed counterexample, with outcome out, reaches the error in every order of evaluation that C
// allows, each place being evaluated always in the same one. The execution is from left to right then.
func (a *attempt) inAnyOrder(ctx context.Context, cex *program.Counterexample, o interp.Options, out *interp.Outcome) (_ *interp.Outcome, order func(*program.Op) bool, open string) {
	var first *interp.Outcome
	runs := 0
	for todo := []*orders{{}}; len(todo) > 0; {
		s := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		o.Order = s.choose
		ran, err := interp.Replay(ctx, a.inlining().original, cex, o)
		if runs++; err != nil {
			return nil, nil, err.Error()
		}
		if runs == 1 && s.open == nil {
			return out, nil, "" // there is nothing to choose
		}
		if runs == 1 {
			first, s.last = ran, s.open
		}
		if ran.Kind != interp.ReachedError || a.inlining().dependsOn(cex, ran) != "" || runs > maxOrderRuns {
			return nil, nil, fmt.Sprintf("the path depends on the %s at %s, which C leaves open", program.OrderNote, s.last.Pos)
		}
		if s.open != nil {
			todo = append(todo, s.with(s.open, true), s.with(s.open, false))
		}
	}
	return first, (&orders{}).choose, ""
}
