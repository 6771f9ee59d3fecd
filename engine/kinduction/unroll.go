package kinduction

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/program/passes"
	"cupel/core/program/ssa"
	"cupel/core/smt"
)

// A node is a location at a depth. Executions through different incoming arcs are merged in it.
type node struct {
	loc  *program.Location
	in   *logic.Term // condition that it is reached
	arcs []arc
	vals map[*program.Var]*logic.Term // of the variables live at loc
}

// An arc is an edge between two nodes; guard implies its transition formula.
type arc struct {
	from  *node
	edge  *program.Edge
	guard *logic.Term
}

// unrolling is a formula for all executions of a number of blocks. Invariant: a model in which the in of a node
// holds is an execution to it, along arcs whose guards hold.
type unrolling struct {
	p      *program.Program
	f      *logic.Factory
	s      smt.Solver
	live   *passes.Liveness
	facts  map[*program.Location]*logic.Term
	state  *ssa.State // allocates symbols for all blocks
	prune  bool       // drop locations that the solver proves unreachable at a depth
	guards int

	layer   []*node // nodes at the current depth, without targets
	targets []*node
	depth   int
	asked   int

	layers [][]*node      // of all depths
	held   map[*claim]int // depth up to which a claim is proven, or assumed
}

func newUnrolling(p *program.Program, s smt.Solver, facts map[*program.Location]*logic.Term) *unrolling {
	return &unrolling{p: p, f: p.Terms, s: s, live: passes.Live(p), facts: facts,
		state: ssa.NewState(p, ssa.Options{Style: ssa.Symbolic}), held: map[*claim]int{}}
}

// newBase starts the base case.
func newBase(p *program.Program, s smt.Solver) (*unrolling, error) {
	u := newUnrolling(p, s, nil)
	u.prune = true
	if err := u.start(p.Init, p.Terms.True()); err != nil {
		return nil, err
	}
	u.layers = [][]*node{u.layer}
	return u, nil
}

// newStep starts the step case.
func newStep(p *program.Program, s smt.Solver, facts map[*program.Location]*logic.Term) (*unrolling, error) {
	u := newUnrolling(p, s, maps.Clone(facts))
	for _, l := range p.Locs {
		if len(l.Out) > 0 {
			if err := u.start(l, u.fresh()); err != nil {
				return nil, err
			}
		}
	}
	u.layers = [][]*node{u.layer}
	return u, nil
}

// fresh returns a fresh Boolean symbol.
func (u *unrolling) fresh() *logic.Term {
	u.guards++
	return u.f.Fresh("taken#"+strconv.Itoa(u.guards), logic.Bool)
}

// start creates the node of depth 0 at l, with arbitrary values.
func (u *unrolling) start(l *program.Location, in *logic.Term) error {
	n := &node{loc: l, in: in, vals: map[*program.Var]*logic.Term{}}
	for _, v := range u.live.At(l) {
		n.vals[v] = u.f.Fresh(v.Name, v.Sort())
	}
	u.layer = append(u.layer, n)
	return u.assume(n)
}

// assume asserts the fact at a node.
func (u *unrolling) assume(n *node) error {
	fact := u.facts[n.loc]
	if fact == nil {
		return nil
	}
	return u.s.Assert(u.f.Implies(n.in, u.at(n, fact)))
}

// enter sets the values at a node to those of the symbolic state.
func (u *unrolling) enter(n *node) {
	for v, t := range n.vals {
		u.state.Set(v, t)
	}
}

// extend unrolls by one block. A location whose reachability is undecided is kept.
func (u *unrolling) extend(ctx context.Context) error {
	images := map[*program.Location]*node{}
	var next []*node
	vals := map[*node][]map[*program.Var]*logic.Term{} // by arc
	for _, n := range u.layer {
		for _, e := range n.loc.Out {
			u.enter(n)
			cond := u.f.And(append(u.state.Step(e.Ops).Assumes, n.in)...)
			if cond.IsFalse() {
				continue
			}
			to := images[e.Dst]
			if to == nil {
				to = &node{loc: e.Dst, vals: map[*program.Var]*logic.Term{}}
				images[e.Dst] = to
				next = append(next, to)
			}
			after := map[*program.Var]*logic.Term{}
			for _, v := range u.live.At(e.Dst) {
				after[v] = u.state.Value(v)
			}
			to.arcs = append(to.arcs, arc{n, e, cond})
			vals[to] = append(vals[to], after)
		}
	}
	u.layer, u.targets = nil, nil
	u.depth++
	for _, n := range next {
		if err := u.join(n, vals[n]); err != nil {
			return err
		}
		if n.loc == u.p.Error || n.loc.Cut != "" {
			u.targets = append(u.targets, n)
			continue
		}
		if err := u.assume(n); err != nil {
			return err
		}
		if u.prune {
			r, err := u.check(ctx, n.in)
			if err != nil {
				return err
			}
			if r == smt.Unsat {
				continue
			}
		}
		u.layer = append(u.layer, n)
	}
	u.layers = append(u.layers, u.layer)
	return ctx.Err()
}

// join merges the arcs of a node: a guard for each, and symbols for values that differ, defined under the
// guards.
func (u *unrolling) join(n *node, vals []map[*program.Var]*logic.Term) error {
	var guards []*logic.Term
	for i := range n.arcs {
		a := &n.arcs[i]
		g := u.fresh()
		if err := u.s.Assert(u.f.Implies(g, a.guard)); err != nil {
			return err
		}
		a.guard = g
		guards = append(guards, g)
	}
	n.in = u.f.Or(guards...)
	for _, v := range u.live.At(n.loc) {
		same := true
		for _, m := range vals {
			same = same && m[v] == vals[0][v]
		}
		if same {
			n.vals[v] = vals[0][v]
			continue
		}
		sym := u.f.Fresh(v.Name, v.Sort())
		n.vals[v] = sym
		for i, m := range vals {
			if err := u.s.Assert(u.f.Implies(n.arcs[i].guard, u.f.Eq(sym, m[v]))); err != nil {
				return err
			}
		}
	}
	return nil
}

// check checks whether a condition is satisfiable.
func (u *unrolling) check(ctx context.Context, cond *logic.Term) (smt.Result, error) {
	if cond.IsFalse() {
		return smt.Unsat, nil
	}
	u.asked++
	return u.s.Check(ctx, cond)
}

// reaches checks whether a target is reachable at exactly the current depth.
func (u *unrolling) reaches(ctx context.Context) (smt.Result, error) {
	var in []*logic.Term
	for _, n := range u.targets {
		in = append(in, n.in)
	}
	return u.check(ctx, u.f.Or(in...))
}

// path returns the edges to a node along the arcs whose guards the model satisfies.
func (u *unrolling) path(m smt.Model, n *node) ([]*program.Edge, error) {
	var out []*program.Edge
	for len(n.arcs) > 0 {
		found := false
		for _, a := range n.arcs {
			if v := m.Value(a.guard); v != nil && v.IsTrue() {
				out = append(out, a.edge)
				n, found = a.from, true
				break
			}
		}
		if !found {
			return nil, fmt.Errorf("kinduction: the model takes no edge to %v", n.loc)
		}
	}
	slices.Reverse(out)
	return out, nil
}
