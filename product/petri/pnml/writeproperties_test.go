package pnml

import (
	"math/rand/v2"
	"strings"
	"testing"

	"cupel/product/petri"
	"cupel/product/petri/petritest"
)

// TestWriteProperties: what is written reads back with the same meaning in every marking.
func TestWriteProperties(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	for range 50 {
		n, space := petritest.Net(rng, petritest.Small())
		in := []petri.Property{
			{ID: "a", Description: "<a>", Formula: petritest.Predicate(rng, space, 3)},
			{ID: "b", Quantifier: petri.AG, Formula: petri.Not(petri.Or(petri.Fireable(0), petri.Deadlock(), petri.And(petri.Tokens(0, petri.EQ, 1), petri.True())))},
		}
		var b strings.Builder
		if err := WriteProperties(&b, n, in); err != nil {
			t.Fatal(err)
		}
		out, err := ReadProperties(strings.NewReader(b.String()), "f", n)
		if err != nil {
			t.Fatalf("%v\n%s", err, b.String())
		}
		for i, p := range out {
			if p.ID != in[i].ID || p.Description != in[i].Description || p.Quantifier != in[i].Quantifier {
				t.Errorf("%+v, want %+v", p, in[i])
			}
			for _, m := range space.Markings {
				if n.Holds(p.Formula, m) != n.Holds(in[i].Formula, m) {
					t.Fatalf("%s, want %s", p.Formula.Format(n), in[i].Formula.Format(n))
				}
			}
		}
	}
	n := petritest.Parse(t, "p=1 q=1\nt: p -> q")
	row, err := petri.NewRow([]petri.Arc{{Index: 0, Weight: 1000}, {Index: 1, Weight: 1}}, petri.LE, 5000)
	if err != nil {
		t.Fatal(err)
	}
	if WriteProperties(new(strings.Builder), n, []petri.Property{{ID: "a", Formula: petri.Linear(row)}}) == nil {
		t.Error("a thousand places can be written")
	}
}
