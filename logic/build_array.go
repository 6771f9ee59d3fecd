package logic

// Select returns the element of array a at index i. Stores at syntactically
// equal or different indices are looked through.
func (f *Factory) Select(a, i *Term) *Term {
	if a.sort.index != i.sort {
		panic("logic: Select: index " + i.sort.String() + " into " + a.sort.String())
	}
	elem, under := f.read(a, i)
	if elem != nil {
		return elem
	}
	return f.app(OpSelect, a.sort.elem, under, i)
}

// Store returns array a with the element at index i replaced by v. A store that
// changes nothing is dropped; neighbouring stores at constant offsets from one
// base are ordered by offset, so that writing two cells in turn does not grow
// the term and the order of independent writes does not matter.
func (f *Factory) Store(a, i, v *Term) *Term {
	if a.sort.index != i.sort || a.sort.elem != v.sort {
		panic("logic: Store: " + i.sort.String() + ", " + v.sort.String() + " into " + a.sort.String())
	}
	elem, under := f.read(a, i)
	if elem == v || elem == nil && v.op == OpSelect && v.args[0] == under && v.args[1] == i {
		return a
	}
	below, above := sink(a, i)
	r := below
	elem, under = f.read(below, i)
	if !(elem == v || elem == nil && v.op == OpSelect && v.args[0] == under && v.args[1] == i) {
		r = f.store(below, i, v)
	}
	for k := len(above) - 1; k >= 0; k-- {
		r = f.store(r, above[k].args[1], above[k].args[2])
	}
	return r
}

// ConstArray returns the array of sort s whose every element is v.
func (f *Factory) ConstArray(s *Sort, v *Term) *Term {
	if s.elem != v.sort {
		panic("logic: ConstArray: " + v.sort.String() + " in " + s.String())
	}
	return f.app(OpConstArray, s, v)
}

// arrayEq decides equalities of arrays that differ in one store.
func (f *Factory) arrayEq(a, b *Term) *Term {
	switch {
	case a.op == OpConstArray && b.op == OpConstArray:
		return f.Eq(a.args[0], b.args[0])
	case a.op == OpStore && b.op == OpStore && a.args[0] == b.args[0] && a.args[1] == b.args[1]:
		return f.Eq(a.args[2], b.args[2])
	case a.op == OpStore && a.args[0] == b:
		return f.Eq(f.Select(b, a.args[1]), a.args[2])
	case b.op == OpStore && b.args[0] == a:
		return f.Eq(f.Select(a, b.args[1]), b.args[2])
	}
	return nil
}
