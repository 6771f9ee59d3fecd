package certify

import (
	"context"
	"fmt"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/smt"
)

// errUnbounded means that bounded unrolling did not exhaust the executions.
var errUnbounded = fmt.Errorf("%w: the loops are not found to end soon", ErrInconclusive)

// Unroll returns a proof without invariants about p with its loops unrolled as far as the heads are reachable.
// Loop heads must be marked. Its obligations are that no path reaches the error, and that no path makes a
// further visit of a loop head where the solver, which is untrusted, found it infeasible. visits is the largest
// number of loop head visits in one execution, at most most.
func Unroll(ctx context.Context, p *program.Program, open smt.Opener, most int) (c *Proof, visits int, err error) {
	if p.Init == p.Error || p.Init.Cut != "" {
		return nil, 0, fmt.Errorf("%w: the program starts in the error", ErrInconclusive)
	}
	s, err := open(p.Terms, smt.Options{Work: unrollWork})
	if err != nil {
		return nil, 0, err
	}
	defer s.Close()
	u := newUnrolling(p)
	for level := []*program.Location{u.p.Init}; ; visits++ {
		ends, err := u.follow(ctx, level)
		if err != nil {
			return nil, 0, err
		}
		if level, err = u.possible(ctx, s, ends); err != nil {
			return nil, 0, err
		}
		switch {
		case len(level) == 0:
			return &Proof{p: u.p, steps: u.steps}, visits, nil
		case visits == most || len(u.p.Locs) > maxUnrolled:
			return nil, 0, errUnbounded
		}
	}
}

// An unrolling is an acyclic program under construction. Invariant: every location is a copy of one of the
// original program (of), paired with the number of loop head visits before it, and every edge is a copy, so
// that each execution of the original with that many visits is one of the unrolling. A loop head whose
// successors are not copied yet is a cut.
type unrolling struct {
	p, of    *program.Program
	relevant []bool  // by original ID: the error or a cut is reachable
	r        *region // everything encoded so far, as one region
	steps    []step  // to the copies of the error and of cuts
}

func newUnrolling(p *program.Program) *unrolling {
	u := &unrolling{of: p, p: program.NewCopy(p).Program, relevant: program.Reaching(p, p.Targets()...)}
	u.p.Init, u.p.Error = u.location(p.Init), u.location(p.Error)
	u.p.VarOf(nil) // builds the index
	u.r = newRegion(u.p, u.p.Init)
	return u
}

// location makes a copy of a location.
func (u *unrolling) location(l *program.Location) *program.Location {
	n := u.p.NewLocation(l.Func, l.Pos)
	n.LoopPos, n.Cut, n.CutByRecursion, n.Origin = l.LoopPos, l.Cut, l.CutByRecursion, l
	return n
}

// follow copies and encodes the part of the program between the visits in level and the next visits, which it
// returns.
func (u *unrolling) follow(ctx context.Context, level []*program.Location) (ends []*program.Location, err error) {
	same, next := map[*program.Location]*program.Location{}, map[*program.Location]*program.Location{}
	for _, l := range level {
		l.Cut = ""
		same[l.Origin] = l
	}
	inner := 0 // locations copied besides level and ends
	var bad []*program.Location
	for todo := append([]*program.Location(nil), level...); len(todo) > 0; {
		l := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, e := range l.Origin.Out {
			if !u.relevant[e.Dst.ID] {
				continue
			}
			var to *program.Location
			switch target := e.Dst == u.of.Error || e.Dst.Cut != ""; {
			case target: // a copy for each path, so that each has its own query
				if to = u.location(e.Dst); to.Cut == "" {
					to.Cut = "the error"
				}
				bad = append(bad, to)
			case e.Dst.LoopHead:
				if to = next[e.Dst]; to == nil {
					to = u.location(e.Dst)
					to.Cut = "one more visit"
					next[e.Dst] = to
					ends = append(ends, to)
				}
			default:
				if to = same[e.Dst]; to == nil {
					to = u.location(e.Dst)
					same[e.Dst] = to
					todo = append(todo, to)
					inner++
				}
			}
			n := u.p.NewEdge(l, to, e.Ops...)
			n.Pos, n.Branch, n.Goal, n.Origin = e.Pos, e.Branch, e.Goal, e
		}
	}
	if err := u.encode(ctx, level, inner); err != nil {
		return nil, err
	}
	for _, l := range bad {
		u.steps = append(u.steps, u.r.step(l))
	}
	return ends, nil
}

// encode encodes the edges of a level with inner locations, in topological order.
func (u *unrolling) encode(ctx context.Context, level []*program.Location, inner int) error {
	entered := map[*program.Location]int{}
	for ready := append([]*program.Location(nil), level...); len(ready) > 0; {
		if err := ctx.Err(); err != nil {
			return err
		}
		l := ready[len(ready)-1]
		ready = ready[:len(ready)-1]
		u.r.pass(l)
		for _, e := range l.Out {
			if entered[e.Dst]++; e.Dst.Cut == "" && entered[e.Dst] == len(e.Dst.In) {
				ready = append(ready, e.Dst)
				inner--
			}
		}
	}
	if inner != 0 {
		return fmt.Errorf("%w: a cycle has no loop head", ErrInconclusive)
	}
	return nil
}

// possible returns the visits that the solver does not prove infeasible; the others remain cuts.
func (u *unrolling) possible(ctx context.Context, s smt.Solver, visits []*program.Location) (out []*program.Location, err error) {
	for _, l := range visits {
		e := u.r.step(l)
		switch r, err := ask(ctx, s, e.cond); {
		case err != nil:
			return nil, err
		case r != smt.Unsat: // unknown: unrolled further, since the next queries may be easy
			out = append(out, l)
		default:
			u.steps = append(u.steps, e)
		}
	}
	return out, nil
}

// Questions is the number of solver queries of a proof by unrolling.
func (c *Proof) Questions() int { return len(c.steps) }

// Joined combines all queries of a proof by unrolling into one, as the steps share most of their formulas.
func (c *Proof) Joined() *Proof {
	var conds []*logic.Term
	var named definitions
	for i := range c.steps {
		conds = append(conds, c.steps[i].cond)
		named = c.steps[i].named
	}
	end := program.Location{Cut: "the error, or one more visit", Pos: c.p.Init.Pos}
	return &Proof{p: c.p, steps: []step{{src: c.p.Init, dst: &end, cond: c.p.Terms.Or(conds...), named: named}}}
}
