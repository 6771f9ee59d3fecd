package domains_test

import (
	"context"
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"cupel/analysis/absint/absinttest"
	"cupel/analysis/absint/domains"
	"cupel/analysis/absint/interval"
	"cupel/analysis/intlower"
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/tests/effort"
)

// TestSound compares all domains with all reachable states of random programs over the integers: what is reached is described, and what
// one edge leads to is what Post and Leads say.
func TestSound(t *testing.T) {
	effort.Checks(t, 20, 100, 1000)
	rapid.Check(t, func(t *rapid.T) {
		g := absinttest.NewGen(t, 3, 3, false)
		q := g.Program(6, 2)
		program.MarkLoopHeads(q)
		p, err := intlower.Lower(context.Background(), q, intlower.Options{Ranges: interval.Analyze(context.Background(), q)})
		if err != nil {
			return
		}
		program.MarkLoopHeads(p)
		states, ok := absinttest.Explore(p, zeros(p), 500)
		if !ok {
			return
		}
		for _, name := range domains.Names {
			o := domains.Options{Domain: name, States: rapid.IntRange(1, 4).Draw(t, "states"), Delay: rapid.IntRange(0, 3).Draw(t, "delay"),
				Narrowings: rapid.IntRange(0, 2).Draw(t, "narrowings"), Plain: rapid.Bool().Draw(t, "plain"), Restart: rapid.Bool().Draw(t, "restart"), Work: 2_000_000}
			x, err := domains.Solve(context.Background(), p, o)
			if err != nil {
				t.Fatal(err)
			}
			if x == nil {
				continue
			}
			for _, s := range states {
				holds(t, o, x.At(s.Loc), s.Env, s.Loc)
			}
			for _, e := range p.Edges {
				v := x.At(e.Src)
				if v == nil {
					continue
				}
				after := x.Post(v, e)
				for _, s := range states {
					if s.Loc != e.Src {
						continue
					}
					for _, env := range absinttest.Run([]absinttest.Env{s.Env}, e.Ops) {
						holds(t, o, after, env, e.Dst)
						for _, l := range p.Locs {
							if w := x.At(l); w != nil && x.Leads(v, e, w) {
								holds(t, o, w, env, e.Dst)
							}
						}
					}
				}
			}
			x.Close()
		}
	})
}

func holds(t *rapid.T, o domains.Options, v *logic.Term, env absinttest.Env, l *program.Location) {
	if v == nil {
		t.Fatalf("%+v: a state of %v is said to be unreachable", o, l)
	}
	if ok, known := absinttest.Eval(v, env); known && ok.(int64) == 0 {
		t.Fatalf("%+v: a state of %v violates %v", o, l, v)
	}
}

// zeros is the start with all variables 0 or 1.
func zeros(p *program.Program) []absinttest.Env {
	out := []absinttest.Env{{}, {}}
	for _, v := range p.Vars {
		for i := range out {
			out[i][v.Sym] = int64(i)
		}
	}
	return out
}

// counting is x := 0; while (x != 10) x := x + 2; then the error if x % 2 = 1.
func counting() *program.Program {
	p := &program.Program{Terms: logic.NewFactory(), Lowered: true}
	f := p.Terms
	x := p.NewVar("x", logic.Int)
	n := func(k int64) *logic.Term { return f.IntConst(k) }
	l := make([]*program.Location, 4)
	for i := range l {
		l[i] = p.NewLocation("main", program.Pos{})
	}
	p.Init, p.Error = l[0], l[3]
	p.NewEdge(l[0], l[1], program.Assign(x, n(0)))
	p.NewEdge(l[1], l[1], program.Assume(f.Ne(x.Sym, n(10))), program.Assign(x, f.Add(x.Sym, n(2))))
	p.NewEdge(l[1], l[2], program.Assume(f.Eq(f.Mod(x.Sym, n(2)), n(1))))
	p.NewEdge(l[2], l[3])
	program.MarkLoopHeads(p)
	return p
}

// TestPrecision: what each setting finds at the loop head, and whether the error is excluded.
func TestPrecision(t *testing.T) {
	for _, c := range []struct {
		o    domains.Options
		head string
		safe bool
	}{
		{domains.Options{Domain: domains.Congruences}, "x mod 2 == 0", true},
		{domains.Options{Domain: domains.Intervals}, "x >= 0", false},
		{domains.Options{Domain: domains.IntervalsCongruences, Delay: 2, Narrowings: 1, Work: 1_000_000}, "", true},
		{domains.Options{Domain: domains.OctagonsCongruences, Delay: 2, Narrowings: 1, Plain: true}, "", true},
		{domains.Options{Domain: domains.ZonesCongruences, Delay: 2, Narrowings: 1}, "", true},
		{domains.Options{Domain: domains.Intervals, States: 8, Delay: 8}, "", true},
		{domains.Options{Domain: domains.Intervals, States: 8}, "", true},
		{domains.Options{Domain: domains.Intervals, States: 3, Delay: 8}, "", false},
	} {
		p := counting()
		x, err := domains.Solve(context.Background(), p, c.o)
		if err != nil || x == nil {
			t.Fatal(err, x)
		}
		if got := fmt.Sprint(x.At(p.Locs[1])); c.head != "" && got != c.head {
			t.Errorf("%+v: %s, want %s", c.o, got, c.head)
		}
		if safe := x.At(p.Error) == nil; safe != c.safe {
			t.Errorf("%+v: safe is %v, invariant %v", c.o, safe, x.At(p.Locs[1]))
		}
		x.Close()
	}
}

// TestRelations: x counts up while y counts up or down, then the error if they do not agree.
func TestRelations(t *testing.T) {
	for _, c := range []struct {
		step   int64 // of y
		domain string
		safe   bool
	}{
		{1, domains.IntervalsCongruences, false},
		{1, domains.Zones, true},
		{1, domains.Octagons, true},
		{-1, domains.Zones, false},
		{-1, domains.Octagons, true},
		{2, domains.Octagons, false},
		{2, domains.Polyhedra, true},
	} {
		p := &program.Program{Terms: logic.NewFactory(), Lowered: true}
		f := p.Terms
		x, y := p.NewVar("x", logic.Int), p.NewVar("y", logic.Int)
		n := func(k int64) *logic.Term { return f.IntConst(k) }
		l := make([]*program.Location, 3)
		for i := range l {
			l[i] = p.NewLocation("main", program.Pos{})
		}
		p.Init, p.Error = l[0], l[2]
		p.NewEdge(l[0], l[1], program.Assign(x, n(0)), program.Assign(y, n(0)))
		p.NewEdge(l[1], l[1], program.Assign(x, f.Add(x.Sym, n(1))), program.Assign(y, f.Add(y.Sym, n(c.step))))
		p.NewEdge(l[1], l[2], program.Assume(f.Ne(y.Sym, f.Mul(n(c.step), x.Sym))))
		program.MarkLoopHeads(p)
		r, err := domains.Solve(context.Background(), p, domains.Options{Domain: c.domain, Delay: 2, Narrowings: 1})
		if err != nil || r == nil {
			t.Fatal(err, r)
		}
		if safe := r.At(p.Error) == nil; safe != c.safe {
			t.Errorf("%+v: safe is %v, invariant %v", c, safe, r.At(p.Locs[1]))
		}
		r.Close()
	}
}

// TestRestart: a counter of the outer loop keeps its bound at the head of the inner one, where it would be widened.
func TestRestart(t *testing.T) {
	p := &program.Program{Terms: logic.NewFactory(), Lowered: true}
	f := p.Terms
	x, y := p.NewVar("x", logic.Int), p.NewVar("y", logic.Int)
	n := func(k int64) *logic.Term { return f.IntConst(k) }
	l := make([]*program.Location, 4)
	for i := range l {
		l[i] = p.NewLocation("main", program.Pos{})
	}
	p.Init, p.Error = l[0], l[3]
	p.NewEdge(l[0], l[1], program.Assign(x, n(0)))
	p.NewEdge(l[1], l[2], program.Assume(f.Lt(x.Sym, n(50))), program.Assign(y, n(0)))
	p.NewEdge(l[2], l[2], program.Assume(f.Lt(y.Sym, n(9))), program.Assign(y, f.Add(y.Sym, n(1))))
	p.NewEdge(l[2], l[1], program.Assume(f.Ge(y.Sym, n(9))), program.Assign(x, f.Add(x.Sym, n(1))))
	p.NewEdge(l[1], l[3], program.Assume(f.Gt(x.Sym, n(50))))
	program.MarkLoopHeads(p)
	o := domains.Options{Domain: domains.Congruences, Restart: true}
	x1, err := domains.Solve(context.Background(), p, o)
	if err != nil || x1.At(p.Error) == nil {
		t.Error("congruences exclude the error", err)
	}
	o.Domain, o.Narrowings = domains.Intervals, 2
	x2, err := domains.Solve(context.Background(), p, o)
	if err != nil || x2.At(p.Error) != nil {
		t.Error("intervals do not exclude the error", err)
	}
}

// TestWork: an analysis that takes too much has no result, and none of the limits is an error.
func TestWork(t *testing.T) {
	x, err := domains.Solve(context.Background(), counting(), domains.Options{Domain: domains.Octagons, Work: 1})
	if x != nil || err != nil {
		t.Error(x, err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := domains.Solve(ctx, counting(), domains.Options{Domain: domains.Octagons}); err == nil {
		t.Error("the end of the context is an error")
	}
}
