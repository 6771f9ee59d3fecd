package cegar

import (
	"slices"

	"cupel/product/petri"
)

// A solution is a solution vector of the state equation with the constraints it is
// minimal for, a node of the tree of ancestors.
type solution struct {
	id       int
	x        []int64
	cs       constraints
	parent   *partial  // the partial solution whose increments led here; nil for base solutions
	jumped   *solution // the solution that a jump left
	partials []*partial
}

// ancestor returns the next solution towards the root, nil at the root.
func (s *solution) ancestor() *solution {
	if s.jumped != nil {
		return s.jumped
	}
	if s.parent != nil {
		return s.parent.sol
	}
	return nil
}

// A partial solution (definition 1.5): a firing sequence within a solution and what it
// leaves. The sequence is maximal unless it ends in a better intermediate marking.
type partial struct {
	id    int
	sol   *solution
	seq   []int
	fired []int64 // Parikh image of seq
	left  []int64 // remainder x - fired
	last  petri.Marking

	better  bool      // ends in a better intermediate marking
	skipped bool      // by algorithm 1.5
	chain   [][]int64 // distant invariants involved (definition 1.9): y1, y2, ...
}

// isInvariant reports whether y is a T-invariant other than 0: natural numbers with
// C y = 0.
func isInvariant(net *petri.Net, y []int64) bool {
	some := false
	change := make([]int64, len(net.Places))
	for t, k := range y {
		if k < 0 {
			return false
		}
		if k == 0 {
			continue
		}
		some = true
		for _, a := range net.Transitions[t].Effect {
			c, ok := mulAdd(change[a.Index], a.Weight, k)
			if !ok {
				return false
			}
			change[a.Index] = c
		}
	}
	return some && !slices.ContainsFunc(change, func(c int64) bool { return c != 0 })
}

func minus(a, b []int64) []int64 {
	out := make([]int64, len(a))
	for i := range a {
		out[i] = a[i] - b[i]
	}
	return out
}

func plus(a, b []int64) []int64 {
	out := make([]int64, len(a))
	for i := range a {
		out[i] = a[i] + b[i]
	}
	return out
}

func total(x []int64) int64 {
	sum := int64(0)
	for _, k := range x {
		sum += k
	}
	return sum
}

// less reports a <= b componentwise and a != b (definition 1.11).
func less(a, b []int64) bool {
	strict := false
	for i := range a {
		if a[i] > b[i] {
			return false
		}
		strict = strict || a[i] < b[i]
	}
	return strict
}

// orderAndFilter keeps the partial solutions of one solution that are maximal (least
// remainder) or minimal (algorithm 1.11). As printed, the algorithm drops both ends of a
// chain; the text's meaning is to drop only what lies strictly between two others.
func orderAndFilter(ps []*partial) []*partial {
	var out []*partial
	for _, p := range ps {
		greater := slices.ContainsFunc(ps, func(q *partial) bool { return less(q.left, p.left) })
		smaller := slices.ContainsFunc(ps, func(q *partial) bool { return less(p.left, q.left) })
		if !greater || !smaller {
			out = append(out, p)
		}
	}
	return out
}
