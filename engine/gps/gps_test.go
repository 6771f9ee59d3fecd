package gps

import (
	"context"
	"errors"
	"testing"

	"pgregory.net/rapid"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/program/programtest"
	"cupel/core/smt"
	"cupel/core/smt/z3"
	"cupel/core/work"
	"cupel/engine"
	"cupel/engine/definedness"
	"cupel/tests/effort"
	"cupel/tests/enginetest"
)

func options(_ testing.TB, mode Mode) Options {
	return Options{Mode: mode, NoSummaries: true}
}

// TestRandomPrograms compares all modes with the enumeration of the states.
func TestRandomPrograms(t *testing.T) {
	effort.Checks(t, 40, 100, 1000)
	solved, tried := 0, 0
	rapid.Check(t, func(rt *rapid.T) {
		q := programtest.Program(rt, programtest.Small)
		p := programtest.AnyStart(q)
		truth, err := programtest.Explore(q, programtest.Options{})
		if err != nil {
			rt.Skip(err)
		}
		for _, mode := range []Mode{GPS, GPSLite, CRA} {
			for _, noGas := range []bool{false, true} {
				o := options(t, mode)
				o.NoGas = noGas
				o.Cover = rapid.SampledFrom(engine.Cover.Values).Draw(rt, "cover")
				given := enginetest.Problem(t, p)
				given.Tools.Confirm = func(ctx context.Context, cex *program.Counterexample) engine.Replay {
					return enginetest.Replay(ctx, p, cex)
				}
				ctx, cancel := work.Within(context.Background(), 300_000)
				r, err := definedness.Verify(ctx, New(o), given, engine.Quiet{})
				if err != nil {
					rt.Fatal(mode, err)
				}
				tried++
				switch r.Verdict {
				case engine.True:
					if truth.Error || len(truth.Cuts) > 0 {
						rt.Fatalf("%s (no gas: %v) proves a program that reaches %v", mode, noGas, truth)
					}
					if err := r.Proof.Check(ctx, z3.Open); err != nil && ctx.Err() == nil {
						rt.Fatalf("%s: the tree is refused: %v", mode, err)
					}
				case engine.False:
					if !truth.Error {
						rt.Fatalf("%s refutes a safe program", mode)
					}
				}
				if r.Verdict != engine.Unknown {
					solved++
				}
				cancel()
			}
		}
	})
	t.Logf("%d of %d solved", solved, tried)
	if 2*solved < tried {
		t.Errorf("only %d of %d solved", solved, tried)
	}
}

// counting is i := 0; while (i < n) i++; error if i != n, with n >= 0 an input,
// or, broken, if i == n.
func counting(broken bool) *program.Program {
	f := logic.NewFactory()
	p := &program.Program{Terms: f, Lowered: true}
	i, n := p.NewVar("i", logic.Int), p.NewVar("n", logic.Int)
	at := make([]*program.Location, 4)
	for k := range at {
		at[k] = p.NewLocation("main", program.Pos{File: "x.c", Line: k + 1, Col: 1})
	}
	p.Init, p.Error = at[0], p.NewLocation("main", program.Pos{File: "x.c", Line: 9, Col: 1})
	assume := func(t *logic.Term) program.Op { return program.Op{Kind: program.OpAssume, Expr: t} }
	p.NewEdge(at[0], at[1], program.Op{Kind: program.OpHavoc, Var: n}, assume(f.Le(f.IntConst(0), n.Sym)),
		program.Op{Kind: program.OpAssign, Var: i, Expr: f.IntConst(0)})
	p.NewEdge(at[1], at[1], assume(f.Lt(i.Sym, n.Sym)), program.Op{Kind: program.OpAssign, Var: i, Expr: f.Add(i.Sym, f.IntConst(1))})
	p.NewEdge(at[1], at[2], assume(f.Le(n.Sym, i.Sym)))
	bad := f.Eq(i.Sym, n.Sym)
	if !broken {
		bad = f.Not(bad)
	}
	p.NewEdge(at[2], p.Error, assume(bad))
	p.NewEdge(at[2], at[3], assume(f.Not(bad)))
	program.MarkLoopHeads(p)
	p.VarOf(nil)
	return p
}

// TestChecker: the checker accepts the tree of a proof and refuses it after
// every kind of damage.
func TestChecker(t *testing.T) {
	ctx := context.Background()
	proof := func() *search {
		g, err := newSearch(ptr(options(t, GPS)), enginetest.Problem(t, counting(false)), &statistics{}, engine.Quiet{})
		if err != nil {
			t.Fatal(err)
		}
		if err := g.run(ctx); err != nil || g.cex != nil || !g.open.None() {
			t.Fatal(err, g.cex, g.open)
		}
		return g
	}
	find := func(g *search, want func(*node) bool) *node {
		var found *node
		g.walk(func(n *node) {
			if found == nil && want(n) {
				found = n
			}
		})
		if found == nil {
			t.Fatal("no such node")
		}
		return found
	}
	for _, c := range []struct {
		name   string
		damage func(*search)
	}{
		{"a label too strong", func(g *search) {
			n := find(g, func(n *node) bool { return n.loc.LoopHead && len(n.order) > 0 })
			n.strengthen(g.f.Eq(g.p.Vars[1].Sym, g.f.IntConst(7)))
		}},
		{"a leaf without a label", func(g *search) {
			n := find(g, func(n *node) bool { return n.pruned && len(n.order) > 0 && n.isLeaf() })
			n.own().order = nil
		}},
		{"a lost child", func(g *search) {
			n := find(g, func(n *node) bool { return len(n.children()) > 1 })
			n.first = n.first.next
		}},
		{"covered by a leaf", func(g *search) {
			n := find(g, func(n *node) bool { return n.coveredBy != nil })
			n.own().coveredBy = n
		}},
		{"covered by a weaker node", func(g *search) {
			n := find(g, func(n *node) bool { return n.coveredBy != nil && len(n.coveredBy.order) > 0 })
			n.own().order = nil
		}},
		{"a label at the root", func(g *search) { g.t.root.strengthen(g.f.False()) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := proof()
			defer g.close()
			if err := g.checker().Check(ctx, z3.Open); err != nil {
				t.Fatal("before:", err)
			}
			c.damage(g)
			if err := g.checker().Check(ctx, z3.Open); !errors.Is(err, ErrProof) {
				t.Errorf("accepted: %v", err)
			}
		})
	}
}

func ptr[T any](v T) *T { return &v }

// TestCounting: both verdicts, and the end by a cancelled context.
func TestCounting(t *testing.T) {
	for _, c := range []struct {
		broken bool
		want   engine.Verdict
	}{{false, engine.True}, {true, engine.False}} {
		r, err := New(options(t, GPS)).Verify(context.Background(), enginetest.Problem(t, counting(c.broken)), engine.Quiet{})
		if err != nil || r.Verdict != c.want {
			t.Errorf("broken %v: %v, %v", c.broken, r, err)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	r, err := New(options(t, GPS)).Verify(ctx, enginetest.Problem(t, counting(false)), engine.Quiet{})
	if err != nil || r.Verdict != engine.Unknown || r.Reason.Kind != engine.Stopped {
		t.Errorf("canceled: %v, %v", r, err)
	}
	none := enginetest.Problem(t, counting(false))
	none.Tools.Open = func(*logic.Factory, smt.Options) (smt.Solver, error) { return nil, errors.New("no solver") }
	if _, err := New(options(t, GPS)).Verify(context.Background(), none, engine.Quiet{}); err == nil {
		t.Error("no error without a solver")
	}
}
