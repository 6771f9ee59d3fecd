package quantified

import (
	"testing"

	"cupel/core/logic"
	"cupel/core/rational"
)

// TestFit: equations are found exactly, or not at all.
func TestFit(t *testing.T) {
	for name, c := range map[string]struct {
		rows    [][]int64
		results []int64
		want    []rational.Q
	}{
		"line":            {[][]int64{{0, 1}, {1, 1}, {2, 1}}, []int64{3, 5, 7}, []rational.Q{rational.FromInt(2), rational.FromInt(3)}},
		"half":            {[][]int64{{0, 0, 1}, {1, 1, 1}, {2, 4, 1}, {3, 9, 1}}, []int64{0, 1, 3, 6}, []rational.Q{rational.New(1, 2), rational.New(1, 2), rational.Zero}},
		"none":            {[][]int64{{0, 1}, {1, 1}, {2, 1}}, []int64{3, 5, 8}, nil},
		"underdetermined": {[][]int64{{1, 1}, {1, 1}}, []int64{3, 3}, nil},
		"empty":           {nil, nil, nil},
	} {
		got := fit(c.rows, c.results)
		ok := len(got) == len(c.want)
		for i := range got {
			ok = ok && got[i].Equal(c.want[i])
		}
		if !ok {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

// TestEquation: coefficients become integers.
func TestEquation(t *testing.T) {
	f := logic.NewFactory()
	s, i := f.Var("s", logic.Int), f.Var("i", logic.Int)
	got := equation(f, s, []*logic.Term{i, f.Mul(i, i)}, []rational.Q{rational.New(1, 2), rational.New(1, 2)})
	if want := f.Eq(f.Mul(f.IntConst(2), s), f.Add(i, f.Mul(i, i))); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
