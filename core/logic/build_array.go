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
	if under.op == OpIte && i.op == OpConst {
		x, _ := f.read(under.args[1], i)
		y, _ := f.read(under.args[2], i)
		if x != nil && y != nil {
			return f.Ite(under.args[0], x, y)
		}
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

// mergeStores returns c ? a : b for arrays that are stores at constant indices into one
// array: stores into that one, so that reads see through where paths join again. nil: they
// are not.
func (f *Factory) mergeStores(c, a, b *Term) *Term {
	above := func(t *Term) []*Term { // the stores of t, and what is below
		ts := []*Term{t}
		for len(ts) <= maxMerged && t.op == OpStore && t.args[1].op == OpConst {
			t = t.args[0]
			ts = append(ts, t)
		}
		return ts
	}
	as, bs := above(a), above(b)
	if len(as) == 1 && len(bs) == 1 {
		return nil
	}
	at := make(map[*Term]int, len(as))
	for i, t := range as {
		at[t] = i
	}
	j, common := 0, false
	for ; j < len(bs); j++ {
		if _, common = at[bs[j]]; common {
			break
		}
	}
	if !common {
		return nil
	}
	r := bs[j]
	written := append(bs[:j:j], as[:at[r]]...)
	seen := make(map[*Term]bool, len(written))
	for k := len(written) - 1; k >= 0; k-- {
		i := written[k].args[1]
		if !seen[i] {
			seen[i] = true
			r = f.Store(r, i, f.Ite(c, f.Select(a, i), f.Select(b, i)))
		}
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
