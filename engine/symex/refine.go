package symex

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"cupel/core/interpolation"
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/smt"
	"cupel/engine/errorpath"
)

// concretePath is the current path executed without abstraction (ISFEASIBLE of Algorithm 3), divided into steps
// at its abstraction points.
type concretePath struct {
	errorpath.Segments
	m    *memory
	dead bool                // the path condition is syntactically false
	cuts []*program.Location // location after step i
}

// execute runs the current path; with cuts the live variables get symbols of their own at each abstraction
// point.
func (x *explorer) execute(cuts bool) *concretePath {
	c := &concretePath{m: newMemory(x.p)}
	if !cuts { // the steps of an interpolation problem keep their own conditions
		c.m.remembering(!x.o.whole())
	}
	base := 0
	end := func() {
		c.Assume(c.m.pc[base:]...)
		base = len(c.m.pc)
		c.End()
	}
	for i := 0; i <= len(x.path); i++ {
		for cuts && len(c.cuts) < len(x.points) && x.frames[x.points[len(c.cuts)].frame].path == i {
			loc := x.points[len(c.cuts)].loc
			c.Cut(c.m, x.live(loc), func(v *program.Var) *logic.Term { return x.f.Fresh(v.Name, v.Sort()) })
			c.cuts = append(c.cuts, loc)
			end()
		}
		if i == len(x.path) {
			break
		}
		if !c.m.exec(x.path[i].Ops) {
			c.dead = true
			if cuts {
				c.m.pc = append(c.m.pc, x.f.False())
			}
			break
		}
	}
	end()
	return c
}

// feasibility decides whether the current path is feasible, and returns a memory at its end. A model has values for all
// havocs of the path.
func (x *explorer) feasibility(ctx context.Context) (*memory, *assignment, smt.Result, error) {
	if len(x.points) == 0 && x.model != nil && !x.o.Fixed { // nothing was abstracted
		if !slices.ContainsFunc(x.m.pc, func(c *logic.Term) bool { return !x.model.holds(c) }) {
			var inputs []*logic.Term
			for _, h := range x.m.havocs {
				inputs = append(inputs, h.sym)
			}
			return x.m, x.model.plain(x.m.pc, inputs), smt.Sat, nil
		}
	}
	c := x.execute(false)
	if c.dead {
		return c.m, nil, smt.Unsat, nil
	}
	s, err := x.given.Tools.Solve(x.f)
	if err != nil {
		return nil, nil, smt.Unknown, err
	}
	defer s.Close()
	for _, t := range c.m.pc {
		if err := s.Assert(t); err != nil {
			return nil, nil, smt.Unknown, err
		}
	}
	r, err := s.Check(ctx)
	if err != nil || r != smt.Sat {
		return c.m, nil, r, err
	}
	sm, err := s.Model()
	if err != nil {
		return nil, nil, r, err
	}
	return c.m, assignmentOf(x.f, sm, c.m.pc), r, nil
}

// refine changes the precision such that it excludes the current, infeasible path, and backtracks to the first
// abstraction point that changes. It returns false if the path has none.
func (x *explorer) refine(ctx context.Context) (bool, error) {
	if len(x.points) == 0 {
		return false, nil
	}
	x.stats.refinements++
	c := x.execute(true)
	changed := map[*program.Location]bool{}
	itps, err := x.given.Tools.Interpolate.Sequence(ctx, x.f, c.Steps)
	if ctx.Err() != nil {
		return true, nil
	}
	switch {
	case err == nil:
		for k, loc := range c.cuts {
			if k+1 >= len(itps) {
				break // the path became infeasible before its last cut
			}
			p, ok := c.Back(x.f, k, itps[k+1])
			if ok && x.prec.addInterpolant(loc, p, x.o.Predicates) && !changed[loc] {
				changed[loc] = true
				lp := x.prec.at(loc)
				if lp.refined += x.weight(); x.o.UnrollAfter > 0 && lp.refined >= x.o.UnrollAfter {
					x.stats.raised++
					lp.refined = 0
					x.raise(loc)
				}
			}
		}
	case errors.Is(err, interpolation.ErrSat), errors.Is(err, interpolation.ErrUnknown):
		x.stats.noInterpolants++
	default:
		return false, fmt.Errorf("interpolation: %w", err)
	}
	if len(changed) == 0 { // the paper's fallback: abstract later
		x.stats.raised++
		for _, pt := range x.points {
			if !changed[pt.loc] {
				changed[pt.loc] = true
				x.raise(pt.loc)
			}
		}
	}
	if x.o.Restart == FromRoot {
		return true, x.reset()
	}
	for _, pt := range x.points {
		if changed[pt.loc] {
			x.done.forget(x.frames[pt.frame].explored)
			return true, x.rewind(pt.frame)
		}
	}
	return false, nil
}

// raise lets abstraction at a loop head begin later than on the current path.
func (x *explorer) raise(loc *program.Location) {
	lp := x.prec.at(loc)
	lp.threshold++
	if x.o.Raise != ByOne {
		lp.threshold = max(x.visits[loc.ID], lp.threshold)
	}
}

// weight is what one refinement counts towards unrolling; those of the slow method spacer count more.
func (x *explorer) weight() int {
	if x.given.Tools.Interpolate.Name() == "spacer" {
		return spacerWeight
	}
	return 1
}
