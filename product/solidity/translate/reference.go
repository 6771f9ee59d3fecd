package translate

import (
	"math/big"

	"cupel/product/boogie"
	"cupel/product/solidity/ast"
)

// A local reference to storage is a place with frozen indices. One that is assigned several times denotes one
// of these places, in textual order, selected by a variable. That is exact unless a loop leads from an
// assignment back to an earlier use.

// reference is a local storage reference assigned more than once.
type reference struct {
	which *boogie.Ident
	p     *place
	loop  *loopLabels // enclosing its declaration
}

// declareReference declares an unassigned reference to storage.
func (b *body) declareReference(v *ast.VariableDeclaration) {
	if !b.t.p.Version.AtLeast(0, 5) {
		fail(v, "Storage pointers that are assigned later are supported since Solidity 0.5 only")
	}
	delete(b.env, v.ID)
	which := b.local("?which_"+StateName(v), boogie.Int)
	p := &place{t: v.T.At(ast.Storage, false)}
	b.refs[v.ID] = p
	b.references[v.ID] = &reference{which: which, p: p, loop: b.loops[len(b.loops)-1]}
}

// assignReference makes a reference denote a place.
func (b *body) assignReference(n ast.Node, v *ast.VariableDeclaration, val value) {
	if val.place == nil {
		fail(n, "This reference to storage is not supported")
	}
	r := b.references[v.ID]
	if r == nil {
		fail(n, "Assignment to a storage pointer after its declaration is not supported")
	}
	if r.loop != b.loops[len(b.loops)-1] {
		fail(n, "Assignment to a storage pointer in a loop is not supported")
	}
	target := b.freeze(n, val.place)
	add := func(q *place) {
		k := boogie.Big(big.NewInt(int64(len(r.p.alternatives))))
		cs := append([]choice{}, r.p.alternatives...)
		r.p.alternatives = append(cs, choice{boogie.Bin(boogie.Eq, r.which, k), q})
	}
	set := func() { b.set(r.which, boogie.Big(big.NewInt(int64(len(r.p.alternatives)-1)))) }
	cs := target.choices()
	if len(cs) == 0 {
		add(target)
		set()
	}
	// freeze saved the conditions; later alternatives have priority.
	for i, c := range cs {
		add(c.p)
		if i == 0 {
			set()
			continue
		}
		then := b.block(set)
		b.emit(&boogie.If{Cond: c.cond, Then: then})
		b.changed()
	}
	// Places derived from the reference before keep their meaning: they have copies of the alternatives.
	p := *r.p
	r.p = &p
	b.refs[v.ID] = r.p
}

// conditionalReference translates c ? x : y for references to storage.
func (b *body) conditionalReference(x *ast.Conditional, t *ast.Type) value {
	c := b.boolean(x.Cond)
	if !b.spec {
		c = b.save(c, boogie.Bool)
	}
	var places []*place
	for _, e := range []ast.Expr{x.Else, x.Then} {
		before := b.changes
		var v value
		ss := b.block(func() { v = b.expr(e) })
		if b.changes != before || !b.onlyFacts(ss) || v.place == nil {
			fail(e, "This conditional reference to storage is not supported")
		}
		b.out = append(b.out, ss...)
		places = append(places, b.freeze(e, v.place))
	}
	p := &place{t: t.At(ast.Storage, false), alternatives: []choice{{boogie.B(true), places[0]}, {c, places[1]}}}
	return b.load(x, p)
}

// reassigned reports whether a reference is assigned in the translated code.
func (b *body) reassigned(v *ast.VariableDeclaration) bool {
	if b.written == nil {
		b.written = map[int]bool{}
		for _, c := range b.t.p.Contracts {
			for id := range assigned(c) {
				b.written[id] = true
			}
		}
		for _, u := range b.t.p.Units {
			for id := range assigned(u) {
				b.written[id] = true
			}
		}
	}
	return b.written[v.ID]
}
