package bmc

import (
	"context"
	"slices"

	"cupel/core/logic"
	"cupel/core/program"
)

// A state is what executions that are at a location have in common.
type state struct {
	g     *guard
	m     *values
	loop  *program.Loop // the innermost one around the location
	count []count       // by the depth of the loops around it, the outermost first
}

// A count says how often a loop's head was visited since the loop was entered.
type count struct {
	visits, units int32
	least         int32 // visits that every execution in the state has made
	closed        bool  // since the last visit constants decided against an exit
}

// A node is a state that was executed from, with the ways to it. Its values are kept as long as they
// are needed.
type node struct {
	loc  *program.Location
	arcs []arc
	// reached is a model of the guard, where the state that was executed has another guard, see forget.
	reached map[*logic.Term]*logic.Term
	// kept are the symbols of that guard and its values, in order, with what they are called there.
	kept []renamed
}

// An arc is a way from a node to another one.
type arc struct {
	from   *node
	edges  []*program.Edge
	havocs []havoc
	g      *guard // that it is taken
}

// A havoc is an OpHavoc that was executed.
type havoc struct {
	op  *program.Op
	sym *logic.Term
	g   *guard // of the alternative that it is in; nil: in none
}

// An arrival is a state at a location that is not executed yet.
type arrival struct {
	arc
	*state
}

// A run executes from a node on to where control flow joins.
type run struct {
	at *program.Location
	arrival
}

// execute goes on from a node to the next joins.
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

// leave executes the edges that can be taken from a location.
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
		case x.dist[e.Dst.ID] < 0: // leads to no target
		case conds[i].now.IsFalse():
			x.closes(r, e)
		default:
			edges, left = append(edges, e), append(left, conds[i])
		}
	}
	conds = x.disjoint(left)
	if len(edges) > 1 { // appending to them makes copies
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

// closes notes that constants decide against leaving a loop by an edge.
func (x *search) closes(r run, e *program.Edge) {
	d := len(r.count) - 1
	if d < 0 || x.target(e.Dst) || !x.innermost[r.at.ID].Within(r.loop) || e.Ops[0].Expr.IsGround() || r.count[d].closed || x.innermost[e.Dst.ID].Within(r.loop) {
		return
	}
	r.state.count = slices.Clone(r.count)
	r.state.count[d].closed = true
}

// A condition is the assumption that a sequence of operations begins with.
type condition struct {
	raw  *logic.Term // over the program's variables
	now  *logic.Term // in a state
	skip int         // how many operations it stands for
}

// conditions are those of alternatives. Of two that are opposite one is the other's negation in the state, too,
// so that merging what comes of them leaves nothing of it.
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

// disjoint adds selectors to conditions where two of them may hold together.
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

// choose makes a selector for each alternative but the last.
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

// exclusive reports whether two conditions cannot hold together, if that is easy to see.
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

// operations are executed in order; false: the guard has become false.
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

// alternatives executes all of a choice and merges them.
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
