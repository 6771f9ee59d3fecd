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

// A node is a location at a depth, reached by any of its arcs.
type node struct {
	loc  *program.Location
	in   *logic.Term // that it is reached
	arcs []arc
	vals map[*program.Var]*logic.Term // of the variables that are live at loc
}

// An arc is an edge of the program between two nodes; guard says that it is taken.
type arc struct {
	from  *node
	edge  *program.Edge
	guard *logic.Term
}

// unrolling is one formula, which grows by a block at a time.
type unrolling struct {
	p      *program.Program
	f      *logic.Factory
	s      smt.Solver
	live   *passes.Liveness
	facts  map[*program.Location]*logic.Term
	state  *ssa.State // numbers the symbols of all blocks
	prune  bool       // ask which locations can be reached at a depth
	guards int

	layer   []*node // at the present depth, without the targets
	targets []*node
	depth   int
	asked   int

	layers [][]*node      // of all depths
	held   map[*claim]int // the depths up to which a claim is known to hold, or supposed
}

func newUnrolling(p *program.Program, s smt.Solver, facts map[*program.Location]*logic.Term) *unrolling {
	return &unrolling{p: p, f: p.Terms, s: s, live: passes.Live(p), facts: facts,
		state: ssa.NewState(p, ssa.Options{Style: ssa.Symbolic}), held: map[*claim]int{}}
}

// newBase begins the base case.
func newBase(p *program.Program, s smt.Solver) (*unrolling, error) {
	u := newUnrolling(p, s, nil)
	u.prune = true
	if err := u.start(p.Init, p.Terms.True()); err != nil {
		return nil, err
	}
	u.layers = [][]*node{u.layer}
	return u, nil
}

// newStep begins the step case.
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

// fresh makes a Boolean symbol.
func (u *unrolling) fresh() *logic.Term {
	u.guards++
	return u.f.Fresh("taken#"+strconv.Itoa(u.guards), logic.Bool)
}

// start makes the node of depth 0 at l, where all variables have any values.
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

// enter makes the values at a node those of the symbolic state.
func (u *unrolling) enter(n *node) {
	for v, t := range n.vals {
		u.state.Set(v, t)
	}
}

// extend goes on by one block from every location. Undecided questions keep what they ask about.
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

// join makes guards of the conditions of a node's arcs, and of the values that differ symbols
// that the guards define.
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

// check asks whether a condition can hold.
func (u *unrolling) check(ctx context.Context, cond *logic.Term) (smt.Result, error) {
	if cond.IsFalse() {
		return smt.Unsat, nil
	}
	u.asked++
	return u.s.Check(ctx, cond)
}

// reaches asks whether a target can be reached at the present depth exactly.
func (u *unrolling) reaches(ctx context.Context) (smt.Result, error) {
	var in []*logic.Term
	for _, n := range u.targets {
		in = append(in, n.in)
	}
	return u.check(ctx, u.f.Or(in...))
}

// path is the sequence of edges that the model takes to a node.
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
