package translate

import (
	"fmt"
	"math/big"

	"cupel/product/boogie"
	"cupel/product/solidity/ast"
)

// memoryArray declares the arrays of a type in memory: a map from pointers to records.
func (t *translator) memoryArray(n ast.Node, ty *ast.Type) *datatype {
	elem := byteType
	if ty.Kind == ast.Array {
		elem = ty.Elem
	}
	if elem.IsReference() {
		elem = elem.At(ast.Memory, true)
	}
	rec := t.arrayRecord(t.sortOf(n, elem))
	t.global(memoryArrayName(rec), boogie.MapOf(boogie.TypeName(rec.name), boogie.Int), nil)
	return rec
}

// MemoryArray returns the variable that maps pointers to arrays with elements of a sort, and the constructor of
// such an array from elements and length.
func MemoryArray(elem boogie.Type) (variable, constructor string) {
	n := mangle(elem)
	return memoryArrayName(&datatype{name: n + "_arr_type"}), n + "_arr#constr"
}

// MemoryMember is the variable that maps pointers to a member of structs in memory.
func MemoryMember(m *ast.VariableDeclaration) string { return fmt.Sprintf("mem_%s#%d", m.Name, m.ID) }

func memoryArrayName(rec *datatype) string { return "mem_" + rec.name }

// memoryMember is the left value of a struct member in memory: each member is a map from pointers.
func (b *body) memoryMember(n ast.Node, m *ast.VariableDeclaration, ptr boogie.Expr, loc ast.Location) *place {
	t := m.T
	if t.IsReference() {
		t = t.At(loc, false)
	}
	if t.Kind == ast.Mapping {
		fail(n, "Structs with mappings in memory are not supported")
	}
	name := MemoryMember(m)
	pos := ast.Pos(m)
	b.t.global(name, boogie.MapOf(b.t.sortOf(n, t), boogie.Int), boogie.Located(pos.File, pos.Line, pos.Col, m.Name))
	p := variable(name, t).element(ptr, t)
	p.pointer = inMemory(t)
	return p
}

// allocate returns a fresh pointer.
func (b *body) allocate() boogie.Expr {
	p := b.temp(boogie.Int)
	b.emit(boogie.Set(p, boogie.Id(allocVar)))
	b.set(boogie.Id(allocVar), boogie.Bin(boogie.Add, boogie.Id(allocVar), boogie.N(1)))
	return p
}

// havocAt havocs the target of a pointer.
func (b *body) havocAt(n ast.Node, ptr boogie.Expr, t *ast.Type) {
	arbitrary := func(p *place, sort boogie.Type) {
		v := b.temp(sort)
		b.emit(b.unknown(b.outside, v))
		b.change(p.store(v))
	}
	switch t.Kind {
	case ast.Array, ast.Bytes:
		rec := b.t.memoryArray(n, t)
		arbitrary(variable(memoryArrayName(rec), t).element(ptr, t), boogie.TypeName(rec.name))
	case ast.Struct:
		for _, m := range b.t.structOf(n, t).Members {
			p := b.memoryMember(n, m, ptr, ast.Memory)
			arbitrary(p, b.placeSort(n, p))
		}
	}
}

// newMemory allocates the default value of a type in memory.
func (b *body) newMemory(n ast.Node, t *ast.Type, length boogie.Expr) boogie.Expr {
	ptr := b.allocate()
	switch t.Kind {
	case ast.Array, ast.Bytes:
		elem := byteType
		if t.Kind == ast.Array {
			elem = t.Elem
		}
		rec := b.t.memoryArray(n, t)
		at := variable(memoryArrayName(rec), t).element(ptr, t)
		if length == nil {
			length = b.t.zero(n, t.At(ast.Storage, false)).e.(*boogie.Apply).Args[1]
		}
		if elem.IsReference() && elem.Kind != ast.String {
			k := constantOf(length)
			if k == nil || k.Sign() < 0 || k.Cmp(big.NewInt(maxLiteral)) > 0 {
				b.t.warn(n, "The elements of this array in memory are any objects: its length is not constant")
				b.change(at.store(boogie.App(rec.constr, b.someObjects(rec), length)))
				return ptr
			}
			var arr boogie.Expr = b.temp(rec.sorts[0]) // elements beyond the end are never read
			b.emit(&boogie.Havoc{Vars: []*boogie.Ident{arr.(*boogie.Ident)}})
			for i := range k.Int64() { // each element is a separate object
				e := b.newMemory(n, elem.At(ast.Memory, true), nil)
				arr = boogie.With(arr, b.t.uintConst(big.NewInt(i)).e, e)
			}
			b.change(at.store(boogie.App(rec.constr, arr, length)))
			return ptr
		}
		arr := b.t.constArray(rec.sorts[0].(*boogie.MapType), b.t.zero(n, elem))
		b.change(at.store(boogie.App(rec.constr, arr.e, length)))
	case ast.Struct:
		for _, m := range b.t.structOf(n, t).Members {
			p := b.memoryMember(n, m, ptr, ast.Memory)
			b.change(p.store(b.defaultValue(n, p.t)))
		}
	}
	return ptr
}

// someObjects returns elements that are any objects, also new ones.
func (b *body) someObjects(rec *datatype) boogie.Expr {
	next := b.temp(boogie.Int)
	b.emit(b.unknown(false, next))
	b.emit(&boogie.Assume{Cond: boogie.Bin(boogie.Le, boogie.Id(allocVar), next)})
	b.set(boogie.Id(allocVar), next)
	arr := b.temp(rec.sorts[0])
	b.emit(b.unknown(false, arr))
	return arr
}

// copiedElements returns the elements of a copy of an array of references, each copied by a function of its index: all, if the length is constant;
// otherwise the first ones, and the others are arbitrary.
func (b *body) copiedElements(n ast.Node, t *ast.Type, arr boogie.Expr, element func(k boogie.Expr) boogie.Expr) boogie.Expr {
	if t == nil { // they are not followed
		return arr
	}
	count := int64(maxCopied)
	if t.Len != nil && t.Len.Cmp(big.NewInt(maxLiteral)) <= 0 {
		count = t.Len.Int64()
	} else {
		b.t.warn(n, "Only the first elements of this array of references are copied exactly")
	}
	for i := range count {
		k := b.t.uintConst(big.NewInt(i)).e
		arr = boogie.With(arr, k, element(k))
	}
	return arr
}

// defaultValue returns the default of a local variable.
func (b *body) defaultValue(n ast.Node, t *ast.Type) boogie.Expr {
	if inMemory(t) {
		return b.newMemory(n, t, nil)
	}
	return b.t.zero(n, t).e
}

// convertReference converts a reference to another data location.
func (b *body) convertReference(n ast.Node, v value, to *ast.Type) value {
	from := v.t
	if from.Kind == ast.String && to.Kind == ast.String {
		return value{e: v.e, t: to, sort: boogie.Int, place: v.place}
	}
	switch {
	case from.Kind == ast.String && to.Kind == ast.Bytes:
		return b.bytesOfString(n, v, to)
	case from.Kind == ast.Bytes && to.Kind == ast.String:
		return b.stringOfBytes(n, v, to)
	}
	if from.Kind == ast.Array && to.Kind == ast.Array && to.Loc == ast.Storage && inMemory(from) && from.Len != nil && !from.Same(to) {
		return b.widened(n, v, to)
	}
	if !sameValues(from, to) {
		fail(n, "Conversion from %s to %s is not supported", from.Text, to.Text)
	}
	mem := inMemory(from)
	switch {
	case to.Loc == ast.Storage && mem:
		return value{e: b.storageCopy(n, v.e, from), t: to, sort: b.t.storageSort(n, to)}
	case to.Loc == ast.Storage:
		w := v
		w.t = to
		return w
	case !mem, from.Loc == ast.Calldata && to.Loc == ast.Memory:
		if b.spec {
			fail(n, "Annotation expression introduces intermediate statements")
		}
		return value{e: b.memoryCopy(n, v, to), t: to, sort: boogie.Int}
	}
	return value{e: v.e, t: to, sort: boogie.Int}
}

// sameValues reports whether references have the same values; addresses are those of contracts.
func sameValues(from, to *ast.Type) bool {
	if from.Kind == ast.Array && to.Kind == ast.Array && (from.Len == nil) == (to.Len == nil) && (from.Len == nil || from.Len.Cmp(to.Len) == 0) {
		return sameValues(from.Elem, to.Elem)
	}
	return from.Same(to) || from.Kind == ast.Contract && to.Kind == ast.Contract
}

// widened converts an array of fixed length in memory, mostly a literal, to a longer array or larger elements
// in storage.
func (b *body) widened(n ast.Node, v value, to *ast.Type) value {
	from := v.t
	if from.Elem.IsReference() || to.Elem.IsReference() || !from.Len.IsInt64() || from.Len.Int64() > maxLiteral || to.Len != nil && to.Len.Cmp(from.Len) < 0 {
		fail(n, "Conversion from %s to %s is not supported", from.Text, to.Text)
	}
	mem := b.t.memoryArray(n, from)
	elems := variable(memoryArrayName(mem), from).element(v.e, from).part(mem, 0, from)
	rec := b.t.storageRecord(n, to)
	var arr boogie.Expr = b.t.constArray(rec.sorts[0].(*boogie.MapType), b.t.zero(n, to.Elem)).e
	for i := range from.Len.Int64() {
		k := b.t.uintConst(big.NewInt(i)).e
		arr = boogie.With(arr, k, b.convert(n, b.load(n, elems.element(k, from.Elem)), to.Elem).e)
	}
	length := to.Len
	if length == nil {
		length = from.Len
	}
	return value{e: boogie.App(rec.constr, arr, b.t.uintConst(length).e), t: to, sort: b.t.storageSort(n, to)}
}

// storageCopy returns the storage value of the object a memory pointer refers to.
func (b *body) storageCopy(n ast.Node, ptr boogie.Expr, t *ast.Type) boogie.Expr {
	switch t.Kind {
	case ast.Array, ast.Bytes:
		rec := b.t.memoryArray(n, t)
		if t.Kind == ast.Array && t.Elem.IsReference() && t.Elem.Kind != ast.String {
			to := b.t.storageRecord(n, t)
			from := variable(memoryArrayName(rec), t).element(ptr, t)
			elem := t.Elem.At(t.Loc, true)
			arr := b.temp(to.sorts[0])
			b.emit(b.unknown(false, arr))
			elems := b.copiedElements(n, t, arr, func(k boogie.Expr) boogie.Expr {
				p := from.part(rec, 0, t).element(k, elem)
				p.pointer = true
				return b.storageCopy(n, b.load(n, p).e, elem)
			})
			return boogie.App(to.constr, elems, rec.sel(1, from.read()))
		}
		return variable(memoryArrayName(rec), t).element(ptr, t).read()
	case ast.Struct:
		rec := b.t.storageRecord(n, t)
		var args []boogie.Expr
		s := b.t.structOf(n, t)
		for _, m := range s.Members {
			if b.t.leadsBack(s, m) { // not followed in storage
				args = append(args, boogie.N(0))
				continue
			}
			p := b.memoryMember(n, m, ptr, t.Loc)
			e := b.load(n, p).e
			if p.pointer {
				e = b.storageCopy(n, e, p.t)
			}
			args = append(args, e)
		}
		return boogie.App(rec.constr, args...)
	}
	fail(n, "Copies of %s are not supported", t.Text)
	return nil
}

// memoryCopy allocates a copy of a value in storage or calldata.
func (b *body) memoryCopy(n ast.Node, v value, to *ast.Type) boogie.Expr {
	from := v.t
	switch from.Kind {
	case ast.Array, ast.Bytes:
		if from.Kind == ast.Array && from.Elem.IsReference() && from.Elem.Kind != ast.String {
			return b.deepCopy(n, v, to)
		}
		rec := b.t.memoryArray(n, to)
		content := v.e
		if inMemory(from) {
			content = variable(memoryArrayName(rec), to).element(v.e, to).read()
		}
		ptr := b.allocate()
		b.change(variable(memoryArrayName(rec), to).element(ptr, to).store(content))
		return ptr
	case ast.Struct:
		s := b.t.structOf(n, from)
		var members []value
		for _, m := range s.Members {
			if m.T.Kind == ast.Mapping {
				fail(n, "Structs with mappings in memory are not supported")
			}
			if inMemory(from) {
				members = append(members, b.load(n, b.memoryMember(n, m, v.e, from.Loc)))
				continue
			}
			if v.place == nil {
				fail(n, "This copy is not supported")
			}
			members = append(members, b.load(n, b.storageMember(n, v.place, s, m)))
		}
		for i, m := range members {
			if m.t.IsReference() {
				members[i] = b.convertReference(n, m, m.t.At(ast.Memory, true))
			}
		}
		ptr := b.allocate()
		for i, m := range s.Members {
			b.change(b.memoryMember(n, m, ptr, ast.Memory).store(members[i].e))
		}
		return ptr
	}
	fail(n, "Copies of %s are not supported", from.Text)
	return nil
}

// deepCopy allocates a copy of an array of references in storage or calldata, with copies of what they refer to.
func (b *body) deepCopy(n ast.Node, v value, to *ast.Type) boogie.Expr {
	rec := b.t.memoryArray(n, to)
	elems, length, elem := b.arrayParts(n, v)
	l := b.save(length.read(), b.t.uintSort())
	var arr boogie.Expr
	if v.t.Len == nil || v.t.Len.Cmp(big.NewInt(maxLiteral)) > 0 {
		arr = b.someObjects(rec)
	} else {
		t := b.temp(rec.sorts[0])
		b.emit(b.unknown(false, t)) // beyond the end
		arr = t
	}
	copied := v.t
	if v.place != nil && v.place.unknown {
		copied = nil
	}
	arr = b.copiedElements(n, copied, arr, func(k boogie.Expr) boogie.Expr {
		p := elems.element(k, elem.At(v.t.Loc, false))
		p.pointer = inMemory(p.t)
		return b.convertReference(n, b.load(n, p), elem.At(ast.Memory, true)).e
	})
	ptr := b.allocate()
	b.change(variable(memoryArrayName(rec), to).element(ptr, to).store(boogie.App(rec.constr, arr, l)))
	return ptr
}

// hasMapping reports whether a value of the type contains a mapping.
func (t *translator) hasMapping(n ast.Node, ty *ast.Type) bool {
	switch ty.Kind {
	case ast.Mapping:
		return true
	case ast.Array:
		return t.hasMapping(n, ty.Elem)
	case ast.Struct:
		s := t.structOf(n, ty)
		for _, m := range s.Members {
			if m.T.Kind == ast.Mapping || !t.leadsBack(s, m) && t.hasMapping(n, m.T) {
				return true
			}
		}
	}
	return false
}
