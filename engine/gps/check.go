package gps

import (
	"context"
	"errors"
	"fmt"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/program/ssa"
	"cupel/core/smt"
)

// Checker verifies that a tree is complete and well-labelled (Definition 3 and Lemma 1), given the summaries:
// the root has no label; each label follows from the nearest label above and the path between; a covered leaf
// implies the label of an expanded node of its location that is explored for its whole label; other leaves
// contradict the summary; every other node has all its successors.
type Checker struct {
	f    *logic.Factory
	p    *program.Program
	root *node
	sums map[*program.Location]*logic.Term
}

// trusts reports whether a leaf relies on a summary.
func (c *Checker) trusts() bool {
	for _, t := range c.sums {
		if !t.IsTrue() {
			return true
		}
	}
	return false
}

// ErrProof means that the tree is no proof.
var ErrProof = errors.New("gps: the tree is no proof")

// Check verifies the tree with a solver of its own.
func (c *Checker) Check(ctx context.Context, open smt.Opener) error {
	s, err := open(c.f, smt.Options{})
	if err != nil {
		return err
	}
	defer s.Close()
	if len(c.root.order) > 0 || c.root.loc != c.p.Init {
		return fmt.Errorf("%w: the root has a label", ErrProof)
	}
	if err := c.marks(); err != nil {
		return err
	}
	unsat := func(what string, ts ...*logic.Term) error {
		all := c.f.And(ts...)
		if all.IsFalse() {
			return nil
		}
		r, err := s.Check(ctx, all)
		switch {
		case err != nil:
			return err
		case r == smt.Unsat:
			return nil
		case r == smt.Sat:
			return fmt.Errorf("%w: %s", ErrProof, what)
		}
		return fmt.Errorf("%s: no answer: %s", what, s.ReasonUnknown())
	}
	covering := map[*node]bool{} // their label has to suffice for what follows
	nodes := []*node{c.root}
	for len(nodes) > 0 {
		n := nodes[len(nodes)-1]
		nodes = append(nodes[:len(nodes)-1], n.children()...)
		if n.coveredBy != nil {
			covering[n.coveredBy] = true
		}
	}
	// frame is a node with what holds before it: the last label above and the assumptions since then.
	type frame struct {
		n   *node
		enc *ssa.State
		as  []*logic.Term
	}
	stack := []frame{{n: c.root, enc: c.fresh()}}
	for len(stack) > 0 {
		if err := ctx.Err(); err != nil {
			return err
		}
		fr := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		n := fr.n
		if len(n.order) > 0 || covering[n] {
			label := c.f.And(n.order...)
			if err := unsat(fmt.Sprintf("the label of node %d does not follow", n.id), append(fr.as, c.f.Not(fr.enc.Eval(label)))...); err != nil {
				return err
			}
			fr.enc = c.fresh()
			fr.as = []*logic.Term{fr.enc.Eval(label)}
		}
		if n.isLeaf() {
			if err := c.leaf(n, unsat); err != nil {
				return err
			}
			continue
		}
		if err := c.full(n); err != nil {
			return err
		}
		children := n.children()
		for i, m := range children {
			enc := fr.enc
			if i < len(children)-1 {
				enc = fr.enc.Clone()
			}
			as := append(append([]*logic.Term(nil), fr.as...), enc.Step(m.edge.Ops).Assumes...)
			stack = append(stack, frame{m, enc, as})
		}
	}
	return nil
}

// fresh returns a symbolic state with unconstrained values.
func (c *Checker) fresh() *ssa.State { return ssa.NewState(c.p, ssa.Options{}) }

// leaf checks one leaf.
func (c *Checker) leaf(n *node, unsat func(string, ...*logic.Term) error) error {
	if by := n.coveredBy; by != nil {
		switch {
		case by.loc != n.loc || by.isLeaf() || by.pathOnly > 0:
			return fmt.Errorf("%w: node %d cannot cover node %d", ErrProof, by.id, n.id)
		case len(by.order) == 0:
			return nil
		}
		return unsat(fmt.Sprintf("node %d is not covered by node %d", n.id, by.id), append(append([]*logic.Term(nil), n.order...), c.f.Not(c.f.And(by.order...)))...)
	}
	sum := c.sums[n.loc]
	if sum == nil {
		return fmt.Errorf("%w: no summary for node %d", ErrProof, n.id)
	}
	if n.pathOnly == 0 {
		return unsat(fmt.Sprintf("leaf %d is no dead end", n.id), append(append([]*logic.Term(nil), n.order...), sum)...)
	}
	// A dead end for its own path only.
	full := c.fresh()
	var all []*logic.Term
	for _, e := range n.path() {
		all = append(all, full.Step(e.Ops).Assumes...)
	}
	return unsat(fmt.Sprintf("the path of leaf %d is no dead end", n.id), append(all, full.Eval(sum))...)
}

// full checks that a node has a child for every outgoing edge.
func (c *Checker) full(n *node) error {
	have := map[*program.Edge]bool{}
	for _, m := range n.children() {
		if m.parent != n || m.edge.Src != n.loc || m.loc != m.edge.Dst {
			return fmt.Errorf("%w: node %d is no child of node %d", ErrProof, m.id, n.id)
		}
		have[m.edge] = true
	}
	for _, e := range n.loc.Out {
		if !have[e] {
			return fmt.Errorf("%w: node %d lacks a successor", ErrProof, n.id)
		}
	}
	return nil
}

// marks checks that pathOnly is positive for every node with a positive child.
func (c *Checker) marks() error {
	stack := []*node{c.root}
	for len(stack) > 0 {
		n := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, m := range n.children() {
			if m.pathOnly > 0 && n.pathOnly == 0 {
				return fmt.Errorf("%w: node %d claims more than its children", ErrProof, n.id)
			}
			stack = append(stack, m)
		}
	}
	return nil
}
