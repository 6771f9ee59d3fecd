package bmc

import (
	"fmt"
	"math"

	"cupel/core/logic"
	"cupel/core/rational"
	"cupel/product/petri"
)

// encoder builds terms over one sort, integers or reals.
type encoder struct {
	f    *logic.Factory
	sort *logic.Sort
}

func (e encoder) num(k int64) *logic.Term { return e.f.Num(e.sort, rational.FromInt(k)) }

// sum is the weighted sum of terms.
func (e encoder) sum(arcs []petri.Arc, of []*logic.Term) *logic.Term {
	parts := make([]*logic.Term, 0, len(arcs)+1)
	for _, a := range arcs {
		parts = append(parts, e.scaled(a.Weight, of[a.Index]))
	}
	if len(parts) == 0 {
		return e.num(0)
	}
	return e.f.Add(parts...)
}

func (e encoder) scaled(k int64, t *logic.Term) *logic.Term {
	if k == 1 {
		return t
	}
	return e.f.Mul(e.num(k), t)
}

// Formula translates a normalized predicate, given integer terms of the token counts.
func Formula(f *logic.Factory, p *petri.Predicate, tokens []*logic.Term) *logic.Term {
	return encoder{f, logic.Int}.predicate(p, tokens)
}

// predicate translates a normalized predicate, given the terms of the token counts.
func (e encoder) predicate(p *petri.Predicate, tokens []*logic.Term) *logic.Term {
	switch p.Op {
	case petri.OpTrue:
		return e.f.True()
	case petri.OpFalse:
		return e.f.False()
	case petri.OpRow:
		left, right := e.sum(p.Row.Terms, tokens), e.num(p.Row.Bound)
		switch p.Row.Rel {
		case petri.GE:
			return e.f.Ge(left, right)
		case petri.LE:
			return e.f.Le(left, right)
		}
		// Two inequalities suit a simplex better than an equality, which it would
		// have to negate.
		return e.f.And(e.f.Ge(left, right), e.f.Le(left, right))
	}
	args := make([]*logic.Term, len(p.Args))
	for i, q := range p.Args {
		args[i] = e.predicate(q, tokens)
	}
	if p.Op == petri.OpAnd {
		return e.f.And(args...)
	}
	return e.f.Or(args...)
}

// vars makes one variable per node.
func (e encoder) vars(prefix string, n int) []*logic.Term {
	out := make([]*logic.Term, n)
	for i := range out {
		out[i] = e.f.Var(fmt.Sprintf("%s%d", prefix, i), e.sort)
	}
	return out
}

// saturated converts a rational to an int64, rounding up and bounding.
func saturated(q rational.Q) int64 {
	if k, ok := q.Ceil().Int64(); ok {
		return k
	}
	if q.Sign() > 0 {
		return math.MaxInt64
	}
	return math.MinInt64
}
