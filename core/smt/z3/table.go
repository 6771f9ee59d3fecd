package z3

// #include <z3.h>
import "C"

import (
	"math/bits"
	"slices"

	"cupel/core/logic"
)

// table is a constant array over bit-vectors: def everywhere but at the keys.
type table struct {
	keys []uint64
	at   map[uint64]*logic.Term
	def  *logic.Term
}

// tableOf reads stores of constants over a constant array with a narrow enough
// index; nil for other terms and for tables that are too large.
func tableOf(t *logic.Term) *table {
	if s := t.Sort().Index(); !s.IsBV() || s.Width() > 64 || t.Sort().Elem().IsArray() {
		return nil
	}
	tb := &table{at: map[uint64]*logic.Term{}}
	for ; t.Op() == logic.OpStore; t = t.Arg(0) {
		k, ok := t.Arg(1).BVUint64()
		if !ok || !t.Arg(2).IsConst() || len(tb.keys) > maxTable {
			return nil
		}
		if tb.at[k] == nil {
			tb.at[k] = t.Arg(2)
			tb.keys = append(tb.keys, k)
		}
	}
	if t.Op() != logic.OpConstArray || !t.Arg(0).IsConst() || len(tb.keys) == 0 {
		return nil
	}
	tb.def = t.Arg(0)
	slices.Sort(tb.keys)
	return tb
}

// lookUp is select(tb, i) as a tree of decisions over the bits of i, which is much
// easier on libz3 than arrays are. It is a term of f.
func (tb *table) lookUp(f *logic.Factory, i *logic.Term) *logic.Term {
	w := i.Sort().Width()
	// The keys agree from bit m on.
	m := bits.Len64(tb.keys[0] ^ tb.keys[len(tb.keys)-1])
	t := tb.tree(f, i, tb.keys, m)
	if m == w {
		return t
	}
	high := f.Extract(w-1, m, i)
	return f.Ite(f.Eq(high, f.BV(tb.keys[0]>>uint(m), w-m)), t, tb.def)
}

// tree decides between sorted keys that agree from bit m on.
func (tb *table) tree(f *logic.Factory, i *logic.Term, keys []uint64, m int) *logic.Term {
	switch {
	case len(keys) == 0:
		return tb.def
	case m == 0:
		return tb.at[keys[0]]
	}
	b := m - 1
	n, _ := slices.BinarySearchFunc(keys, 1, func(k uint64, one int) int { return int(k>>uint(b)&1) - one })
	lo, hi := tb.tree(f, i, keys[:n], b), tb.tree(f, i, keys[n:], b)
	return f.Ite(f.Eq(f.Extract(b, b, i), f.BV(1, 1)), hi, lo)
}

// lookUp returns the translation of select(a, i) when a is a table; else nil.
func (z *zcontext) lookUp(t *logic.Term) *logic.Term {
	a := t.Arg(0)
	if !a.IsGround() || a.Op() != logic.OpStore {
		return nil
	}
	tb, known := z.tables[a]
	if !known {
		tb = tableOf(a)
		if len(z.tables) >= maxTable {
			clear(z.tables)
		}
		z.tables[a] = tb
	}
	if tb == nil {
		return nil
	}
	return tb.lookUp(z.f, t.Arg(1))
}
