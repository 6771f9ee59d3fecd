package zone

import (
	"testing"

	"cupel/analysis/absint/bounds/boundstest"
	"cupel/analysis/absint/polyhedra"
)

var kind = boundstest.Kind[*Zone]{
	Universe: Universe,
	Rows:     boundstest.Dims + 1,
	At:       (*Zone).at,
	Value: func(x []int64, i int) int64 {
		if i == 0 {
			return 0
		}
		return x[i-1]
	},
}

// TestClosure: a zone has exactly the points of its constraints, and every entry is attained by one.
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
