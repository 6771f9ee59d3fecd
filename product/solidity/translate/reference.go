package translate

import (
	"cmp"
	"maps"
	"math/big"
	"slices"

	"cupel/product/boogie"
	"cupel/product/solidity/ast"
)

// A local reference to storage is a place with frozen indices. One that is assigned several times denotes one
// of these places, in textual order, selected by a variable. Where a loop leads from an assignment back to an
// earlier use, the places of the assignments in the loop are known before it (foresee).

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
	target := b.freeze(n, val.place)
	if r.loop != b.loops[len(b.loops)-1] {
		b.assignAgain(n, v, r, target)
		return
	}
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

// An assigning is an assignment of a reference in a loop that does not begin after the reference is declared.
type assigning struct {
	n ast.Node
	v int // the variable
}

// foreseen are the places that an assignment in a loop gives to a reference: the first one has the number first of the
// reference's alternatives. Their indices are variables, which the assignment sets.
type foreseen struct {
	first int
	ps    []*place
}

// targets are the places that a frozen place denotes.
func targets(p *place) []choice {
	if cs := p.choices(); len(cs) > 0 {
		return cs
	}
	return []choice{{boogie.B(true), p}}
}

// assignAgain makes a reference denote a place in a loop.
func (b *body) assignAgain(n ast.Node, v *ast.VariableDeclaration, r *reference, target *place) {
	key, cs := assigning{n, v.ID}, targets(target)
	if b.recorded != nil {
		if _, twice := b.recorded[key]; twice {
			fail(n, "This assignment to a storage pointer in a loop is not supported")
		}
		for _, c := range cs {
			b.recorded[key] = append(b.recorded[key], c.p)
		}
	}
	known := b.foreseen[key]
	if known == nil {
		if b.recorded == nil {
			fail(n, "This assignment to a storage pointer in a loop is not supported")
		}
		return // only what is assigned matters
	}
	if len(cs) != len(known.ps) {
		fail(n, "Assignment to a storage pointer in a loop of a place that depends on the pointer is not supported")
	}
	for i, c := range cs {
		set := func() {
			b.point(n, known.ps[i], c.p)
			b.set(r.which, boogie.N(int64(known.first+i)))
		}
		if i == 0 {
			set()
			continue
		}
		then := b.block(set)
		b.emit(&boogie.If{Cond: c.cond, Then: then})
		b.changed()
	}
}

// withIndices returns a frozen place with variables in place of the indices that were computed.
func (b *body) withIndices(n ast.Node, p *place) *place {
	if p.of == nil {
		return p
	}
	q := *p
	q.of = b.withIndices(n, p.of)
	if p.unknown {
		fail(n, "Assignment to a storage pointer in a loop of a part of a struct that contains itself is not supported")
	}
	if i, ok := p.index.(*boogie.Ident); ok && isConstant(i) && i.Name != "this" && i.Name != "msg_sender" && i.Name != "msg_value" {
		q.index = b.local("?at", b.indexSort(n, p.of))
	}
	return &q
}

// point sets the indices of a place that was foreseen to those of another one.
func (b *body) point(n ast.Node, p, to *place) {
	for ; p.of != nil && to.of != nil && p.rec == to.rec && p.field == to.field; p, to = p.of, to.of {
		switch {
		case p.index == nil || to.index == nil:
			if p.index != to.index {
				fail(n, "This assignment to a storage pointer in a loop is not supported")
			}
		case text(p.index) == text(to.index):
		default:
			i, ok := p.index.(*boogie.Ident)
			if !ok || isConstant(i) {
				fail(n, "This assignment to a storage pointer in a loop is not supported")
			}
			b.set(i, to.index)
		}
	}
	if p.of != nil || to.of != nil || p.name != to.name {
		fail(n, "This assignment to a storage pointer in a loop is not supported")
	}
}

// foresee makes the places known that assignments in a loop give to references that are declared before it: it translates
// the loop once, only to see them.
func (b *body) foresee(n ast.Node, run func()) {
	again := false
	ast.Walk(n, func(n ast.Node) bool {
		a, ok := n.(*ast.Assignment)
		if !ok {
			return true
		}
		xs := []ast.Expr{a.X}
		if t, ok := unparen(a.X).(*ast.Tuple); ok {
			xs = t.Items
		}
		for _, x := range xs {
			if x == nil {
				continue
			}
			if id, ok := unparen(x).(*ast.Identifier); ok {
				v, ok := id.Decl.(*ast.VariableDeclaration)
				again = again || ok && b.references[v.ID] != nil && b.foreseen[assigning{a, v.ID}] == nil
			}
		}
		return !again
	})
	if !again {
		return
	}
	kept := *b
	b.references, b.refs, b.env, b.names = map[int]*reference{}, maps.Clone(b.refs), maps.Clone(b.env), maps.Clone(b.names)
	for id, r := range kept.references {
		c := *r
		b.references[id] = &c
	}
	b.olds, b.guards, b.foreseen = maps.Clone(b.olds), maps.Clone(b.guards), maps.Clone(b.foreseen)
	b.layers, b.created = slices.Clone(b.layers), slices.Clone(b.created)
	b.loops = append(slices.Clone(b.loops), &loopLabels{breakTo: b.label("break"), continueTo: b.label("continue")})
	b.recorded = map[assigning][]*place{}
	b.block(run)
	recorded, names := b.recorded, b.names
	*b = kept
	b.names = names // what the program declares may have them
	b.changed()
	keys := slices.SortedFunc(maps.Keys(recorded), func(x, y assigning) int {
		return cmp.Or(cmp.Compare(x.n.Base().ID, y.n.Base().ID), cmp.Compare(x.v, y.v))
	})
	for _, key := range keys {
		r := b.references[key.v]
		if r == nil { // declared in the loop
			continue
		}
		f := &foreseen{first: len(r.p.alternatives)}
		q := *r.p
		q.alternatives = slices.Clone(q.alternatives)
		for _, p := range recorded[key] {
			p = b.withIndices(key.n, p)
			q.alternatives = append(q.alternatives, choice{boogie.Bin(boogie.Eq, r.which, boogie.N(int64(len(q.alternatives)))), p})
			f.ps = append(f.ps, p)
		}
		r.p = &q
		b.refs[key.v] = r.p
		b.foreseen[key] = f
	}
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
