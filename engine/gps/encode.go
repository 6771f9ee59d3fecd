package gps

import (
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/program/ssa"
)

// exec executes operations symbolically and returns their assumptions, and whether one is syntactically false.
func exec(s *ssa.State, ops []program.Op) (as []*logic.Term, dead bool) {
	as = s.Step(ops).Assumes
	for _, a := range as {
		dead = dead || a.IsFalse()
	}
	return as, dead
}

// evalAll evaluates formulas over program variables in a state.
func evalAll(s *ssa.State, ts []*logic.Term) []*logic.Term {
	out := make([]*logic.Term, len(ts))
	for i, t := range ts {
		out[i] = s.Eval(t)
	}
	return out
}

// havocValue returns the value of an executed havoc.
func havocValue(h *ssa.Havoc, v *logic.Term) program.HavocValue {
	return program.HavocValue{Var: h.Var, Input: h.Input, ID: h.ID, Value: v}
}
