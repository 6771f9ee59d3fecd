package polyhedra_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"

	"cupel/analysis/absint/polyhedra"
	"cupel/core/rational"

	"pgregory.net/rapid"
)

var none polyhedra.Limits

// TestKnown compares conversions with results known from geometry.
func TestKnown(t *testing.T) {
	for _, c := range []struct {
		name string
		dim  int
		cs   []polyhedra.Constraint
		want string
		gens string
	}{
		{"universe", 1, nil, "true", "[line(1) point(0)]"},
		{"no dimension", 0, nil, "true", "[point()]"},
		{"no dimension, empty", 0, []polyhedra.Constraint{ge(1)}, "false", "[]"},
		{"empty", 2, []polyhedra.Constraint{ge(1, 1, 0), ge(0, -1, 0)}, "false", "[]"},
		{"empty at infinity", 2, []polyhedra.Constraint{ge(0, 1, -1), ge(1, -1, 1)}, "false", "[]"},
		{"point", 2, []polyhedra.Constraint{eq(1, 2, 0), eq(3, 0, 1)}, "2*x0 = 1 && x1 = 3", "[point(1/2, 3)]"},
		{"triangle", 2, []polyhedra.Constraint{ge(0, 1, 0), ge(0, 0, 1), ge(-2, -1, -1), ge(-5, -1, 0)},
			"-x0 - x1 >= -2 && x1 >= 0 && x0 >= 0", "[point(0, 0) point(0, 2) point(2, 0)]"},
		{"hidden equation", 2, []polyhedra.Constraint{ge(1, 1, 1), ge(-1, -1, -1), ge(0, 1, 0)},
			"x0 + x1 = 1 && -x1 >= -1", "[ray(1, -1) point(0, 1)]"},
		{"quadrant", 2, []polyhedra.Constraint{ge(1, 1, 0), ge(0, 0, 1)}, "x1 >= 0 && x0 >= 1", "[ray(0, 1) ray(1, 0) point(1, 0)]"},
		{"strip", 2, []polyhedra.Constraint{ge(0, 1, -1), ge(-3, -1, 1)}, "-x0 + x1 >= -3 && x0 - x1 >= 0", "[line(1, 1) point(0, -3) point(0, 0)]"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := make1(t, c.dim, c.cs)
			if got := p.String(); got != c.want {
				t.Errorf("constraints %s, want %s", got, c.want)
			}
			if got := fmt.Sprint(p.Generators()); got != c.gens {
				t.Errorf("generators %s, want %s", got, c.gens)
			}
			r := must(t)(polyhedra.Empty(c.dim).AddGenerators(ctx, p.Generators(), none))
			if !r.Equal(p) {
				t.Errorf("round trip: %s", r)
			}
		})
	}
}

// TestConversion checks generators and minimal constraints of random systems
// against the simplex algorithm.
func TestConversion(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		dim := rapid.IntRange(1, 4).Draw(t, "dim")
		cs := drawConstraints(t, dim, 8, "n")
		p := must(t)(polyhedra.FromConstraints(ctx, dim, cs, none))
		if !equivalent(t, dim, cs, p.Constraints()) {
			t.Fatalf("%v became %s", cs, p)
		}
		for i, c := range p.Constraints() {
			rest := slices.Delete(p.Constraints(), i, i+1)
			if !p.IsEmpty() && implied(t, dim, rest, c) {
				t.Fatalf("%v is redundant in %s", c, p)
			}
		}
		gs := p.Generators()
		for range 5 {
			x := drawPoint(t, dim)
			in := true
			for _, c := range cs {
				in = in && c.Holds(x)
			}
			if p.ContainsPoint(x) != in || spanned(t, gs, x) != in {
				t.Fatalf("%v: in %t, contained %t, spanned %t; %s, %v", x, in, p.ContainsPoint(x), spanned(t, gs, x), p, gs)
			}
		}
		for i, g := range gs {
			if g.Kind == polyhedra.Point && spanned(t, slices.Delete(slices.Clone(gs), i, i+1), g.Coords) {
				t.Fatalf("%v is redundant in %v", g, gs)
			}
		}
		if r := must(t)(polyhedra.Empty(dim).AddGenerators(ctx, gs, none)); !r.Equal(p) || fmt.Sprint(r.Generators()) != fmt.Sprint(gs) {
			t.Fatalf("round trip: %s became %s", p, r)
		}
		// The result depends neither on order nor on grouping.
		perm := rapid.Permutation(cs).Draw(t, "order")
		cut := rapid.IntRange(0, len(cs)).Draw(t, "cut")
		r := must(t)(polyhedra.FromConstraints(ctx, dim, perm[:cut], none))
		r = must(t)(r.AddConstraints(ctx, perm[cut:], none))
		if r.String() != p.String() || fmt.Sprint(r.Generators()) != fmt.Sprint(gs) {
			t.Fatalf("in other order %s, not %s", r, p)
		}
	})
}

// TestGenerators checks the constraints of random generators.
func TestGenerators(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		dim := rapid.IntRange(1, 4).Draw(t, "dim")
		gs := drawGenerators(t, dim, 8)
		p := must(t)(polyhedra.Empty(dim).AddGenerators(ctx, gs, none))
		for range 5 {
			x := drawPoint(t, dim)
			if got, want := p.ContainsPoint(x), spanned(t, gs, x); got != want {
				t.Fatalf("%v in %s: %t, spanned %t", x, p, got, want)
			}
		}
		r := must(t)(polyhedra.FromConstraints(ctx, dim, p.Constraints(), none))
		if r.String() != p.String() || fmt.Sprint(r.Generators()) != fmt.Sprint(p.Generators()) {
			t.Fatalf("round trip: %s became %s", p, r)
		}
	})
}

// TestJoinMeet checks that joins are upper and least, meets lower and greatest.
func TestJoinMeet(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		dim := rapid.IntRange(1, 4).Draw(t, "dim")
		cs, ds := drawConstraints(t, dim, 6, "n"), drawConstraints(t, dim, 6, "m")
		p := must(t)(polyhedra.FromConstraints(ctx, dim, cs, none))
		r := must(t)(polyhedra.FromConstraints(ctx, dim, ds, none))
		j := must(t)(p.Join(ctx, r, none))
		for _, c := range j.Constraints() {
			if !implied(t, dim, cs, c) || !implied(t, dim, ds, c) {
				t.Fatalf("%v of the join of %s and %s is not valid", c, p, r)
			}
		}
		both := append(p.Generators(), r.Generators()...)
		for _, g := range j.Generators() {
			if g.Kind == polyhedra.Point && !spanned(t, both, g.Coords) {
				t.Fatalf("%v is too much in the join of %s and %s", g, p, r)
			}
		}
		if !j.Contains(p) || !j.Contains(r) {
			t.Fatalf("join %s of %s and %s", j, p, r)
		}
		if k := must(t)(r.Join(ctx, p, none)); !k.Equal(j) {
			t.Fatalf("join is not commutative: %s, %s", j, k)
		}
		all := must(t)(polyhedra.Empty(dim).AddGenerators(ctx, both, none))
		if !all.Equal(j) {
			t.Fatalf("join %s, spanned %s", j, all)
		}
		m := must(t)(p.Meet(ctx, r, none))
		if !equivalent(t, dim, slices.Concat(cs, ds), m.Constraints()) {
			t.Fatalf("meet of %s and %s is %s", p, r, m)
		}
		if got, want := p.Contains(r), j.Equal(p); got != want {
			t.Fatalf("%s contains %s: %t", p, r, got)
		}
		h := j.AffineHull()
		if !h.Contains(j) || len(h.Constraints()) != len(j.Equations()) {
			t.Fatalf("affine hull of %s is %s", j, h)
		}
		w := must(t)(p.Widen(ctx, j, none))
		if !w.Contains(j) {
			t.Fatalf("%s widened by %s is %s", p, j, w)
		}
	})
}

// TestProject compares projection with its definition, and elimination in
// constraints with it.
func TestProject(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		dim := rapid.IntRange(2, 4).Draw(t, "dim")
		cs := drawConstraints(t, dim, 8, "n")
		p := must(t)(polyhedra.FromConstraints(ctx, dim, cs, none))
		dims := make([]int, dim)
		for i := range dims {
			dims[i] = i
		}
		keep := rapid.Permutation(dims).Draw(t, "keep")[:rapid.IntRange(1, dim).Draw(t, "kept")]
		r := must(t)(p.Project(ctx, keep, none))
		for range 4 {
			x := drawPoint(t, len(keep))
			fixed := slices.Clone(cs)
			for i, d := range keep {
				c := polyhedra.Constraint{Coeffs: make([]rational.Q, dim), Bound: x[i], Equation: true}
				c.Coeffs[d] = rational.One
				fixed = append(fixed, c)
			}
			if got, want := r.ContainsPoint(x), feasible(t, dim, fixed); got != want {
				t.Fatalf("%v in %s, the projection of %s to %v: %t", x, r, p, keep, got)
			}
		}
		ds, exact, err := polyhedra.ProjectConstraints(ctx, dim, cs, keep, nil, none)
		if err != nil || !exact {
			t.Fatal(err, exact)
		}
		if s := must(t)(polyhedra.FromConstraints(ctx, len(keep), ds, none)); !s.Equal(r) {
			t.Fatalf("elimination gives %s, projection %s", s, r)
		}
		for _, g := range p.Generators() {
			if g.Kind != polyhedra.Point {
				continue
			}
			ds, exact, err := polyhedra.ProjectConstraints(ctx, dim, cs, keep, g.Coords, polyhedra.Limits{Rows: 1})
			if err != nil {
				t.Fatal(err)
			}
			s := must(t)(polyhedra.FromConstraints(ctx, len(keep), ds, none))
			at := make([]rational.Q, len(keep))
			for i, d := range keep {
				at[i] = g.Coords[d]
			}
			if !r.Contains(s) || !s.ContainsPoint(at) || exact && !s.Equal(r) {
				t.Fatalf("local projection at %v is %s, projection %s", g, s, r)
			}
		}
		back := r.Extend(1)
		if back.Dim() != len(keep)+1 {
			t.Fatal(back.Dim())
		}
		if s := must(t)(back.Drop(ctx, []int{len(keep)}, none)); !s.Equal(r) {
			t.Fatalf("extended and dropped: %s, not %s", s, r)
		}
		if s := must(t)(polyhedra.FromConstraints(ctx, len(keep)+1, back.Constraints(), none)); !r.IsEmpty() && s.String() != back.String() {
			t.Fatalf("extension %s is not canonical: %s", back, s)
		}
	})
}

// TestMaps checks images and preimages pointwise.
func TestMaps(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		dim, to := rapid.IntRange(1, 3).Draw(t, "dim"), rapid.IntRange(1, 3).Draw(t, "to")
		m := polyhedra.Map{Offset: drawPoint(t, to)}
		for range to {
			row := make([]rational.Q, dim)
			for j := range row {
				row[j] = rational.FromInt(rapid.Int64Range(-2, 2).Draw(t, "m"))
			}
			m.Rows = append(m.Rows, row)
		}
		apply := func(x []rational.Q) []rational.Q {
			y := slices.Clone(m.Offset)
			for i, row := range m.Rows {
				for j, a := range row {
					y[i] = y[i].Add(a.Mul(x[j]))
				}
			}
			return y
		}
		p := must(t)(polyhedra.FromConstraints(ctx, dim, drawConstraints(t, dim, 6, "n"), none))
		image := must(t)(p.Image(ctx, m, none))
		for _, g := range p.Generators() {
			if g.Kind == polyhedra.Point && !image.ContainsPoint(apply(g.Coords)) {
				t.Fatalf("image %s of %s lacks that of %v", image, p, g)
			}
		}
		back := must(t)(image.Preimage(ctx, dim, m, none))
		if !back.Contains(p) {
			t.Fatalf("preimage %s of the image of %s", back, p)
		}
		again := must(t)(back.Image(ctx, m, none))
		if !again.Equal(image) {
			t.Fatalf("image %s, image of its preimage %s", image, again)
		}
		r := must(t)(polyhedra.FromConstraints(ctx, to, drawConstraints(t, to, 6, "k"), none))
		pre := must(t)(r.Preimage(ctx, dim, m, none))
		for range 5 {
			x := drawPoint(t, dim)
			if pre.ContainsPoint(x) != r.ContainsPoint(apply(x)) {
				t.Fatalf("%v in preimage %s of %s", x, pre, r)
			}
		}
	})
}

// TestBounds compares Min and Max with the generators' definition.
func TestBounds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		dim := rapid.IntRange(1, 3).Draw(t, "dim")
		cs := drawConstraints(t, dim, 6, "n")
		p := must(t)(polyhedra.FromConstraints(ctx, dim, cs, none))
		a := drawPoint(t, dim)
		least, ok := p.Min(a)
		most, ok2 := p.Max(a)
		c := polyhedra.Constraint{Coeffs: a, Bound: least}
		switch {
		case p.IsEmpty():
			if ok || ok2 {
				t.Fatal("bounds of the empty set")
			}
		case ok:
			if !implied(t, dim, cs, c) {
				t.Fatalf("%s: least %v of %v", p, least, a)
			}
			c.Equation = true
			if !feasible(t, dim, append(cs, c)) {
				t.Fatalf("%s: least %v of %v is not reached", p, least, a)
			}
		default:
			c.Bound = rational.FromInt(-1000000)
			if implied(t, dim, cs, c) {
				t.Fatalf("%s: %v is bounded", p, a)
			}
		}
		if ok2 && !p.Satisfies(negated(polyhedra.Constraint{Coeffs: a, Bound: most})) {
			t.Fatalf("%s: greatest %v of %v", p, most, a)
		}
	})
}

// TestBigNumbers round-trips polyhedra whose coefficients leave int64.
func TestBigNumbers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		dim := rapid.IntRange(1, 3).Draw(t, "dim")
		big := rapid.OneOf(rapid.Int64Range(-3, 3), rapid.Int64(), rapid.Just(int64(math.MinInt64)))
		var cs []polyhedra.Constraint
		for range rapid.IntRange(1, 6).Draw(t, "n") {
			a := make([]rational.Q, dim)
			for i := range a {
				a[i] = rational.FromInt(big.Draw(t, "a"))
			}
			cs = append(cs, polyhedra.Constraint{Coeffs: a, Bound: rational.FromInt(big.Draw(t, "c"))})
		}
		p := must(t)(polyhedra.FromConstraints(ctx, dim, cs, none))
		if !equivalent(t, dim, cs, p.Constraints()) {
			t.Fatalf("%v became %s", cs, p)
		}
		r := must(t)(polyhedra.Empty(dim).AddGenerators(ctx, p.Generators(), none))
		if !r.Equal(p) {
			t.Fatalf("%s became %s", p, r)
		}
	})
}

// TestWidening drives a growing sequence to a fixed point.
func TestWidening(t *testing.T) {
	// x in 0..k, y = 2x: the lower bound and the equation stay, the upper bound goes.
	p := make1(t, 2, []polyhedra.Constraint{ge(0, 1, 0), ge(0, -1, 0), eq(0, 2, -1)})
	for k := int64(1); ; k++ {
		n := must(t)(p.Join(ctx, make1(t, 2, []polyhedra.Constraint{ge(0, 1, 0), ge(-k, -1, 0), eq(0, 2, -1)}), none))
		w := must(t)(p.Widen(ctx, n, none))
		if w.Equal(p) {
			break
		}
		if p = w; k > 10 {
			t.Fatalf("no fixed point: %s", p)
		}
	}
	if got, want := p.String(), "2*x0 - x1 = 0 && x1 >= 0"; got != want {
		t.Errorf("limit %s, want %s", got, want)
	}
}

// TestTimeElapse moves a square along a segment of directions.
func TestTimeElapse(t *testing.T) {
	square := make1(t, 2, []polyhedra.Constraint{ge(0, 1, 0), ge(-1, -1, 0), ge(0, 0, 1), ge(-1, 0, -1)})
	dirs := make1(t, 2, []polyhedra.Constraint{ge(1, 1, 0), ge(-2, -1, 0), eq(1, 0, 1)})
	got := must(t)(square.TimeElapse(ctx, dirs, none))
	if want := "-x0 + 2*x1 >= -1 && x1 >= 0 && x0 - x1 >= -1 && x0 >= 0"; got.String() != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// TestNormalize rounds the bounds of constraints over integers.
func TestNormalize(t *testing.T) {
	for _, c := range []struct {
		in       polyhedra.Constraint
		integral bool
		want     string
	}{
		{ge(3, 2, 4), true, "x0 + 2*x1 >= 2"},
		{ge(-3, 2, 4), true, "x0 + 2*x1 >= -1"},
		{ge(3, 2, 4), false, "2*x0 + 4*x1 >= 3"},
		{eq(3, 2, 4), true, "0 = 1"},
		{eq(4, 2, 4), true, "x0 + 2*x1 = 2"},
		{polyhedra.Constraint{Coeffs: []rational.Q{rational.New(1, 2), rational.New(1, 3)}, Bound: rational.New(1, 5)}, true, "3*x0 + 2*x1 >= 2"},
		{ge(1, 0, 0), true, "0 >= 1"},
	} {
		if got := c.in.Normalize(c.integral).String(); got != c.want {
			t.Errorf("%v: %s, want %s", c.in, got, c.want)
		}
	}
}

// TestSizes counts faces of polytopes whose vertices or facets are degenerate:
// many facets meet in a vertex, so adjacency is not a matter of counting.
func TestSizes(t *testing.T) {
	for dim := 2; dim <= 5; dim++ {
		var cross []polyhedra.Constraint // |x0| + ... <= 2
		for signs := range 1 << dim {
			a := make([]int64, dim)
			for i := range a {
				a[i] = int64(signs>>i&1)*2 - 1
			}
			cross = append(cross, ge(-2, a...))
		}
		p := make1(t, dim, cross)
		if cs, gs := p.Size(); cs != 1<<dim || gs != 2*dim || !p.IsBounded() {
			t.Errorf("cross-polytope of dimension %d: %d facets, %d vertices", dim, cs, gs)
		}
		// Cut off by the cube |xi| <= 1, each vertex becomes a cube of its own.
		var cube []polyhedra.Constraint
		for i := range dim {
			for _, s := range []int64{1, -1} {
				a := make([]int64, dim)
				a[i] = s
				cube = append(cube, ge(-1, a...))
			}
		}
		r := must(t)(p.AddConstraints(ctx, cube, none))
		want := 2 * dim * (dim - 1) // the points with two coordinates +-1, the others 0
		if cs, gs := r.Size(); dim > 2 && (gs != want || cs != 1<<dim+2*dim) {
			t.Errorf("rectified cross-polytope of dimension %d: %d facets, %d vertices, want %d", dim, cs, gs, want)
		}
		pyramid := must(t)(r.Extend(1).AddConstraints(ctx, []polyhedra.Constraint{eq(0, append(make([]int64, dim), 1)...)}, none))
		apex := polyhedra.Generator{Kind: polyhedra.Point, Coords: q(append(make([]int64, dim), 3)...)}
		pyramid = must(t)(pyramid.AddGenerators(ctx, []polyhedra.Generator{apex}, none))
		cs, gs := pyramid.Size()
		if rc, rg := r.Size(); cs != rc+1 || gs != rg+1 {
			t.Errorf("pyramid of dimension %d: %d facets, %d vertices", dim+1, cs, gs)
		}
		if back := must(t)(polyhedra.FromConstraints(ctx, dim+1, pyramid.Constraints(), none)); fmt.Sprint(back.Generators()) != fmt.Sprint(pyramid.Generators()) {
			t.Errorf("pyramid of dimension %d: %v became %v", dim+1, pyramid.Generators(), back.Generators())
		}
		if polyhedra.Universe(dim).IsBounded() || !polyhedra.Empty(dim).IsBounded() {
			t.Error("boundedness of the universe or the empty set")
		}
	}
}

// TestLimits: what would explode ends with an error instead.
func TestLimits(t *testing.T) {
	cube := func(dim int) []polyhedra.Constraint {
		var cs []polyhedra.Constraint
		for i := range dim {
			a := make([]int64, dim)
			a[i] = 1
			cs = append(cs, ge(0, a...))
			a[i] = -1
			cs = append(cs, ge(-1, a...))
		}
		return cs
	}
	if _, err := polyhedra.FromConstraints(ctx, 12, cube(12), polyhedra.Limits{Rows: 500}); !errors.Is(err, polyhedra.ErrLimit) {
		t.Errorf("a cube with 4096 vertices: %v", err)
	}
	p := make1(t, 8, cube(8))
	if cs, gs := p.Size(); cs != 16 || gs != 256 {
		t.Errorf("the 8-cube has %d facets and %d vertices", cs, gs)
	}
	ended, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := polyhedra.FromConstraints(ended, 8, cube(8), none); !errors.Is(err, context.Canceled) {
		t.Errorf("after the end of the context: %v", err)
	}
	if _, _, err := polyhedra.ProjectConstraints(ctx, 3, []polyhedra.Constraint{
		ge(0, 1, 1, 0), ge(0, -1, 1, 1), ge(0, 2, 1, 3), ge(0, 1, 1, 1), ge(-1, -1, 1, 2), ge(-2, -1, 1, 5), ge(-2, -1, 3, 7),
	}, []int{1, 2}, nil, polyhedra.Limits{Rows: 3}); !errors.Is(err, polyhedra.ErrLimit) {
		t.Errorf("elimination: %v", err)
	}
}
