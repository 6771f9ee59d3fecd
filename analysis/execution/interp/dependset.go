package interp

import "slices"

// sets numbers sets of sources; 0 is the empty one.
type sets struct {
	list   [][]int32 // sorted
	number map[string]int32
	unions map[[2]int32]int32
}

func newSets() sets {
	return sets{list: [][]int32{nil}, number: map[string]int32{"": 0}, unions: map[[2]int32]int32{}}
}

func (s *sets) intern(xs []int32) int32 {
	key := make([]byte, 0, 4*len(xs))
	for _, x := range xs {
		key = append(key, byte(x), byte(x>>8), byte(x>>16), byte(x>>24))
	}
	n, ok := s.number[string(key)]
	if !ok {
		n = int32(len(s.list))
		s.list = append(s.list, xs)
		s.number[string(key)] = n
	}
	return n
}

func (s *sets) single(x int32) int32 { return s.intern([]int32{x}) }

func (s *sets) union(a, b int32) int32 {
	switch {
	case a == b, b == 0:
		return a
	case a == 0:
		return b
	case a > b:
		a, b = b, a
	}
	n, ok := s.unions[[2]int32{a, b}]
	if !ok {
		xs := slices.Concat(s.list[a], s.list[b])
		slices.Sort(xs)
		n = s.intern(slices.Compact(xs))
		s.unions[[2]int32{a, b}] = n
	}
	return n
}
