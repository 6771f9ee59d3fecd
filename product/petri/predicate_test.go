package petri_test

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"cupel/product/petri"
	"cupel/product/petri/petritest"

	"pgregory.net/rapid"
)

// TestRowHolds compares with big integers, on numbers near the limits.
func TestRowHolds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		edge := []int64{0, 1, 2, petri.MaxCoefficient, petri.MaxCoefficient - 1}
		coefficient := func(name string) int64 {
			return rapid.SampledFrom(edge).Draw(t, name) * rapid.SampledFrom([]int64{1, -1}).Draw(t, name+"sign")
		}
		k := rapid.IntRange(0, 12).Draw(t, "terms")
		var terms []petri.Arc
		m := make(petri.Marking, k)
		sum := new(big.Int)
		for i := range k {
			terms = append(terms, petri.Arc{Index: i, Weight: coefficient("c")})
			m[i] = rapid.SampledFrom([]int64{0, 1, 3, math.MaxInt64, math.MaxInt64 - 1}).Draw(t, "m")
			sum.Add(sum, new(big.Int).Mul(big.NewInt(terms[i].Weight), big.NewInt(m[i])))
		}
		for _, rel := range []petri.Relation{petri.GE, petri.LE, petri.EQ} {
			r, err := petri.NewRow(terms, rel, coefficient("bound"))
			if err != nil {
				t.Fatal(err)
			}
			cmp := sum.Cmp(big.NewInt(r.Bound))
			want := rel == petri.GE && cmp >= 0 || rel == petri.LE && cmp <= 0 || rel == petri.EQ && cmp == 0
			if r.Holds(m) != want {
				t.Fatalf("%v at %v: not %v", r, m, want)
			}
			negated := false
			for _, s := range r.Negate() {
				negated = negated || s.Holds(m)
			}
			if negated == want {
				t.Fatalf("the negation of %v at %v", r, m)
			}
			if holds := (&petri.Net{}).Holds(petri.Linear(r), m); holds != want {
				t.Fatalf("Linear(%v) at %v: %v", r, m, holds)
			}
		}
	})
}

// TestNewRow: terms of a row are merged and sorted, and large coefficients rejected.
func TestNewRow(t *testing.T) {
	r, err := petri.NewRow([]petri.Arc{{2, 1}, {0, 3}, {2, -1}, {1, 2}, {0, 1}}, petri.GE, 5)
	if err != nil || fmt.Sprint(r.Terms) != "[{0 4} {1 2}]" {
		t.Error(r, err)
	}
	for _, bad := range [][]petri.Arc{{{0, math.MaxInt64}}, {{0, petri.MaxCoefficient}, {0, 1}}} {
		if _, err := petri.NewRow(bad, petri.GE, 0); err == nil {
			t.Errorf("%v accepted", bad)
		}
	}
	if _, err := petri.NewRow(nil, petri.GE, math.MinInt64); err == nil {
		t.Error("bound accepted")
	}
}

// TestSimplification: the normal forms of predicates.
func TestSimplification(t *testing.T) {
	n := weighted(t)
	row := func(rel petri.Relation, bound int64, terms ...petri.Arc) *petri.Predicate {
		return petri.Linear(petri.Row{Terms: terms, Rel: rel, Bound: bound})
	}
	p, q := petri.Tokens(0, petri.GE, 2), petri.Tokens(1, petri.LE, 3)
	for want, f := range map[string]*petri.Predicate{
		"p >= 2":                           row(petri.GE, 3, petri.Arc{Index: 0, Weight: 2}),
		"p <= 1":                           row(petri.LE, 3, petri.Arc{Index: 0, Weight: 2}),
		"p >= 1":                           row(petri.LE, -3, petri.Arc{Index: 0, Weight: -3}),
		"p - q >= -1":                      row(petri.LE, 2, petri.Arc{Index: 0, Weight: -2}, petri.Arc{Index: 1, Weight: 2}),
		"false":                            row(petri.EQ, 3, petri.Arc{Index: 0, Weight: 2}),
		"true":                             row(petri.GE, -1, petri.Arc{Index: 0, Weight: 2}),
		"p >= 2 && q <= 3":                 petri.And(p, petri.And(q, p), petri.True()),
		"p >= 2 || q <= 3":                 petri.Or(petri.Or(p, q), p, petri.False()),
		"(p >= 2 || q <= 3) && p <= 0":     petri.And(petri.Or(p, q), row(petri.EQ, 0, petri.Arc{Index: 0, Weight: 1})),
		"!(fireable(t))":                   petri.Not(petri.Not(petri.Not(petri.Fireable(0)))),
		"deadlock && p >= 2":               petri.And(petri.Deadlock(), p),
		"!(deadlock && p >= 2)":            petri.Not(petri.And(petri.Deadlock(), p)),
		"2*p + q + 3*r >= 7 || p - r == 0": petri.Or(row(petri.GE, 7, petri.Arc{Index: 0, Weight: 2}, petri.Arc{Index: 1, Weight: 1}, petri.Arc{Index: 2, Weight: 3}), row(petri.EQ, 0, petri.Arc{Index: 0, Weight: 1}, petri.Arc{Index: 2, Weight: -1})),
	} {
		if got := f.Format(n); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
	if got := n.Normalize(petri.Fireable(0)).Format(n); got != "p >= 2 && q >= 1 && r <= 1" {
		t.Error(got)
	}
	if got := n.Normalize(petri.Deadlock()).Format(n); got != "(p <= 1 || q <= 0 || r >= 2) && r <= 0" {
		t.Error(got)
	}
	if !petri.Not(petri.Or(p, petri.Deadlock())).MentionsDeadlock() || p.MentionsDeadlock() {
		t.Error("MentionsDeadlock")
	}
}

// TestNormalForms: normal forms have the predicate's meaning in every reachable marking.
func TestNormalForms(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 9))
	for range 80 {
		n, space := petritest.Net(rng, petritest.Small())
		for range 4 {
			p := petritest.Predicate(rng, space, 3)
			normal := n.Normalize(p)
			for _, m := range space.Markings {
				if n.Holds(normal, m) != n.Holds(p, m) {
					t.Fatalf("%s became %s", p.Format(n), normal.Format(n))
				}
			}
		}
	}
}

// TestProperty: the goal and the answer of AG and EF properties.
func TestProperty(t *testing.T) {
	p := petri.Property{Quantifier: petri.AG, Formula: petri.Tokens(0, petri.LE, 3)}
	if p.Goal().Op != petri.OpNot || p.Holds(true) || !p.Holds(false) || p.Quantifier.String() != "AG" {
		t.Error("AG")
	}
	p.Quantifier = petri.EF
	if p.Goal() != p.Formula || !p.Holds(true) || p.Holds(false) {
		t.Error("EF")
	}
}

// TestInvariants: on random nets all invariants hold in every reachable marking, and the
// bounds they give are kept.
func TestInvariants(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	found, bounded := 0, 0
	for range 150 {
		n, space := petritest.Net(rng, petritest.Small())
		ys, complete := n.Invariants(context.Background(), 500)
		if !complete {
			t.Error("incomplete on a small net")
		}
		bounds := n.Bounds(ys)
		for _, y := range ys {
			found++
			if !y.Check(n) {
				t.Fatalf("%v is no invariant", y)
			}
			want, _ := y.Sum(n.Initial())
			for _, m := range space.Markings {
				if got, ok := y.Sum(m); !ok || got != want {
					t.Fatalf("%v: %d, not %d", y, got, want)
				}
			}
		}
		for _, m := range space.Markings {
			for p, k := range m {
				if k > bounds[p] {
					t.Fatalf("bound %d of a place with %d tokens", bounds[p], k)
				}
				if bounds[p] != petri.Unbounded {
					bounded++
				}
			}
		}
	}
	if found < 100 || bounded < 100 {
		t.Errorf("poor variety: %d invariants", found)
	}
	// Two cycles that share a place: the invariants are known.
	b := petri.NewBuilder("cycles")
	p, q, r := b.AddPlace("p", 2), b.AddPlace("q", 0), b.AddPlace("r", 0)
	for _, arc := range [][4]int64{{0, 1, 1, 2}, {1, 2, 0, 1}, {0, 1, 2, 1}, {2, 1, 0, 1}} {
		x := b.AddTransition(fmt.Sprint("t", arc))
		b.AddInput(int(arc[0]), x, arc[1])
		b.AddOutput(int(arc[2]), x, arc[3])
	}
	n, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	ys, complete := n.Invariants(context.Background(), 100)
	if fmt.Sprint(ys) != "[[{0 2} {1 1} {2 2}]]" || !complete {
		t.Error(ys, complete)
	}
	if got := n.Bounds(ys); got[p] != 2 || got[q] != 4 || got[r] != 2 {
		t.Error(got)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if ys, complete := n.Invariants(ctx, 100); ys != nil || complete {
		t.Error("a cancelled computation is no answer")
	}
	if _, complete := n.Invariants(context.Background(), 0); complete {
		t.Error("the limit is not reported")
	}
}

// TestSimplify: the simplified predicate means the same, under bounds that hold.
func TestSimplify(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 9))
	before, after := 0, 0
	for range 100 {
		n, space := petritest.Net(rng, petritest.Small())
		ys, _ := n.Invariants(context.Background(), 200)
		upper := n.Bounds(ys)
		for range 4 {
			p := n.Normalize(petritest.Predicate(rng, space, 5))
			q, r := petri.Simplify(p, nil), petri.Simplify(p, upper)
			before += size(p)
			after += size(r)
			for _, m := range space.Markings {
				if n.Holds(p, m) != n.Holds(q, m) || n.Holds(p, m) != n.Holds(r, m) {
					t.Fatalf("%s\nbecame\n%s\nand\n%s at %s", p.Format(n), q.Format(n), r.Format(n), n.FormatMarking(m))
				}
			}
			for range 20 { // unreachable markings
				m := make(petri.Marking, len(n.Places))
				for i := range m {
					m[i] = rng.Int64N(6)
				}
				if n.Holds(p, m) != n.Holds(q, m) {
					t.Fatalf("%s\nbecame\n%s at %s", p.Format(n), q.Format(n), n.FormatMarking(m))
				}
			}
		}
	}
	if 10*after > 9*before {
		t.Errorf("size %d became %d", before, after)
	}
	n := weighted(t)
	p, q, r := petri.Tokens(0, petri.GE, 1), petri.Tokens(1, petri.GE, 1), petri.Tokens(2, petri.LE, 0)
	for want, f := range map[string]*petri.Predicate{
		"p >= 1 && q >= 1": petri.And(p, petri.Or(q, petri.Tokens(0, petri.LE, 0))),
		"p >= 1 || q >= 1": petri.Or(petri.And(petri.Tokens(0, petri.LE, 0), q), p),
		"q >= 1 && r <= 0": petri.Or(petri.And(q, r), petri.And(q, r)),
		"false":            petri.And(p, petri.Or(petri.Tokens(0, petri.LE, 0), petri.And(petri.Tokens(0, petri.EQ, 0), r))),
	} {
		if got := petri.Simplify(f, nil).Format(n); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
	if got := petri.Simplify(p, []int64{0, 1, petri.Unbounded}).Op; got != petri.OpFalse {
		t.Error("the bound is not used")
	}
}

func size(p *petri.Predicate) int {
	k := 1
	for _, q := range p.Args {
		k += size(q)
	}
	return k
}
