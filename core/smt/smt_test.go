package smt_test

import (
	"context"
	"errors"
	"testing"

	"pgregory.net/rapid"

	"cupel/core/logic"
	"cupel/core/smt"
	"cupel/core/smt/z3"
)

func open(t interface {
	Fatal(...any)
	Cleanup(func())
}, f *logic.Factory) smt.Solver {
	s, err := z3.Open(f, smt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// formula draws a formula over Boolean symbols and comparisons.
func formula(t *rapid.T, f *logic.Factory, leaves []*logic.Term, d int) *logic.Term {
	if d == 0 {
		return leaves[rapid.IntRange(0, len(leaves)-1).Draw(t, "leaf")]
	}
	a, b := formula(t, f, leaves, d-1), formula(t, f, leaves, d-1)
	switch rapid.IntRange(0, 3).Draw(t, "op") {
	case 0:
		return f.Not(a)
	case 1:
		return f.And(a, b)
	case 2:
		return f.Or(a, b)
	}
	return f.Eq(a, b)
}

// TestAllSAT compares the cubes with the consistent total combinations.
func TestAllSAT(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := logic.NewFactory()
		x, y := f.Var("x", logic.Int), f.Var("y", logic.Int)
		atoms := []*logic.Term{f.Var("p", logic.Bool), f.Var("q", logic.Bool), f.Le(x, y), f.Le(y, f.IntConst(3)), f.Eq(x, f.IntConst(5))}
		leaves := append([]*logic.Term{f.Var("r", logic.Bool), f.Le(f.IntConst(2), x)}, atoms...)
		phi := formula(t, f, leaves, 3)
		ctx := context.Background()
		s := open(t, f)
		if err := s.Assert(phi); err != nil {
			t.Fatal(err)
		}
		want := f.False()
		for bits := range 1 << len(atoms) {
			var c []*logic.Term
			for i, a := range atoms {
				if bits>>i&1 == 1 {
					c = append(c, a)
				} else {
					c = append(c, f.Not(a))
				}
			}
			if ok, err := smt.Satisfiable(ctx, s, c...); err != nil {
				t.Fatal(err)
			} else if ok {
				want = f.Or(want, f.And(c...))
			}
		}
		whole := f.False()
		if err := smt.AllSAT(ctx, s, f, atoms, nil, 0, func(cube []*logic.Term) bool {
			whole = f.Or(whole, f.And(cube...))
			return true
		}); err != nil {
			t.Fatal(err)
		}
		gen := open(t, f)
		if err := gen.Assert(f.Not(phi)); err != nil {
			t.Fatal(err)
		}
		general := f.False()
		if err := smt.AllSAT(ctx, s, f, atoms, gen, 0, func(cube []*logic.Term) bool {
			general = f.Or(general, f.And(cube...))
			return true
		}); err != nil {
			t.Fatal(err)
		}
		free := open(t, f)
		for _, got := range []*logic.Term{whole, general} {
			if differ, err := smt.Satisfiable(ctx, free, f.Xor(got, want)); err != nil || differ {
				t.Fatalf("%v: got %v, want %v, %v", phi, got, want, err)
			}
		}
		// The solver is as it was.
		if differ, err := smt.Satisfiable(ctx, s, f.Not(phi)); err != nil || differ {
			t.Fatal(differ, err)
		}
	})
}

// TestAllSATEnds: the limit, the result of yield and the context end an enumeration.
func TestAllSATEnds(t *testing.T) {
	f := logic.NewFactory()
	var atoms []*logic.Term
	for _, n := range []string{"a", "b", "c", "d"} {
		atoms = append(atoms, f.Var(n, logic.Bool))
	}
	s := open(t, f)
	n := 0
	count := func([]*logic.Term) bool { n++; return n < 5 }
	if err := smt.AllSAT(context.Background(), s, f, atoms, nil, 3, count); !errors.Is(err, smt.ErrLimit) || n != 3 {
		t.Error(err, n)
	}
	if n = 0; smt.AllSAT(context.Background(), s, f, atoms, nil, 0, count) != nil || n != 5 {
		t.Error(n)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := smt.AllSAT(ctx, s, f, atoms, nil, 0, count); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if err := s.Pop(1); err == nil {
		t.Error("a level is left open")
	}
}

// TestMinimizeCore: the result is unsatisfiable and irredundant.
func TestMinimizeCore(t *testing.T) {
	found := 0
	rapid.Check(t, func(t *rapid.T) {
		f := logic.NewFactory()
		var leaves, as []*logic.Term
		x := f.Var("x", logic.Int)
		for i := range int64(4) {
			leaves = append(leaves, f.Le(x, f.IntConst(i)), f.Var(string(rune('p'+i)), logic.Bool))
		}
		for range 12 {
			as = append(as, formula(t, f, leaves, 2))
		}
		s := open(t, f)
		ctx := context.Background()
		if ok, err := smt.Satisfiable(ctx, s, as...); ok || err != nil {
			t.Skip(err)
		}
		found++
		core, err := smt.MinimizeCore(ctx, s, as, 1000)
		if err != nil {
			t.Fatal(err)
		}
		if ok, err := smt.Satisfiable(ctx, s, core...); ok || err != nil {
			t.Fatalf("satisfiable core %v, %v", core, err)
		}
		for i := range core {
			rest := append(append([]*logic.Term(nil), core[:i]...), core[i+1:]...)
			if ok, err := smt.Satisfiable(ctx, s, rest...); !ok || err != nil {
				t.Fatalf("%v is superfluous in %v, %v", core[i], core, err)
			}
		}
		short, err := smt.MinimizeCore(ctx, s, as, 1)
		if err != nil {
			t.Fatal(err)
		}
		if ok, err := smt.Satisfiable(ctx, s, short...); ok || err != nil {
			t.Fatal(short, err)
		}
	})
	if found == 0 {
		t.Error("no unsatisfiable set was drawn")
	}
}

// TestSatisfiable: both answers, and an open question.
func TestSatisfiable(t *testing.T) {
	f := logic.NewFactory()
	s := open(t, f)
	ctx := context.Background()
	x, y := f.Var("x", logic.Int), f.Var("y", logic.Int)
	k := f.IntConst
	for _, c := range []struct {
		ts   []*logic.Term
		want bool
	}{
		{nil, true},
		{[]*logic.Term{f.Lt(x, y), f.Lt(y, k(3)), f.Not(f.Lt(x, k(2)))}, false},
		{[]*logic.Term{f.Lt(x, k(3)), f.Not(f.Lt(x, k(2)))}, true},
	} {
		if got, err := smt.Satisfiable(ctx, s, c.ts...); err != nil || got != c.want {
			t.Errorf("%v: %v, %v", c.ts, got, err)
		}
	}
	ended, cancel := context.WithCancel(ctx)
	cancel()
	if ok, err := smt.Satisfiable(ended, s, f.Lt(x, k(3)), f.Not(f.Lt(x, k(2)))); ok || !errors.Is(err, context.Canceled) {
		t.Error(ok, err)
	}
	var unknown *smt.UnknownError
	if errors.As(error(&smt.UnknownError{Reason: "timeout"}), &unknown); unknown.Error() != "smt: undecided: timeout" {
		t.Error(unknown)
	}
}
