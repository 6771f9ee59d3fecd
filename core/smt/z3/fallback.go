package z3

// #include <z3.h>
import "C"

import (
	"context"

	"cupel/core/logic"
	"cupel/core/logic/arrayfree"
	"cupel/core/smt"
)

// fallback decides when a query is solved by a one-shot solver instead of the incremental one.
type fallback struct {
	budget   uint                  // of the incremental solver, see firstBudget
	arrays   bool                  // a query was met whose arrays cannot be eliminated
	solver   C.Z3_solver           // that answered last; nil: the incremental one did
	exceeded int                   // budgets in a row
	skip     int                   // queries that go to a one-shot solver at once
	any      bool                  // for queries of all theories; set by tests
	flat     *arrayfree.Eliminator // nil: none was needed yet
	keep     int                   // queries whose arrays are not eliminated
}

// oneShotApplies reports whether one-shot solving may help: the solver has only had bit-vectors, floats, Booleans and arrays of them: no other sort was translated.
func (s *Solver) oneShotApplies() bool {
	return s.own.any || !s.patterns && s.z.sorts[logic.Int] == nil && s.z.sorts[logic.Real] == nil
}

// incrementalFirst reports whether the incremental solver is tried first.
func (s *Solver) incrementalFirst() bool {
	if s.own.skip > 0 {
		s.own.skip--
		return false
	}
	return true
}

// first is the budget of the incremental solver.
func (o *fallback) first() uint {
	if o.arrays {
		return o.budget * arrayFactor
	}
	return o.budget
}

// countExceeded counts the budgets exceeded in a row, after which the incremental solver is skipped for some queries.
func (s *Solver) countExceeded(exceeded bool) {
	if !exceeded {
		s.own.exceeded = 0
		return
	}
	if s.own.exceeded++; s.own.exceeded >= patience {
		s.own.skip = impatience
	}
}

// asserted returns the assertions and the assumptions.
func (s *Solver) asserted(assumptions []*logic.Term) []*logic.Term {
	var all []*logic.Term
	for _, frame := range s.frames {
		all = append(all, frame...)
	}
	return append(all, assumptions...)
}

// solveOneShot solves the query with one-shot solvers within budget (0: no limit); flat is the query without arrays, nil where there is none. The result is
// Unknown if they give up.
func (s *Solver) solveOneShot(ctx context.Context, assumptions []*logic.Term, flat *arrayfree.Result, budget uint) error {
	all := s.asserted(assumptions)
	var err error
	if flat == nil {
		err = s.solveAs(ctx, s.z.oneShotSolver, all, budget)
	} else {
		err = s.solveInTurn(ctx, all, flat, budget)
	}
	if s.last == smt.Unsat {
		seen := map[*logic.Term]bool{}
		for _, t := range assumptions {
			if !seen[t] {
				seen[t] = true
				s.core = append(s.core, t)
			}
		}
	}
	return err
}

// solveAs asks a new one-shot solver within budget (0: no limit).
func (s *Solver) solveAs(ctx context.Context, open func() C.Z3_solver, all []*logic.Term, budget uint) error {
	z := s.z
	s.releaseOneShot()
	s.reason = ""
	oneShot := open()
	if err := s.err("making a solver"); err != nil {
		return err
	}
	s.own.solver = oneShot
	if budget > 0 {
		p := z.params()
		defer p.free()
		p.uint("rlimit", budget)
		C.Z3_solver_set_params(z.c, oneShot, p.p)
	}
	for _, t := range all {
		a, err := z.ast(t)
		if err != nil {
			return err
		}
		C.Z3_solver_assert(z.c, oneShot, a)
		if err := s.err("assert"); err != nil {
			return err
		}
	}
	before := s.counted(budget)
	var r C.Z3_lbool
	stopped := z.run(ctx, s.limits, func() { r = C.Z3_solver_check(z.c, oneShot) })
	exceeded := s.exceeds(before, budget) // even with an answer: it may be due to the budget's end
	err := s.err("check")
	s.stats.Alone++
	switch {
	case s.broken:
		s.reason = reasonMemory
	case exceeded:
		s.z.uncancel()
		s.reason = reasonWork
	case stopped != "":
		s.reason = stopped
	case err != nil && isLimit(err):
		s.reason = err.Error()
	case err != nil:
		return err
	case r == C.Z3_L_TRUE:
		s.last, s.current = smt.Sat, true
	case r == C.Z3_L_FALSE:
		s.last = smt.Unsat
	default:
		s.reason = C.GoString(C.Z3_solver_get_reason_unknown(z.c, oneShot))
	}
	return nil
}

// releaseOneShot frees the solver that answered last.
func (s *Solver) releaseOneShot() {
	if s.own.solver != nil {
		C.Z3_solver_dec_ref(s.z.c, s.own.solver)
		s.own.solver = nil
	}
}
