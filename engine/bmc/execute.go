package bmc

import (
	"context"
	"slices"

	"cupel/core/logic"
	"cupel/core/program"
)

// A state is the symbolic state of a set of executions at a location: a guard, values, and loop counts.
// Invariant: the guards of all pending states of a search are pairwise disjoint: no execution is in two.
type state struct {
	g     *guard
	m     *values
	loop  *program.Loop // innermost loop containing the location
	count []count       // by loop depth, the outermost first
}

// A count is the number of visits of a loop's head since the loop was entered.
type count struct {
	visits, units int32
	least         int32 // visits that every execution in the state has made at least
	closed        bool  // since the last visit a constant condition excluded an exit
}

// A node is an executed (merged) state with its incoming arcs, which form a directed acyclic graph back to the
// initial node; counterexamples are read along them. Values are not kept.
type node struct {
	loc  *program.Location
	arcs []arc
	// reached is a model of the guard before forget replaced it; nil if it did not.
	reached map[*logic.Term]*logic.Term
	// kept are the symbols of the essence with their names since then, in order.
	kept []renamed
}

// An arc is a symbolic execution from a node to the next join.
type arc struct {
	from   *node
	edges  []*program.Edge
	havocs []havoc
	g      *guard // condition under which it is taken
}

// A havoc is an executed OpHavoc.
type havoc struct {
	op  *program.Op
	sym *logic.Term
	g   *guard // guard of the enclosing alternative; nil if there is none
}

// An arrival is a state at a location that waits to be merged.
type arrival struct {
	arc
	*state
}

// A run is symbolic execution from a node up to the next control-flow join.
type run struct {
	at *program.Location
	arrival
}

// execute runs from a node to the next joins.
func (x *search) execute(ctx context.Context, n *node, s *state) {
	stack := []run{{n.loc, arrival{arc{from: n}, s}}}
	for first := true; len(stack) > 0; first = false {
		if x.unspent > pauseSteps && x.pause(ctx) {
			return
		}
		r := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if !first && (x.target(r.at) || len(r.at.In) > 1 || x.isHead(r.at)) {
			x.arrive(r)
			continue
		}
		stack = append(stack, x.leave(r)...)
	}
}

// leave executes the outgoing edges of a location.
func (x *search) leave(r run) []run {
	var ops [][]program.Op
	for _, e := range r.at.Out {
		ops = append(ops, e.Ops)
	}
	conds := x.conditions(r.state, ops)
	var edges []*program.Edge
	var left []condition
	for i, e := range r.at.Out {
		switch {
		case x.dist[e.Dst.ID] < 0: // cannot reach a target
		case conds[i].now.IsFalse():
			x.closes(r, e)
		default:
			edges, left = append(edges, e), append(left, conds[i])
		}
	}
	conds = x.disjoint(left)
	if len(edges) > 1 { // appending below must not share the slice
		r.edges, r.havocs = slices.Clip(r.edges), slices.Clip(r.havocs)
	}
	var out []run
	for i, e := range edges {
		g := x.gs.and(r.state.g, conds[i].now)
		if g == nil {
			continue
		}
		next := r
		next.state = &state{g: g, m: r.m, loop: r.loop, count: r.count}
		if i < len(edges)-1 {
			next.m = r.m.clone()
		}
		next.edges = append(next.edges, e)
		next.at = e.Dst
		if x.operations(&next.arrival, e.Ops[conds[i].skip:]) {
			out = append(out, next)
		}
	}
	return out
}

// closes records that constants exclude leaving a loop by an edge.
func (x *search) closes(r run, e *program.Edge) {
	d := len(r.count) - 1
	if d < 0 || x.target(e.Dst) || !x.innermost[r.at.ID].Within(r.loop) || e.Ops[0].Expr.IsGround() || r.count[d].closed || x.innermost[e.Dst.ID].Within(r.loop) {
		return
	}
	r.state.count = slices.Clone(r.count)
	r.state.count[d].closed = true
}

// A condition is the assumption at the beginning of an alternative.
type condition struct {
	raw  *logic.Term // over the program's variables
	now  *logic.Term // evaluated in a state
	skip int         // number of operations it consumes
}

// conditions returns the conditions of alternatives. For two complementary ones the second is the syntactic
// negation of the first also after evaluation, so that merging the alternatives cancels them.
func (x *search) conditions(s *state, alts [][]program.Op) []condition {
	out := make([]condition, len(alts))
	for i, ops := range alts {
		c := &out[i]
		c.raw, c.now = x.f.True(), x.f.True()
		if len(ops) == 0 || ops[0].Kind != program.OpAssume || ops[0].Bounds() {
			continue
		}
		c.raw, c.skip = ops[0].Expr, 1
		x.step(1)
		if len(alts) == 2 && i == 1 && out[0].skip == 1 && x.f.Not(out[0].raw) == c.raw {
			c.now = x.f.Not(out[0].now)
		} else {
			c.now = x.gs.under(s.g, x.vars.eval(s.m, c.raw))
		}
	}
	return out
}

// disjoint adds selectors if two conditions may hold together.
func (x *search) disjoint(conds []condition) []condition {
	for i, c := range conds {
		for _, d := range conds[:i] {
			if !x.exclusive(c.raw, d.raw) && !x.exclusive(c.now, d.now) {
				return x.choose(conds)
			}
		}
	}
	return conds
}

// choose adds a fresh selector to each alternative but the last.
func (x *search) choose(conds []condition) []condition {
	none := x.f.True()
	for i := range conds {
		c := &conds[i]
		if i == len(conds)-1 {
			c.now = x.f.And(none, c.now)
			break
		}
		s := x.f.Fresh("choice", logic.Bool)
		c.now, none = x.f.And(none, s, c.now), x.f.And(none, x.f.Not(s))
	}
	return conds
}

// exclusive is a syntactic check that two conditions exclude each other.
func (x *search) exclusive(c, d *logic.Term) bool {
	if x.f.And(c, d).IsFalse() {
		return true
	}
	if c.Op() != logic.OpEq || d.Op() != logic.OpEq {
		return false
	}
	for i := range 2 {
		for j := range 2 {
			if c.Arg(i) == d.Arg(j) && c.Arg(1-i) != d.Arg(1-j) && c.Arg(1-i).IsConst() && d.Arg(1-j).IsConst() {
				return true
			}
		}
	}
	return false
}

// operations executes a sequence; false if the guard becomes false.
func (x *search) operations(a *arrival, ops []program.Op) bool {
	for i := range ops {
		op := &ops[i]
		x.step(1)
		switch op.Kind {
		case program.OpAssume:
			c := x.vars.eval(a.m, op.Expr)
			if op.Bounds() && x.bounded(a.state.g, c) {
				continue
			}
			if x.whole && op.Note == program.InputLimit {
				if g := x.gs.and(a.state.g, x.f.Not(c)); g != nil {
					x.stops = append(x.stops, Stop{op, x.gs.of(g)})
				}
			}
			g := x.gs.and(a.state.g, c)
			if g == nil {
				return false
			}
			a.state.g = g
		case program.OpAssign:
			a.m.set(x.vars.of(op.Var.Sym), x.vars.eval(a.m, op.Expr))
		case program.OpHavoc:
			sym := x.f.Fresh(op.Var.Name, op.Var.Sort())
			x.inputs[sym] = a.state.g
			if x.whole {
				x.reads = append(x.reads, Read{op, sym})
			}
			a.m.set(x.vars.of(op.Var.Sym), sym)
			a.havocs = append(a.havocs, havoc{op: op, sym: sym})
		case program.OpAccess, program.OpAlloc, program.OpFree:
			if !x.lifetime(a, op) {
				return false
			}
		case program.OpChoice:
			if !x.alternatives(a, op.Alts) {
				return false
			}
		}
	}
	return true
}

// alternatives executes all alternatives of a choice and merges their states.
func (x *search) alternatives(a *arrival, alts [][]program.Op) bool {
	conds := x.disjoint(x.conditions(a.state, alts))
	var states []*state
	for i, alt := range alts {
		g := x.gs.and(a.state.g, conds[i].now)
		if g == nil {
			continue
		}
		b := arrival{state: &state{g: g, m: a.m.clone(), loop: a.loop, count: a.count}}
		if !x.operations(&b, alt[conds[i].skip:]) {
			continue
		}
		for _, h := range b.havocs {
			if h.g == nil {
				h.g = b.state.g
			}
			a.havocs = append(a.havocs, h)
		}
		states = append(states, b.state)
	}
	if len(states) == 0 {
		return false
	}
	a.state = x.merge(nil, states)
	return true
}
