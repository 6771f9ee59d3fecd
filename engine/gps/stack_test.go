package gps

import (
	"context"
	"math/rand/v2"
	"testing"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/smt"
	"cupel/core/smt/z3"
)

// counted is a solver that counts what it is told.
type counted struct {
	smt.Solver
	pushes, asserts, levels int
}

func (c *counted) Push() error {
	c.pushes++
	c.levels++
	return c.Solver.Push()
}

func (c *counted) Pop(n int) error {
	c.levels -= n
	return c.Solver.Pop(n)
}

func (c *counted) Assert(t *logic.Term) error {
	c.asserts++
	return c.Solver.Assert(t)
}

// chain is i := 0; while (i < n) i := i + 1, entered by a choice of n, and the tree of one path through many iterations with the leaves beside it.
func chain(t *testing.T, iterations int) (p *program.Program, leaves []*node) {
	t.Helper()
	f := logic.NewFactory()
	p = &program.Program{Terms: f, Lowered: true}
	i, n := p.NewVar("i", logic.Int), p.NewVar("n", logic.Int)
	at := []*program.Location{p.NewLocation("main", program.Pos{Line: 1}), p.NewLocation("main", program.Pos{Line: 2}), p.NewLocation("main", program.Pos{Line: 3})}
	p.Init, p.Error = at[0], at[2]
	p.NewEdge(at[0], at[1], program.Assign(i, f.IntConst(0)))
	again := p.NewEdge(at[1], at[1], program.Assume(f.Lt(i.Sym, n.Sym)), program.Assign(i, f.Add(i.Sym, f.IntConst(1))))
	out := p.NewEdge(at[1], at[2], program.Assume(f.Le(n.Sym, i.Sym)))
	program.MarkLoopHeads(p)
	tr := newTree(p, false)
	at1 := tr.child(tr.root, p.Init.Out[0])
	for range iterations {
		leaves = append(leaves, tr.child(at1, out))
		at1 = tr.child(at1, again)
	}
	return p, append(leaves, tr.child(at1, out))
}

// TestLongPaths: whatever the order in which paths are asserted, each is decided as it is alone, and a long one takes few assertions.
func TestLongPaths(t *testing.T) {
	const iterations = 300
	p, leaves := chain(t, iterations)
	s, err := z3.New(p.Terms, smt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	c := &counted{Solver: s}
	k := newPathStack(p, c, &statistics{})
	n := p.Vars[1].Sym
	ctx := context.Background()
	if err := k.goTo(ctx, leaves[iterations]); err != nil {
		t.Fatal(err)
	}
	if c.asserts > 2*maxSingle || c.pushes > 2*maxSingle || c.levels != c.pushes {
		t.Errorf("%d assertions, %d levels of %d", c.asserts, c.levels, c.pushes)
	}
	r := rand.New(rand.NewPCG(1, 2))
	for range 60 {
		at := r.IntN(iterations + 1)
		for value, want := range map[int]smt.Result{at: smt.Sat, at - 1: smt.Unsat, at + 1: smt.Unsat} {
			if at == 0 && value < 0 { // the loop is not entered
				want = smt.Sat
			}
			got, err := k.check(ctx, leaves[at], p.Terms.Eq(n, p.Terms.IntConst(int64(value))))
			if err != nil || got != want {
				t.Fatalf("%d iterations for n = %d: %v, %v", at, value, got, err)
			}
		}
	}
	ended, cancel := context.WithCancel(ctx)
	cancel()
	if err := k.goTo(ended, leaves[0]); err == nil {
		t.Fatal("a canceled context is no error")
	}
	if got, err := k.check(ctx, leaves[7], p.Terms.Eq(n, p.Terms.IntConst(7))); err != nil || got != smt.Sat {
		t.Errorf("after a canceled context: %v, %v", got, err)
	}
}

// TestQuestions: each question is decided by itself, and the model is that of the last one.
func TestQuestions(t *testing.T) {
	f := logic.NewFactory()
	s, err := z3.New(f, smt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	c := &counted{Solver: s}
	q := questions{s: c}
	x := f.Var("x", logic.Int)
	for v := range int64(5) {
		if r, err := q.check(context.Background(), f.Eq(x, f.IntConst(v)), f.Le(x, f.IntConst(3))); err != nil || (r == smt.Sat) != (v <= 3) {
			t.Fatalf("%d: %v, %v", v, r, err)
		} else if r == smt.Sat {
			if m, err := q.model(); err != nil || m.Value(x) != f.IntConst(v) {
				t.Errorf("model for %d: %v", v, err)
			}
		}
	}
	if c.levels != 1 {
		t.Errorf("%d levels", c.levels)
	}
}
