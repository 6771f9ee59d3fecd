package cegar

import (
	"context"
	"errors"
	"fmt"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/program/ssa"
	"cupel/core/smt"
)

// Checker verifies that a graph proves the error unreachable: the root covers every initial state, expanded
// nodes have successors for everything that their blocks can do, the state of a covered node implies that of
// the covering node, and no node is at the error or a cut. Except for the encoding of operations it shares no
// code with the abstraction, and it uses a solver of its own. Facts that the abstraction assumed are assumed
// here, too; their origin has them checked.
type Checker struct {
	p     *program.Program
	f     *logic.Factory
	arg   *ARG
	facts map[*program.Location]*logic.Term
}

// ErrProof means that the graph is no proof.
var ErrProof = errors.New("cegar: the graph is no proof")

// Check verifies the graph.
func (c *Checker) Check(ctx context.Context, open smt.Opener) error {
	s, err := open(c.f, smt.Options{})
	if err != nil {
		return err
	}
	defer s.Close()
	root := c.arg.root
	if root.loc != c.p.Init || !root.state.Expr().IsTrue() {
		return fmt.Errorf("%w: the root does not stand for all initial states", ErrProof)
	}
	relevant := program.Reaching(c.p, c.p.Targets()...)
	var nodes []*node
	in := map[*node]bool{}
	c.arg.walk(func(n *node) {
		nodes = append(nodes, n)
		in[n] = true
	})
	v := &verification{Checker: c, ctx: ctx, s: s, in: in, decided: map[*logic.Term]bool{}}
	for _, n := range nodes {
		if err := ctx.Err(); err != nil {
			return err
		}
		switch {
		case n.loc == c.p.Error || n.loc.Cut != "":
			err = fmt.Errorf("%w: node %d is at the error or at the end of the model", ErrProof, n.id)
		case n.coveredBy != nil:
			err = v.covered(n)
		case relevant[n.loc.ID]:
			err = v.expanded(n)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// verification is one run of a Checker.
type verification struct {
	*Checker
	ctx     context.Context
	s       smt.Solver
	in      map[*node]bool       // the nodes of the graph
	decided map[*logic.Term]bool // formulas found unsatisfiable
}

// unsat checks that formulas are jointly unsatisfiable.
func (v *verification) unsat(what string, ts ...*logic.Term) error {
	all := v.f.And(ts...)
	if all.IsFalse() || v.decided[all] {
		return nil
	}
	r, err := v.s.Check(v.ctx, all)
	switch {
	case err != nil:
		return err
	case r == smt.Unsat:
		v.decided[all] = true
		return nil
	case r == smt.Sat:
		return fmt.Errorf("%w: %s", ErrProof, what)
	}
	return fmt.Errorf("%s: no answer: %s", what, v.s.ReasonUnknown())
}

func (v *verification) covered(n *node) error {
	by := n.coveredBy
	if !v.in[by] || by == n || by.coveredBy != nil || by.loc != n.loc || len(n.children) > 0 {
		return fmt.Errorf("%w: node %d cannot cover node %d", ErrProof, by.id, n.id)
	}
	return v.unsat(fmt.Sprintf("node %d is not covered by node %d", n.id, by.id), n.state.Expr(), v.f.Not(by.state.Expr()))
}

// expanded checks that a node has all successors.
func (v *verification) expanded(n *node) error {
	children := map[*program.Edge][]*node{}
	for _, m := range n.children {
		if m.parent != n || m.block == nil || len(m.block.Edges) == 0 {
			return fmt.Errorf("%w: node %d is no child of node %d", ErrProof, m.id, n.id)
		}
		if err := v.leads(m.block.Edges, n.loc, m.loc); err != nil {
			return err
		}
		first := m.block.Edges[0]
		if cs := children[first]; len(cs) > 0 && cs[0].block != m.block {
			return fmt.Errorf("%w: node %d has successors over different blocks with one beginning", ErrProof, n.id)
		}
		children[first] = append(children[first], m)
	}
	for _, e := range n.loc.Out {
		way := []*program.Edge{e}
		if cs := children[e]; len(cs) > 0 {
			way = cs[0].block.Edges
		} else {
			way = v.straight(way)
		}
		st := ssa.NewState(v.p, ssa.Options{})
		ts := []*logic.Term{st.Eval(n.state.Expr())}
		if fact := v.facts[n.loc]; fact != nil {
			ts = append(ts, st.Eval(fact))
		}
		for _, e := range way {
			ts = append(ts, st.Step(e.Ops).Assumes...)
		}
		for _, m := range children[e] {
			ts = append(ts, v.f.Not(st.Eval(m.state.Expr())))
		}
		if err := v.unsat(fmt.Sprintf("node %d lacks a successor over an edge to %v", n.id, e.Dst), ts...); err != nil {
			return err
		}
	}
	return nil
}

// leads checks that a block is the only continuation from its first edge.
func (v *verification) leads(edges []*program.Edge, from, to *program.Location) error {
	for i, e := range edges {
		if e.Src != from {
			return fmt.Errorf("%w: the edges of a block do not connect at %v", ErrProof, from)
		}
		if i > 0 && len(from.Out) != 1 {
			return fmt.Errorf("%w: a block passes the branch at %v", ErrProof, from)
		}
		if from = e.Dst; i < len(edges)-1 && (from == v.p.Error || from.Cut != "") {
			return fmt.Errorf("%w: a block passes the target %v", ErrProof, from)
		}
	}
	if from != to {
		return fmt.Errorf("%w: a block does not end at %v", ErrProof, to)
	}
	return nil
}

// straight extends a path without successor in the graph up to the next branch, at most once around a cycle, as
// the infeasibility may lie in a later edge.
func (v *verification) straight(way []*program.Edge) []*program.Edge {
	for range v.p.Locs {
		l := way[len(way)-1].Dst
		if l == v.p.Error || l.Cut != "" || len(l.Out) != 1 || len(l.In) != 1 {
			break
		}
		way = append(way, l.Out[0])
	}
	return way
}
