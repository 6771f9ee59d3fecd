package passing_test

import (
	"slices"
	"strings"
	"testing"

	"cupel/analysis/absint/absinttest"
	"cupel/core/program"
	"cupel/core/program/passing"
	"cupel/core/program/programtest"
)

// text reads a program whose edges are separated by |, over numbers of three bits, so that all states can be visited.
func text(edges string) *program.Program {
	return programtest.Text("i n : bv3\n" + strings.ReplaceAll(edges, "|", "\n"))
}

// all reports whether all executions of a program fail, from any values of its variables.
func all(t *testing.T, p *program.Program) bool {
	t.Helper()
	return !slices.Contains(failing(t, p), false)
}

// shown reports whether no execution of the complement of a program, by a guess, fails or reaches the end of the model.
func shown(t *testing.T, p *program.Program, guess int) bool {
	t.Helper()
	q, err := passing.Of(p, guess)
	if err != nil {
		t.Fatal(err)
	}
	return !slices.Contains(clear(t, p, q), false)
}

// TestMeasures: which guessed ranking functions prove that loops terminate, so that all executions of the program fail, and which loops have none.
func TestMeasures(t *testing.T) {
	for _, c := range []struct {
		name, edges string
		fails       bool  // all executions do
		guesses     []int // that show it
	}{
		{"no loop", "S -> error", true, []int{0, 1, 2}},
		{"an end", "S -> error; assume (bvult i #b101) | S -> F; assume (not (bvult i #b101))", false, nil},
		{"nothing is done", "S -> F", false, nil},
		{"no way goes on", "S -> error; assume (bvult i #b101)", false, nil},
		{"never", "S -> error; assume false", false, nil},
		{"an assumption behind an assignment", "S -> error; i := (bvadd i #b001); assume (bvult i #b111)", false, nil},
		{"an assumption that never holds", "S -> error; i := n; assume false", false, nil},
		{"a check", "S -> error; check (bvult i #b101)", false, nil},
		{"a check that never holds", "S -> B; assume (bvult i #b101); check false | S -> error; assume (not (bvult i #b101)) | B -> error", false, nil},
		{"a check that holds", "S -> error; assume (bvult i #b101); check (bvult i #b110) | S -> error; assume (not (bvult i #b101))", true, []int{0, 1, 2}},
		{"for ever", "S -> H | H -> H; assume (= i #b010) | H -> error; assume (not (= i #b010))", false, nil},
		{"for ever without a condition", "S -> H | H -> H; i := (bvadd i #b001)", false, nil},
		{"up, unsigned", "S -> H; i := #b000 | H -> H; assume (bvult i n); i := (bvadd i #b001) | H -> error; assume (not (bvult i n))", true, []int{0, 1, 2}},
		{"up, signed", "S -> H; i := #b100 | H -> H; assume (bvslt i n); i := (bvadd i #b001) | H -> error; assume (not (bvslt i n))", true, []int{0, 1, 2}},
		{"the other way round", "S -> H; i := #b000 | H -> error; assume (bvule n i) | H -> H; assume (not (bvule n i)); i := (bvadd i #b001)", true, []int{0, 1, 2}},
		{"up and equal", "S -> H; i := #b000 | H -> H; assume (bvule i n); i := (bvadd i #b001) | H -> error; assume (not (bvule i n))", false, nil},
		{"down", "S -> H | H -> H; assume (not (= i #b000)); i := (bvsub i #b001) | H -> error; assume (= i #b000)", true, []int{0, 1, 2}},
		{"down to another number", "S -> H | H -> H; assume (bvult n i); i := (bvsub i #b001) | H -> error; assume (not (bvult n i))", true, []int{0, 1, 2}},
		{"down by two", "S -> H | H -> H; assume (not (= i #b000)); i := (bvsub i #b010) | H -> error; assume (= i #b000)", false, nil},
		{"while it is equal", "S -> H | H -> H; assume (= i #b000); i := (bvsub i #b001) | H -> error; assume (not (= i #b000))", true, nil},
		{"one of two", `S -> H | H -> B; assume (and (bvult #b000 i) (bvult #b000 n)) | H -> error; assume (not (and (bvult #b000 i) (bvult #b000 n)))
			B -> H; assume (bvult n #b100); i := (bvsub i #b001) | B -> H; assume (not (bvult n #b100)); n := (bvsub n #b001)`, true, []int{0}},
		{"the first of two", `S -> H | H -> H; assume (and (bvult #b000 i) (bvult n #b101)); i := (bvsub i #b001); n := (bvxor n #b011)
			H -> error; assume (not (and (bvult #b000 i) (bvult n #b101)))`, true, []int{1}},
		{"the second of two", `S -> H | H -> H; assume (and (bvult n #b101) (bvult #b000 i)); i := (bvsub i #b001); n := (bvxor n #b011)
			H -> error; assume (not (and (bvult n #b101) (bvult #b000 i)))`, true, []int{2}},
		{"at the beginning", "H -> H; assume (bvult i n); i := (bvadd i #b001) | H -> error; assume (not (bvult i n))", true, []int{0, 1, 2}},
		{"nested", `S -> H; i := #b000 | H -> B; assume (bvult i #b011); n := #b000 | B -> B; assume (bvult n #b011); n := (bvadd n #b001)
			B -> H; assume (not (bvult n #b011)); i := (bvadd i #b001) | H -> error; assume (not (bvult i #b011))`, true, []int{0, 1, 2}},
		{"the outer one again", `S -> H; i := #b000 | H -> B; assume (bvult i #b011); n := #b000 | B -> B; assume (bvult n #b011); n := (bvadd n #b001)
			B -> H; assume (not (bvult n #b011)) | H -> error; assume (not (bvult i #b011))`, false, nil},
		{"the inner one again", `S -> H; i := #b000 | H -> B; assume (bvult i #b011); n := #b000 | B -> B; assume (bvult n #b011)
			B -> H; assume (not (bvult n #b011)); i := (bvadd i #b001) | H -> error; assume (not (bvult i #b011))`, false, nil},
		{"two loops", `S -> H; i := #b000 | H -> H; assume (bvult i #b101); i := (bvadd i #b001) | H -> B; assume (not (bvult i #b101))
			B -> B; assume (not (= i #b000)); i := (bvsub i #b001) | B -> error; assume (= i #b000)`, true, []int{0, 1, 2}},
		{"back in the middle", `S -> H | H -> B; assume (bvult i #b101); i := (bvadd i #b001) | H -> error; assume (not (bvult i #b101))
			B -> H; assume (= i #b011); i := #b000 | B -> H; assume (not (= i #b011))`, false, nil},
	} {
		p := text(c.edges)
		if got := all(t, p); got != c.fails {
			t.Errorf("%s: all executions fail: %v", c.name, got)
		}
		var by []int
		for guess := range passing.Guesses {
			if shown(t, p, guess) {
				by = append(by, guess)
			}
		}
		if !slices.Equal(by, c.guesses) {
			t.Errorf("%s: shown by the guesses %v, want %v", c.name, by, c.guesses)
		}
	}
}

// TestNotes: bounds of values from outside and restrictions of inputs end no execution, other assumptions do, wherever they stand.
func TestNotes(t *testing.T) {
	for note, want := range map[string]bool{"": false, program.InputLimit: false, program.Restricts: true, program.TypeRange: true, program.RangeNote: true} {
		for _, edges := range []string{"S -> error; assume (bvult i #b101)", "S -> error; havoc i; assume (bvult i #b101)"} {
			p := text(edges)
			ops := p.Edges[0].Ops
			ops[len(ops)-1].Note = note
			if got := shown(t, p, 0); got != want {
				t.Errorf("%s with the note %q: all executions fail: %v", edges, note, got)
			}
		}
	}
}

// TestCut: an execution that reaches the end of the model does not fail in the complement, but prevents its proof.
func TestCut(t *testing.T) {
	p := text("S -> cut; assume (= i #b001) | S -> error; assume (not (= i #b001))")
	q, err := passing.Of(p, 0)
	if err != nil {
		t.Fatal(err)
	}
	states, _ := absinttest.Explore(q, absinttest.Initial(p), mostStates)
	if slices.ContainsFunc(states, func(s absinttest.State) bool { return s.Loc == q.Error }) {
		t.Error("the complement fails")
	}
	if !slices.ContainsFunc(states, func(s absinttest.State) bool { return s.Loc.Cut == "cut" }) {
		t.Error("the end of the model is not reached")
	}
}
