package sizeinduction

import (
	"fmt"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/internal/sabotage"
)

// Step is the program whose error is unreachable only if the step holds: from the value before to each value beyond Least. An error is
// why there is none.
func (x *Parameter) Step() (*program.Program, error) {
	p := x.p
	for _, l := range p.Cuts() {
		return nil, fmt.Errorf("the program is not modelled behind %s: %s", l.Pos, l.Cut)
	}
	b := &product{Parameter: x, f: p.Terms, order: newOrder(p), second: map[*logic.Term]*logic.Term{}, vars: map[*program.Var]*program.Var{},
		recorded: map[place]*program.Var{}, nodes: map[node]*program.Location{}}
	b.out = &program.Program{Terms: p.Terms, Model: p.Model, Files: p.Files, Vars: append([]*program.Var(nil), p.Vars...), Objects: append([]*program.Object(nil), p.Objects...),
		Lowered: true, Assumptions: p.Assumptions}
	b.build()
	if len(b.out.Locs) > maxLocations {
		return nil, fmt.Errorf("the program that runs twice has more than %d locations", maxLocations)
	}
	b.out.VarOf(nil)
	return b.out, nil
}

// A place is an occurrence of a havoc.
type place struct {
	edge *program.Edge
	op   int
}

// A node is a location of the product. A nil follower waits for the rest of the execution.
type node struct {
	turn             turn
	leader, follower *program.Location
	together         bool // the follower continues when the leader is at a head
}

// A turn is which instance moves next.
type turn int

const (
	atHeads turn = iota // the leader begins
	leading
	following
)

// A product is under construction.
type product struct {
	*Parameter
	f        *logic.Factory
	out      *program.Program
	order    *order
	second   map[*logic.Term]*logic.Term   // the follower's symbols
	vars     map[*program.Var]*program.Var // and variables
	recorded map[place]*program.Var        // the leader's havocked values, for the follower
	nodes    map[node]*program.Location
	todo     []node
}

// build makes all nodes that are reached.
func (b *product) build() {
	b.out.Init, b.out.Error = b.out.NewLocation(b.p.Init.Func, b.p.Init.Pos), b.out.NewLocation(b.p.Error.Func, b.p.Error.Pos)
	var same []program.Op
	for _, v := range b.p.Vars {
		w := b.variable(v.Name+"'", v)
		b.vars[v], b.second[v.Sym] = w, w.Sym
		same = append(same, program.Assign(w, v.Sym))
	}
	b.out.NewEdge(b.out.Init, b.at(node{atHeads, b.p.Init, b.p.Init, false}), same...)
	for len(b.todo) > 0 && len(b.out.Locs) <= maxLocations {
		n := b.todo[0]
		b.todo = b.todo[1:]
		switch n.turn {
		case atHeads:
			n.together = n.leader == n.follower
			b.lead(b.nodes[node{atHeads, n.leader, n.follower, false}], n)
		case leading:
			b.lead(b.nodes[n], n)
		case following:
			b.follow(n)
		}
	}
}

// variable declares one like v.
func (b *product) variable(name string, v *program.Var) *program.Var {
	w := &program.Var{Name: name, Sym: b.f.Fresh(name, v.Sort()), Signed: v.Signed, Bool: v.Bool, Pointer: v.Pointer, Temp: true}
	b.out.Vars = append(b.out.Vars, w)
	return w
}

// at is the location of a node.
func (b *product) at(n node) *program.Location {
	l := b.nodes[n]
	if l == nil {
		l = b.out.NewLocation(n.leader.Func, n.leader.Pos)
		b.nodes[n] = l
		b.todo = append(b.todo, n)
	}
	return l
}

// edge connects locations.
func (b *product) edge(src, dst *program.Location, of *program.Edge, ops ...program.Op) {
	e := b.out.NewEdge(src, dst, ops...)
	e.Pos = of.Pos
}

// lead lets the leader take each edge.
func (b *product) lead(from *program.Location, n node) {
	for _, e := range n.leader.Out {
		var ops []program.Op
		for i, op := range e.Ops {
			ops = append(ops, op)
			if op.Kind != program.OpHavoc {
				continue
			}
			value := op.Var.Sym
			if e == b.Parameter.edge && i == b.op {
				ops = append(ops, program.Assume(b.f.Lt(b.f.IntConst(b.Least), value)))
				if !sabotage.Active(sabotage.InductionSame) {
					value = b.f.Sub(value, b.f.IntConst(1))
				}
			}
			ops = append(ops, program.Assign(b.recordedVar(place{e, i}, op.Var), value))
		}
		b.edge(from, b.leaderAt(e.Dst, n), e, ops...)
	}
}

// recordedVar returns the variable that holds the leader's value of a havoc, for the follower.
func (b *product) recordedVar(at place, v *program.Var) *program.Var {
	if b.recorded[at] == nil {
		b.recorded[at] = b.variable(fmt.Sprintf("%s#%d", v.Name, len(b.recorded)+1), v)
	}
	return b.recorded[at]
}

// leaderAt returns the product location after the leader has reached l.
func (b *product) leaderAt(l *program.Location, n node) *program.Location {
	switch {
	case !b.order.stops(l):
		return b.at(node{leading, l, n.follower, n.together})
	case n.together:
		return b.at(node{following, l, n.follower, false})
	}
	return b.syncPoint(l, n.follower)
}

// syncPoint returns the product location for the leader at a head or the error and the follower at another head, or waiting for the rest.
func (b *product) syncPoint(leader, follower *program.Location) *program.Location {
	if sabotage.Active(sabotage.InductionEnds) && follower == nil || sabotage.Active(sabotage.InductionAhead) && !b.order.ahead(leader, follower) {
		return b.out.NewLocation(leader.Func, leader.Pos)
	}
	if leader == b.p.Error || !b.order.ahead(leader, follower) {
		return b.out.Error
	}
	return b.at(node{atHeads, leader, follower, false})
}

// follow lets the follower take each edge, or none where it cannot.
func (b *product) follow(n node) {
	var all []way
	for _, e := range n.follower.Out {
		all = append(all, way{e, 0})
	}
	b.choose(b.nodes[n], n, all)
}

// A way is an edge whose operations before op have been executed.
type way struct {
	edge *program.Edge
	op   int
}

// next returns the next assumption on the way, over the follower's variables; nil: none.
func (b *product) next(w way) *logic.Term {
	if w.op == len(w.edge.Ops) || w.edge.Ops[w.op].Kind != program.OpAssume {
		return nil
	}
	return b.image(w.edge.Ops[w.op].Expr)
}

// choose lets the follower go on by one of several ways, or stop where none can be gone.
func (b *product) choose(from *program.Location, n node, ways []way) {
	var guards []*logic.Term
	groups := map[*logic.Term][]way{}
	for _, w := range ways {
		g := b.next(w)
		if g == nil {
			b.goOn(from, n, w)
			guards = append(guards, b.f.True())
			continue
		}
		if groups[g] == nil {
			guards = append(guards, g)
		}
		groups[g] = append(groups[g], way{w.edge, w.op + 1})
	}
	if len(ways) == 0 {
		return
	}
	if stuck := b.f.Not(b.f.Or(guards...)); !stuck.IsFalse() && !sabotage.Active(sabotage.InductionGoesOn) {
		b.edge(from, b.stopped(n), ways[0].edge, program.Assume(stuck))
	}
	for _, g := range guards {
		next := groups[g]
		if len(next) == 0 {
			continue
		}
		mid := b.out.NewLocation(ways[0].edge.Src.Func, ways[0].edge.Src.Pos)
		b.edge(from, mid, next[0].edge, program.Assume(g))
		b.choose(mid, n, next)
	}
}

// goOn lets the follower do the operations of an edge up to the next assumption.
func (b *product) goOn(from *program.Location, n node, w way) {
	var ops []program.Op
	e := w.edge
	for ; w.op < len(e.Ops); w.op++ {
		switch op := e.Ops[w.op]; op.Kind {
		case program.OpAssume:
			mid := b.out.NewLocation(e.Src.Func, e.Src.Pos)
			b.edge(from, mid, e, ops...)
			b.choose(mid, n, []way{w})
			return
		case program.OpHavoc:
			ops = append(ops, program.Assign(b.vars[op.Var], b.recordedVar(place{e, w.op}, op.Var).Sym))
		case program.OpAssign:
			ops = append(ops, program.Assign(b.vars[op.Var], b.image(op.Expr)))
		}
	}
	switch {
	case e.Dst == b.p.Error: // not by hypothesis
	case b.order.stops(e.Dst):
		b.edge(from, b.syncPoint(n.leader, e.Dst), e, ops...)
	case len(e.Dst.Out) == 0:
		b.edge(from, b.syncPoint(n.leader, nil), e, ops...)
	default:
		b.edge(from, b.at(node{following, n.leader, e.Dst, false}), e, ops...)
	}
}

// stopped returns the product location for a follower that cannot continue. Code after the last loop may have been removed from the program, so this may be
// its end. Before all loops, the hypothesis does not cover the parameter's value.
func (b *product) stopped(n node) *program.Location {
	if b.order.early[n.follower] {
		return b.out.Error
	}
	return b.syncPoint(n.leader, nil)
}

// image is a term about the follower.
func (b *product) image(t *logic.Term) *logic.Term { return b.f.Subst(t, b.second) }
