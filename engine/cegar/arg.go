package cegar

import (
	"cupel/core/program"
)

// node of an abstract reachability graph: a location with an abstract state.
//
// Invariants: the nodes form a tree along parent and children; a node is expanded (all of done), covered
// (coveredBy is set), or unmarked and on the waitlist, unless it is kept.
type node struct {
	id       int
	loc      *program.Location
	state    State
	parent   *node
	block    *Block // from the parent; nil for the root
	depth    int
	children []*node

	// done records for each block that leaves loc whether its successors are among the children; nil: for none.
	// If all are done the node is expanded.
	done      []bool
	coveredBy *node
	covers    []*node
	removed   bool
	queued    bool // on the waitlist
	// kept marks an unsafe node that no refinement removes: its path is feasible or undecided, but gives no
	// verdict.
	kept bool
}

// path returns the nodes from the root to n.
func (n *node) path() []*node {
	out := make([]*node, n.depth+1)
	for m := n; m != nil; m = m.parent {
		out[m.depth] = m
	}
	return out
}

// expanded reports whether the successors over all blocks exist.
func (n *node) expanded(blocks int) bool {
	if n.done == nil {
		return blocks == 0
	}
	for _, d := range n.done {
		if !d {
			return false
		}
	}
	return true
}

// uncover removes the covered-by edge of n.
func (n *node) uncover() {
	by := n.coveredBy
	n.coveredBy = nil
	for i, c := range by.covers {
		if c == n {
			by.covers = append(by.covers[:i], by.covers[i+1:]...)
			return
		}
	}
}

// An ARG is an abstract reachability graph (Definition 2.6). Invariants: a covering node has the location of
// the covered one, its state is weaker, and it is not covered itself; the graph over-approximates all
// executions when every node is expanded or covered.
type ARG struct {
	p      *program.Program
	blocks *Blocks
	root   *node
	byLoc  [][]*node // by location ID, in the order of creation
	index  []coverIndex
	next   int // ID of the next node
	size   int
}

// newARG returns the graph with the root alone: the initial location and a state.
func newARG(p *program.Program, blocks *Blocks, top State, first int) *ARG {
	g := &ARG{p: p, blocks: blocks, byLoc: make([][]*node, len(p.Locs)), index: make([]coverIndex, len(p.Locs)), next: first}
	g.root = g.add(nil, nil, p.Init, top)
	return g
}

func (g *ARG) add(parent *node, b *Block, l *program.Location, s State) *node {
	n := &node{id: g.next, loc: l, state: s, parent: parent, block: b}
	g.next++
	g.size++
	if parent != nil {
		n.depth = parent.depth + 1
		parent.children = append(parent.children, n)
	}
	g.byLoc[l.ID] = append(g.byLoc[l.ID], n)
	g.index[l.ID].add(n)
	return n
}

// cover adds a covering edge from n to m. What n covers is covered by m from now on.
func (g *ARG) cover(n, m *node) {
	n.coveredBy = m
	m.covers = append(m.covers, n)
	for _, c := range n.covers {
		c.coveredBy = m
		m.covers = append(m.covers, c)
	}
	n.covers = nil
}

// prune removes a node with its subtree, and unless it is to go alone its siblings over the same block with theirs. It returns
// the nodes that become unmarked: the parent, and those covered by removed nodes.
func (g *ARG) prune(refined *node, alone bool) []*node {
	parent, b := refined.parent, refined.block
	var kept []*node
	var stack []*node
	for _, c := range parent.children {
		if c == refined || c.block == b && !alone {
			stack = append(stack, c)
		} else {
			kept = append(kept, c)
		}
	}
	parent.children = kept
	for i, o := range g.blocks.Out(parent.loc) {
		if o == b && parent.done != nil {
			parent.done[i] = false
		}
	}
	unmarked := []*node{parent}
	touched := map[*program.Location]bool{}
	var uncovered []*node
	for len(stack) > 0 {
		n := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		n.removed = true
		g.size--
		touched[n.loc] = true
		if n.coveredBy != nil {
			n.uncover()
		}
		uncovered = append(uncovered, n.covers...)
		for _, c := range n.covers {
			c.coveredBy = nil
		}
		n.covers = nil
		stack = append(stack, n.children...)
	}
	for l := range touched {
		alive := g.byLoc[l.ID][:0]
		for _, n := range g.byLoc[l.ID] {
			if !n.removed {
				alive = append(alive, n)
			}
		}
		clear(g.byLoc[l.ID][len(alive):])
		g.byLoc[l.ID] = alive
		g.index[l.ID] = coverIndex{}
		for _, n := range alive {
			g.index[l.ID].add(n)
		}
	}
	for _, c := range uncovered {
		if !c.removed {
			unmarked = append(unmarked, c)
		}
	}
	return unmarked
}

// walk visits the nodes in depth-first order, children in their order.
func (g *ARG) walk(visit func(*node)) {
	stack := []*node{g.root}
	for len(stack) > 0 {
		n := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		visit(n)
		for i := len(n.children) - 1; i >= 0; i-- {
			stack = append(stack, n.children[i])
		}
	}
}

// Shape summarises a graph.
type Shape struct {
	Nodes, Covered, Expanded, Depth int
}

// Shape measures the graph.
func (g *ARG) Shape() Shape {
	var s Shape
	g.walk(func(n *node) {
		s.Nodes++
		s.Depth = max(s.Depth, n.depth)
		if n.coveredBy != nil {
			s.Covered++
		}
		if len(n.children) > 0 {
			s.Expanded++
		}
	})
	return s
}
