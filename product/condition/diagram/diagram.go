package diagram

import (
	"context"
	"encoding/binary"
	"slices"

	"cupel/core/logic"
	"cupel/core/work"
)

// diagram is a diagram under construction.
//
// Invariants: nodes are hash-consed and reduced (yes and no differ); the level of a choice is less than those
// of its successors.
type diagram struct {
	ctx   context.Context
	f     *logic.Factory
	order map[*logic.Term]int // position of symbols
	atoms map[*logic.Term]int // level of each atom
	at    map[int]*logic.Term // atom of each level
	nodes []choice            // by node number
	known map[choice]int
	ites  map[[3]int]int
	of    map[*logic.Term]int // memoised translation of terms
	left  int                 // remaining budget of nodes and steps; not positive: give up
	due   int                 // what is left when the context is looked at next
	yes   int
	no    int
}

// choice is a node: a leaf, or a decision on an atom.
type choice struct {
	leaf    *logic.Term
	level   int
	yes, no int
}

// Of rewrites a formula as a diagram whose atoms are ordered by their last symbols; symbols not in order come
// first. The result is equivalent to t for all values. It is nil if more than limit nodes and steps were
// needed, each a unit of package work, or ctx ended; spent is the number used.
func Of(ctx context.Context, f *logic.Factory, t *logic.Term, order []*logic.Term, limit int) (compact *logic.Term, spent int) {
	d := &diagram{ctx: ctx, f: f, order: map[*logic.Term]int{}, atoms: map[*logic.Term]int{}, at: map[int]*logic.Term{}, known: map[choice]int{}, ites: map[[3]int]int{},
		of: map[*logic.Term]int{}, left: limit, due: limit}
	for i, s := range order {
		d.order[s] = i + 1
	}
	d.yes, d.no = d.make(choice{leaf: f.True()}), d.make(choice{leaf: f.False()})
	n := d.node(t)
	if d.left <= 0 {
		return nil, limit
	}
	compact = d.term(n, map[int]*logic.Term{})
	work.Spend(ctx, d.due+lookPeriod-d.left)
	return compact, limit - d.left
}

// step counts a node or a step, and now and then looks at the context.
func (d *diagram) step() {
	if d.left--; d.left > d.due {
		return
	}
	d.due -= lookPeriod
	if work.Spend(d.ctx, lookPeriod); d.ctx.Err() != nil {
		d.left = 0
	}
}

// node returns the node of a term.
func (d *diagram) node(t *logic.Term) int {
	logic.WalkUp(func(s *logic.Term) {
		if _, ok := d.of[s]; !ok && d.left > 0 {
			d.of[s] = d.made(s)
		}
	}, t)
	return d.of[t]
}

// made returns the node of a term whose arguments have nodes.
func (d *diagram) made(t *logic.Term) int {
	switch {
	case t.IsTrue():
		return d.yes
	case t.IsFalse():
		return d.no
	case t.NumArgs() == 0:
		return d.leaf(t)
	}
	args := make([]int, t.NumArgs())
	for i, a := range t.Args() {
		args[i] = d.of[a]
	}
	switch t.Op() {
	case logic.OpNot:
		return d.ite(args[0], d.no, d.yes)
	case logic.OpAnd:
		n := d.yes
		for _, a := range slices.Backward(args) {
			n = d.ite(a, n, d.no)
		}
		return n
	case logic.OpOr:
		n := d.no
		for _, a := range slices.Backward(args) {
			n = d.ite(a, d.yes, n)
		}
		return n
	case logic.OpIte:
		return d.ite(args[0], args[1], args[2])
	case logic.OpForall, logic.OpExists:
		d.left = 0
		return d.no
	}
	return d.apply(t, args, map[string]int{})
}

// leaf returns the node of a term without decisions; a Boolean one becomes a decision on itself.
func (d *diagram) leaf(v *logic.Term) int {
	if !v.Sort().IsBool() {
		return d.make(choice{leaf: v})
	}
	switch {
	case v.IsTrue():
		return d.yes
	case v.IsFalse():
		return d.no
	}
	switch v.Op() {
	case logic.OpNot, logic.OpAnd, logic.OpOr, logic.OpIte: // simplified further by the factory
		return d.node(v)
	}
	return d.decision(d.level(v))
}

// level returns the level of an atom: atoms of later symbols are lower.
func (d *diagram) level(atom *logic.Term) int {
	l, ok := d.atoms[atom]
	if !ok {
		for _, s := range logic.FreeVars(atom) {
			l = max(l, d.order[s])
		}
		for l *= levelsPer; d.at[l] != nil; l++ {
		}
		d.atoms[atom], d.at[l] = l, atom
	}
	return l
}

// decision returns the node that decides the atom of a level.
func (d *diagram) decision(level int) int { return d.make(choice{level: level, yes: d.yes, no: d.no}) }

// make returns the unique node of a choice.
func (d *diagram) make(c choice) int {
	if c.leaf == nil && c.yes == c.no {
		return c.yes
	}
	n, ok := d.known[c]
	if !ok {
		d.step()
		n = len(d.nodes)
		d.nodes = append(d.nodes, c)
		d.known[c] = n
	}
	return n
}

// top returns the highest level among nodes; false if all are leaves.
func (d *diagram) top(ns ...int) (level int, ok bool) {
	for _, n := range ns {
		if c := &d.nodes[n]; c.leaf == nil && (!ok || c.level < level) {
			level, ok = c.level, true
		}
	}
	return level, ok
}

// sides returns the cofactors of a node for an atom.
func (d *diagram) sides(n, level int) (yes, no int) {
	if c := &d.nodes[n]; c.leaf == nil && c.level == level {
		return c.yes, c.no
	}
	return n, n
}

// ite is if-then-else on nodes.
func (d *diagram) ite(c, a, b int) int {
	switch {
	case c == d.yes || a == b || d.left <= 0:
		return a
	case c == d.no:
		return b
	}
	k := [3]int{c, a, b}
	if n, ok := d.ites[k]; ok {
		return n
	}
	d.step()
	l, _ := d.top(c, a, b)
	cy, cn := d.sides(c, l)
	ay, an := d.sides(a, l)
	by, bn := d.sides(b, l)
	n := d.make(choice{level: l, yes: d.ite(cy, ay, by), no: d.ite(cn, an, bn)})
	d.ites[k] = n
	return n
}

// apply applies the operator of t to nodes.
func (d *diagram) apply(t *logic.Term, args []int, known map[string]int) int {
	var b []byte
	for _, a := range args {
		b = binary.AppendUvarint(b, uint64(a))
	}
	k := string(b)
	n, ok := known[k]
	if ok || d.left <= 0 {
		return n
	}
	d.step()
	if l, ok := d.top(args...); ok {
		yes, no := make([]int, len(args)), make([]int, len(args))
		for i, a := range args {
			yes[i], no[i] = d.sides(a, l)
		}
		// Lower atoms of the result may have to move above this one.
		n = d.ite(d.decision(l), d.apply(t, yes, known), d.apply(t, no, known))
	} else {
		values := make([]*logic.Term, len(args))
		for i, a := range args {
			values[i] = d.nodes[a].leaf
		}
		n = d.leaf(d.f.Rebuild(t, values))
	}
	known[k] = n
	return n
}

// term converts a node to a term.
func (d *diagram) term(n int, known map[int]*logic.Term) *logic.Term {
	c := &d.nodes[n]
	if c.leaf != nil {
		return c.leaf
	}
	if t := known[n]; t != nil {
		return t
	}
	t := d.f.Ite(d.at[c.level], d.term(c.yes, known), d.term(c.no, known))
	known[n] = t
	return t
}
