package ic3ia

import (
	"context"
	"errors"
	"fmt"

	"cupel/core/interpolation"
	"cupel/core/program"
	"cupel/core/smt"
	"cupel/engine"
	"cupel/engine/errorpath"
)

// explain decides the path of an abstract counterexample: a feasible one ends the search, or dismisses a cut; an infeasible one gives
// predicates.
func (x *search) explain(ctx context.Context, edges []*program.Edge) error {
	x.stats.candidates++
	path := errorpath.New(x.p, edges, x.given.Facts)
	s, err := x.given.Tools.Solve(x.f)
	if err != nil {
		return err
	}
	defer s.Close()
	for k := range edges {
		if err := s.Assert(path.Enc.StepFormula(k)); err != nil {
			return err
		}
	}
	r, err := s.Check(ctx)
	x.pathWork += smt.Work(s)
	switch {
	case err != nil:
		return err
	case ctx.Err() != nil:
		return ctx.Err()
	case r == smt.Unsat:
		return x.refine(ctx, path, edges)
	case r == smt.Unknown:
		x.GiveUp(engine.Reason{Kind: engine.Undecided, Text: "the solver could not decide a path"})
		return errStuck
	}
	if end := edges[len(edges)-1].Dst; end.Cut != "" {
		x.Cut = engine.CutReason(end)
		x.dismissed[end] = true
		return nil
	}
	m, err := s.Model()
	if err != nil {
		return err
	}
	cex := path.Counterexample(m, edges)
	replay := x.given.Tools.Replayed(ctx, cex)
	if replay.OK() {
		x.Cex = cex
		return errStuck
	}
	x.GiveUp(replay.Reason())
	return errStuck
}

// refine adds the predicates of interpolants. All atoms of the interpolants along the path exclude its abstract states, so without a
// new one the search cannot go on.
func (x *search) refine(ctx context.Context, path *errorpath.Path, edges []*program.Edge) error {
	x.stats.refinements++
	itps, err := x.given.Tools.Interpolate.Sequence(ctx, x.f, path.Enc.Steps)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(err, interpolation.ErrSat), errors.Is(err, interpolation.ErrUnknown):
		x.GiveUp(engine.Reason{Kind: engine.NoProgress, Text: "no interpolants for a path"})
		return errStuck
	case err != nil:
		return fmt.Errorf("interpolation: %w", err)
	}
	fresh := false
	for k := 1; k < len(edges) && k < len(itps); k++ {
		t, ok := path.Enc.Back(k, itps[k])
		if !ok {
			continue
		}
		for _, pred := range interpolation.Predicates(x.f, t, x.o.Predicates) {
			fresh = x.prec.add(edges[k].Src, pred) || fresh
		}
	}
	if !fresh {
		x.GiveUp(engine.Reason{Kind: engine.NoProgress, Text: "no new predicates for a path"})
		return errStuck
	}
	if x.told.Due(x.stats.refinements) {
		x.publish(0)
	}
	return nil
}
