package z3

// #include <z3.h>
import "C"

import (
	"slices"

	"cupel/core/logic"
	"cupel/core/logic/arrayfree"
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
	return arrayfree.Decide(f, i, tb.keys, tb.at, tb.def)
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
