package z3

import (
	"context"
	"errors"
	"testing"
	"time"

	"cupel/core/logic"
	"cupel/core/smt"
	"cupel/tests/need"
)

// counter: x := 0; i := 0; while (i < n) { x += step; i++ }; the bad states are bad.
func counter(f *logic.Factory, n, step int64, bad func(x, i *logic.Term) *logic.Term) ([]Relation, []Clause) {
	x, i := f.Var("x", logic.Int), f.Var("i!0", logic.Int)
	k := f.IntConst
	at := func(r string, a, b *logic.Term) Application { return Application{r, []*logic.Term{a, b}} }
	head := func(a Application) *Application { return &a }
	rels := []Relation{{"loop!1", []*logic.Term{f.Var("A", logic.Int), f.Var("B", logic.Int)}}, {"exit", []*logic.Term{f.Var("A", logic.Int), f.Var("B", logic.Int)}}}
	return rels, []Clause{
		{Constraint: f.And(f.Eq(x, k(0)), f.Eq(i, k(0))), Head: head(at("loop!1", x, i))},
		{Body: []Application{at("loop!1", x, i)}, Constraint: f.Lt(i, k(n)), Head: head(at("loop!1", f.Add(x, k(step)), f.Add(i, k(1))))},
		{Body: []Application{at("loop!1", x, i)}, Constraint: f.Le(k(n), i), Head: head(at("exit", x, i))},
		{Body: []Application{at("exit", x, i)}, Constraint: bad(x, i)},
	}
}

// TestSolveHorn: a solution where there is one; CheckHorn has confirmed it.
func TestSolveHorn(t *testing.T) {
	f := logic.NewFactory()
	ctx := context.Background()
	rels, cs := counter(f, 100, 2, func(x, _ *logic.Term) *logic.Term { return f.Lt(x, f.IntConst(-5)) })
	r, m, why, err := SolveHorn(ctx, f, rels, cs, smt.Options{Work: 20_000_000})
	if err != nil || r != smt.Unsat {
		t.Fatal(r, why, err)
	}
	for _, rel := range rels {
		for _, v := range logic.FreeVars(m[rel.Name]) {
			if v != rel.Args[0] && v != rel.Args[1] {
				t.Errorf("%s mentions %v", m[rel.Name], v)
			}
		}
	}
	m["exit"] = f.True()
	if CheckHorn(ctx, f, rels, cs, m, smt.Options{}) == nil {
		t.Error("a wrong interpretation passes")
	}
	rels, cs = counter(f, 5, 2, func(x, _ *logic.Term) *logic.Term { return f.Eq(x, f.IntConst(10)) })
	if r, _, why, err = SolveHorn(ctx, f, rels, cs, smt.Options{Work: 20_000_000}); err != nil || r != smt.Sat {
		t.Error(r, why, err)
	}
}

// TestSolveHornStops: the context's end and the time limit end the engine.
func TestSolveHornStops(t *testing.T) {
	if !need.Alone(t) {
		return
	}
	f := logic.NewFactory()
	// Needs x*x = i*i, which Spacer does not find.
	x, y, n := f.Var("x", logic.Int), f.Var("y", logic.Int), f.Var("n", logic.Int)
	k := f.IntConst
	rels := []Relation{{"p", []*logic.Term{x, y, n}}}
	app := func(a, b, c *logic.Term) Application { return Application{"p", []*logic.Term{a, b, c}} }
	first, step := app(k(0), k(0), n), app(f.Add(x, k(1)), f.Add(y, f.Mul(k(2), x), k(1)), n)
	cs := []Clause{
		{Head: &first},
		{Body: []Application{app(x, y, n)}, Constraint: f.Lt(x, n), Head: &step},
		{Body: []Application{app(x, y, n)}, Constraint: f.Lt(y, f.Sub(f.Mul(k(41), x), k(420)))},
	}
	ctx, cancel := context.WithTimeout(context.Background(), 300*time.Millisecond)
	defer cancel()
	if r, _, why, err := SolveHorn(ctx, f, rels, cs, smt.Options{}); err != nil || r != smt.Unknown {
		t.Errorf("%v (%s), %v", r, why, err)
	}
	if r, _, why, err := SolveHorn(context.Background(), f, rels, cs, smt.Options{TimeoutMS: 300}); err != nil || r != smt.Unknown {
		t.Errorf("%v (%s), %v", r, why, err)
	}
}

// TestSolveHornTerms: clauses as terms, over bit-vectors and integers.
func TestSolveHornTerms(t *testing.T) {
	f := logic.NewFactory()
	bv := logic.BVSort(32)
	arr := logic.ArraySort(logic.Int, logic.Int)
	x, a, i := f.Var("x", bv), f.Var("a", logic.Int), f.Var("i", logic.Int)
	p := func(k string, args ...*logic.Term) *logic.Term { return f.App(k, logic.Bool, args...) }
	ctx := context.Background()
	sol, err := SolveHornTerms(ctx, f, []*logic.Term{
		f.Implies(f.And(f.Eq(x, f.BV(4, 32)), f.Eq(f.Sub(a, i), f.IntConst(7))), p("p!1", x, a, i)),
		f.Implies(f.And(p("p!1", x, a, i), f.ULt(x, f.BV(9, 32))), p("p!2", f.BVOp(logic.OpBVAdd, x, f.BV(1, 32)), a, i)),
		f.Not(f.And(p("p!2", x, a, i), f.Or(f.ULt(x, f.BV(2, 32)), f.Lt(f.Sub(a, i), f.IntConst(0))))),
	}, smt.Options{Work: 20_000_000})
	if err != nil {
		t.Fatal(err)
	}
	if s := sol["p!2"]; len(s.Params) != 3 || s.Body == nil || s.Body.IsTrue() {
		t.Errorf("%v", sol)
	}
	_, err = SolveHornTerms(ctx, f, []*logic.Term{p("q", i), f.Implies(p("q", f.IntConst(3)), f.False())}, smt.Options{})
	if !errors.Is(err, ErrNoSolution) {
		t.Error(err)
	}
	b := f.Var("b", arr)
	_, err = SolveHornTerms(ctx, f, []*logic.Term{p("q", b), f.Implies(p("q", b), f.Lt(i, f.Select(b, i)))}, smt.Options{})
	if !errors.Is(err, smt.ErrUnsupported) {
		t.Error(err)
	}
	for _, c := range []*logic.Term{
		f.Or(p("q", i), p("r", i)),
		f.Eq(f.App("g", logic.Int, i), i),
		f.Eq(p("q", i), p("r", i)),
	} {
		if _, err := SolveHornTerms(ctx, f, []*logic.Term{c}, smt.Options{}); !errors.Is(err, ErrNotHorn) {
			t.Errorf("%v: %v", c, err)
		}
	}
}
