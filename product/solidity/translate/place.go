package translate

import (
	"cupel/product/boogie"
	"cupel/product/solidity/ast"
)

// place is a left value: a variable, or an element or field of one. Parts of storage and of memory have the
// same form: an element of a map, or a field of a record.
type place struct {
	name  string      // variable name, if of is nil
	base  boogie.Expr // read instead of the variable's current value, if not nil
	of    *place
	index boogie.Expr // index of a map element
	rec   *datatype   // record type of a field
	field int
	// alternatives of a storage reference assigned several times; the last one whose condition holds.
	alternatives []choice

	t *ast.Type
	// For storage: the state variable, its contract, and the path to the place.
	root    *ast.VariableDeclaration
	addr    boogie.Expr
	indices int
	members []*ast.VariableDeclaration
	// length: the place is the length of an array.
	length bool
	// pointer: the value is a reference to memory.
	pointer bool
	// unknown: the value is not followed (recursive.go).
	unknown bool
}

func (p *place) read() boogie.Expr {
	switch {
	case p.alternatives != nil:
		e := p.alternatives[0].p.read()
		for _, c := range p.alternatives[1:] {
			e = boogie.Cond(c.cond, c.p.read(), e)
		}
		return e
	case p.of == nil && p.base != nil:
		return p.base
	case p.of == nil:
		return boogie.Id(p.name)
	case p.rec != nil:
		return p.rec.sel(p.field, p.of.read())
	}
	return boogie.At(p.of.read(), p.index)
}

// choices returns the places that this one may denote, with conditions: itself, or the alternatives of a
// reassigned storage reference.
func (p *place) choices() []choice {
	switch {
	case p.alternatives != nil:
		return p.alternatives
	case p.of == nil:
		return nil
	}
	var cs []choice
	for _, c := range p.of.choices() {
		q := *p
		q.of = c.p
		q.root, q.addr = c.p.root, c.p.addr
		q.indices = p.indices - p.of.indices + c.p.indices
		q.members = append(append([]*ast.VariableDeclaration{}, c.p.members...), p.members[len(p.of.members):]...)
		cs = append(cs, choice{c.cond, &q})
	}
	return cs
}

// choice is a place that a reference denotes under a condition.
type choice struct {
	cond boogie.Expr
	p    *place
}

// store is the assignment of v.
func (p *place) store(v boogie.Expr) boogie.Stmt {
	switch {
	case p.of == nil:
		return boogie.Set(boogie.Id(p.name), v)
	case p.rec != nil:
		return p.of.store(p.rec.with(p.field, p.of.read(), v))
	}
	return p.of.store(boogie.With(p.of.read(), p.index, v))
}

// variable is the place of a variable.
func variable(name string, t *ast.Type) *place { return &place{name: name, t: t} }

// element is the place of a map element.
func (p *place) element(index boogie.Expr, t *ast.Type) *place {
	q := *p
	q.alternatives, q.base = nil, nil
	q.of, q.index, q.rec, q.t, q.name, q.pointer = p, index, nil, t, "", false
	return &q
}

// part is the place of a field.
func (p *place) part(d *datatype, field int, t *ast.Type) *place {
	q := *p
	q.alternatives, q.base = nil, nil
	q.of, q.rec, q.field, q.t, q.index, q.name, q.pointer = p, d, field, t, nil, "", false
	return &q
}

// stateVar is the place of a state variable of the contract at an address.
func (b *body) stateVar(n ast.Node, v *ast.VariableDeclaration, addr boogie.Expr) *place {
	b.t.storageSort(n, v.T)
	whole := variable(StateName(v), v.T)
	if b.checkpoint {
		whole.base = b.atCheckpoint(v)
	}
	p := whole.element(addr, v.T)
	p.root, p.addr, p.base = v, addr, nil
	return p
}

// freeze saves the indices of a place in temporaries, so that it denotes the same place later.
func (b *body) freeze(n ast.Node, p *place) *place {
	if p.alternatives != nil {
		q := *p
		q.alternatives = nil
		for _, c := range p.alternatives {
			q.alternatives = append(q.alternatives, choice{b.save(c.cond, boogie.Bool), b.freeze(n, c.p)})
		}
		return &q
	}
	if p.of == nil || p.unknown && p.of.of == nil { // the index of an unknown value changes with each write
		return p
	}
	q := *p
	q.of = b.freeze(n, p.of)
	if p.index != nil && !isConstant(p.index) {
		sort := b.indexSort(n, p.of)
		q.index = b.save(p.index, sort)
	}
	return &q
}

func (b *body) indexSort(n ast.Node, of *place) boogie.Type {
	if of.of == nil { // indexed by address or pointer
		return boogie.Int
	}
	if of.t != nil && of.t.Kind == ast.Mapping {
		return b.t.keySort(n, of.t.Key)
	}
	if of.t != nil && (of.t.Kind == ast.Array || of.t.Kind == ast.Bytes) {
		return b.t.uintSort()
	}
	return boogie.Int
}

// load reads a place and assumes the facts about its value.
func (b *body) load(n ast.Node, p *place) value {
	e := p.read()
	v := value{e: e, t: p.t, sort: b.placeSort(n, p)}
	if p.t.IsReference() && !p.pointer {
		v.place = p
	}
	switch {
	case p.pointer:
		b.fact(boogie.AndOf(boogie.Bin(boogie.Le, boogie.N(0), e), boogie.Bin(boogie.Lt, e, boogie.Id(allocVar))))
	case p.length:
		b.lengthFact(e)
	default:
		b.read(e, p.t)
	}
	b.sumFact(p, e)
	return v
}

func (b *body) placeSort(n ast.Node, p *place) boogie.Type {
	if p.pointer {
		return boogie.Int
	}
	if p.root != nil {
		return b.t.storageSort(n, p.t)
	}
	return b.t.sortOf(n, p.t)
}

// lengthFact assumes that a length is in range, which holds in every mode.
func (b *body) lengthFact(e boogie.Expr) {
	if b.t.o.Mode == BV || isLiteral(e) {
		return
	}
	b.fact(boogie.AndOf(boogie.Bin(boogie.Le, boogie.N(0), e), boogie.Bin(boogie.Le, e, boogie.Big(maxUint256))))
}

var _, maxUint256 = limits(uint256)

// write assigns a value and updates dependent sums and event ghosts.
func (b *body) write(n ast.Node, p *place, v boogie.Expr) {
	if cs := p.choices(); len(cs) > 0 {
		b.writeChoice(n, cs, v)
		return
	}
	if p.root != nil {
		b.notRemoved(n, p)
		v = b.replaced(n, p, v)
		b.saveForEvents(n, p)
		b.updateSums(n, p, v)
	}
	b.change(p.store(v))
	if p.root != nil || p.unknown || b.t.declared[versionVar] && b.defaultContext(p) {
		b.forget()
	}
}

// writeChoice writes to the alternative that a reference denotes.
func (b *body) writeChoice(n ast.Node, cs []choice, v boogie.Expr) {
	for _, c := range cs {
		if c.p.root != nil && len(b.t.sums[c.p.root.ID]) > 0 {
			fail(n, "Assignment through a reference that may be to one of several collections with sums is not supported")
		}
	}
	b.eachChoice(cs, func(c choice) { b.write(n, c.p, v) })
}

// placeOf returns the place of an expression.
func (b *body) placeOf(x ast.Expr) *place {
	switch x := x.(type) {
	case *ast.Tuple:
		if len(x.Items) == 1 && !x.Array {
			return b.placeOf(x.Items[0])
		}
	case *ast.Identifier:
		v, ok := x.Decl.(*ast.VariableDeclaration)
		if !ok {
			break
		}
		if p := b.refs[v.ID]; p != nil {
			return p
		}
		if e, ok := b.env[v.ID].(*boogie.Ident); ok {
			p := variable(e.Name, v.T)
			p.pointer = inMemory(v.T)
			return p
		}
		if v.State && !v.Constant {
			return b.stateVar(x, v, boogie.Id("this"))
		}
	case *ast.MemberAccess:
		if v, ok := x.Decl.(*ast.VariableDeclaration); ok && v.State && !v.Constant && x.X.Type().Kind == ast.TypeOf {
			return b.stateVar(x, v, boogie.Id("this"))
		}
		if x.X.Type().Kind == ast.Struct {
			return b.memberPlace(x)
		}
		if x.Member == "length" && (x.X.Type().Kind == ast.Array || x.X.Type().Kind == ast.Bytes) {
			return b.lengthPlace(x, b.expr(x.X))
		}
	case *ast.IndexAccess:
		return b.indexPlace(x)
	case *ast.FunctionCall:
		// A getter in an annotation.
		if x.Kind == "getter" {
			return b.getterPlace(x)
		}
		if x.Func.Type().Func == "arraypush" || x.Func.Type().Func == "bytearraypush" { // a new element
			return b.pushPlace(x)
		}
		if v := b.call(x); v.place != nil {
			return v.place
		}
	}
	fail(x, "This expression cannot be assigned")
	return nil
}

// inMemory reports whether a value of the type is a pointer to memory.
func inMemory(t *ast.Type) bool {
	return (t.Loc == ast.Memory || t.Loc == ast.Calldata) && (t.Kind == ast.Array || t.Kind == ast.Struct || t.Kind == ast.Bytes)
}

// memberOf returns the declaration of a member.
func (b *body) memberOf(x *ast.MemberAccess) (*ast.StructDefinition, *ast.VariableDeclaration) {
	s := b.t.structOf(x, x.X.Type())
	for _, m := range s.Members {
		if m.Name == x.Member {
			return s, m
		}
	}
	fail(x, "The member %s is not known", x.Member)
	return nil, nil
}

func (b *body) memberPlace(x *ast.MemberAccess) *place {
	s, m := b.memberOf(x)
	v := b.expr(x.X)
	if inMemory(x.X.Type()) {
		return b.memoryMember(x, m, v.e, x.X.Type().Loc)
	}
	base := v.place
	if base == nil {
		fail(x, "This reference to storage is not supported")
	}
	return b.storageMember(x, base, s, m)
}

func (b *body) storageMember(n ast.Node, base *place, s *ast.StructDefinition, m *ast.VariableDeclaration) *place {
	rec := b.t.storageRecord(n, base.t)
	if b.t.leadsBack(s, m) {
		return b.unknownMember(n, m)
	}
	t := m.T
	if t.IsReference() {
		t = t.At(ast.Storage, false)
	}
	p := base.part(rec, memberIndex(s, m), t)
	p.members = append(append([]*ast.VariableDeclaration{}, base.members...), m)
	return p
}

// arrayParts returns the places of an array's elements and length; the length of fixed arrays comes from their
// type.
func (b *body) arrayParts(n ast.Node, v value) (elems, length *place, elem *ast.Type) {
	t := v.t
	elem = byteType
	if t.Kind == ast.Array {
		elem = t.Elem
	}
	if inMemory(t) {
		rec := b.t.memoryArray(n, t)
		at := variable(memoryArrayName(rec), t).element(v.e, t)
		e := at.part(rec, 0, t)
		l := at.part(rec, 1, uint256)
		l.length = true
		return e, l, elem
	}
	if v.place == nil {
		fail(n, "This array in storage is not supported")
	}
	rec := b.t.storageRecord(n, t)
	e := v.place.part(rec, 0, t)
	l := v.place.part(rec, 1, uint256)
	l.length = true
	return e, l, elem
}

func (b *body) lengthPlace(n ast.Node, v value) *place {
	_, l, _ := b.arrayParts(n, v)
	return l
}

func (b *body) indexPlace(x *ast.IndexAccess) *place {
	bt := x.X.Type()
	switch bt.Kind {
	case ast.Mapping:
		vs := b.inOrder(func() value { return b.indexed(x) }, func() value { return b.key(x.Index, bt.Key) })
		if vs[0].place == nil {
			fail(x, "This mapping is not supported")
		}
		t := bt.Elem
		if t.IsReference() {
			t = t.At(ast.Storage, false)
		}
		p := vs[0].place.element(vs[1].e, t)
		p.indices++
		return p
	case ast.Array, ast.Bytes:
		vs := b.inOrder(func() value { return b.indexed(x) }, func() value { return b.convert(x.Index, b.expr(x.Index), uint256) })
		return b.elementPlace(x, vs[0], vs[1].e)
	}
	fail(x, "Indexing of %s is not supported", bt.Text)
	return nil
}

// indexed returns the base of an index access, frozen if the index has side effects.
func (b *body) indexed(x *ast.IndexAccess) value {
	v := b.expr(x.X)
	if v.place != nil && hasEffects(x.Index) {
		v.place = b.freeze(x, v.place)
	}
	return v
}

// key is an index of a mapping.
func (b *body) key(x ast.Expr, t *ast.Type) value {
	if t.Kind != ast.Bytes {
		return b.as(x, t)
	}
	v := b.as(x, t.At(ast.Memory, true))
	return value{e: b.storageCopy(x, v.e, v.t), t: t, sort: b.t.keySort(x, t)}
}

// elementPlace returns an array element; the index is checked.
func (b *body) elementPlace(n ast.Node, v value, index boogie.Expr) *place {
	elems, length, elem := b.arrayParts(n, v)
	if !b.spec {
		var l boogie.Expr
		if v.t.Kind == ast.Array && v.t.Len != nil {
			l = b.t.uintConst(v.t.Len).e
		} else {
			l = length.read()
			b.lengthFact(l)
		}
		in := b.uintOp("<", index, l)
		if b.t.o.Mode != BV {
			in = boogie.AndOf(boogie.Bin(boogie.Le, boogie.N(0), index), in)
		}
		b.check(n, CheckIndex, in, "Index may be out of bounds")
	}
	if inMemory(v.t) {
		p := elems.element(index, elem)
		if elem.IsReference() {
			p.t = elem.At(v.t.Loc, false)
			p.pointer = inMemory(p.t)
		}
		return p
	}
	if elem.IsReference() {
		elem = elem.At(ast.Storage, false)
	}
	p := elems.element(index, elem)
	p.indices++
	return p
}

// getterElement returns an element read by a getter, which reverts without panic if it does not exist.
func (b *body) getterElement(n ast.Node, p *place, index boogie.Expr) *place {
	defer func(c Check) { b.t.o.Checks = c }(b.t.o.Checks)
	b.t.o.Checks &^= CheckIndex
	return b.elementPlace(n, value{t: p.t, place: p}, index)
}

// getterPlace returns the place that a getter of a public state variable reads.
func (b *body) getterPlace(x *ast.FunctionCall) *place {
	var v *ast.VariableDeclaration
	var addr boogie.Expr = boogie.Id("this")
	switch f := x.Func.(type) {
	case *ast.Identifier:
		v, _ = f.Decl.(*ast.VariableDeclaration)
	case *ast.MemberAccess:
		v, _ = f.Decl.(*ast.VariableDeclaration)
		if k := f.X.Type().Kind; k == ast.Contract || k == ast.Address {
			addr = b.expr(f.X).e
		}
	}
	if v == nil || v.Constant {
		fail(x, "This getter is not supported")
	}
	return b.getter(x, v, addr, x.Args)
}

func (b *body) getter(n ast.Node, v *ast.VariableDeclaration, addr boogie.Expr, args []ast.Expr) *place {
	p := b.stateVar(n, v, addr)
	for _, a := range args {
		switch p.t.Kind {
		case ast.Mapping:
			key := b.key(a, p.t.Key)
			t := p.t.Elem
			if t.IsReference() {
				t = t.At(ast.Storage, false)
			}
			p = p.element(key.e, t)
			p.indices++
		case ast.Array:
			p = b.getterElement(n, p, b.convert(a, b.expr(a), uint256).e)
		default:
			fail(n, "This getter is not supported")
		}
	}
	return p
}
