package z3

import (
	"context"
	"testing"
	"time"

	"cupel/core/logic"
	"cupel/core/smt"
	"cupel/tests/need"
)

// TestBasics: assertions, levels, models, cores.
func TestBasics(t *testing.T) {
	f := logic.NewFactory()
	s, err := New(f, smt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	ctx := context.Background()
	x, y := f.Var("x", logic.Int), f.Var("y y", logic.Int)
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	must(s.Assert(f.Lt(x, y)))
	r, err := s.Check(ctx)
	if err != nil || r != smt.Sat {
		t.Fatal(r, err)
	}
	m, err := s.Model()
	must(err)
	if m.Value(x).Rational().Cmp(m.Value(y).Rational()) >= 0 {
		t.Error("model does not satisfy x < y")
	}
	a, b, c := f.Lt(y, x), f.Lt(x, f.IntConst(7)), f.Eq(x, f.IntConst(3))
	r, err = s.Check(ctx, a, b, c)
	must(err)
	core, err := s.Core()
	must(err)
	if r != smt.Unsat || len(core) != 1 || core[0] != a {
		t.Error(r, core)
	}
	must(s.Push())
	must(s.Assert(a))
	if r, _ = s.Check(ctx); r != smt.Unsat {
		t.Error(r)
	}
	must(s.Pop(1))
	if r, _ = s.Check(ctx); r != smt.Sat {
		t.Error(r)
	}
	bx := f.Var("bx", logic.BVSort(32))
	must(s.Assert(f.Not(f.SignedOK(logic.OpSAddOK, bx, f.BV(1, 32)))))
	if r, _ = s.Check(ctx); r != smt.Sat {
		t.Fatal(r)
	}
	m, _ = s.Model()
	if v, _ := m.Value(bx).BVUint64(); v != 0x7fffffff {
		t.Errorf("bx = %x", v)
	}
}

// TestArrayModel reads array values back.
func TestArrayModel(t *testing.T) {
	f := logic.NewFactory()
	s, err := New(f, smt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	a := f.Var("a", logic.ArraySort(logic.Int, logic.Int))
	n := f.IntConst
	_ = s.Assert(f.Eq(f.Select(a, n(3)), n(9)))
	_ = s.Assert(f.Eq(f.Select(f.Store(a, n(4), n(1)), f.Var("i", logic.Int)), n(12)))
	if r, err := s.Check(context.Background()); r != smt.Sat {
		t.Fatal(r, err)
	}
	m, _ := s.Model()
	v := m.Value(a)
	if v == nil || f.Select(v, n(3)) != n(9) || f.Select(v, m.Value(f.Var("i", logic.Int))) != n(12) {
		t.Errorf("a = %v", v)
	}
}

// TestInterrupt: a hard query stops with its context and the solver stays usable.
func TestInterrupt(t *testing.T) {
	if !need.Alone(t) {
		return
	}
	f := logic.NewFactory()
	s, err := New(f, smt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	b := logic.BVSort(64)
	p, q := f.Var("p", b), f.Var("q", b)
	ctx, cancel := context.WithTimeout(context.Background(), 200*time.Millisecond)
	defer cancel()
	hard := f.Eq(f.BVOp(logic.OpBVMul, p, q), f.BV(0xfffffffffffffc5, 64))
	r, err := s.Check(ctx, f.And(hard, f.ULt(f.BV(1, 64), p), f.ULt(f.BV(1, 64), q),
		f.ULt(p, f.BV(1<<32, 64)), f.ULt(q, f.BV(1<<32, 64))))
	if err != nil {
		t.Fatal(err)
	}
	if r != smt.Unknown {
		t.Logf("the query was easy: %v", r)
	}
	if r, err = s.Check(context.Background(), f.Eq(p, q)); r != smt.Sat || err != nil {
		t.Error(r, err)
	}
}
