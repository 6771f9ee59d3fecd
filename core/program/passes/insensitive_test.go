package passes_test

import (
	"strings"
	"testing"

	"cupel/core/program"
	"cupel/core/program/passes"
	"cupel/core/program/programtest"
)

// TestInsensitive: of two parts one after the other, the slice for the goal of one has nothing of the other, whose loop and assumption may keep
// executions from going on; what the goal depends on by data or control stays.
func TestInsensitive(t *testing.T) {
	p := programtest.Text(`i n x y : int
		A -> H; input n; i := 0; x := 1
		H -> H; assume (< i n); i := (+ i 1)
		H -> F; assume (not (< i n)); assume (< n 100)
		F -> error; assume (> i 200)
		F -> G; assume (not (> i 200))
		G -> J; assume (> x 0); y := 2
		G -> J; assume (not (> x 0)); y := 3
		J -> error; assume (= y 7)`)
	for _, c := range []struct {
		name         string
		goal         int
		stay, absent []string
	}{
		{"first", 0, []string{"assume i >= 201", "assume n <= 99", "(loop head)"}, []string{"y :=", "x :="}},
		{"second", 1, []string{"y := 2", "y := 3", "x := 1", "assume y == 7"}, []string{"i :=", "n :=", "assume n", "(loop head)"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			edges := passes.TargetEdges(p)
			q, err := passes.Toward(t.Context(), p, edges[c.goal:c.goal+1], passes.SliceInsensitive)
			if err != nil {
				t.Fatal(err)
			}
			if err := program.SanityProgram(q); err != nil {
				t.Fatal(err)
			}
			text := dump(q)
			for _, s := range c.stay {
				if !strings.Contains(text, s) {
					t.Errorf("%s is not there\n%s", s, text)
				}
			}
			for _, s := range c.absent {
				if strings.Contains(text, s) {
					t.Errorf("%s is there\n%s", s, text)
				}
			}
		})
	}
}

// TestTowardKeepsGuards: a chosen edge to the error keeps its assumption where it is the only one that is left beside removed ones.
func TestTowardKeepsGuards(t *testing.T) {
	p := programtest.Text(`x : int
		A -> B; input x
		B -> error; assume (> x 1)
		B -> error; assume (< x 1)`)
	for _, slice := range []passes.Pass{passes.Slice, passes.SliceInsensitive} {
		q, err := passes.Toward(t.Context(), p, passes.TargetEdges(p)[:1], slice)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(dump(q), "assume x > 1") && !strings.Contains(dump(q), "assume x >= 2") {
			t.Errorf("%s: the guard is lost\n%s", slice.Name, dump(q))
		}
	}
}
