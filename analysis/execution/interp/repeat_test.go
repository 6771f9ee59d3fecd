package interp

import (
	"testing"

	"cupel/core/program"
	"cupel/core/program/passes"
	"cupel/core/program/programtest"
)

// TestRepeat: states are found again with the least number of turns, or are not.
func TestRepeat(t *testing.T) {
	const anywhere = 1 << 30
	for name, c := range map[string]struct {
		text          string
		first, second int // steps; 0: no state is met again
		leaps         bool
	}{
		"counter wraps": {text: `x : bv3
S -> H; x := #b000
H -> H; assume (bvult x #b111); x := (bvadd x #b001)
H -> H; assume (not (bvult x #b111)); x := #b010`, first: 3, second: 9},
		"counter does not matter": {text: `x : bv3
S -> H; x := #b000
H -> H; x := (bvadd x #b001)`, first: 1, second: 2},
		"end": {text: `x : bv3
S -> H; x := #b000
H -> H; assume (bvult x #b111); x := (bvadd x #b001)
H -> E; assume (not (bvult x #b111))`},
		"input does not matter": {text: `x y : bv3
S -> H; x := #b001
H -> H; assume (bvult x #b111); input y
H -> E; assume (not (bvult x #b111))`, first: 1, second: 2},
		"cells": {text: `i : int
a : cells
S -> H; i := 0
H -> H; assume (= (select a 0) 0); a := (store a 0 1)
H -> H; assume (not (= (select a 0) 0)); a := (store a 0 0)`, first: 1, second: 3},
		"many turns": {text: `i : int
S -> H; i := 0
H -> H; assume (< i 5000); i := (+ i 1)
H -> K; assume (not (< i 5000))
K -> K; assume (< 7 i)
K -> E; assume (not (< 7 i))`, first: anywhere, second: anywhere, leaps: true},
	} {
		p := programtest.Text(c.text)
		live := passes.Live(p)
		m, err := New(p)
		if err != nil {
			t.Fatal(err)
		}
		for _, visits := range []int{0, 3, 100} {
			y := &Repeat{Live: func(l *program.Location) []*program.Var { return live.At(l) }, Visits: visits}
			out := m.Run(t.Context(), Zeros{}, Options{MaxSteps: 20_000, Repeat: y, Stepwise: !c.leaps})
			switch {
			case y.Found != (c.second > 0) || y.Found != (out.Kind == Repeated):
				t.Errorf("%s, %d visits: found %v, %s", name, visits, y.Found, out.Kind)
			case y.Found && visits == 100 && c.first != anywhere && (y.First.Steps != c.first || y.Second.Steps != c.second):
				t.Errorf("%s: steps %d and %d", name, y.First.Steps, y.Second.Steps)
			case y.Found:
				n := y.Second.Steps - y.First.Steps
				again := &Repeat{Live: y.Live, Marks: []int{y.First.Steps, y.Second.Steps, y.Second.Steps + n}}
				if m.Run(t.Context(), Zeros{}, Options{MaxSteps: 20_000, Repeat: again, Stepwise: true}); !again.Found {
					t.Errorf("%s, %d visits: not twice around", name, visits)
				}
				again.Marks[1]++
				if n > 1 {
					if m.Run(t.Context(), Zeros{}, Options{MaxSteps: 20_000, Repeat: again, Stepwise: true}); again.Found {
						t.Errorf("%s, %d visits: any steps are a cycle", name, visits)
					}
				}
			}
		}
	}
}
