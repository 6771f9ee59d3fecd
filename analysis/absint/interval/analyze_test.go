package interval_test

import (
	"context"
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"cupel/analysis/absint/absinttest"
	"cupel/analysis/absint/interval"
	"cupel/core/logic"
	"cupel/core/program"
)

// TestSoundOnRandomPrograms checks that every state that a random program
// reaches without undefined behaviour is in the abstract state and satisfies
// the invariant of its location.
func TestSoundOnRandomPrograms(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := absinttest.NewGen(t, 2, 3, rapid.Bool().Draw(t, "array"))
		p := g.Program(5, 2)
		states, ok := absinttest.Explore(p, absinttest.Initial(p), 3000)
		if !ok {
			return
		}
		r := interval.Analyze(context.Background(), p)
		if !r.Complete() {
			t.Fatal("the analysis did not finish")
		}
		invariants := map[*program.Location]*logic.Term{}
		for _, l := range p.Locs {
			invariants[l] = r.Invariant(l)
		}
		for _, s := range states {
			a := r.At(s.Loc)
			if a == nil {
				t.Fatalf("state %s is said to be unreachable", s.Key(p.Vars))
			}
			for _, v := range p.Vars {
				contained(t, a, v, s.Env[v.Sym])
			}
			if ok, _ := absinttest.Eval(invariants[s.Loc], s.Env); ok.(int64) == 0 {
				t.Fatalf("state %s violates its invariant", s.Key(p.Vars))
			}
		}
	})
}

func contained(t *rapid.T, a *interval.State, v *program.Var, val any) {
	r := a.Range(v)
	check := func(u int64, w int) {
		if v.Signed {
			u = absinttest.Signed(u, w)
		}
		if !r.Contains(big.NewInt(u)) {
			t.Fatalf("%s = %d is not in %v", v.Name, u, r)
		}
	}
	switch s := v.Sort(); val := val.(type) {
	case int64:
		check(val, s.Width())
	case absinttest.Array:
		w := s.Elem().Width()
		for _, e := range val.Elems {
			check(e, w)
		}
		if len(val.Elems) < 1<<s.Index().Width() {
			check(val.Rest, w)
		}
	}
}

// TestSoundOnRandomTerms compares single assignments and assumptions, where
// the operators are exercised harder than in programs.
func TestSoundOnRandomTerms(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := absinttest.NewGen(t, 2, 4, false)
		p := g.P
		p.Init, p.Error = p.NewLocation("f", program.Pos{}), p.NewLocation("f", program.Pos{})
		v := p.Vars[0]
		p.NewEdge(p.Init, p.Error, program.Assume(g.Bool(2)), program.Assume(g.Bool(2)),
			program.Assign(v, g.BV(v.Sort().Width(), 3)))
		states, _ := absinttest.Explore(p, absinttest.Initial(p), 1<<12)
		r := interval.Analyze(context.Background(), p)
		for _, s := range states {
			a := r.At(s.Loc)
			if a == nil {
				t.Fatalf("state %s is said to be unreachable", s.Key(p.Vars))
			}
			for _, v := range p.Vars {
				contained(t, a, v, s.Env[v.Sym])
			}
		}
	})
}

// builder writes programs over 32-bit variables.
type builder struct {
	*program.Program
	f *logic.Factory
}

func newBuilder() *builder {
	f := logic.NewFactory()
	return &builder{&program.Program{Terms: f}, f}
}

func (b *builder) variable(name string, signed bool) *program.Var {
	v := &program.Var{Name: name, Sym: b.f.Var(name, logic.BVSort(32)), Signed: signed}
	b.Vars = append(b.Vars, v)
	return v
}

func (b *builder) num(n int64) *logic.Term { return b.f.BVInt(n, 32) }

func (b *builder) locations(n int) []*program.Location {
	for range n {
		b.NewLocation("main", program.Pos{})
	}
	b.Init, b.Error = b.Locs[0], b.Locs[n-1]
	return b.Locs
}

func (b *builder) inc(v *program.Var) program.Op {
	op := logic.OpBVAdd
	if v.Signed {
		op = logic.OpBVAddNSW
	}
	return program.Assign(v, b.f.BVOp(op, v.Sym, b.num(1)))
}

// TestLoops checks that the bounds of loop counters are found.
func TestLoops(t *testing.T) {
	type want struct{ lo, hi int64 }
	for _, signed := range []bool{true, false} {
		b := newBuilder()
		i, j := b.variable("i", signed), b.variable("j", signed)
		ls := b.locations(6)
		le := b.f.ULt
		if signed {
			le = b.f.SLt
		}
		// for (i = 0; i < 100; i++) for (j = 0; j < i; j++); error
		b.NewEdge(ls[0], ls[1], program.Assign(i, b.num(0)), program.Assign(j, b.num(0)))
		b.NewEdge(ls[1], ls[2], program.Assume(le(i.Sym, b.num(100))), program.Assign(j, b.num(0)))
		b.NewEdge(ls[2], ls[3], program.Assume(le(j.Sym, i.Sym)))
		b.NewEdge(ls[3], ls[2], b.inc(j))
		b.NewEdge(ls[2], ls[1], program.Assume(b.f.Not(le(j.Sym, i.Sym))), b.inc(i))
		b.NewEdge(ls[1], ls[4], program.Assume(b.f.Not(le(i.Sym, b.num(100)))))
		b.NewEdge(ls[4], ls[5], program.Assume(b.f.Eq(i.Sym, b.num(99))))
		r := interval.Analyze(context.Background(), b.Program)
		wants := map[int]map[*program.Var]want{
			1: {i: {0, 100}},
			2: {i: {0, 99}, j: {0, 99}},
			3: {i: {1, 99}, j: {0, 98}},
			4: {i: {100, 100}},
		}
		for l, vs := range wants {
			s := r.At(ls[l])
			if s == nil {
				t.Fatalf("location %d is unreachable", l)
			}
			for v, w := range vs {
				if got := s.Range(v); !got.Equal(interval.OfInt64(w.lo, w.hi)) {
					t.Errorf("signed %v, location %d: %s in %v, want [%d, %d]", signed, l, v, got, w.lo, w.hi)
				}
			}
		}
		if r.At(ls[5]) != nil || !r.Invariant(ls[5]).IsFalse() {
			t.Error("the error location is unreachable")
		}
	}
}

// TestRefinement checks what single assumptions teach about variables.
func TestRefinement(t *testing.T) {
	b := newBuilder()
	x, y, u := b.variable("x", true), b.variable("y", true), b.variable("u", false)
	f := b.f
	wide := func(t *logic.Term) *logic.Term { return f.SignExt(32, t) }
	const maxInt, minInt = 1<<31 - 1, -1 << 31
	tests := []struct {
		name   string
		assume *logic.Term
		v      *program.Var
		lo, hi int64
	}{
		{"less", f.SLt(x.Sym, b.num(10)), x, minInt, 9},
		{"unsigned test of a signed variable", f.ULt(x.Sym, b.num(10)), x, 0, 9},
		{"array bound check", f.ULt(wide(x.Sym), f.BV(10, 64)), x, 0, 9},
		{"equality", f.Eq(x.Sym, b.num(-3)), x, -3, -3},
		{"conjunction", f.And(f.SLe(b.num(0), x.Sym), f.SLe(x.Sym, b.num(5))), x, 0, 5},
		{"disjunction", f.Or(f.Eq(x.Sym, b.num(1)), f.Eq(x.Sym, b.num(7))), x, 1, 7},
		{"chain", f.And(f.SLe(x.Sym, y.Sym), f.SLe(y.Sym, b.num(3))), x, minInt, 3},
		{"bound excluded", f.And(f.SLe(b.num(0), x.Sym), f.Ne(x.Sym, b.num(0))), x, 1, maxInt},
		{"sum", f.SLe(f.BVOp(logic.OpBVAddNSW, x.Sym, b.num(5)), b.num(8)), x, minInt, 3},
		{"no overflow", f.SignedOK(logic.OpSAddOK, x.Sym, b.num(5)), x, minInt, maxInt - 5},
		{"no overflow of a product", f.SignedOK(logic.OpSMulOK, x.Sym, b.num(1<<20)), x, -1 << 11, 1<<11 - 1},
		{"unsigned, moved", f.ULe(f.BVOp(logic.OpBVSub, u.Sym, b.num(3)), b.num(4)), u, 3, 7},
		{"truth value", f.Ne(f.Ite(f.SLt(x.Sym, b.num(0)), b.num(2), b.num(0)), b.num(0)), x, minInt, -1},
		{"negation", f.Not(f.Or(f.SLt(x.Sym, b.num(0)), f.SLt(b.num(9), x.Sym))), x, 0, 9},
	}
	ls := b.locations(2)
	for _, tt := range tests {
		b.Edges, ls[0].Out, ls[1].In = nil, nil, nil
		b.NewEdge(ls[0], ls[1], program.Assume(tt.assume))
		got := interval.Analyze(context.Background(), b.Program).At(ls[1]).Range(tt.v)
		if !got.Equal(interval.OfInt64(tt.lo, tt.hi)) {
			t.Errorf("%s: %s in %v, want [%d, %d]", tt.name, tt.v, got, tt.lo, tt.hi)
		}
	}
}

// TestLoweredProgram checks the domain over unbounded integers.
func TestLoweredProgram(t *testing.T) {
	f := logic.NewFactory()
	p := &program.Program{Terms: f, Lowered: true}
	x := &program.Var{Name: "x", Sym: f.Var("x", logic.Int)}
	y := &program.Var{Name: "y", Sym: f.Var("y", logic.Int)}
	p.Vars = []*program.Var{x, y}
	for range 4 {
		p.NewLocation("main", program.Pos{})
	}
	ls := p.Locs
	p.Init, p.Error = ls[0], ls[3]
	n := f.IntConst
	p.NewEdge(ls[0], ls[1], program.Assign(x, n(0)), program.Assume(f.Le(n(5), y.Sym)))
	p.NewEdge(ls[1], ls[1], program.Assume(f.Le(f.Add(f.Mul(n(2), x.Sym), n(1)), n(20))), program.Assign(x, f.Add(x.Sym, n(1))))
	p.NewEdge(ls[1], ls[2], program.Assume(f.Lt(f.Add(x.Sym, y.Sym), n(20))), program.Assign(y, f.Mod(y.Sym, n(4))))
	p.NewEdge(ls[2], ls[3], program.Assume(f.Eq(y.Sym, n(4))))
	r := interval.Analyze(context.Background(), p)
	if got := r.At(ls[1]).Range(x); !got.Equal(interval.OfInt64(0, 10)) {
		t.Errorf("x in %v", got)
	}
	if got := r.At(ls[1]).Range(y); !got.Equal(interval.Of(big.NewInt(5), nil)) {
		t.Errorf("y in %v", got)
	}
	if got := r.At(ls[2]).Range(y); !got.Equal(interval.OfInt64(0, 3)) {
		t.Errorf("y mod 4 in %v", got)
	}
	if r.At(ls[3]) != nil {
		t.Error("the error location is unreachable")
	}
	want := f.And(f.Le(n(0), x.Sym), f.Le(x.Sym, n(10)), f.Le(n(5), y.Sym))
	if got := r.Invariant(ls[1]); got != want {
		t.Errorf("invariant %v, want %v", got, want)
	}
}

// TestCancelledAnalysisKnowsTheTypes: an interrupted analysis falls back to the ranges of types and claims nothing else.
func TestCancelledAnalysisKnowsTheTypes(t *testing.T) {
	b := newBuilder()
	x := b.variable("x", true)
	ls := b.locations(2)
	b.NewEdge(ls[0], ls[1], program.Assign(x, b.num(3)))
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	r := interval.Analyze(ctx, b.Program)
	if r.Complete() || !r.At(ls[1]).Range(x).Equal(interval.TypeRange(32, true)) || !r.Invariant(ls[1]).IsTrue() {
		t.Errorf("got %v", r.At(ls[1]).Range(x))
	}
}

// BenchmarkAnalyze measures a chain of loops over many variables.
func BenchmarkAnalyze(bm *testing.B) {
	b := newBuilder()
	const loops = 1000
	ls := b.locations(2*loops + 1)
	for k := range loops {
		v := b.variable("v"+big.NewInt(int64(k)).String(), k%2 == 0)
		h, n := ls[2*k+1], ls[2*k]
		b.NewEdge(n, h, program.Assign(v, b.num(0)))
		b.NewEdge(h, h, program.Assume(b.f.ULt(v.Sym, b.num(int64(10+k)))), b.inc(v))
		if k+1 < loops {
			b.NewEdge(h, ls[2*k+2], program.Assume(b.f.ULe(b.num(int64(10+k)), v.Sym)))
		}
	}
	bm.ResetTimer()
	for bm.Loop() {
		if !interval.Analyze(context.Background(), b.Program).Complete() {
			bm.Fatal("incomplete")
		}
	}
}
