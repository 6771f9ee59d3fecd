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
	var places [2]*place
	var stmts [2][]boogie.Stmt
	if !b.spec {
		c = b.save(c, boogie.Bool)
	}
	for i, e := range []ast.Expr{x.Then, x.Else} {
		branch := func() {
			v := b.expr(e)
			if v.place == nil {
				fail(e, "This conditional reference to storage is not supported")
			}
			places[i] = v.place
			if !b.spec {
				places[i] = b.freeze(e, v.place)
			}
		}
		if b.spec {
			branch()
			continue
		}
		stmts[i] = b.block(branch)
	}
	if !b.spec {
		b.emit(&boogie.If{Cond: c, Then: stmts[0], Else: stmts[1]})
		b.changed()
	}
	return b.load(x, &place{t: t.At(ast.Storage, false), alternatives: []choice{{boogie.B(true), places[1]}, {c, places[0]}}})
}

// conditionalTuple translates c ? (x, y) : (z, w), whose parts have values of their own.
func (b *body) conditionalTuple(x *ast.Conditional, t *ast.Type) value {
	if b.spec {
		fail(x, "A conditional expression of type %s is not supported", t.Text)
	}
	c := b.save(b.boolean(x.Cond), boogie.Bool)
	results := make([]value, len(t.Components))
	var places [2][]*place
	var stmts [2][]boogie.Stmt
	for k, ty := range t.Components {
		if ty == nil {
			fail(x, "A conditional expression of type %s is not supported", t.Text)
		}
		if reference := ty.IsReference() && ty.Loc == ast.Storage && ty.Kind != ast.String; !reference {
			results[k] = value{e: b.temp(b.t.sortOf(x, ty)), t: ty, sort: b.t.sortOf(x, ty)}
		}
	}
	for i, e := range []ast.Expr{x.Then, x.Else} {
		places[i] = make([]*place, len(results))
		stmts[i] = b.block(func() {
			v := b.expr(e)
			if len(v.parts) != len(results) {
				fail(e, "This conditional expression is not supported")
			}
			for k, r := range results {
				switch {
				case r.e != nil:
					b.set(r.e, b.convertItem(e, k, v.parts[k], r.t))
				case v.parts[k].place == nil:
					fail(e, "This conditional reference to storage is not supported")
				default:
					places[i][k] = b.freeze(e, v.parts[k].place)
				}
			}
		})
	}
	b.emit(&boogie.If{Cond: c, Then: stmts[0], Else: stmts[1]})
	b.changed()
	for k, r := range results {
		if r.e == nil {
			results[k] = b.load(x, &place{t: t.Components[k].At(ast.Storage, false), alternatives: []choice{{boogie.B(true), places[1][k]}, {c, places[0][k]}}})
		}
	}
	return value{t: t, parts: results}
}

// convertItem converts a part of a tuple.
func (b *body) convertItem(x ast.Expr, k int, v value, to *ast.Type) boogie.Expr {
	v = b.prepare(itemNode(x, k), v, to)
	if v.e == nil {
		fail(x, "This value is not supported here")
	}
	return v.e
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
