package certify_test

import (
	"context"
	"testing"

	"cupel/core/logic"
	"cupel/core/smt"
	"cupel/core/smt/z3"
	"cupel/kernel/certify"
)

// TestTidy: claims in short say the same.
func TestTidy(t *testing.T) {
	f := logic.NewFactory()
	n := f.IntConst
	k, i, m := f.Var("k", logic.Int), f.Var("i", logic.Int), f.Var("m", logic.Int)
	a, b := f.Var("a", logic.ArraySort(logic.Int, logic.Int)), f.Var("b", logic.ArraySort(logic.Int, logic.Int))
	at := func(x *logic.Term) *logic.Term { return f.Select(x, k) }
	all := func(t *logic.Term) *logic.Term { return f.Forall([]*logic.Term{k}, t) }
	open := func(f *logic.Factory, o smt.Options) (smt.Solver, error) { return z3.New(f, o) }
	fill := f.Or(f.And(f.Lt(k, n(0)), f.Le(n(0), i)), f.And(f.Le(i, k), f.Le(n(0), k), f.Le(n(0), i)),
		f.And(f.Lt(n(0), i), f.Le(n(0), k), f.Lt(k, i), f.Eq(at(a), n(42))))
	for name, c := range map[string]struct {
		t    *logic.Term
		want []*logic.Term
	}{
		"fill":   {all(fill), []*logic.Term{f.Le(n(0), i), all(f.Or(f.Lt(k, n(0)), f.Le(i, k), f.Eq(at(a), n(42))))}},
		"both":   {all(f.And(f.Eq(at(a), m), f.Le(at(b), m))), []*logic.Term{all(f.Eq(at(a), m)), all(f.Le(at(b), m))}},
		"case":   {all(f.Or(f.Lt(k, i), f.And(f.Lt(k, i), f.Eq(at(a), m)))), []*logic.Term{all(f.Lt(k, i))}},
		"common": {all(f.Or(f.And(f.Eq(at(a), m), f.Le(i, k)), f.And(f.Eq(at(a), m), f.Eq(at(b), m)))), []*logic.Term{all(f.Eq(at(a), m)), all(f.Or(f.Le(i, k), f.Eq(at(b), m)))}},
		"scalar": {f.Le(i, m), []*logic.Term{f.Le(i, m)}},
	} {
		got, err := certify.Tidy(context.Background(), f, open, c.t)
		if err != nil || f.And(got...) != f.And(c.want...) {
			t.Errorf("%s: %s, want %s (%v)", name, f.And(got...), f.And(c.want...), err)
		}
	}
}
