package vc

import (
	"maps"
	"slices"

	"cupel/core/logic"
	"cupel/product/boogie"
)

// below is x <: y.
func (tr *translator) below(t boogie.Type, x, y value) *logic.Term {
	if len(tr.ordered) == 0 {
		tr.ordered = map[string]boogie.Type{}
	}
	tr.ordered[canonical(t)] = t
	return tr.f.App("<: "+canonical(t), logic.Bool, y.leaves(x.leaves(nil))...)
}

// orders says that <: is a partial order on the types where it is used, and where constants stand in it.
func (tr *translator) orders() []*logic.Term {
	f := tr.f
	var out []*logic.Term
	children := map[*boogie.Variable][]*boogie.Variable{}
	for _, c := range tr.g.program.consts {
		if c.Order == nil {
			continue
		}
		t := tr.info.VarType(c)
		me := tr.constant(c)
		tr.ranges(t)
		w := tr.variable("w", t)
		above := []*logic.Term{equal(f, w, me)}
		for _, p := range c.Order.Parents {
			parent := tr.info.Var(p.Name)
			children[parent] = append(children[parent], c)
			its := tr.constant(parent)
			up, down := tr.below(t, me, w), tr.below(t, w, its)
			out = append(out, tr.below(t, me, its), f.Not(equal(f, me, its)),
				tr.closed(f.Implies(f.And(up, down), f.Or(equal(f, w, me), equal(f, w, its))), up, down))
			above = append(above, tr.below(t, tr.constant(parent), w))
		}
		if c.Order.Extends {
			out = append(out, tr.closed(f.Implies(tr.below(t, me, w), f.Or(above...)), tr.below(t, me, w)))
		}
	}
	for _, c := range tr.g.program.consts {
		t := tr.info.VarType(c)
		w := tr.variable("w", t)
		if c.Order != nil && c.Order.Complete {
			below := []*logic.Term{equal(f, w, tr.constant(c))}
			for _, k := range children[c] {
				below = append(below, tr.below(t, w, tr.constant(k)))
			}
			out = append(out, tr.closed(f.Implies(tr.below(t, w, tr.constant(c)), f.Or(below...)), tr.below(t, w, tr.constant(c))))
		}
		for i, a := range children[c] {
			for _, b := range children[c][:i] {
				if uniqueEdge(a, c) && uniqueEdge(b, c) { // what is below both is so by one edge; see GenUniqueParentConstraint of Boogie
					one, other := tr.constant(a), tr.constant(b)
					x, y := tr.below(t, w, one), tr.below(t, w, other)
					out = append(out, tr.closed(f.Implies(f.And(x, y), equal(f, one, other)), x, y))
				}
			}
		}
	}
	return out
}

func uniqueEdge(c, parent *boogie.Variable) bool {
	for _, p := range c.Order.Parents {
		if p.Unique && p.Name.Name == parent.Name {
			return true
		}
	}
	return false
}

// partialOrders are the axioms of <: at the types where it occurs.
func (tr *translator) partialOrders() {
	f := tr.f
	for _, name := range slices.Sorted(maps.Keys(tr.ordered)) {
		if tr.orderedDone[name] {
			continue
		}
		tr.orderedDone[name] = true
		t := tr.ordered[name]
		tr.ranges(t)
		x, y, z := tr.variable("x", t), tr.variable("y", t), tr.variable("z", t)
		xy, yz, xz := tr.below(t, x, y), tr.below(t, y, z), tr.below(t, x, z)
		tr.fact(tr.below(t, x, x), tr.below(t, x, x))
		bound := tr.boundIn(xy, yz)
		tr.axioms = append(tr.axioms, f.Forall(bound, f.Patterned(f.Implies(f.And(xy, yz), xz), []*logic.Term{xy, yz})))
		yx := tr.below(t, y, x)
		tr.axioms = append(tr.axioms, f.Forall(tr.boundIn(xy), f.Patterned(f.Implies(f.And(xy, yx), equal(f, x, y)), []*logic.Term{xy, yx})))
	}
}
