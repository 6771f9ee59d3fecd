package certify

import (
	"context"
	"errors"
	"testing"

	"cupel/core/logic"
	"cupel/core/program"
)

// filled is for (i = 0; i < n; i++) a[i] = value(i); error if a[j] != value(j) for some j from 0 to n.
func filled(value func(f *logic.Factory, i *logic.Term) *logic.Term) (p *program.Program, head *program.Location, a, i, n *logic.Term) {
	f := logic.NewFactory()
	p = &program.Program{Terms: f, Lowered: true}
	variable := func(name string, s *logic.Sort) *program.Var {
		v := &program.Var{Name: name, Sym: f.Var(name, s), Signed: true}
		p.Vars = append(p.Vars, v)
		return v
	}
	va, vi, vn, vj := variable("a", logic.ArraySort(logic.Int, logic.Int)), variable("i", logic.Int), variable("n", logic.Int), variable("j", logic.Int)
	a, i, n = va.Sym, vi.Sym, vn.Sym
	var l [4]*program.Location
	for k := range l {
		l[k] = p.NewLocation("main", program.Pos{File: "t", Line: 1, Col: 1})
	}
	p.Init, head, p.Error = l[0], l[1], l[3]
	k := f.IntConst
	p.NewEdge(l[0], l[1], program.Havoc(vn, nil), program.Assign(vi, k(0)))
	p.NewEdge(l[1], l[1], program.Assume(f.Lt(i, n)), program.Assign(va, f.Store(a, i, value(f, i))), program.Assign(vi, f.Add(i, k(1))))
	p.NewEdge(l[1], l[2], program.Assume(f.Le(n, i)))
	p.NewEdge(l[2], l[3], program.Havoc(vj, nil), program.Assume(f.And(f.Le(k(0), vj.Sym), f.Lt(vj.Sym, n))), program.Assume(f.Not(f.Eq(f.Select(a, vj.Sym), value(f, vj.Sym)))))
	program.MarkLoopHeads(p)
	return p, head, a, i, n
}

// TestCells: claims about all cells that are inductive and exclude the error are accepted, those that were changed are not.
func TestCells(t *testing.T) {
	constant := func(f *logic.Factory, _ *logic.Term) *logic.Term { return f.IntConst(42) }
	square := func(f *logic.Factory, i *logic.Term) *logic.Term {
		next := f.Add(i, f.IntConst(1))
		return f.Mul(next, next)
	}
	type claim = func(f *logic.Factory, k, cell, i, n *logic.Term) *logic.Term
	within := func(f *logic.Factory, k, end, what *logic.Term) *logic.Term {
		return f.Or(f.Lt(k, f.IntConst(0)), f.Le(end, k), what)
	}
	for name, c := range map[string]struct {
		value func(f *logic.Factory, i *logic.Term) *logic.Term
		claim claim
		ok    bool
	}{
		"constant": {constant, func(f *logic.Factory, k, cell, i, n *logic.Term) *logic.Term {
			return within(f, k, i, f.Eq(cell, f.IntConst(42)))
		}, true},
		"segments": {constant, func(f *logic.Factory, k, cell, i, n *logic.Term) *logic.Term {
			return f.Or(f.Lt(k, f.IntConst(0)), f.Le(i, k), f.And(f.Lt(f.IntConst(0), i), f.Lt(k, i), f.Eq(cell, f.IntConst(42))))
		}, true},
		"other constant": {constant, func(f *logic.Factory, k, cell, i, n *logic.Term) *logic.Term {
			return within(f, k, i, f.Eq(cell, f.IntConst(41)))
		}, false},
		"one more cell": {constant, func(f *logic.Factory, k, cell, i, n *logic.Term) *logic.Term {
			return within(f, k, f.Add(i, f.IntConst(1)), f.Eq(cell, f.IntConst(42)))
		}, false},
		"one cell less": {constant, func(f *logic.Factory, k, cell, i, n *logic.Term) *logic.Term {
			return within(f, k, f.Sub(i, f.IntConst(1)), f.Eq(cell, f.IntConst(42)))
		}, false},
		"all cells": {constant, func(f *logic.Factory, k, cell, i, n *logic.Term) *logic.Term { return f.Eq(cell, f.IntConst(42)) }, false},
		"segments without one": {constant, func(f *logic.Factory, k, cell, i, n *logic.Term) *logic.Term {
			return f.Or(f.Le(i, k), f.And(f.Lt(k, i), f.Eq(cell, f.IntConst(42))))
		}, false},
		"square": {square, func(f *logic.Factory, k, cell, i, n *logic.Term) *logic.Term {
			return within(f, k, i, f.Eq(cell, f.Add(f.Mul(k, k), f.Mul(f.IntConst(2), k), f.IntConst(1))))
		}, true},
		"other square": {square, func(f *logic.Factory, k, cell, i, n *logic.Term) *logic.Term {
			return within(f, k, i, f.Eq(cell, f.Add(f.Mul(k, k), f.Mul(f.IntConst(2), k))))
		}, false},
		"square of another": {square, func(f *logic.Factory, k, cell, i, n *logic.Term) *logic.Term {
			return within(f, k, i, f.Eq(cell, f.Mul(i, i)))
		}, false},
	} {
		p, head, a, i, n := filled(c.value)
		f := p.Terms
		k := f.Fresh("k", logic.Int)
		proof, err := New(context.Background(), p)
		if err != nil {
			t.Fatal(err)
		}
		proof.Claim(map[*program.Location]*logic.Term{head: f.And(f.Le(f.IntConst(0), i), f.Forall([]*logic.Term{k}, c.claim(f, k, f.Select(a, k), i, n)))})
		if err := proof.Check(context.Background(), second(t)); (err == nil) != c.ok || err != nil && !errors.Is(err, ErrInconclusive) {
			t.Errorf("%s: %v", name, err)
		}
		// The same as a fact, with a predicate that is an invariant.
		inferred, err := New(context.Background(), p)
		if err != nil {
			t.Fatal(err)
		}
		given := map[*program.Location]*logic.Term{head: f.Forall([]*logic.Term{k}, c.claim(f, k, f.Select(a, k), i, n))}
		err = inferred.Infer(context.Background(), given, map[*program.Location][]*logic.Term{head: {f.Le(f.IntConst(0), i)}}, second(t))
		if err == nil {
			err = inferred.Check(context.Background(), second(t))
		}
		if linear := !proof.Multiplies(); (err == nil) != c.ok && (linear || !c.ok) || err != nil && !errors.Is(err, ErrInconclusive) {
			t.Errorf("%s, as a fact: %v", name, err)
		}
	}
}
