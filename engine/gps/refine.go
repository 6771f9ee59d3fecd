package gps

import (
	"context"
	"strconv"
	"time"

	"cupel/core/interpolation"
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/program/ssa"
	"cupel/core/smt"
	"cupel/engine/errorpath"
)

// segment is the encoding of a path cut at some of its nodes: step i leads to points[i].
type segment struct {
	errorpath.Segments
	points []*node
}

// segment encodes the path from an ancestor (exclusive; nil: the root) to n, cut at loop heads and at n; start
// holds at the ancestor.
func (g *search) segment(from, n *node, start []*logic.Term) *segment {
	c := g.fresh()
	s := &segment{}
	s.Assume(evalAll(c, start)...)
	nodes := n.nodes()
	first := 1
	if from != nil {
		first = int(from.depth) + 1
	}
	dead := false
	for _, m := range nodes[first:] {
		if !dead {
			var as []*logic.Term
			as, dead = exec(c, m.edge.Ops)
			s.Assume(as...)
		}
		if !g.labelled(m.loc) && m != n {
			continue
		}
		s.Cut(c, g.live.At(m.loc), func(v *program.Var) *logic.Term {
			return g.f.Var(v.Name+"@"+strconv.Itoa(len(s.Steps)), v.Sort())
		})
		// Facts and labels proven here need no new proof.
		s.Assume(evalAll(c, m.order)...)
		s.points = append(s.points, m)
		s.End()
	}
	s.End() // the formula after the path is over program variables at its end
	return s
}

// labelled reports whether nodes of a location have labels wherever they are.
func (g *search) labelled(l *program.Location) bool { return l.LoopHead || g.o.AllLabels }

// fresh is a symbolic state in which every variable has any value.
func (g *search) fresh() *ssa.State { return ssa.NewState(g.p, ssa.Options{}) }

// end adds a formula over program variables at the end as the last step.
func (s *segment) end(f *logic.Factory, t *logic.Term) {
	s.Steps[len(s.Steps)-1] = interpolation.Step{Assumes: logic.Conjuncts(f.Subst(t, s.Symbols(len(s.points)-1)))}
}

// refine closes the dead end n by labelling it with interpolants of the path and the summary (REFINE of Fig.
// 6). If the label of an ancestor suffices, only the path below it is interpolated.
func (g *search) refine(ctx context.Context, n *node, sum *logic.Term) error {
	if g.o.Mode != GPS {
		g.closePath(n)
		return nil
	}
	for _, from := range g.starts(n) {
		var start []*logic.Term
		if from != nil {
			start = from.order
			if in, err := g.contradicts(ctx, from, n, sum); err != nil || ctx.Err() != nil {
				return err
			} else if !in {
				continue
			}
		}
		s := g.segment(from, n, start)
		ls, err := g.labels(ctx, s, sum)
		if err != nil || ctx.Err() != nil {
			return err
		}
		if ls == nil {
			continue
		}
		n.pruned = true
		return g.strengthen(ctx, s.points, ls)
	}
	g.stats.noInterpolants++
	g.closePath(n)
	return nil
}

// starts returns the ancestors from which to try to prove a dead end: labelled ones at growing distances, and
// the root (nil).
func (g *search) starts(n *node) []*node {
	const near = 6 // shorter paths are interpolated as a whole
	var heads []*node
	for m := n.parent; m != nil; m = m.parent {
		if m.loc.LoopHead {
			heads = append(heads, m)
		}
	}
	var out []*node
	if len(heads) > near && !g.o.NoReuse {
		for d := 0; d < len(heads); d = 2*d + 1 {
			if len(heads[d].order) > 0 {
				out = append(out, heads[d])
			}
		}
	}
	return append(out, nil)
}

// contradicts reports whether the label of an ancestor, the path from it to n and a formula at its end are
// jointly unsatisfiable.
func (g *search) contradicts(ctx context.Context, from, n *node, end *logic.Term) (bool, error) {
	c := g.fresh()
	as := evalAll(c, from.order)
	for _, m := range n.nodes()[from.depth+1:] {
		more, dead := exec(c, m.edge.Ops)
		if dead {
			return true, nil
		}
		as = append(as, more...)
	}
	as = append(as, c.Eval(end))
	start := time.Now()
	sat, _, err := g.satisfiable(ctx, as)
	g.stats.checkTime += time.Since(start)
	return err == nil && !sat, err
}

// strengthen adds conjuncts to labels and removes the covering edges that no longer hold.
func (g *search) strengthen(ctx context.Context, points []*node, ls []*logic.Term) error {
	for i, m := range points {
		added := false
		for _, c := range logic.Conjuncts(ls[i]) {
			added = m.strengthen(c) || added
		}
		if !added {
			continue
		}
		g.strengthened++
		for _, c := range append([]*node(nil), m.covers...) {
			ok, err := g.implies(ctx, c, m.order)
			if err != nil {
				return err
			}
			if !ok {
				g.takeBack(c)
			}
		}
	}
	return nil
}

func (g *search) takeBack(c *node) {
	g.stats.uncovered++
	c.uncover()
	if !c.removed {
		g.t.enqueue(c)
	}
}

// closePath closes a dead end for its own path only: no ancestor may cover another path from now on.
func (g *search) closePath(n *node) {
	n.pruned = true
	for m := n; m != nil; m = m.parent {
		m.pathOnly++
		for _, c := range append([]*node(nil), m.covers...) {
			g.takeBack(c)
		}
	}
}

// implies reports whether the label of n implies all of ts.
func (g *search) implies(ctx context.Context, n *node, ts []*logic.Term) (bool, error) {
	var rest []*logic.Term
	for _, t := range ts {
		if !n.label[t] {
			rest = append(rest, t)
		}
	}
	if len(rest) == 0 {
		return true, nil
	}
	if len(n.order) == 0 {
		return false, nil
	}
	g.stats.coverChecks++
	r, err := g.tests.check(ctx, append(append([]*logic.Term(nil), n.order...), g.f.Not(g.f.And(rest...)))...)
	return r == smt.Unsat, err
}
