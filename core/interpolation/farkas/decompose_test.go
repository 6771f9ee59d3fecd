package farkas

import (
	"testing"

	"cupel/core/rational"

	"pgregory.net/rapid"
)

// The parts are non-negative, sum up to the weights, and cancel the variables
// each for itself.
func TestDecompose(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, vars := rapid.IntRange(1, 5).Draw(t, "forms"), rapid.IntRange(0, 3).Draw(t, "vars")
		forms := make([][]Entry, n+1)
		weights := make([]rational.Q, n+1)
		last := map[int]rational.Q{}
		for i := 0; i < n; i++ {
			weights[i] = rational.FromInt(rapid.Int64Range(0, 3).Draw(t, "weight"))
			for v := 0; v < vars; v++ {
				if c := rapid.Int64Range(-2, 2).Draw(t, "coeff"); c != 0 {
					forms[i] = append(forms[i], Entry{v, rational.FromInt(c)})
					last[v] = last[v].Sub(rational.FromInt(c).Mul(weights[i]))
				}
			}
		}
		weights[n] = rational.One // the last form makes the variables cancel
		for v := 0; v < vars; v++ {
			if !last[v].IsZero() {
				forms[n] = append(forms[n], Entry{v, last[v]})
			}
		}
		sum := make([]rational.Q, n+1)
		for _, p := range Decompose(forms, weights) {
			left := map[int]rational.Q{}
			for i, q := range p {
				if q.Sign() < 0 {
					t.Fatalf("negative weight in %v", p)
				}
				sum[i] = sum[i].Add(q)
				for _, e := range forms[i] {
					left[e.Var] = left[e.Var].Add(e.Coeff.Mul(q))
				}
			}
			for v, q := range left {
				if !q.IsZero() {
					t.Fatalf("x%d keeps %s in %v", v, q, p)
				}
			}
			if len(p) > 1 && other(forms, supportOf(p), p) != nil {
				t.Fatalf("%v can be decomposed", p)
			}
		}
		for i := range sum {
			if !sum[i].Equal(weights[i]) {
				t.Fatalf("the parts sum up to %v, not %v", sum, weights)
			}
		}
	})
}

func supportOf(p []rational.Q) []int {
	var s []int
	for i, q := range p {
		if !q.IsZero() {
			s = append(s, i)
		}
	}
	return s
}

// TestDecomposeWithoutVariables: forms without variables are parts of their own.
func TestDecomposeWithoutVariables(t *testing.T) {
	one := rational.One
	parts := Decompose([][]Entry{nil, nil, nil}, []rational.Q{one, one.Add(one), one})
	if len(parts) != 3 {
		t.Errorf("%d parts, want one for each form", len(parts))
	}
}
