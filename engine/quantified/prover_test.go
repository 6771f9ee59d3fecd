package quantified

import (
	"context"
	"slices"
	"strings"
	"testing"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/program/passes"
	"cupel/core/program/programtest"
	"cupel/core/smt"
	"cupel/core/smt/z3"
	"cupel/internal/sabotage"
)

// large reads a program, in large blocks; places are those of its text by their names.
func large(t *testing.T, text string) (*program.Program, map[string]*program.Location) {
	t.Helper()
	lb, _, err := passes.LargeBlocks.Run(t.Context(), programtest.Text(text))
	if err != nil {
		t.Fatal(err)
	}
	program.MarkLoopHeads(lb)
	at := map[string]*program.Location{}
	for _, l := range lb.Locs {
		at[l.Pos.File] = l
	}
	return lb, at
}

// checker is a prover with words for its claims: "H: ..." is a formula at the location H, over the variables and the bound symbols k and j.
type checker struct {
	*prover
	t      *testing.T
	places map[string]*program.Location
	terms  *logic.Parser
	k, j   *logic.Term
	words  map[*claim]string
}

func newChecker(t *testing.T, text string) *checker {
	t.Helper()
	c := &checker{t: t, words: map[*claim]string{}}
	p, at := large(t, text)
	f := p.Terms
	c.places, c.k, c.j = at, f.Var("k", logic.Int), f.Var("l", logic.Int)
	known := []*logic.Term{c.k, c.j}
	for _, v := range p.Vars {
		known = append(known, v.Sym)
	}
	c.terms = logic.NewParser(f, known...)
	c.prover = &prover{p: p, open: func() (smt.Solver, error) { return z3.Open(f, smt.Options{Work: questionWork}) }}
	return c
}

// claim reads a claim.
func (c *checker) claim(words string) *claim {
	c.t.Helper()
	place, text, _ := strings.Cut(words, ": ")
	body, err := c.terms.Term(text)
	if err != nil || c.places[place] == nil {
		c.t.Fatalf("%s: %v", words, err)
	}
	out := &claim{at: c.places[place], body: body}
	for _, s := range []*logic.Term{c.k, c.j} {
		if logic.Occurs(s, body) {
			out.bound = append(out.bound, s)
		}
	}
	c.words[out] = words
	return out
}

// given makes facts known.
func (c *checker) given(facts ...string) {
	all := map[*program.Location]*logic.Term{}
	for _, words := range facts {
		x := c.claim(words)
		c.p.Conjoin(all, x.at, x.formula(c.p.Terms))
	}
	c.know(all)
}

// inductive returns those of the claims that are, in their order.
func (c *checker) inductive(claims ...string) []string {
	c.t.Helper()
	var all []*claim
	for _, words := range claims {
		all = append(all, c.claim(words))
	}
	proven, err := c.prove(c.t.Context(), all)
	if err != nil {
		c.t.Fatal(err)
	}
	return c.said(proven)
}

func (c *checker) said(claims []*claim) (out []string) {
	for _, x := range claims {
		out = append(out, c.words[x])
	}
	return out
}

// reaches reports whether the error is not excluded.
func (c *checker) reaches() bool {
	c.t.Helper()
	e, err := c.excludes(c.t.Context())
	if err != nil {
		c.t.Fatal(err)
	}
	return e != nil
}

const (
	filled = "H: (=> (and (<= 0 k) (< k i)) (= (select a k) 42))"
	whole  = "G: (=> (and (<= 0 k) (< k n)) (= (select a k) 42))"
	index  = "G: (<= 0 i)"
)

// fill writes 42 to all cells and reads them.
func fill() string { return right["fill"].text }

// TestInductive: of claims those remain that hold when a loop is entered and are kept by its iterations, together.
func TestInductive(t *testing.T) {
	const sums = "i n s x : int\nS -> H; input n; i := 0; s := 0; x := 0\nH -> H; assume (< i n); x := (+ s 2); s := (+ s 2); i := (+ i 1)\n" +
		"H -> error; assume (not (< i n)); assume (= s 7)"
	const copies = "i n : int\na b : cells\nS -> H; input n; i := 0\nH -> H; assume (< i n); a := (store a i (select b i)); i := (+ i 1)\n" +
		"H -> error; assume (not (< i n)); assume (<= 1 n); assume (< (select a 0) 0)"
	for name, c := range map[string]struct {
		text         string
		given        []string
		claims, want []string
	}{
		"cells":                    {fill(), nil, []string{filled, whole, index}, []string{filled, whole, index}},
		"not without those before": {fill(), nil, []string{whole}, nil},
		"at the entry":             {fill(), nil, []string{"H: (=> (and (<= 0 k) (< k n)) (= (select a k) 42))", "H: (<= i n)", "H: (< 0 i)"}, nil},
		"one too many":             {fill(), nil, []string{"H: (=> (and (<= 0 k) (<= k i)) (= (select a k) 42))", filled}, []string{filled}},
		"other numbers":            {fill(), nil, []string{"H: (= (select a k) 42)", "H: (=> (and (<= (- 1) k) (< k i)) (= (select a k) 42))"}, nil},
		"in an iteration":          {sums, nil, []string{"H: (<= i 5)", "H: (<= 0 i)", "H: (= i 0)"}, []string{"H: (<= 0 i)"}},
		"by each other":            {sums, nil, []string{"H: (= x s)", "H: (= s (* 2 i))", "H: (<= 0 x)"}, []string{"H: (= x s)", "H: (= s (* 2 i))", "H: (<= 0 x)"}},
		"fewer and fewer": {sums, nil, []string{"H: (= s (* 2 i))", "H: (= x (* 2 i))", "H: (<= x s)", "H: (<= s 8)", "H: (= i 0)"},
			[]string{"H: (= s (* 2 i))", "H: (= x (* 2 i))", "H: (<= x s)"}},
		"at the beginning":         {sums, nil, []string{"S: true", "S: (= i 0)"}, nil},
		"with a fact":              {fill(), []string{"H: (< i 5)"}, []string{"H: (<= i 5)", "H: (< i 5)"}, []string{"H: (<= i 5)"}},
		"without a fact":           {copies, nil, []string{"H: (=> (and (<= 0 k) (< k i)) (<= 0 (select a k)))"}, nil},
		"with one about all cells": {copies, []string{"H: (<= 0 (select b k))"}, []string{"H: (=> (and (<= 0 k) (< k i)) (<= 0 (select a k)))"}, []string{"H: (=> (and (<= 0 k) (< k i)) (<= 0 (select a k)))"}},
		"two cells": {right["sorted"].text, nil, []string{
			"H: (=> (and (<= 0 k) (< k l) (< l i)) (<= (select a k) (select a l)))", "H: (=> (and (<= 0 k) (< k i)) (<= (select a k) s))",
			"H: (=> (and (<= 0 k) (< k l) (< l i)) (< (select a k) (select a l)))"}, []string{
			"H: (=> (and (<= 0 k) (< k l) (< l i)) (<= (select a k) (select a l)))", "H: (=> (and (<= 0 k) (< k i)) (<= (select a k) s))"}},
	} {
		t.Run(name, func(t *testing.T) {
			x := newChecker(t, c.text)
			x.given(c.given...)
			if got := x.inductive(c.claims...); !slices.Equal(got, c.want) {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}

// TestExcludes: the error is excluded by enough proven claims, which may come one after the other, and by all that is given.
func TestExcludes(t *testing.T) {
	x := newChecker(t, fill())
	x.given()
	for _, c := range []struct {
		claim string
		open  bool
	}{{filled, true}, {whole, true}, {"H: (<= 0 i)", true}, {index, false}} {
		if got := x.inductive(c.claim); len(got) != 1 || x.reaches() != c.open {
			t.Errorf("%q: %v; the error is reached: %v", c.claim, got, !c.open)
		}
	}
	x = newChecker(t, fill())
	if x.given(whole, index); x.reaches() {
		t.Error("what is given does not exclude the error")
	}
	y := newChecker(t, "i n : int\nS -> H; i := 0\nH -> H; assume (< i 5); i := (+ i 1)\nH -> cut; assume (not (< i 5))")
	if y.given(); !y.reaches() {
		t.Error("the end of the model is not one of the targets")
	}
}

// TestStepFaults: each deliberate mistake lets a claim remain that does not hold.
func TestStepFaults(t *testing.T) {
	const ways = "i n : int\nS -> H; input n; i := 0\nH -> B; assume (< i n)\nB -> H; assume (< n 7); i := (+ i 1)\n" +
		"B -> H; assume (not (< n 7)); i := (+ i 2)\nH -> error; assume (not (< i n)); assume (= i 8)"
	for f, claim := range map[sabotage.Fault]string{
		sabotage.QuantifiedStep:  "H: (= i 0)",
		sabotage.QuantifiedEntry: "H: (<= 1 i)",
		sabotage.QuantifiedKeep:  "H: (<= i 5)",
		sabotage.QuantifiedWays:  "H: (or (< n 7) (= i 0))",
	} {
		for _, wrong := range []bool{false, true} {
			restore := func() {}
			if wrong {
				restore = sabotage.Inject(f)
			}
			x := newChecker(t, ways)
			x.given()
			if got := x.inductive(claim); (len(got) > 0) != wrong {
				t.Errorf("%s: the mistake is made: %v, %q", f, wrong, got)
			}
			restore()
		}
	}
}

// TestSlim: claims that a proof does not need are removed, and the rest is a proof.
func TestSlim(t *testing.T) {
	x := newChecker(t, fill())
	x.given()
	x.inductive(filled, "H: (<= 0 i)", whole, index, "G: (=> (and (<= 0 k) (< k n)) (<= 40 (select a k)))", "H: (=> (and (<= 0 k) (< k i)) (<= (select a k) 50))")
	if err := x.slim(t.Context()); err != nil {
		t.Fatal(err)
	}
	left := x.said(x.proven)
	if want := []string{filled, whole, index}; !slices.Equal(left, want) {
		t.Errorf("%q is left, want %q", left, want)
	}
	y := newChecker(t, fill())
	y.given()
	if again := y.inductive(left...); !slices.Equal(again, left) || y.reaches() {
		t.Errorf("of %q, %q is inductive", left, again)
	}
}

// TestUnanswered: a claim about which a question has no answer is not proven.
func TestUnanswered(t *testing.T) {
	x := newChecker(t, fill())
	x.given()
	open := x.open
	x.open = func() (smt.Solver, error) {
		s, err := open()
		return mute{s}, err
	}
	if got := x.inductive(filled, "H: (<= 0 i)"); len(got) > 0 || x.failed == 0 || !x.reaches() {
		t.Errorf("%q is proven, %d questions without an answer", got, x.failed)
	}
}

// mute is a solver without answers.
type mute struct{ smt.Solver }

// Check is not answered.
func (mute) Check(context.Context, ...*logic.Term) (smt.Result, error) { return smt.Unknown, nil }
