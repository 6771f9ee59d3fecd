package mortal_test

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"cupel/analysis/absint/absinttest"
	"cupel/analysis/intlower"
	"cupel/analysis/summary/mortal"
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/program/measured"
	"cupel/core/program/passes"
	"cupel/core/program/programtest"
	"cupel/core/smt"
	"cupel/core/smt/z3"
	"cupel/internal/sabotage"
)

// text reads a program whose lines are separated by |.
func text(s string) *program.Program { return programtest.Text(strings.ReplaceAll(s, "|", "\n")) }

// TestLoops: loops of the literature, over the integers, the tuples of their heads in the order of the program.
func TestLoops(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"counting up", "i n : int|S -> H|H -> H; assume (< i n); i := (+ i 1)|H -> E; assume (<= n i)", "(n - i - 1)"},
		{"counting down", "i : int|S -> H|H -> H; assume (< 0 i); i := (- i 1)|H -> E; assume (<= i 0)", "(i - 1)"},
		{"lexicographic", "x y : int|S -> H|H -> H; assume (and (< 0 x) (< 0 y)); x := (- x 1); havoc y|H -> H; assume (and (< 0 x) (< 0 y)); y := (- y 1)", "(x - 1, y - 1)"},
		{"not at all", "x : int|S -> H|H -> H; assume (< 0 x); x := (+ x 1)|H -> E; assume (<= x 0)", "none"},
		{"two speeds", "x y : int|S -> H|H -> H; assume (< 0 (+ x y)); x := (- x 1)|H -> H; assume (< 0 (+ x y)); y := (- y 2)", "(x + y - 1)"},
		{"one branch stands still", "x : int|S -> H|H -> H; assume (< 0 x); x := (- x 1)|H -> H; assume (< 0 x)", "none"},
		{"an inner loop moves it", "x y : int|S -> H|H -> I; assume (< 0 x); x := (- x 1); y := x|I -> I; assume (< 0 y); y := (- y 1)|I -> H; assume (<= y 0)", "(x - 1); (y - 1)"},
		{"toward zero from both sides", "x : int|S -> H|H -> H; assume (< 0 x); x := (- x 1)|H -> H; assume (< x 0); x := (+ x 1)", "(x <= 0 ? 0 : 1, x <= 0 ? -x - 1 : x - 2)"},
		{"two phases", "x y : int|S -> H|H -> H; assume (< 0 x); x := (- x y); y := (+ y 1)", "(y > 0 ? 0 : 1, y > 0 ? x - 1 : -y - 1)"},
		{"halving", "x : int|S -> H|H -> H; assume (< 0 x); x := (div x 2)|H -> E; assume (<= x 0)", "(x - 1)"},
	} {
		p := text(c.text)
		a := mortal.New(p, mortal.Options{Open: z3.Open})
		var got []string
		for _, h := range measured.Heads(p) {
			r, err := a.Rank(t.Context(), h)
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, show(r))
		}
		if s := strings.Join(got, "; "); s != c.want {
			t.Errorf("%s: %s, want %s", c.name, s, c.want)
		}
	}
}

// TestTurns: bounds that are not those of types.
func TestTurns(t *testing.T) {
	typed := " (<= (- 2147483648) i) (<= i 2147483647) (<= (- 2147483648) n) (<= n 2147483647)"
	for _, c := range []struct{ name, text, want string }{
		{"up", "i n : int|S -> H|H -> H; assume (and (< i n)" + typed + "); i := (+ i 1)", "n - i"},
		{"down", "i n : int|S -> H|H -> H; assume (and (<= 0 i)" + typed + "); i := (- i 1)", "i + 1"},
		{"a constant", "i n : int|S -> H|H -> H; assume (and (< i 10)" + typed + "); i := (+ i 1)", "-i + 10"},
		{"only by the type", "i n : int|S -> H|H -> H; assume (and true" + typed + "); i := (+ i 1)", "none"},
	} {
		p := text(c.text)
		got := "none"
		if b, ok := mortal.New(p, mortal.Options{Open: z3.Open, Typed: true}).Turns(t.Context(), measured.Heads(p)[0]); ok {
			got = b.String()
		}
		if got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

func show(r mortal.Ranking) string {
	if !r.Total {
		return "none"
	}
	var ts []string
	for _, t := range r.Tuple {
		ts = append(ts, t.String())
	}
	return "(" + strings.Join(ts, ", ") + ")"
}

// A planted loop has a lexicographic tuple that a unimodular map hides.
type planted struct {
	p    *program.Program
	head *program.Location
}

// plant draws one: branch k bounds the components up to k from below and makes component k smaller; those before it stay, and those after it are arbitrary.
func plant(t *rapid.T) planted {
	n := rapid.IntRange(1, 2).Draw(t, "components")
	p := &program.Program{Terms: logic.NewFactory(), Lowered: true, Model: program.LP64}
	f := p.Terms
	var x, y []*program.Var
	for i := range n {
		x = append(x, p.NewVar(fmt.Sprintf("x%d", i), logic.Int))
	}
	for i := range n {
		y = append(y, p.NewVar(fmt.Sprintf("y%d", i), logic.Int))
	}
	to, from := make([][]int64, n), make([][]int64, n) // inverse to each other
	for i := range n {
		to[i], from[i] = make([]int64, n), make([]int64, n)
		to[i][i], from[i][i] = 1, 1
	}
	for range rapid.IntRange(0, 3).Draw(t, "steps") {
		i, j, k := rapid.IntRange(0, n-1).Draw(t, "i"), rapid.IntRange(0, n-1).Draw(t, "j"), rapid.Int64Range(-2, 2).Draw(t, "k")
		if i == j {
			continue
		}
		for c := range n {
			to[i][c] += k * to[j][c]     // row i of the map
			from[c][j] -= k * from[c][i] // column j of its inverse
		}
	}
	combine := func(row []int64, of []*program.Var) *logic.Term {
		sum := []*logic.Term{f.IntConst(0)}
		for i, k := range row {
			sum = append(sum, f.Mul(f.IntConst(k), of[i].Sym))
		}
		return f.Add(sum...)
	}
	s, h, e := p.NewLocation("main", program.Pos{}), p.NewLocation("main", program.Pos{}), p.NewLocation("main", program.Pos{})
	p.Init, p.Error = s, e
	p.NewEdge(s, h)
	for k := range n {
		for range rapid.IntRange(1, 2).Draw(t, "branches") {
			var ops []program.Op
			for i := range k + 1 {
				ops = append(ops, program.Assume(f.Lt(f.IntConst(rapid.Int64Range(-3, 3).Draw(t, "bound")), combine(to[i], x))))
			}
			for i := range n {
				switch {
				case i < k:
					ops = append(ops, program.Assign(y[i], combine(to[i], x)))
				case i == k:
					ops = append(ops, program.Assign(y[i], f.Sub(combine(to[i], x), f.IntConst(rapid.Int64Range(1, 3).Draw(t, "step")))))
				default:
					ops = append(ops, program.Havoc(y[i], nil))
				}
			}
			for i := range n {
				ops = append(ops, program.Assign(x[i], combine(from[i], y)))
			}
			p.NewEdge(h, h, ops...)
		}
	}
	p.NewEdge(h, e, program.Assume(f.True()))
	program.MarkLoopHeads(p)
	return planted{p, h}
}

// fault is what is wrong with the ranking of a planted loop; "": nothing.
func (l planted) fault(t *rapid.T) string {
	a := mortal.New(l.p, mortal.Options{Open: z3.Open})
	r, err := a.Rank(t.Context(), l.head)
	if err != nil {
		t.Fatal(err)
	}
	if !r.Total {
		return "no ranking"
	}
	if !l.descends(t, a, r.Tuple) {
		return "it does not descend: " + show(r)
	}
	return ""
}

// descends reports whether a tuple gets smaller in each turn, as measures over the integers do.
func (l planted) descends(t *rapid.T, a *mortal.Analysis, tuple []*logic.Term) bool {
	f := l.p.Terms
	turn, err := a.Turn(t.Context(), l.head)
	if err != nil {
		t.Fatal(err)
	}
	post := f.NewSubst(func(v *logic.Term) *logic.Term { return turn.Value(v) })
	smaller := f.False()
	for i := len(tuple) - 1; i >= 0; i-- {
		x, y := tuple[i], post.Apply(tuple[i])
		smaller = f.Or(f.And(f.Lt(y, x), f.Le(f.IntConst(0), x)), f.And(f.Eq(x, y), smaller))
	}
	s, err := z3.Open(f, smt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	sat, err := smt.Satisfiable(t.Context(), s, turn.Guard(), f.Not(smaller))
	if err != nil {
		t.Fatal(err)
	}
	return !sat
}

// TestPlanted: hidden tuples are found.
func TestPlanted(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := plant(t)
		if fault := l.fault(t); fault != "" {
			var b strings.Builder
			_ = l.p.Dump(&b)
			t.Fatalf("%s\n%s", fault, b.String())
		}
	})
}

// TestSabotage: a cone without one of its generators makes a function that grows in one branch a ranking function of the others.
func TestSabotage(t *testing.T) {
	p := text("x : int|S -> H|H -> H; assume (and (< 0 x) (< x 9)); x := (- x 1)|H -> H; assume (and (< 0 x) (< x 9)); x := (+ x 1)")
	h := measured.Heads(p)[0]
	ranked := func() bool {
		a := mortal.New(p, mortal.Options{Open: z3.Open})
		r, err := a.Rank(t.Context(), h)
		if err != nil {
			t.Fatal(err)
		}
		return len(r.Tuple) > 0
	}
	if ranked() {
		t.Error("a function that grows in one branch")
	}
	defer sabotage.Inject(sabotage.RankingCone)()
	if !ranked() {
		t.Error("not noticed")
	}
}

// loop draws a program with a loop, sometimes with another one in it, over two numbers of three bits, one of them signed.
func loop(t *rapid.T) *program.Program {
	p := &program.Program{Terms: logic.NewFactory(), Model: program.LP64}
	f := p.Terms
	x, y := p.NewVar("x", logic.BVSort(3)), p.NewVar("y", logic.BVSort(3))
	x.Signed = true
	vars := []*program.Var{x, y}
	n := func(most int, what string) int { return rapid.IntRange(0, most).Draw(t, what) }
	value := func() *logic.Term {
		if n(2, "constant") == 0 {
			return f.BV(uint64(n(7, "value")), 3)
		}
		return vars[n(1, "variable")].Sym
	}
	edge := func(from, to *program.Location) {
		a, b := value(), value()
		c := []*logic.Term{f.SLt(a, b), f.ULt(a, b), f.SLe(a, b), f.Not(f.Eq(a, b))}[n(3, "condition")]
		ops := []program.Op{program.Assume(c)}
		for range n(2, "operations") {
			v := vars[n(1, "written")]
			by := f.BV(uint64(1+n(1, "step")), 3)
			switch n(5, "operation") {
			case 0:
				ops = append(ops, program.Havoc(v, nil))
			case 1:
				ops = append(ops, program.Assign(v, value()))
			case 2:
				ops = append(ops, program.CheckOf(program.SignedOverflow, f.SLt(v.Sym, f.BV(3, 3)), "overflow"), program.Assign(v, f.BVOp(logic.OpBVAdd, v.Sym, f.BV(1, 3))))
			case 3:
				ops = append(ops, program.Assign(v, f.BVOp(logic.OpBVAdd, v.Sym, by)))
			default:
				ops = append(ops, program.Assign(v, f.BVOp(logic.OpBVSub, v.Sym, by)))
			}
		}
		p.NewEdge(from, to, ops...)
	}
	var l []*program.Location
	for range 5 {
		l = append(l, p.NewLocation("main", program.Pos{}))
	}
	p.Init, p.Error = l[0], l[4]
	p.NewEdge(l[0], l[1])
	if n(1, "inner") == 0 {
		edge(l[1], l[1])
	} else {
		edge(l[1], l[2])
		edge(l[2], l[2])
		edge(l[2], l[1])
	}
	if n(1, "second branch") == 0 {
		edge(l[1], l[1])
	}
	p.NewEdge(l[1], l[3], program.Assume(f.True()))
	p.NewEdge(l[2], l[3], program.Assume(f.True()))
	program.MarkLoopHeads(p)
	return p
}

// TestFinite: on random programs with small numbers, what is total makes the measured program safe, over integers and over bits.
func TestFinite(t *testing.T) {
	linear, pool := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		p, _, err := passes.AssumeChecks.Run(t.Context(), loop(t))
		if err != nil {
			t.Fatal(err)
		}
		program.MarkLoopHeads(p)
		low, err := intlower.Lower(t.Context(), p, intlower.Options{Relax: true})
		if err != nil {
			t.Fatal(err)
		}
		program.MarkLoopHeads(low)
		over := mortal.New(low, mortal.Options{Open: z3.Open, Typed: true})
		bits := mortal.New(p, mortal.Options{Open: z3.Open, Typed: true, Coarse: true})
		measures := map[*program.Location]measured.Measure{}
		for _, h := range measured.Heads(p) {
			if rapid.Bool().Draw(t, "linear") {
				r, err := over.Rank(t.Context(), low.Locs[h.ID])
				if err != nil {
					t.Fatal(err)
				}
				if !r.Total {
					return
				}
				for _, x := range r.Tuple {
					m, ok := mortal.ToMachine(low, p, x)
					if !ok {
						t.Fatalf("no translation of %s", x)
					}
					measures[h] = append(measures[h], m)
				}
				continue
			}
			r, err := bits.Pool(t.Context(), h)
			if err != nil {
				t.Fatal(err)
			}
			if !r.Total {
				return
			}
			measures[h] = r.Tuple
		}
		for _, m := range measures {
			if len(m) > 0 {
				linear++
			}
		}
		q, err := measured.Of(p, measures)
		if err != nil {
			t.Fatal(err)
		}
		initial := absinttest.Initial(p)
		for _, env := range initial {
			for _, v := range q.Vars[len(p.Vars):] {
				env[v.Sym] = int64(0)
			}
		}
		all, whole := absinttest.Explore(q, initial, 20_000)
		if !whole {
			t.Skip("too many states")
		}
		for _, s := range all {
			if s.Loc == q.Error {
				var b strings.Builder
				_ = p.Dump(&b)
				t.Fatalf("a measure does not get smaller\n%s%v", b.String(), measures)
			}
		}
		pool++
	})
	t.Logf("%d programs, %d measures", pool, linear)
	if linear == 0 {
		t.Error("no loop was ranked")
	}
}
