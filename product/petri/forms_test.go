package petri_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"cupel/product/petri"
	"cupel/product/petri/petritest"
	"cupel/product/petri/query"
)

const formsNet = "p=1 q=2 r=0 s=4\nt: 2p + q -> r\nu: r -> p, q<3\nv: s -> s"

func parsed(t testing.TB, n *petri.Net, text string) *petri.Predicate {
	t.Helper()
	p, err := query.Parse(text, n)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestNormalize: negation normal forms over rows, as text.
func TestNormalize(t *testing.T) {
	n := petritest.Parse(t, formsNet)
	for text, want := range map[string]string{
		"p >= 2":                 "p >= 2",
		"!(p >= 2)":              "p <= 1",
		"!(p <= 2)":              "p >= 3",
		"p == 2":                 "p == 2",
		"p != 2":                 "p <= 1 || p >= 3",
		"p == 0":                 "p <= 0",
		"p != 0":                 "p >= 1",
		"2*p + 4*q > 5":          "p + 2*q >= 3",
		"3*p - 3*q == 2":         "false",
		"3*p - 3*q != 2":         "true",
		"p - q != 1":             "p - q <= 0 || p - q >= 2",
		"!(p >= 1 && q >= 1)":    "p <= 0 || q <= 0",
		"!(p >= 1 || q >= 1)":    "p <= 0 && q <= 0",
		"!(p >= 1 && !(q >= 1))": "p <= 0 || q >= 1",
		"p >= 1 => q >= 1":       "p <= 0 || q >= 1",
		"fireable(t)":            "p >= 2 && q >= 1",
		"!fireable(t)":           "p <= 1 || q <= 0",
		"fireable(u)":            "r >= 1 && q <= 2",
		"!fireable(u)":           "r <= 0 || q >= 3",
		"fireable(t, v)":         "(p >= 2 && q >= 1) || s >= 1",
		"!fireable(t, v)":        "(p <= 1 || q <= 0) && s <= 0",
		"deadlock":               "(p <= 1 || q <= 0) && (r <= 0 || q >= 3) && s <= 0",
		"!deadlock":              "(p >= 2 && q >= 1) || (r >= 1 && q <= 2) || s >= 1",
		"!(deadlock || p >= 1)":  "((p >= 2 && q >= 1) || (r >= 1 && q <= 2) || s >= 1) && p <= 0",
		"p + q >= 0":             "true",
		"p + q < 0":              "false",
		"p - q < 0":              "p - q <= -1",
		"p == q":                 "p - q == 0",
		"5 == 5 && p >= 1":       "p >= 1",
		"5 == 4 || p >= 1":       "p >= 1",
		"p - p >= 1":             "false",
	} {
		if got := n.Normalize(parsed(t, n, text)).Format(n); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

// TestSimplifyForms: simplifications by the context of a formula.
func TestSimplifyForms(t *testing.T) {
	n := petritest.Parse(t, formsNet)
	upper := []int64{1, petri.Unbounded, 2, 5}
	for text, want := range map[string]string{
		"p >= 1 && (p >= 1 || q >= 7)":                         "p >= 1",
		"p >= 1 && (p <= 0 || q >= 7)":                         "p >= 1 && q >= 7",
		"p >= 2":                                               "false",
		"p <= 1 && q >= 3":                                     "q >= 3",
		"r == 3 || s == 5":                                     "s == 5",
		"q >= 3 || (q <= 2 && r >= 1)":                         "q >= 3 || r >= 1",
		"q >= 3 || (q >= 4 && r >= 1)":                         "q >= 3",
		"q >= 3 && q >= 2 && q >= 4":                           "q >= 3 && q >= 4",
		"(q >= 3 && r >= 1) || (q >= 3 && r >= 1)":             "q >= 3 && r >= 1",
		"q >= 3 && (r >= 1 || (s >= 1 && (q <= 2 || r <= 0)))": "q >= 3 && (r >= 1 || s >= 1)",
		"q == 3 && (q >= 4 || r >= 1)":                         "q == 3 && r >= 1",
		"p + q >= 3 && (p + q >= 3 || r >= 1)":                 "p + q >= 3 && (p + q >= 3 || r >= 1)", // sums are left alone
		"q >= 1 && q <= 0":                                     "false",
		"q >= 1 || q <= 0":                                     "true",
	} {
		if got := petri.Simplify(n.Normalize(parsed(t, n, text)), upper).Format(n); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

// TestIncidence: the lists of places and transitions are views of the same arcs, in
// random nets.
func TestIncidence(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 2))
	for range 50 {
		n, _ := petritest.Net(rng, petritest.Small())
		arcs := 0
		for x, tr := range n.Transitions {
			for p, pl := range n.Places {
				in, out := petri.Weight(tr.Pre, p), petri.Weight(tr.Post, p)
				if in != petri.Weight(pl.Consumers, x) || out != petri.Weight(pl.Producers, x) ||
					out-in != petri.Weight(tr.Effect, p) || out-in != petri.Weight(pl.Effect, x) ||
					petri.Weight(tr.Inhibitors, p) != petri.Weight(pl.Inhibits, x) {
					t.Fatalf("%s", petritest.Format(n))
				}
			}
			arcs += len(tr.Pre) + len(tr.Post) + len(tr.Inhibitors)
			if i, ok := n.TransitionByID(tr.ID); i != x || !ok {
				t.Fatal(tr.ID)
			}
		}
		if n.Arcs() != arcs {
			t.Fatal(n.Arcs())
		}
	}
}

// TestKnownInvariants: minimal semi-positive invariants of small nets.
func TestKnownInvariants(t *testing.T) {
	for text, want := range map[string]string{
		"p=1 q=0\nt: p -> q":                              "[[{0 1} {1 1}]]",
		"p=1 q=0\nt: 2p -> 3q":                            "[[{0 3} {1 2}]]",
		"p=1 q=0\nt: p -> p + q":                          "[[{0 1}]]",
		"p=1\nt: -> p":                                    "[]",
		"p=1 q=1\nt: p -> \nu: q -> ":                     "[]",
		"p=1 q=0 r=0\nt: p -> q + r\nu: q -> p\nv: r -> ": "[[{0 1} {1 1}]]",
		"a=1 b=0 m=1 c=1 d=0\nt: a+m -> b\nu: b -> a+m\nv: c+m -> d\nw: d -> c+m": "[[{0 1} {1 1}] [{3 1} {4 1}] [{1 1} {2 1} {4 1}]]",
		"p=3 q=4": "[[{0 1}] [{1 1}]]",
	} {
		n := petritest.Parse(t, text)
		ys, complete := n.Invariants(context.Background(), 100)
		if got := fmt.Sprint(ys); got != want || !complete {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
	n := petritest.Parse(t, "p=2 q=0\nt: p -> q")
	for _, bad := range []petri.Invariant{{{0, 1}}, {{0, 1}, {1, 2}}, {{0, -1}, {1, -1}}, {{0, 1 << 62}, {1, 1 << 62}, {1, 1 << 62}, {1, 1 << 62}}} {
		if bad.Check(n) {
			t.Errorf("%v accepted", bad)
		}
	}
	if _, ok := (petri.Invariant{{0, 1 << 62}, {1, 1}}).Sum(petri.Marking{4, 0}); ok {
		t.Error("the overflow is not reported")
	}
}

func BenchmarkSimplify(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 1))
	n, space := petritest.Net(rng, petritest.Small())
	p := n.Normalize(petritest.Predicate(rng, space, 12))
	for b.Loop() {
		petri.Simplify(p, nil)
	}
}
