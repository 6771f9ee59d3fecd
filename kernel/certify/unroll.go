package certify

import (
	"context"
	"fmt"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/smt"
)

// errUnbounded: a program is not found to end after few visits of its loop heads.
var errUnbounded = fmt.Errorf("%w: the loops are not found to end soon", ErrInconclusive)

// Unroll makes a proof without claims about p, whose loop heads are marked, with its loops unrolled as
// far as their heads can be reached. It holds when neither the error is reached nor one of the
// visits of a loop head that were left out: those that the solver, which is not relied on, found
// impossible. visits is the largest number of visits of loop heads in one execution, and at most most.
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

// An unrolling is a program without loops under construction. Its locations are those of another program, of,
// each with a number of visits of loop heads before it, and their edges are copies: what the other one executes with
// that many visits, it executes, too. A visit of a loop head is a cut until it is followed.
type unrolling struct {
	p, of    *program.Program
	relevant []bool  // locations of the other program from which the error or a cut can be reached at all
	r        *region // all of p that is encoded
	steps    []step  // to what must not be reached
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

// follow copies and encodes what lies between locations with one number of visits and the next visits, which
// it returns.
func (u *unrolling) follow(ctx context.Context, level []*program.Location) (ends []*program.Location, err error) {
	same, next := map[*program.Location]*program.Location{}, map[*program.Location]*program.Location{}
	for _, l := range level {
		l.Cut = ""
		same[l.Origin] = l
	}
	inner := 0 // locations that are neither in level nor ends
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
			case target: // each way there is a question of its own
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

// encode encodes the edges of a level, with a number of locations inside, in topological order.
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

// possible are the visits that the solver does not find impossible; the others are not to be reached.
func (u *unrolling) possible(ctx context.Context, s smt.Solver, visits []*program.Location) (out []*program.Location, err error) {
	for _, l := range visits {
		e := u.r.step(l)
		switch r, err := ask(ctx, s, e.cond); {
		case err != nil:
			return nil, err
		case r != smt.Unsat: // without an answer it is followed, too: the questions about what comes next may be easy
			out = append(out, l)
		default:
			u.steps = append(u.steps, e)
		}
	}
	return out, nil
}

// Questions are how many questions a proof by unrolling asks.
func (c *Proof) Questions() int { return len(c.steps) }

// Joined is a proof by unrolling whose questions are one: whether any of the steps is possible. Many steps share most of what they
// ask.
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
