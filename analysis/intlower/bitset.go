package intlower

// A bitset is a set of small numbers.
type bitset []uint64

// newBitset returns the empty set with room for the numbers below n.
func newBitset(n int) bitset { return make(bitset, (n+63)/64) }

func (s bitset) add(i int)      { s[i/64] |= 1 << (i % 64) }
func (s bitset) has(i int) bool { return s[i/64]>>(i%64)&1 != 0 }

// intersect keeps the common elements of two sets of the same size and reports whether any were dropped.
func (s bitset) intersect(t bitset) bool {
	changed := false
	for i, w := range s {
		if s[i] = w & t[i]; s[i] != w {
			changed = true
		}
	}
	return changed
}
