package polyhedra_test

import (
	"testing"

	"cupel/analysis/absint/polyhedra"
	"cupel/core/rational"

	"pgregory.net/rapid"
)

// TestSubstitute compares an invertible assignment with the image under the map.
func TestSubstitute(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		dim := rapid.IntRange(1, 4).Draw(t, "dim")
		p := must(t)(polyhedra.FromConstraints(ctx, dim, drawConstraints(t, dim, 6, "n"), none))
		if rapid.Bool().Draw(t, "generated") {
			p = must(t)(polyhedra.Empty(dim).AddGenerators(ctx, drawGenerators(t, dim, 5), none))
		}
		d := rapid.IntRange(0, dim-1).Draw(t, "d")
		a := drawPoint(t, dim)
		if a[d].IsZero() {
			a[d] = rational.One
		}
		c := rational.New(rapid.Int64Range(-5, 5).Draw(t, "c"), rapid.Int64Range(1, 3).Draw(t, "den"))
		m := polyhedra.Map{Offset: make([]rational.Q, dim)}
		for i := range dim {
			row := make([]rational.Q, dim)
			row[i] = rational.One
			if i == d {
				row, m.Offset[i] = a, c
			}
			m.Rows = append(m.Rows, row)
		}
		got, want := p.Substitute(d, a, c), must(t)(p.Image(ctx, m, none))
		if got.String() != want.String() || !got.Equal(want) {
			t.Fatalf("x%d := %v x + %s in %s: got %s, want %s", d, a, c, p, got, want)
		}
		g, w := got.Generators(), want.Generators()
		if len(g) != len(w) {
			t.Fatalf("generators %v, want %v", g, w)
		}
	})
}

// TestForget compares with the projection and its extension.
func TestForget(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		dim := rapid.IntRange(2, 4).Draw(t, "dim")
		p := must(t)(polyhedra.FromConstraints(ctx, dim, drawConstraints(t, dim, 6, "n"), none))
		n := rapid.IntRange(0, dim-1).Draw(t, "forgotten") // the last n dimensions
		var dims []int
		for i := range n {
			dims = append(dims, dim-1-i)
		}
		got := must(t)(p.Forget(ctx, dims, none))
		want := must(t)(p.Drop(ctx, dims, none)).Extend(n)
		if !got.Equal(want) {
			t.Fatalf("forgetting %v in %s: got %s, want %s", dims, p, got, want)
		}
	})
}

func BenchmarkSubstitute(b *testing.B) {
	const dim = 8
	var cs []polyhedra.Constraint
	for i := range dim { // 0 <= x_i <= x_(i+1), x_7 <= 100
		low, high := make([]int64, dim), make([]int64, dim)
		low[i], high[i] = 1, -1
		if i+1 < dim {
			high[i+1] = 1
			cs = append(cs, ge(0, low...), ge(0, high...))
		} else {
			cs = append(cs, ge(0, low...), ge(-100, high...))
		}
	}
	p := make1(b, dim, cs)
	a := make([]rational.Q, dim)
	a[0], a[3] = rational.One, rational.One
	for b.Loop() {
		p.Substitute(0, a, rational.One)
	}
}
