package gps

import (
	"cupel/core/logic"
	"cupel/core/program"
)

// node is a path of the tree: its parent's path extended by one edge. Tests of many iterations create millions of
// nodes, so fields that few of them need are in facts.
//
// Invariants of a complete tree: a node that is not a leaf has a child for every outgoing edge; each leaf is
// covered or a dead end; a covering node has the location of the leaf, is explored for all states of its label
// (pathOnly is 0), and its label follows from that of the leaf.
type node struct {
	parent *node
	edge   *program.Edge // nil at the root
	loc    *program.Location
	first  *node // first child
	next   *node // next sibling
	*facts       // shared and empty until own is called

	id    int32
	depth int32
	// pathOnly counts the leaves in this subtree that are dead ends for their own path but not for all states
	// of the labels above: such a node must not cover another one.
	pathOnly int32

	queued  bool
	dead    bool // known to be a dead end
	listed  bool // queued for refinement
	pruned  bool // a dead end: label and summary contradict each other
	cut     bool // given up: a cut or undecided
	removed bool // a node above was covered later
}

// facts are the fields that few nodes have.
type facts struct {
	// label is a set of conjuncts that hold after the path and for whose states the subtree is explored. Only
	// loop heads and leaves have one.
	label map[*logic.Term]bool
	order []*logic.Term // of label, by insertion

	coveredBy *node
	covers    []*node // nodes covered by this one
	triedAt   int     // number of label changes at the last attempt to cover
}

var noFacts facts

// own returns the node's facts for modification.
func (n *node) own() *facts {
	if n.facts == &noFacts {
		n.facts = &facts{}
	}
	return n.facts
}

// isLeaf reports whether the node has no children.
func (n *node) isLeaf() bool { return n.first == nil }

// children returns the extensions by one edge.
func (n *node) children() []*node {
	var cs []*node
	for c := n.first; c != nil; c = c.next {
		cs = append(cs, c)
	}
	return cs
}

// path returns the edges from the root.
func (n *node) path() []*program.Edge {
	es := make([]*program.Edge, n.depth)
	for m := n; m.parent != nil; m = m.parent {
		es[m.depth-1] = m.edge
	}
	return es
}

// nodes returns the nodes from the root to n.
func (n *node) nodes() []*node {
	ns := make([]*node, n.depth+1)
	for m := n; m != nil; m = m.parent {
		ns[m.depth] = m
	}
	return ns
}

// tree is the tree of explored paths with its frontier.
type tree struct {
	root  *node
	size  int
	queue []*node // the frontier, first in, first out
	byLoc map[*program.Location][]*node
	slab  []node // allocated, unused nodes
	all   bool   // byLoc has all nodes, not those at loop heads alone
}

// newTree returns the tree of the empty path; labels anywhere need all nodes by location.
func newTree(p *program.Program, all bool) *tree {
	t := &tree{byLoc: map[*program.Location][]*node{}, all: all}
	t.root = t.add(nil, nil, p.Init)
	return t
}

func (t *tree) add(parent *node, e *program.Edge, l *program.Location) *node {
	if len(t.slab) == 0 {
		t.slab = make([]node, 256)
	}
	n := &t.slab[0]
	t.slab = t.slab[1:]
	*n = node{id: int32(t.size), parent: parent, edge: e, loc: l, facts: &noFacts}
	t.size++
	if parent != nil {
		n.depth = parent.depth + 1
		at := &parent.first
		for *at != nil {
			at = &(*at).next
		}
		*at = n
	}
	if l.LoopHead || t.all {
		t.byLoc[l] = append(t.byLoc[l], n)
	}
	return n
}

// child returns the extension of n by e, creating it if necessary.
func (t *tree) child(n *node, e *program.Edge) *node {
	for c := n.first; c != nil; c = c.next {
		if c.edge == e {
			return c
		}
	}
	return t.add(n, e, e.Dst)
}

func (t *tree) enqueue(n *node) {
	if !n.queued {
		n.queued = true
		t.queue = append(t.queue, n)
	}
}

func (t *tree) dequeue() *node {
	n := t.queue[0]
	t.queue[0] = nil
	t.queue = t.queue[1:]
	n.queued = false
	return n
}

// pop takes the path that was queued last.
func (t *tree) pop() *node {
	last := len(t.queue) - 1
	n := t.queue[last]
	t.queue[last] = nil
	t.queue = t.queue[:last]
	n.queued = false
	return n
}

// strengthen adds a conjunct to a label; false if it is there already.
func (n *node) strengthen(c *logic.Term) bool {
	if c.IsTrue() || n.label[c] {
		return false
	}
	f := n.own()
	if f.label == nil {
		f.label = map[*logic.Term]bool{}
	}
	f.label[c] = true
	f.order = append(f.order, c)
	return true
}

// cover adds a covering edge.
func (n *node) cover(by *node) {
	n.own().coveredBy = by
	b := by.own()
	b.covers = append(b.covers, n)
}

// uncover removes the covering edge.
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
