package cegar

import (
	"context"
	"math"
	"time"

	"cupel/core/work"
	"cupel/engine"
)

// isTarget reports whether a node is at the error or a cut.
func (x *search) isTarget(n *node) bool { return n.loc == x.p.Error || n.loc.Cut != "" }

// abstract extends the graph (Algorithm 2.1) until it is complete, or until the configured number of unsafe
// nodes is found, which it returns.
func (x *search) abstract(ctx context.Context) ([]*node, error) {
	start := time.Now()
	defer func() { x.stats.abstractTime += time.Since(start) }()
	limit := x.o.Counterexamples
	switch {
	case limit == 0 && x.o.Exploration == Complete:
		limit = math.MaxInt
	case limit == 0:
		limit = maxCounterexamples
	}
	var unsafe []*node
	last := 0 // last step to take after the first counterexample
	for steps := 0; ; steps++ {
		work.Spend(ctx, stateWork)
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if len(unsafe) > 0 && steps > last && x.o.Exploration != Complete {
			return unsafe, nil
		}
		if n := x.given.GraphLimit; n > 0 && x.arg.size > n*len(x.p.Locs) {
			x.stuck = engine.Reason{Kind: engine.SizeLimit, Text: "the abstract reachability graph has too many nodes"}
			return nil, nil
		}
		n := x.wait.take()
		if n == nil {
			return unsafe, nil
		}
		if steps%64 == 0 {
			x.observer.Progress(engine.Progress{Phase: "abstraction", Iterations: x.stats.iterations,
				Refinements: x.stats.refinements, Frontier: x.wait.queue.Len(), Depth: n.depth})
		}
		switch {
		case n.coveredBy != nil || n.kept:
		case x.isTarget(n):
			if n.loc != x.p.Error && !x.Cut.None() {
				n.kept = true // one reachable cut suffices
				continue
			}
			if len(unsafe) == 0 {
				last = max(minFurtherSteps, furtherSteps*steps)
			}
			if unsafe = append(unsafe, n); len(unsafe) >= limit {
				return unsafe, nil
			}
		case x.wait.dist[n.loc.ID] < 0:
		default:
			if len(n.children) == 0 {
				covered, err := x.cover(ctx, n)
				if err != nil {
					return nil, err
				}
				if covered {
					continue
				}
			}
			if err := x.expand(ctx, n); err != nil {
				return nil, err
			}
		}
	}
}

// cover searches for a node that covers leaf n.
func (x *search) cover(ctx context.Context, n *node) (bool, error) {
	start := time.Now()
	defer func() { x.stats.coverTime += time.Since(start) }()
	var by *node
	var err error
	x.arg.index[n.loc.ID].candidates(n.state, func(m *node) bool {
		if m == n || m.coveredBy != nil {
			return true
		}
		var ok bool
		if ok, err = x.dom.Leq(ctx, n.state, m.state); ok {
			by = m
		}
		return !ok && err == nil
	})
	if by == nil || err != nil {
		return false, err
	}
	x.stats.covered++
	x.arg.cover(n, by)
	return true, nil
}

// expand adds the missing successors of n.
func (x *search) expand(ctx context.Context, n *node) error {
	start := time.Now()
	defer func() { x.stats.transferTime += time.Since(start) }()
	out := x.blocks.Out(n.loc)
	if n.done == nil {
		n.done = make([]bool, len(out))
	}
	for i, b := range out {
		if n.done[i] {
			continue
		}
		states, err := x.dom.Post(ctx, n.state, b, x.prec.At(b.Dst))
		if err != nil {
			return err
		}
		x.stats.transfers++
		first := len(n.children)
	next:
		for _, s := range states {
			for _, c := range n.children[first:] {
				below, err := x.dom.Leq(ctx, s, c.state)
				if err != nil {
					return err
				}
				if below {
					continue next
				}
			}
			x.stats.nodes++
			x.wait.add(x.arg.add(n, b, b.Dst, s))
		}
		n.done[i] = true
	}
	return nil
}
