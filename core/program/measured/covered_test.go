package measured_test

import (
	"testing"

	"pgregory.net/rapid"

	"cupel/core/program/measured"
	"cupel/core/program/programtest"
	"cupel/internal/sabotage"
)

// covered checks one program with two measures for each head, which may be right; it counts what was proven.
func covered(t *rapid.T, proven *int) (fault string) {
	p, initial := draw(t)
	g := explore(t, p, initial)
	lengths, ends := g.longest()
	first, second := tables(t, p, g, lengths, true), tables(t, p, g, lengths, true)
	heads, proof := measured.Heads(p), true
	for _, h := range heads {
		q, err := measured.Covered(p, h, []measured.Measure{first[h], second[h]})
		if err != nil {
			t.Fatal(err)
		}
		if proof = !explore(t, q, with(p, q, initial)).fails(q); !proof {
			return ""
		}
	}
	switch {
	case g.cut():
	case !ends:
		return "the errors are unreachable, but an execution never ends"
	case len(heads) > 0:
		*proven++
	}
	return ""
}

// TestCovered: where the errors are unreachable, every execution ends, whatever the measures and the graph.
func TestCovered(t *testing.T) {
	proven := 0
	rapid.Check(t, func(t *rapid.T) {
		if fault := covered(t, &proven); fault != "" {
			t.Fatal(fault)
		}
	})
	if proven == 0 {
		t.Error("nothing was proven")
	}
}

// TestCoveredPairs: a measure gets smaller in each turn to and fro, and none between a state and the same one later.
func TestCoveredPairs(t *testing.T) {
	fails := func() bool {
		p := programtest.Text("x : bv1\nS -> H\nH -> H; x := (bvnot x)")
		f := p.Terms
		x := f.ZeroExt(2, p.Vars[0].Sym)
		q, err := measured.Covered(p, measured.Heads(p)[0], []measured.Measure{{x}, {f.BVNeg(x)}})
		if err != nil {
			t.Fatal(err)
		}
		reached, err := programtest.Explore(q, programtest.Options{})
		if err != nil {
			t.Fatal(err)
		}
		return reached.Error
	}
	if !fails() {
		t.Error("an execution that never ends is covered")
	}
	defer sabotage.Inject(sabotage.CoveredLast)()
	if fails() {
		t.Error("not noticed")
	}
}
