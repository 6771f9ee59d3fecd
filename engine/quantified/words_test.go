package quantified

import (
	"slices"
	"testing"

	"cupel/analysis/execution/observe"
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/program/passes"
	"cupel/core/program/programtest"
)

// guessing is a guesser for a program, with data of its runs.
func guessing(t *testing.T, text string, parts Parts) *guesser {
	t.Helper()
	p := programtest.Text(text)
	for _, v := range p.Vars {
		v.CName = v.Name // arrays are those of the program, no memory
	}
	lb, _, err := passes.LargeBlocks.Run(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	program.MarkLoopHeads(lb)
	m := use(p, parts.Heap)
	data, err := observe.Loops(t.Context(), p, m.indices, 1)
	if err != nil {
		t.Fatal(err)
	}
	return newGuesser(p, lb, m, data, parts)
}

// read reads a formula with k and l for the bound symbols.
func (g *guesser) read(t *testing.T, text string) *logic.Term {
	t.Helper()
	k, l := g.f.Var("k", logic.Int), g.f.Var("l", logic.Int)
	known := []*logic.Term{k, l}
	for _, v := range g.p.Vars {
		known = append(known, v.Sym)
	}
	out, err := logic.ParseTerm(g.f, text, known...)
	if err != nil {
		t.Fatal(err)
	}
	return g.f.Subst(out, map[*logic.Term]*logic.Term{k: g.k, l: g.j})
}

// bodies are the formulas of predicates.
func bodies(ps []pred) (out []*logic.Term) {
	for _, p := range ps {
		out = append(out, p.body)
	}
	return out
}

// TestText: the candidates from the text of programs: ends of ranges, predicates about one and two cells, conditions.
func TestText(t *testing.T) {
	matrix := "i j n m x : int\na : cells\nS -> H; input n; i := 0\nH -> G; assume (< i 20); j := 0\n" +
		"G -> G; assume (< j 10); a := (store a (+ (* 10 i) j) 1); j := (+ j 1)\n" +
		"G -> H; assume (not (< j 10)); i := (+ i 1)\nH -> K; assume (not (< i 20)); input m\n" +
		"K -> error; assume (<= 0 m); assume (< m 200); assume (not (= (select a m) 1))"
	order := "i n m x : int\na : cells\nS -> H; input n; i := 1\nH -> B; assume (< i n)\n" +
		"B -> H; assume (<= (select a (- i 1)) (select a i)); i := (+ i 1)\n" +
		"H -> G; assume (not (< i n)); input m; input x\n" +
		"G -> error; assume (<= 0 m); assume (< m x); assume (< x n); assume (< (select a x) (select a m))"
	stored := "i n x : int\na : cells\nS -> H; input n; i := 0\nH -> B; assume (< i n); input x\n" +
		"B -> H; assume (<= x 3); a := (store a i x); i := (+ i 1)\n" +
		"B -> H; assume (not (<= x 3)); i := (+ i 1)\n" + check("n", "(<= (select a i) 9)")
	ends := func(g *guesser) []*logic.Term { return g.ends }
	cells := func(g *guesser) []*logic.Term { return bodies(g.cells) }
	for name, c := range map[string]struct {
		text string
		of   func(g *guesser) []*logic.Term
		want []string // among others
	}{
		"ends":                      {fill(), ends, []string{"0", "i", "n", "(+ i 1)"}},
		"ends of rows of a matrix":  {matrix, ends, []string{"(* 10 i)", "(+ j (* 10 i))", "200", "(+ 10 (* 10 i))"}},
		"a cell":                    {fill(), cells, []string{"(= (select a k) 42)"}},
		"cells that are compared":   {right["partition"].text, cells, []string{"(<= 0 (select a k))", "(< (select a k) 0)", "(<= 0 (select b k))"}},
		"a variable that is stored": {stored, cells, []string{"(<= (select a k) 3)", "(<= (select a k) 9)"}},
		"two cells":                 {order, func(g *guesser) []*logic.Term { return bodies(g.pairs) }, []string{"(<= (select a k) (select a l))", "(<= (select a l) (select a k))"}},
		"conditions":                {right["every other"].text, func(g *guesser) []*logic.Term { return g.conds }, []string{"(= (mod k 2) 0)"}},
		"flags":                     {right["flag"].text, func(g *guesser) []*logic.Term { return g.flags }, []string{"(= s 0)", "(not (= s 0))"}},
	} {
		g := guessing(t, c.text, All())
		for _, w := range c.want {
			if got := c.of(g); !slices.Contains(got, g.read(t, w)) {
				t.Errorf("%s: %s is not among %v", name, w, got)
			}
		}
	}
	for part, left := range map[string]func(g *guesser) int{
		"-conditions": func(g *guesser) int { return len(g.conds) + len(g.flags) },
		"-pairs":      func(g *guesser) int { return len(g.pairs) },
	} {
		parts, err := PartsByName(part)
		if err != nil {
			t.Fatal(err)
		}
		if n := left(guessing(t, order, parts)); n > 0 {
			t.Errorf("%s: %d are left", part, n)
		}
	}
}

// TestUnwrapped: of a comparison whose sides are equal but for the wrap-around nothing is left to compare.
func TestUnwrapped(t *testing.T) {
	g := guessing(t, "i x : int\na : cells\nS -> H; input x; i := 0\nH -> H; assume (< i x); a := (store a i 1); i := (+ i 1)\n"+
		"H -> error; assume (not (< i x)); assume (not (= (mod x 4294967296) x)); assume (< i 3)", All())
	if want := []*logic.Term{g.read(t, "(< i x)"), g.read(t, "(<= x i)"), g.read(t, "(< i 3)")}; !slices.Equal(g.atoms, want) {
		t.Errorf("%v, want %v", g.atoms, want)
	}
}

// TestGuesses: claims that no run violates are guessed, in the largest ranges first, and none that some run does.
func TestGuesses(t *testing.T) {
	for name, c := range map[string]struct {
		text       string
		first, not []string // of all claims at all loop heads
		parts      string
	}{
		"fill": {fill(), []string{"(=> (and (<= 0 k) (< k i)) (= (select a k) 42))", "(=> (and (<= 0 k) (< k n)) (= (select a k) 42))", "(<= 0 i)"},
			[]string{"(= (select a k) 42)", "(=> (and (<= 0 k) (<= k i)) (= (select a k) 42))", "(<= i n)", "(= n 1)"}, "all"},
		"equations": {right["sum"].text, []string{"(= s (* 2 i))", "(=> (and (<= 0 k) (< k i)) (= (select a k) 2))"}, []string{"(= s i)", "(= s (* 2 n))"}, "all"},
		"pairs": {right["sorted"].text, []string{"(=> (and (<= 0 k) (< k i) (< k l) (<= 0 l) (< l i)) (<= (select a k) (select a l)))"},
			[]string{"(=> (and (<= 0 k) (< k i) (< k l) (<= 0 l) (< l i)) (<= (select a l) (select a k)))"}, "all"},
		"differences":         {right["maximum"].text, []string{"(=> (and (<= 0 k) (< k i)) (<= (select a k) m))"}, []string{"(=> (and (<= 0 k) (< k i)) (<= m (select a k)))"}, "all"},
		"ranges without data": {fill(), []string{"(=> (and (<= 0 k) (< k n)) (= (select a k) 42))"}, nil, "text"},
		"conditions":          {right["flag"].text, []string{"(=> (= s 0) (=> (and (<= 0 k) (< k i)) (= (select a k) (select b k))))"}, nil, "all"},
		"no conditions":       {right["flag"].text, nil, []string{"(=> (= s 0) (=> (and (<= 0 k) (< k i)) (= (select a k) (select b k))))"}, "-conditions"},
	} {
		parts, err := PartsByName(c.parts)
		if err != nil {
			t.Fatal(err)
		}
		g := guessing(t, c.text, parts)
		first, second := g.all(t.Context())
		has := func(of []*claim, body *logic.Term) bool {
			return slices.ContainsFunc(of, func(x *claim) bool { return x.body == body })
		}
		for _, w := range c.first {
			if !has(first, g.read(t, w)) {
				t.Errorf("%s: %s is not guessed", name, w)
			}
		}
		for _, w := range c.not {
			if has(append(first, second...), g.read(t, w)) {
				t.Errorf("%s: %s is guessed", name, w)
			}
		}
	}
}
