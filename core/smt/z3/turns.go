package z3

// #include <z3.h>
import "C"

import (
	"context"

	"cupel/core/logic"
	"cupel/core/logic/arrayfree"
	"cupel/core/smt"
)

// withoutArrays returns the query without arrays; nil: it has quantifiers, equalities of arrays or what is no matter of bits, or would be too large. After a query
// that shows this late, the next ones are not tried.
func (s *Solver) withoutArrays(assumptions []*logic.Term) *arrayfree.Result {
	if s.own.keep > 0 {
		s.own.keep--
		return nil
	}
	if s.own.flat == nil {
		s.own.flat = arrayfree.New(s.z.f)
	}
	before := s.own.flat.Steps()
	r, ok := s.own.flat.Eliminate(s.asserted(assumptions))
	steps := s.own.flat.Steps() - before
	s.z.rewritten += steps
	if ok {
		return r
	}
	if steps > lateRefusal {
		s.own.keep = impatience
	}
	return nil
}

// solveInTurn solves a query that has been rewritten without arrays: by clauses, and by libz3's own choice, with growing budgets, within limit (0: none). Either is much
// faster than the other on some queries with products.
func (s *Solver) solveInTurn(ctx context.Context, all []*logic.Term, flat *arrayfree.Result, limit uint) error {
	floats := hasFloats(flat.Formulas)
	byClauses := func(budget uint) error {
		err := s.solveAs(ctx, s.bits(floats), flat.Formulas, budget)
		if err == nil && s.last == smt.Sat && !s.complete(all, flat) {
			s.last, s.current, s.reason = smt.Unknown, false, "no model of the arrays"
		}
		return err
	}
	byChoice := func(budget uint) error { return s.solveAs(ctx, s.z.oneShotSolver, all, budget) }
	type way struct {
		ask   func(budget uint) error
		share uint
	}
	ways := []way{{byClauses, clauseShare}, {byChoice, 1}}
	turn := uint(firstTurn)
	if limit > 0 {
		turn = max(min(turn, limit/(clauseShare+1)), 1)
	}
	for ; len(ways) > 0; turn *= turnGrowth {
		var left []way
		for _, way := range ways {
			budget := least(turn*way.share, limit)
			if turn >= lastTurn {
				budget = limit
			}
			before := s.Work()
			err := way.ask(budget)
			if err != nil || s.last != smt.Unknown || s.broken || ctx.Err() != nil || s.reason == reasonTimeout || s.reason == reasonMemory {
				return err
			}
			if s.reason == reasonWork {
				left = append(left, way)
			}
			if limit == 0 {
				continue
			}
			used := uint(since(before, s.Work()))
			if used >= limit {
				s.reason = reasonWork
				return nil
			}
			limit -= used
		}
		ways = left
	}
	return nil
}

// bits opens a solver by clauses.
func (s *Solver) bits(floats bool) func() C.Z3_solver {
	return func() C.Z3_solver { return s.z.bitsSolver(floats) }
}

func hasFloats(ts []*logic.Term) bool {
	found := false
	logic.Walk(func(t *logic.Term) bool {
		found = found || t.Sort().IsFloat()
		return !found
	}, ts...)
	return found
}

// complete makes a model of all formulas out of the model of what they became without arrays: arrays have the cells that were read, and any value elsewhere. It
// reports whether the formulas hold in it.
func (s *Solver) complete(all []*logic.Term, flat *arrayfree.Result) bool {
	z, f := s.z, s.z.f
	if err := s.readModel(); err != nil {
		return false
	}
	m := s.model
	ok := func() bool {
		arrays := map[*logic.Term]*logic.Term{}
		var symbols []*logic.Term
		for _, c := range flat.Cells {
			a := arrays[c.Array]
			if a == nil {
				symbols = append(symbols, c.Array)
				a = f.ConstArray(c.Array.Sort(), f.Zero(c.Array.Sort().Elem()))
			}
			i, v := m.Value(c.Index), m.Value(c.Symbol)
			if i == nil || v == nil {
				return false
			}
			arrays[c.Array] = f.Store(a, i, v)
		}
		for _, v := range symbols {
			if !m.add(v, arrays[v]) {
				return false
			}
		}
		holds := f.NewEvaluator(func(v *logic.Term) *logic.Term {
			if a := arrays[v]; a != nil {
				return a
			}
			return m.Value(v)
		})
		for _, t := range all {
			if b, err := holds.Bool(t); err != nil || !b {
				return false
			}
		}
		z.rewritten += holds.Steps()
		return true
	}()
	if !ok {
		m.free()
		s.model = nil
	}
	return ok
}

// add makes value the value of a symbol that has none.
func (m *Model) add(symbol, value *logic.Term) bool {
	z := m.z
	v, err := z.ast(symbol)
	if err != nil {
		return false
	}
	a, err := z.ast(value)
	if err != nil {
		return false
	}
	C.Z3_add_const_interp(z.c, m.m, C.Z3_get_app_decl(z.c, C.Z3_to_app(z.c, v)), a)
	return z.err("completing a model") == nil
}
