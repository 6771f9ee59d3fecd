package octagon

import (
	"testing"

	"cupel/analysis/absint/bounds/boundstest"
	"cupel/analysis/absint/polyhedra"
)

var kind = boundstest.Kind[*Octagon]{
	Universe: Universe,
	Rows:     2 * boundstest.Dims,
	At:       (*Octagon).at,
	Value: func(x []int64, i int) int64 {
		if i&1 == 1 {
			return -x[i/2]
		}
		return x[i/2]
	},
	Signed: true,
}

// TestClosure: an octagon has exactly the points of its constraints, and every entry is attained by one.
func TestClosure(t *testing.T) { kind.Closure(t) }

// TestOperations: no operation loses a point, and the exact ones add none.
func TestOperations(t *testing.T) { kind.Operations(t) }

func BenchmarkClose(b *testing.B) {
	var cs []polyhedra.Constraint
	const n = 10
	for i := range n {
		a := make([]int64, n)
		a[i], a[(i+1)%n] = 1, -1
		cs = append(cs, boundstest.Constraint(-int64(i), false, a...))
	}
	for b.Loop() {
		Universe(n).AddConstraints(cs)
	}
}
