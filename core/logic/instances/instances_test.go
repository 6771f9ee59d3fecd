package instances_test

import (
	"context"
	"fmt"
	"testing"

	"cupel/core/logic"
	"cupel/core/logic/instances"
	"cupel/core/smt"
	"cupel/core/smt/z3"
)

// TestGround: instances of formulas at the accessed places decide questions, and follow from the formulas.
func TestGround(t *testing.T) {
	f := logic.NewFactory()
	num := func(n int64) *logic.Term { return f.IntConst(n) }
	a, b := f.Var("a", logic.ArraySort(logic.Int, logic.Int)), f.Var("b", logic.ArraySort(logic.Int, logic.Int))
	i, n, base, k := f.Var("i", logic.Int), f.Var("n", logic.Int), f.Var("base", logic.Int), f.Var("k", logic.Int)
	at := func(x *logic.Term, j *logic.Term) *logic.Term { return f.Select(x, j) }
	all := func(body *logic.Term) *logic.Term { return f.Forall([]*logic.Term{k}, body) }
	below := f.And(f.Le(num(0), k), f.Lt(k, n))
	addr := func(j *logic.Term) *logic.Term { return f.Add(f.Mul(num(4), j), num(65536)) }
	for name, c := range map[string]struct {
		known []*logic.Term
		goal  *logic.Term
		holds bool
	}{
		"same place":  {[]*logic.Term{all(f.Implies(below, f.Eq(at(a, k), num(1)))), f.Le(num(0), i), f.Lt(i, n)}, f.Eq(at(a, i), num(1)), true},
		"other place": {[]*logic.Term{all(f.Implies(below, f.Eq(at(a, k), num(1)))), f.Le(num(0), i)}, f.Eq(at(a, i), num(1)), false},
		"store": {[]*logic.Term{all(f.Implies(below, f.Eq(at(a, k), num(1))))},
			all(f.Implies(f.And(f.Le(num(0), k), f.Lt(k, f.Add(n, num(1)))), f.Eq(at(f.Store(a, n, num(1)), k), num(1)))), true},
		"addresses": {[]*logic.Term{all(f.Eq(at(a, addr(k)), k))}, f.Eq(at(a, addr(f.Add(i, num(2)))), f.Add(i, num(2))), true},
		"equal base": {[]*logic.Term{f.Eq(base, num(65536)), all(f.Eq(at(a, addr(k)), k))},
			f.Eq(at(a, f.Add(base, f.Mul(num(4), i))), i), true},
		"odd address": {[]*logic.Term{all(f.Eq(at(a, addr(k)), k))}, f.Eq(at(a, num(65537)), num(0)), false},
		"chain": {[]*logic.Term{all(f.Eq(at(a, k), at(b, f.Add(k, num(1))))), all(f.Eq(at(b, k), num(5)))},
			f.Eq(at(a, i), num(5)), true},
	} {
		s, err := z3.New(f, smt.Options{})
		if err != nil {
			t.Fatal(err)
		}
		goal := instances.Skolem(f, c.goal)
		for j, g := range instances.Ground(f, c.known, goal) {
			if instances.Quantified(g) {
				t.Errorf("%s: %s is quantified", name, g)
			}
			if err := s.Assert(g); err != nil {
				t.Fatal(err)
			}
			if r := refutes(t, f, f.And(c.known[j], f.Not(g))); r == smt.Sat {
				t.Errorf("%s: %s does not follow: %v", name, g, r)
			}
		}
		r, err := s.Check(context.Background(), f.Not(goal))
		if err != nil || (r == smt.Unsat) != c.holds {
			t.Errorf("%s: %v, %v", name, r, err)
		}
		s.Close()
	}
}

// refutes asks a solver about a quantified formula; solvers do not decide all of them.
func refutes(t *testing.T, f *logic.Factory, u *logic.Term) smt.Result {
	t.Helper()
	s, err := z3.New(f, smt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if err := s.Assert(u); err != nil {
		t.Fatal(err)
	}
	r, err := s.Check(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func ExampleGround() {
	f := logic.NewFactory()
	a, i, k := f.Var("a", logic.ArraySort(logic.Int, logic.Int)), f.Var("i", logic.Int), f.Var("k", logic.Int)
	zero := f.Forall([]*logic.Term{k}, f.Eq(f.Select(a, k), f.IntConst(0)))
	for _, t := range instances.Ground(f, []*logic.Term{zero}, f.Select(a, f.Add(i, f.IntConst(1)))) {
		fmt.Println(t)
	}
	// Output: a[i + 1] == 0
}
