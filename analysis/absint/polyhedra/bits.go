package polyhedra

import "math/bits"

// bitset is a set of small numbers; its length is fixed by the first member
// that needs it, missing words are empty.
type bitset []uint64

func (b bitset) with(i int) bitset {
	n := max(len(b), i/64+1)
	r := make(bitset, n)
	copy(r, b)
	r[i/64] |= 1 << (i % 64)
	return r
}

// intersection puts the intersection of x and y into b and counts it.
func (b *bitset) intersection(x, y bitset) int {
	n := min(len(x), len(y))
	r := (*b)[:0]
	count := 0
	for i := range n {
		w := x[i] & y[i]
		count += bits.OnesCount64(w)
		r = append(r, w)
	}
	*b = r
	return count
}

// subset reports whether b is contained in c.
func (b bitset) subset(c bitset) bool {
	for i, w := range b {
		if i >= len(c) {
			if w != 0 {
				return false
			}
		} else if w&^c[i] != 0 {
			return false
		}
	}
	return true
}

func (b bitset) count() int {
	n := 0
	for _, w := range b {
		n += bits.OnesCount64(w)
	}
	return n
}
