package gps

import (
	"context"
	"time"

	"cupel/engine"
)

// tryCover covers leaf n, or a loop head above it whose subtree is then discarded: leaves that tests leave
// behind often lie within an iteration, where nodes have no labels.
func (g *search) tryCover(ctx context.Context, n *node) (bool, error) {
	if g.labelled(n.loc) {
		if ok, err := g.coverHead(ctx, n); ok || err != nil || g.o.LeavesOnly {
			return ok, err
		}
	}
	if g.o.LeavesOnly {
		return false, nil
	}
	tries := 0
	for m := n.parent; m != nil && tries < headsTried && ctx.Err() == nil; m = m.parent {
		if !g.labelled(m.loc) || len(m.order) == 0 {
			continue
		}
		tries++
		if m.triedAt == g.strengthened {
			continue // no label has changed since
		}
		m.own().triedAt = g.strengthened
		ok, err := g.coverHead(ctx, m)
		if err != nil {
			return false, err
		}
		if ok {
			g.cutBelow(m)
			return true, nil
		}
	}
	return false, nil
}

// belowFalse discards the subtree of the first node on n's path whose label is false, and reports whether there is one: no
// state is reachable there.
func (g *search) belowFalse(n *node) bool {
	var at *node
	for m := n; m != nil; m = m.parent {
		if m.label[g.f.False()] {
			at = m
		}
	}
	if at == nil {
		return false
	}
	g.cutBelow(at)
	at.pruned = true
	return true
}

// cutBelow removes the subtree of a covered node.
func (g *search) cutBelow(m *node) {
	below := m.pathOnly
	for a := m; a != nil; a = a.parent {
		a.pathOnly -= below
	}
	stack := m.children()
	m.first, m.pruned, m.dead, m.listed = nil, false, false, false
	for len(stack) > 0 {
		n := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		n.removed = true
		g.removed++
		if n.coveredBy != nil {
			n.uncover()
		}
		for _, c := range append([]*node(nil), n.covers...) {
			g.takeBack(c)
		}
		stack = append(stack, n.children()...)
	}
}

// coverHead covers n (TRYCOVER of Fig. 6) by a node of its location whose label follows from its own, or by an
// ancestor whose label is invariant along the path from it, with interpolants as labels in between.
func (g *search) coverHead(ctx context.Context, n *node) (bool, error) {
	start := time.Now()
	interpolating := g.stats.refineTime
	defer func() {
		g.stats.coverTime += time.Since(start) - (g.stats.refineTime - interpolating)
	}()
	if g.o.Cover != engine.CoverAncestors {
		for _, m := range g.t.byLoc[n.loc] {
			if m.id >= n.id && !n.isLeaf() {
				break // might lie below n
			}
			if m == n || !canCover(m) || len(m.order) == 0 {
				continue
			}
			ok, err := g.implies(ctx, n, m.order)
			if err != nil {
				return false, err
			}
			if ok {
				g.stats.covered++
				n.cover(m)
				return true, nil
			}
		}
	}
	tried := map[string]bool{}
	tries := 0
	for m := n.parent; m != nil && (tries < coverTries || g.o.LeavesOnly) && ctx.Err() == nil; m = m.parent {
		if m.loc != n.loc || !canCover(m) {
			continue
		}
		if len(m.order) == 0 {
			if !n.isLeaf() {
				continue // would discard tests without gain
			}
			g.stats.covered++
			n.cover(m)
			return true, nil
		}
		tries++
		if !g.o.LeavesOnly {
			key := labelKey(m)
			if tried[key] {
				continue // the same claim failed for a shorter cycle
			}
			tried[key] = true
		}
		ok, err := g.inductive(ctx, m, n)
		if ok || err != nil {
			return ok, err
		}
	}
	return false, nil
}

// canCover reports whether a node's subtree was explored for all states of its label.
func canCover(m *node) bool { return !m.isLeaf() && m.pathOnly == 0 && !m.removed }

func labelKey(n *node) string {
	b := make([]byte, 0, 4*len(n.order))
	for _, t := range n.order {
		id := t.ID()
		b = append(b, byte(id), byte(id>>8), byte(id>>16), byte(id>>24))
	}
	return string(b)
}

// inductive covers n by its ancestor m if the label of m is invariant along the path between them.
func (g *search) inductive(ctx context.Context, m, n *node) (bool, error) {
	g.stats.coverChecks++
	not := g.f.Not(g.f.And(m.order...))
	ok, err := g.implies(ctx, n, m.order)
	if err != nil {
		return false, err
	}
	if !ok {
		if ok, err = g.contradicts(ctx, m, n, not); err != nil || !ok {
			return false, err
		}
		s := g.segment(m, n, m.order)
		ls, err := g.labels(ctx, s, not)
		if err != nil || ls == nil {
			return false, err
		}
		if err := g.strengthen(ctx, s.points, ls); err != nil {
			return false, err
		}
	}
	g.stats.covered++
	n.cover(m)
	return true, nil
}
