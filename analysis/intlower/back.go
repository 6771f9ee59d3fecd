package intlower

import (
	"cupel/analysis/absint/interval"
	"cupel/core/logic"
)

// ToSort maps a value over the integers to a value of the machine sort s:
// numbers modulo 2^width, arrays of numbers elementwise. A value of another sort
// is returned as it is; nil when val is no value.
func ToSort(f *logic.Factory, s *logic.Sort, val *logic.Term) *logic.Term {
	if val.Sort() == s {
		return val
	}
	switch {
	case s.IsBV() && val.IsConst() && val.Sort().IsInt():
		return f.BVBig(val.Rational().Num(), s.Width())
	case s.IsArray() && val.Op() == logic.OpConstArray:
		if e := ToSort(f, s.Elem(), val.Arg(0)); e != nil {
			return f.ConstArray(s, e)
		}
	case s.IsArray() && val.Op() == logic.OpStore:
		return storeBack(f, s, val)
	}
	return nil
}

// storeBack maps a chain of stores. An index that no view of the original's
// index sort has is never read; it must not overwrite the one it wraps to.
func storeBack(f *logic.Factory, s *logic.Sort, val *logic.Term) *logic.Term {
	var stores []*logic.Term
	for val.Op() == logic.OpStore {
		stores = append(stores, val)
		val = val.Arg(0)
	}
	a := ToSort(f, s, val)
	for i := len(stores) - 1; i >= 0 && a != nil; i-- {
		st := stores[i]
		if !st.Arg(1).IsConst() {
			return nil
		}
		if n := st.Arg(1); n.Sort().IsInt() && s.Index().IsBV() {
			w := s.Index().Width()
			if all := interval.TypeRange(w, true).Join(interval.TypeRange(w, false)); !all.Contains(n.Rational().Num()) {
				continue
			}
		}
		index, elem := ToSort(f, s.Index(), st.Arg(1)), ToSort(f, s.Elem(), st.Arg(2))
		if index == nil || elem == nil {
			return nil
		}
		a = f.Store(a, index, elem)
	}
	return a
}
