package gps

import (
	"cupel/logic"
	"cupel/program"
)

// node is a path of the tree: its parent's followed by one edge.
type node struct {
	id       int
	parent   *node
	edge     *program.Edge // nil at the root
	loc      *program.Location
	depth    int
	children []*node

	// label holds conjuncts that every state reached by the path satisfies and
	// that the subtree is explored for. Only loop heads and leaves have one.
	label map[*logic.Term]bool
	order []*logic.Term // of label, as added

	coveredBy *node
	covers    []*node // covered by this node

	queued bool
	dead   bool // known to be a dead end, not yet refined
	pruned bool // a dead end: label and summary contradict each other
	cut    bool // the end of the model
	// removed: a node above was covered later.
	removed bool
	// triedAt is how often labels had changed when covering was tried last.
	triedAt int
	// pathOnly counts leaves below, or here, that are dead ends of their own path
	// but not for all states of the labels above: such a node covers nothing.
	pathOnly int
}

// isLeaf reports whether the path has no extension in the tree.
func (n *node) isLeaf() bool { return len(n.children) == 0 }

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

// tree is the abstract reachability tree.
type tree struct {
	root  *node
	size  int
	queue []*node // the frontier, first in, first out
	byLoc map[*program.Location][]*node
}

func newTree(p *program.Program) *tree {
	t := &tree{byLoc: map[*program.Location][]*node{}}
	t.root = t.add(nil, nil, p.Init)
	return t
}

func (t *tree) add(parent *node, e *program.Edge, l *program.Location) *node {
	n := &node{id: t.size, parent: parent, edge: e, loc: l}
	t.size++
	if parent != nil {
		n.depth = parent.depth + 1
		parent.children = append(parent.children, n)
	}
	if l.LoopHead {
		t.byLoc[l] = append(t.byLoc[l], n)
	}
	return n
}

// child returns the extension of n by e.
func (t *tree) child(n *node, e *program.Edge) *node {
	for _, c := range n.children {
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

// strengthen adds a conjunct to a label; false when it is there.
func (n *node) strengthen(c *logic.Term) bool {
	if c.IsTrue() || n.label[c] {
		return false
	}
	if n.label == nil {
		n.label = map[*logic.Term]bool{}
	}
	n.label[c] = true
	n.order = append(n.order, c)
	return true
}

// cover makes a covering edge.
func (n *node) cover(by *node) {
	n.coveredBy = by
	by.covers = append(by.covers, n)
}

// uncover takes it back.
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
