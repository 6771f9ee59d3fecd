package arrayfree

import (
	"math/bits"
	"slices"

	"cupel/core/logic"
)

// run is a sequence of stores at constant indices into one array.
type run struct {
	keys  []uint64 // sorted
	at    map[uint64]*logic.Term
	below *logic.Term
}

// runOf returns the stores at constant indices on top of a.
func (e *Eliminator) runOf(a *logic.Term) *run {
	r, known := e.runs[a]
	if known {
		return r
	}
	r = &run{at: map[uint64]*logic.Term{}, below: a}
	if s := a.Sort().Index(); s.IsBV() && s.Width() <= 64 {
		for n := 0; r.below.Op() == logic.OpStore && n < maxRun; n++ {
			k, ok := r.below.Arg(1).BVUint64()
			if !ok {
				break
			}
			if r.at[k] == nil {
				r.at[k] = r.below.Arg(2)
				r.keys = append(r.keys, k)
			}
			r.below = r.below.Arg(0)
		}
		slices.Sort(r.keys)
	}
	e.runs[a] = r
	return r
}

// readRun returns the element at i of the array that ends in the run; nil: something is missing.
func (e *Eliminator) readRun(r *run, i *logic.Term) *logic.Term {
	if k, ok := i.BVUint64(); ok {
		if v := r.at[k]; v != nil {
			return e.image(v, nil)
		}
		return e.image(r.below, i)
	}
	e.steps += len(r.keys)
	other, known := e.image(r.below, i), true
	elems := make(map[uint64]*logic.Term, len(r.keys))
	for _, k := range r.keys {
		elems[k] = e.image(r.at[k], nil)
		known = known && elems[k] != nil
	}
	if !known || other == nil {
		return nil
	}
	return Decide(e.f, i, r.keys, elems, other)
}

// Decide returns the element that belongs to index i, a bit-vector of at most 64 bits, among those of the sorted keys, or other: a tree of decisions over the bits
// of i. There has to be a key.
func Decide(f *logic.Factory, i *logic.Term, keys []uint64, elems map[uint64]*logic.Term, other *logic.Term) *logic.Term {
	w := i.Sort().Width()
	// The keys agree from bit m on.
	m := bits.Len64(keys[0] ^ keys[len(keys)-1])
	d := decision{f, i, elems, other}
	t := d.tree(keys, m)
	if m == w {
		return t
	}
	high := f.Extract(w-1, m, i)
	return f.Ite(f.Eq(high, f.BV(keys[0]>>uint(m), w-m)), t, other)
}

type decision struct {
	f     *logic.Factory
	index *logic.Term
	elems map[uint64]*logic.Term
	other *logic.Term
}

// tree decides between sorted keys that agree from bit m on.
func (d decision) tree(keys []uint64, m int) *logic.Term {
	switch {
	case len(keys) == 0:
		return d.other
	case m == 0:
		return d.elems[keys[0]]
	}
	b := m - 1
	n, _ := slices.BinarySearchFunc(keys, 1, func(k uint64, one int) int { return int(k>>uint(b)&1) - one })
	lo, hi := d.tree(keys[:n], b), d.tree(keys[n:], b)
	return d.f.Ite(d.f.Eq(d.f.Extract(b, b, d.index), d.f.BV(1, 1)), hi, lo)
}
