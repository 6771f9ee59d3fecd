package petri_test

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"cupel/product/petri"
)

// weighted is: t consumes 2 and produces 3 in p (effect +1), moves 1 from q, and is
// inhibited by r holding 2; u empties r.
func weighted(t testing.TB) *petri.Net {
	b := petri.NewBuilder("weighted")
	p, q, r := b.AddPlace("p", 2), b.AddPlace("q", 3), b.AddPlace("r", 2)
	x := b.AddTransition("t")
	b.AddInput(p, x, 1)
	b.AddInput(p, x, 1) // adds up
	b.AddOutput(p, x, 3)
	b.AddInput(q, x, 1)
	b.AddInhibitor(r, x, 5)
	b.AddInhibitor(r, x, 2) // the strictest holds
	y := b.AddTransition("u")
	b.AddInput(r, y, 1)
	n, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// TestBuild: arcs are merged and indexed from both ends.
func TestBuild(t *testing.T) {
	n := weighted(t)
	tr := n.Transitions[0]
	if !slices.Equal(tr.Pre, []petri.Arc{{0, 2}, {1, 1}}) || !slices.Equal(tr.Post, []petri.Arc{{0, 3}}) ||
		!slices.Equal(tr.Effect, []petri.Arc{{0, 1}, {1, -1}}) || !slices.Equal(tr.Inhibitors, []petri.Arc{{2, 2}}) {
		t.Errorf("%+v", tr)
	}
	if p := n.Places[0]; !slices.Equal(p.Consumers, []petri.Arc{{0, 2}}) || !slices.Equal(p.Producers, []petri.Arc{{0, 3}}) || !slices.Equal(p.Effect, []petri.Arc{{0, 1}}) {
		t.Errorf("%+v", p)
	}
	if r := n.Places[2]; !slices.Equal(r.Inhibits, []petri.Arc{{0, 2}}) || !n.HasInhibitors() {
		t.Errorf("%+v", r)
	}
	if i, ok := n.PlaceByID("q"); i != 1 || !ok {
		t.Error("q not found")
	}
	if _, ok := n.TransitionByID("p"); ok {
		t.Error("a place is no transition")
	}
	if petri.Weight(tr.Pre, 1) != 1 || petri.Weight(tr.Pre, 2) != 0 {
		t.Error("weights")
	}
	if got := n.String(); got != `net "weighted": 3 places, 2 transitions, 5 arcs` {
		t.Error(got)
	}
}

// TestBuildErrors: malformed nets are rejected with a reason.
func TestBuildErrors(t *testing.T) {
	for want, f := range map[string]func(b *petri.Builder){
		"used twice":       func(b *petri.Builder) { b.AddPlace("x", 0); b.AddTransition("x") },
		"empty identifier": func(b *petri.Builder) { b.AddPlace("", 0) },
		"initial marking":  func(b *petri.Builder) { b.AddPlace("x", -1) },
		"weight 0":         func(b *petri.Builder) { b.AddInput(b.AddPlace("x", 0), b.AddTransition("t"), 0) },
		"no such node":     func(b *petri.Builder) { b.AddOutput(3, b.AddTransition("t"), 1) },
		"add up to more": func(b *petri.Builder) {
			p, x := b.AddPlace("x", 0), b.AddTransition("t")
			b.AddInput(p, x, petri.MaxWeight)
			b.AddInput(p, x, 1)
		},
		"weight 9223372036": func(b *petri.Builder) { b.AddInhibitor(b.AddPlace("x", 0), b.AddTransition("t"), math.MaxInt64) },
	} {
		b := petri.NewBuilder("n")
		f(b)
		if _, err := b.Build(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// TestFire: enabledness with weights and inhibitor arcs, firing and replay.
func TestFire(t *testing.T) {
	n := weighted(t)
	m := n.Initial()
	if n.Enabled(m, 0) || !n.Enabled(m, 1) || !slices.Equal(n.EnabledTransitions(m, nil), []int{1}) {
		t.Fatal("t is inhibited at r = 2, u is enabled")
	}
	if _, err := n.Fire(m, 0); !errors.Is(err, petri.ErrDisabled) {
		t.Fatal(err)
	}
	last, err := n.Replay([]int{1, 0, 0})
	if err != nil || !slices.Equal(last, petri.Marking{4, 1, 1}) {
		t.Fatal(last, err)
	}
	n.Undo(last, 0)
	if !slices.Equal(last, petri.Marking{3, 2, 1}) || n.FormatMarking(last) != "p=3 q=2 r=1" || n.FormatMarking(petri.Marking{0, 0, 0}) != "empty" {
		t.Fatal(last)
	}
	if _, err := n.Replay([]int{1, 1, 1}); err == nil || !strings.Contains(err.Error(), "step 2: u") {
		t.Error(err)
	}
	if _, err := n.Replay([]int{7}); err == nil {
		t.Error("no transition 7")
	}
	if x := n.Parikh([]int{1, 0, 0}); !slices.Equal(x, []int64{2, 1}) {
		t.Error(x)
	}
	if m := n.Initial(); m[2] != 2 {
		t.Error("the initial marking was changed")
	}
}

// TestOverflow: firing beyond the largest number is an error that leaves the marking unchanged.
func TestOverflow(t *testing.T) {
	n := weighted(t)
	m := petri.Marking{math.MaxInt64, 3, 0}
	if err := n.FireInPlace(m, 0); !errors.Is(err, petri.ErrOverflow) || m[1] != 3 {
		t.Errorf("%v %v", err, m)
	}
	m[0]--
	if err := n.FireInPlace(m, 0); err != nil || m[0] != math.MaxInt64 {
		t.Errorf("%v %v", err, m)
	}
}
