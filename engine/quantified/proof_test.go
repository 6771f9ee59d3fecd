package quantified

import (
	"context"
	"strings"
	"testing"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/program/programtest"
	"cupel/core/smt/z3"
	"cupel/core/work"
	"cupel/engine"
	"cupel/internal/sabotage"
	"cupel/kernel/facts"
)

// problem is one without facts.
func problem(p *program.Program) engine.Problem {
	return engine.Problem{Program: p, Tools: engine.Tools{Open: z3.Open}}
}

// solve lets the engine search, and returns the finished search with its result.
func solve(t *testing.T, given engine.Problem, parts Parts) *search {
	t.Helper()
	ctx, spent := work.Measured(t.Context())
	x := &search{parts: parts, given: given, observer: engine.Quiet{}, spent: spent}
	if err := x.run(ctx); err != nil {
		t.Fatal(err)
	}
	return x
}

// proves reports whether the engine proves a program with some sources of guesses.
func proves(t *testing.T, text, guesses string) bool {
	t.Helper()
	parts, err := PartsByName(guesses)
	if err != nil {
		t.Fatal(err)
	}
	return solve(t, problem(programtest.Text(text)), parts).result.Verdict == engine.True
}

const (
	begin = "i j n s m x : int\na b : cells\n"
	start = begin + "S -> H; input n; i := 0; s := 0; m := 0; j := 0\n"
)

// check is a loop at the location G, entered from H, over the cells below an end.
func check(end, cond string) string {
	r := strings.NewReplacer("END", end, "COND", cond)
	return r.Replace("H -> G; assume (not (< i n)); i := 0\nG -> C; assume (< i END)\nC -> error; assume (not COND)\n" +
		"C -> G; assume COND; i := (+ i 1)\nG -> F; assume (not (< i END))\n")
}

// right are programs that hold, with sources of guesses that suffice and some that do not.
var right = map[string]struct{ text, by, not string }{
	"fill": {start + "H -> H; assume (< i n); a := (store a i 42); i := (+ i 1)\n" + check("n", "(= (select a i) 42)"), "text", ""},
	"downwards": {begin + "S -> H; input n; i := n\nH -> H; assume (<= 1 i); i := (- i 1); a := (store a i (* 3 i))\n" +
		"H -> G; assume (not (<= 1 i)); i := 0\n" +
		"G -> C; assume (< i n)\nC -> error; assume (not (= (select a i) (* 3 i)))\nC -> G; assume (= (select a i) (* 3 i)); i := (+ i 1)\n" +
		"G -> F; assume (not (< i n))", "data", ""},
	"copy": {start + "H -> H; assume (< i n); b := (store b i (select a i)); i := (+ i 1)\n" + check("n", "(= (select a i) (select b i))"), "data", ""},
	"sum": {start + "H -> H; assume (< i n); a := (store a i 2); i := (+ i 1)\nH -> K; assume (not (< i n)); i := 0\n" +
		"K -> K; assume (< i n); s := (+ s (select a i)); i := (+ i 1)\n" +
		"K -> error; assume (not (< i n)); assume (<= 0 n); assume (not (= s (* 2 n)))", "data+equations", "-equations-bounds"},
	"bound": {start + "H -> B; assume (< i n); input x\nB -> H; a := (store a i (ite (= x 3) 1 0)); i := (+ i 1)\n" +
		"H -> K; assume (not (< i n)); i := 0\n" +
		"K -> D; assume (< i n); input x\n" +
		"D -> K; b := (store b i (ite (= x 3) 1 0)); i := (+ i 1)\n" + strings.ReplaceAll(check("n", "(<= (+ (select a i) (select b i)) 2)"), "H ->", "K ->"), "data+bounds", "-bounds"},
	"maximum": {start + "H -> B; assume (< i n)\nB -> H; assume (< m (select a i)); m := (select a i); i := (+ i 1)\n" +
		"B -> H; assume (not (< m (select a i))); i := (+ i 1)\n" + check("n", "(<= (select a i) m)"), "data", ""},
	"partition": {start + "H -> B; assume (< i n)\n" +
		"B -> H; assume (<= 0 (select a i)); b := (store b j (select a i)); j := (+ j 1); i := (+ i 1)\n" +
		"B -> H; assume (not (<= 0 (select a i))); i := (+ i 1)\n" + check("j", "(<= 0 (select b i))"), "data", ""},
	"flag": {start + "H -> B; assume (< i n)\nB -> H; assume (= (select a i) (select b i)); i := (+ i 1)\n" +
		"B -> H; assume (not (= (select a i) (select b i))); s := 1; i := (+ i 1)\nH -> J; assume (not (< i n))\nJ -> F; assume (not (= s 0))\n" +
		"J -> G; assume (= s 0); i := 0\n" +
		strings.Join(strings.Split(check("n", "(= (select a i) (select b i))"), "\n")[1:], "\n"), "all", "-conditions"},
	"every other": {start + "H -> B; assume (< i n)\nB -> H; assume (= (mod i 2) 0); a := (store a i 1); i := (+ i 1)\n" +
		"B -> H; assume (not (= (mod i 2) 0)); a := (store a i i); i := (+ i 1)\n" + check("n", "(= (select a i) (ite (= (mod i 2) 0) 1 i))"), "all", ""},
	"sorted": {start + "H -> B; assume (< i n); input x\nB -> H; assume (<= s x); s := x; a := (store a i s); i := (+ i 1)\n" +
		"B -> H; assume (not (<= s x)); a := (store a i s); i := (+ i 1)\n" +
		"H -> G; assume (not (< i n)); input j; input m\n" +
		"G -> error; assume (<= 0 j); assume (< j m); assume (< m n); assume (< (select a m) (select a j))", "all", "-pairs"},
}

// wrong are programs that fail, for few sizes or by few steps.
var wrong = map[string]string{
	"late": start + "H -> H; assume (< i n); a := (store a i (ite (= n 777) 41 42)); i := (+ i 1)\n" + check("n", "(= (select a i) 42)"),
	"entry": begin + "S -> H; input n; s := (ite (= n 777) 1 0); i := 0\n" +
		"H -> H; assume (< i n); a := (store a i s); i := (+ i 1)\n" + check("n", "(= (select a i) 0)"),
	"again": start + "H -> H; assume (< i n); a := (store a i 1); i := (+ i 1)\n" +
		"H -> J; assume (not (< i n)); i := 0; a := (store a (ite (< 777 n) 700 (- 1)) 2)\nJ -> C; assume (< i n)\n" +
		"C -> error; assume (not (= (select a i) 1))\nC -> J; assume (= (select a i) 1); i := (+ i 1)\nJ -> F; assume (not (< i n))",
	"one less": start + "H -> H; assume (< i n); a := (store a i 42); i := (+ i 1)\n" + check("(+ n 1)", "(= (select a i) 42)"),
	"sum": start + "H -> H; assume (< i n); s := (+ s (ite (< i 777) 2 1)); i := (+ i 1)\n" +
		"H -> error; assume (not (< i n)); assume (<= 0 n); assume (not (= s (* 2 n)))",
	"ways": start + "H -> B; assume (< i n)\nB -> H; assume (not (= n 777)); a := (store a i 42); i := (+ i 1)\n" +
		"B -> H; assume (= n 777); a := (store a i 41); i := (+ i 1)\n" + check("n", "(= (select a i) 42)"),
}

// TestRight: programs are proven by the sources of guesses that they need, and not without them.
func TestRight(t *testing.T) {
	for name, c := range right {
		t.Run(name, func(t *testing.T) {
			if !proves(t, c.text, c.by) {
				t.Errorf("it is not proven by %s", c.by)
			}
			if c.not != "" && proves(t, c.text, c.not) {
				t.Errorf("it is proven by %s", c.not)
			}
		})
	}
}

// TestWrong: no program that fails is proven, and with each of the deliberate mistakes in how claims are checked one is.
func TestWrong(t *testing.T) {
	for name, text := range wrong {
		if proves(t, text, "all") {
			t.Errorf("%s is proven", name)
		}
	}
	for f, name := range map[sabotage.Fault]string{
		sabotage.QuantifiedStep: "sum", sabotage.QuantifiedEntry: "entry", sabotage.QuantifiedKeep: "late", sabotage.QuantifiedWays: "ways",
	} {
		restore := sabotage.Inject(f)
		if !proves(t, wrong[name], "all") {
			t.Errorf("%s: %s is not proven", f, name)
		}
		restore()
	}
}

// TestHeap: facts about objects that are taken in a loop are found, with the addresses that references have in common.
func TestHeap(t *testing.T) {
	list := func(value string) *program.Program {
		p := programtest.Text(`top p n i x head : int
			mem : cells
			S -> H; input n; top := 65536; head := 0; i := 0
			H -> H; assume (< i n); input x; p := top; top := (+ top 16); mem := (store mem p ` + value + `); mem := (store mem (+ p 8) head); head := p; i := (+ i 1)
			H -> G; assume (not (< i n)); p := head
			G -> C; assume (not (= p 0))
			C -> error; assume (not (= (select mem p) 7))
			C -> G; assume (= (select mem p) 7); p := (select mem (+ p 8))
			G -> F; assume (= p 0)`)
		p.Vars[0].Temp = true // as that of an allocator
		return p
	}
	for _, c := range []struct {
		value, guesses string
		want           bool
	}{{"7", "all", true}, {"7", "-heap", false}, {"(ite (= n 777) 8 7)", "all", false}} {
		parts, err := PartsByName(c.guesses)
		if err != nil {
			t.Fatal(err)
		}
		if got := solve(t, problem(list(c.value)), parts).result.Verdict == engine.True; got != c.want {
			t.Errorf("a list of %s by %s: %v", c.value, c.guesses, got)
		}
	}
}

// TestResult: a proof has invariants at the loop heads, a description and statistics; a search without a proof returns the facts that it has proven.
func TestResult(t *testing.T) {
	p := programtest.Text(right["fill"].text)
	board := facts.New(p)
	given := problem(p)
	given.Tools.Board = board.View(p, nil)
	r, err := New(All()).Verify(t.Context(), given, engine.Quiet{})
	if err != nil || r.Verdict != engine.True {
		t.Fatalf("%+v, %v", r, err)
	}
	var b strings.Builder
	if err := r.Explain(&b); err != nil || !strings.Contains(b.String(), "at G:1:0:") || !strings.Contains(b.String(), "42") {
		t.Errorf("%v, %s", err, b.String())
	}
	for _, l := range p.LoopHeads() {
		if t1 := r.Proof.Invariants[l]; t1 == nil || !strings.Contains(t1.String(), "42") {
			t.Errorf("at %s: %v", l.Pos, t1)
		}
	}
	if len(r.Stats) != 5 || r.Stats[2].Name != "facts proven" || r.Stats[2].Value == "0" || board.Len() == 0 {
		t.Errorf("%v, %d facts on the board", r.Stats, board.Len())
	}

	q := programtest.Text(wrong["one less"])
	board = facts.New(q)
	given = problem(q)
	given.Tools.Board = board.View(q, nil)
	x := solve(t, given, All())
	if x.result.Verdict != engine.Unknown || x.result.Reason.Kind != engine.UndefinedFirst {
		t.Errorf("%+v", x.result)
	}
	told := false
	for _, f := range board.Facts() {
		told = told || strings.Contains(f.Formula.String(), "42")
	}
	if !told {
		t.Errorf("that all cells are 42 is not on the board: %v", board.Facts())
	}
}

// TestGiven: facts about cells that are given are made use of.
func TestGiven(t *testing.T) {
	p := programtest.Text(begin + "S -> H; input n; i := 0\nH -> C; assume (< i n)\nC -> error; assume (< (select a i) 0)\n" +
		"C -> H; assume (not (< (select a i) 0)); i := (+ i 1)\nH -> F; assume (not (< i n))")
	f := p.Terms
	k := f.Fresh("k", logic.Int)
	given := problem(p)
	if x := solve(t, given, All()); x.result.Verdict == engine.True {
		t.Error("it is proven without the fact")
	}
	given.Facts = map[*program.Location]*logic.Term{p.LoopHeads()[0]: f.And(f.Le(f.IntConst(0), p.Vars[0].Sym), f.Forall([]*logic.Term{k}, f.Le(f.IntConst(0), f.Select(p.Vars[6].Sym, k))))}
	if x := solve(t, given, All()); x.result.Verdict != engine.True {
		t.Errorf("%+v", x.result)
	}
}

// TestUndecided: programs that the engine cannot search are rejected, and a search ends with its context.
func TestUndecided(t *testing.T) {
	machine := programtest.Text("i n : bv3\nS -> H; input n; i := #b000\nH -> H; assume (bvult i n); i := (bvadd i #b001)\n" +
		"H -> error; assume (not (bvult i n))")
	blocks := programtest.Text(right["fill"].text)
	blocks.LargeBlocks = true
	for _, p := range []*program.Program{machine, blocks} {
		if x := solve(t, problem(p), All()); x.result.Verdict != engine.Unknown || x.result.Reason.Kind != engine.Unsupported {
			t.Errorf("%+v", x.result)
		}
	}
	given := problem(programtest.Text(right["fill"].text))
	given.Tools.Pause = func(int) bool { return false }
	if x := solve(t, given, All()); x.result.Reason.Kind != engine.Stopped {
		t.Errorf("%+v", x.result)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	r, err := New(All()).Verify(ctx, problem(programtest.Text(right["fill"].text)), engine.Quiet{})
	if err != nil || r.Verdict != engine.Unknown || r.Reason.Kind != engine.Stopped {
		t.Errorf("%+v, %v", r, err)
	}
}
