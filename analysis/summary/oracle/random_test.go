package oracle

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"cupel/analysis/summary"
	"cupel/analysis/summary/iteration"
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/smt"
	"cupel/core/smt/z3"
)

// randomProgram draws a control-flow graph, reducible or not, over integers, a
// Bool and a bit-vector.
func randomProgram(t *rapid.T) *program.Program {
	p := &program.Program{Terms: logic.NewFactory(), Model: program.LP64}
	f := p.Terms
	n := func(lo, hi int) int { return rapid.IntRange(lo, hi).Draw(t, "n") }
	for _, v := range []string{"x", "y", "z"} {
		p.NewVar(v, logic.Int)
	}
	p.NewVar("b", logic.Bool)
	p.NewVar("v", logic.BVSort(4))
	num := func() *logic.Term {
		x := f.IntConst(int64(n(-2, 4)))
		if n(0, 2) > 0 {
			x = f.Add(x, f.Mul(f.IntConst(int64(n(-1, 2))), p.Vars[n(0, 2)].Sym))
		}
		return x
	}
	cond := func() *logic.Term {
		switch n(0, 6) {
		case 0:
			return p.Vars[3].Sym
		case 1:
			return f.ULt(p.Vars[4].Sym, f.BV(uint64(n(1, 12)), 4))
		case 2:
			return f.Eq(p.Vars[n(0, 2)].Sym, num())
		}
		return f.Le(num(), num())
	}
	op := func() program.Op {
		switch n(0, 8) {
		case 0:
			return program.Havoc(p.Vars[n(0, 4)], nil)
		case 1:
			return program.Assume(cond())
		case 2:
			return program.Assign(p.Vars[3], f.Not(p.Vars[3].Sym))
		case 3:
			return program.Assign(p.Vars[4], f.BVOp(logic.OpBVAdd, p.Vars[4].Sym, f.BV(1, 4)))
		case 4:
			return program.Assign(p.Vars[n(0, 2)], num())
		}
		v := p.Vars[n(0, 2)]
		return program.Assign(v, f.Add(v.Sym, f.IntConst(int64(n(-2, 2)))))
	}
	ops := func(first ...program.Op) []program.Op {
		for range n(0, 2) {
			first = append(first, op())
		}
		return first
	}
	locs := n(2, 7)
	for range locs {
		p.NewLocation("main", program.Pos{})
	}
	p.Init, p.Error = p.Locs[0], p.NewLocation("", program.Pos{})
	for i := range locs {
		next := func() *program.Location {
			if n(0, 2) == 0 {
				return p.Locs[n(0, locs)]
			}
			return p.Locs[i+1]
		}
		if n(0, 2) == 0 {
			p.NewEdge(p.Locs[i], next(), ops()...)
			continue
		}
		c := cond()
		p.NewEdge(p.Locs[i], next(), ops(program.Assume(c))...)
		p.NewEdge(p.Locs[i], next(), ops(program.Assume(f.Not(c)))...)
	}
	program.MarkLoopHeads(p)
	return p
}

type state map[*logic.Term]*logic.Term

func value(f *logic.Factory, r *rand.Rand, s *logic.Sort) *logic.Term {
	switch {
	case s.IsBool():
		return f.BoolConst(r.IntN(2) == 0)
	case s.IsInt():
		return f.IntConst(int64(r.IntN(15) - 5))
	}
	return f.BV(uint64(r.IntN(1<<s.Width())), s.Width())
}

// step takes an edge; nil: an assumption fails.
func step(f *logic.Factory, r *rand.Rand, e *program.Edge, s state) state {
	n := state{}
	for v, x := range s {
		n[v] = x
	}
	for _, op := range e.Ops {
		switch op.Kind {
		case program.OpAssume:
			if !f.Subst(op.Expr, n).IsTrue() {
				return nil
			}
		case program.OpAssign:
			n[op.Var.Sym] = f.Subst(op.Expr, n)
		case program.OpHavoc:
			n[op.Var.Sym] = value(f, r, op.Var.Sort())
		}
	}
	return n
}

// TestSound runs programs from random states at random locations: where a run
// reaches the error, the summary of every location on its way connects the state
// there with the last one.
func TestSound(t *testing.T) {
	for name, o := range map[string]Options{
		"default": {},
		"strong":  {Domain: iteration.Strong},
		"coarse":  {Domain: iteration.Coarse},
		"trivial": {Trivial: true},
		"hurried": {LoopWork: 1},
	} {
		t.Run(name, func(t *testing.T) {
			reached := 0
			rapid.Check(t, func(t *rapid.T) { reached += checkRuns(t, o) })
			if reached == 0 {
				t.Error("no run reached an error")
			}
		})
	}
}

func checkRuns(t *rapid.T, opts Options) int {
	p := randomProgram(t)
	f := p.Terms
	o := New(p, p.Targets(), opts)
	s, err := z3.New(f, smt.Options{TimeoutMS: 500})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	r := rand.New(rand.NewPCG(uint64(rapid.Uint32().Draw(t, "seed")), 1))
	reached := 0
	type point struct {
		l *program.Location
		s state
	}
	for range 20 {
		at := point{p.Locs[r.IntN(len(p.Locs))], state{}}
		for _, v := range p.Vars {
			at.s[v.Sym] = value(f, r, v.Sort())
		}
		path := []point{at}
		for range 30 {
			if at.l == p.Error || len(at.l.Out) == 0 {
				break
			}
			e := at.l.Out[r.IntN(len(at.l.Out))]
			if next := step(f, r, e, at.s); next != nil {
				at = point{e.Dst, next}
				path = append(path, at)
			}
		}
		if at.l != p.Error {
			continue
		}
		reached++
		for _, from := range path {
			tr, err := o.ToTarget(context.Background(), from.l)
			if err != nil {
				t.Fatal(err)
			}
			if !holds(t, s, p, tr, from.s, at.s) {
				var b strings.Builder
				_ = p.Dump(&b)
				t.Fatalf("%s\nlocation %d, %v\nends with %v\nsummary %v", b.String(), from.l.ID, from.s, at.s, tr)
			}
		}
	}
	return reached
}

func holds(t *rapid.T, s *z3.Solver, p *program.Program, tr *summary.Transition, from, to state) bool {
	f := p.Terms
	cs := []*logic.Term{f.Subst(tr.Guard(), from)}
	for _, v := range p.Vars {
		cs = append(cs, f.Eq(f.Subst(tr.Value(v.Sym), from), to[v.Sym]))
	}
	r, err := s.Check(context.Background(), f.And(cs...))
	if err != nil {
		t.Fatal(err)
	}
	return r != smt.Unsat
}

// simple is while (i < n) { i++; if (*) s += 2; } with the error at its end when
// s > 2 * n.
func simple() *program.Program {
	p := &program.Program{Terms: logic.NewFactory(), Model: program.LP64}
	f := p.Terms
	i, n, s := p.NewVar("i", logic.Int), p.NewVar("n", logic.Int), p.NewVar("s", logic.Int)
	for range 4 {
		p.NewLocation("main", program.Pos{})
	}
	p.Init, p.Error = p.Locs[0], p.NewLocation("", program.Pos{})
	zero := f.IntConst(0)
	p.NewEdge(p.Locs[0], p.Locs[1], program.Assign(i, zero), program.Assign(s, zero))
	p.NewEdge(p.Locs[1], p.Locs[2], program.Assume(f.Lt(i.Sym, n.Sym)), program.Assign(i, f.Add(i.Sym, f.IntConst(1))))
	p.NewEdge(p.Locs[2], p.Locs[1])
	p.NewEdge(p.Locs[2], p.Locs[1], program.Assign(s, f.Add(s.Sym, f.IntConst(2))))
	p.NewEdge(p.Locs[1], p.Locs[3], program.Assume(f.Le(n.Sym, i.Sym)))
	p.NewEdge(p.Locs[3], p.Error, program.Assume(f.Lt(f.Mul(f.IntConst(2), n.Sym), s.Sym)), program.Assume(f.Lt(zero, n.Sym)))
	program.MarkLoopHeads(p)
	return p
}

// TestProves: the summary of a whole program may be empty.
func TestProves(t *testing.T) {
	p := simple()
	s, err := z3.New(p.Terms, smt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for _, c := range []struct {
		name string
		o    Options
		want smt.Result
	}{{"default", Options{}, smt.Unsat}, {"coarse", Options{Domain: iteration.Coarse}, smt.Sat}, {"trivial", Options{Trivial: true}, smt.Sat}} {
		tr, err := New(p, p.Targets(), c.o).ToTarget(context.Background(), p.Init)
		if err != nil {
			t.Fatal(err)
		}
		if r, err := s.Check(context.Background(), tr.Guard()); err != nil || r != c.want {
			t.Errorf("%s: %v %v, want %v: %v", c.name, r, err, c.want, tr)
		}
	}
}

// TestExplain prints the loop in terms of the program, and the same each time.
func TestExplain(t *testing.T) {
	var texts []string
	for range 2 {
		p := simple()
		o := New(p, p.Targets(), Options{})
		if _, err := o.ToTarget(context.Background(), p.Init); err != nil {
			t.Fatal(err)
		}
		var b strings.Builder
		if err := o.Explain(&b); err != nil {
			t.Fatal(err)
		}
		_, text, _ := strings.Cut(b.String(), "\n") // without the time
		texts = append(texts, text)
		star, err := o.Loop(context.Background(), o.Heads()[0])
		if err != nil || star == nil {
			t.Fatal(star, err)
		}
		if star, err = o.Loop(context.Background(), p.Locs[3]); star != nil || err != nil {
			t.Error("a loop at no head", star, err)
		}
	}
	want := "  s + 2*K >= s'\n  s <= s'\n  (s + s') mod 2 == 0\n  s == s' && K == 0 || i < n && i + K <= n && K > 0\n  i' = i + K\n"
	if texts[0] != want {
		t.Errorf("got\n%swant\n%s", texts[0], want)
	}
	if texts[0] != texts[1] {
		t.Errorf("two runs differ:\n%s\n%s", texts[0], texts[1])
	}
	var b strings.Builder
	p := simple()
	if err := New(p, p.Targets(), Options{Trivial: true}).Explain(&b); err != nil || b.String() != "no summaries\n" {
		t.Error(b.String(), err)
	}
}

// TestInvariant: an invariant at a loop head strengthens the summary of the loop. A counter in 0..255 that wraps around counts modulo 256; without the
// range it is only known to grow by at most one.
func TestInvariant(t *testing.T) {
	for _, known := range []bool{false, true} {
		p := &program.Program{Terms: logic.NewFactory(), Model: program.LP64}
		f := p.Terms
		x, k := p.NewVar("x", logic.Int), p.NewVar("k", logic.Int)
		p.NewLocation("main", program.Pos{})
		p.Init, p.Error = p.Locs[0], p.NewLocation("", program.Pos{})
		num := f.IntConst
		p.NewEdge(p.Init, p.Init, program.Assign(x, f.Ite(f.Le(x.Sym, num(254)), f.Add(x.Sym, num(1)), num(0))), program.Assign(k, f.Add(k.Sym, num(1))))
		// From x = 10 and k = 0 on: k = 300, but x is not 54.
		p.NewEdge(p.Init, p.Error, program.Assume(f.Eq(k.Sym, num(300))), program.Assume(f.Ne(x.Sym, num(54))))
		program.MarkLoopHeads(p)
		var o Options
		want := smt.Sat
		if known {
			o.Invariant = func(*program.Location) *logic.Term { return f.And(f.Le(num(0), x.Sym), f.Le(x.Sym, num(255))) }
			want = smt.Unsat
		}
		tr, err := New(p, p.Targets(), o).ToTarget(context.Background(), p.Init)
		if err != nil {
			t.Fatal(err)
		}
		s, err := z3.New(f, smt.Options{})
		if err != nil {
			t.Fatal(err)
		}
		r, err := s.Check(context.Background(), f.And(f.Eq(x.Sym, num(10)), f.Eq(k.Sym, num(0)), tr.Guard()))
		_ = s.Close()
		if err != nil || r != want {
			t.Errorf("range known %v: %v %v, want %v: %v", known, r, err, want, tr)
		}
	}
}

// TestCancel: the end of the context is the only error, and what was computed
// before stays usable.
func TestCancel(t *testing.T) {
	p := simple()
	o := New(p, p.Targets(), Options{})
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := o.ToTarget(ctx, p.Init); err == nil {
		t.Error("no error")
	}
	if s, err := o.ToTarget(context.Background(), p.Init); err != nil || s == nil {
		t.Error(s, err)
	}
	if s, err := o.ToTarget(context.Background(), p.Error); err != nil || !s.IsIdentity() {
		t.Error("at the target", s, err)
	}
}

// BenchmarkSummary computes all summaries of a program with counting loops in
// sequence.
func BenchmarkSummary(b *testing.B) {
	for _, n := range []int{1, 4} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				p := simple()
				for range n - 1 {
					f, i, lim := p.Terms, p.Vars[0], p.Vars[1]
					h, out := p.NewLocation("main", program.Pos{}), p.NewLocation("main", program.Pos{})
					p.NewEdge(p.Locs[3], h, program.Assign(i, f.IntConst(0)))
					p.NewEdge(h, h, program.Assume(f.Lt(i.Sym, lim.Sym)), program.Assign(i, f.Add(i.Sym, f.IntConst(1))))
					p.NewEdge(h, out, program.Assume(f.Le(lim.Sym, i.Sym)))
					p.NewEdge(out, p.Error)
				}
				program.MarkLoopHeads(p)
				o := New(p, p.Targets(), Options{})
				if _, err := o.ToTarget(context.Background(), p.Init); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
