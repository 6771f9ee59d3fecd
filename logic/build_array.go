package logic

// maxStoreScan bounds how many stores a read looks through.
const maxStoreScan = 4096

// distinct reports whether two index terms differ in every model, decided
// syntactically: by constants, or by a constant difference.
func (f *Factory) distinct(a, b *Term) bool {
	if a.op == OpConst && b.op == OpConst {
		return a != b
	}
	return f.Eq(a, b) == f.tFalse
}

// Select returns the element of array a at index i. Stores at syntactically
// equal or different indices are looked through.
func (f *Factory) Select(a, i *Term) *Term {
	if a.sort.index != i.sort {
		panic("logic: Select: index " + i.sort.String() + " into " + a.sort.String())
	}
	for n := 0; n < maxStoreScan; n++ {
		switch a.op {
		case OpConstArray:
			return a.args[0]
		case OpStore:
			if a.args[1] == i {
				return a.args[2]
			}
			if f.distinct(a.args[1], i) {
				a = a.args[0]
				continue
			}
		}
		break
	}
	return f.app(OpSelect, a.sort.elem, a, i)
}

// Store returns array a with the element at index i replaced by v.
func (f *Factory) Store(a, i, v *Term) *Term {
	if a.sort.index != i.sort || a.sort.elem != v.sort {
		panic("logic: Store: " + i.sort.String() + ", " + v.sort.String() + " into " + a.sort.String())
	}
	if a.op == OpStore && a.args[1] == i {
		a = a.args[0]
	}
	if v.op == OpSelect && v.args[0] == a && v.args[1] == i {
		return a
	}
	return f.app(OpStore, a.sort, a, i, v)
}

// ConstArray returns the array of sort s whose every element is v.
func (f *Factory) ConstArray(s *Sort, v *Term) *Term {
	if s.elem != v.sort {
		panic("logic: ConstArray: " + v.sort.String() + " in " + s.String())
	}
	return f.app(OpConstArray, s, v)
}
