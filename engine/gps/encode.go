package gps

import (
	"strconv"

	"cupel/engine"
	"cupel/logic"
	"cupel/program"
)

// encoder executes operations symbolically: variables have terms over the
// symbols of havocs as values. What was executed can be undone.
type encoder struct {
	f      *logic.Factory
	checks bool
	vals   map[*logic.Term]*logic.Term
	trail  []undo
	havocs []havoc
	subst  *logic.Substitution
	// base gives the values of variables that were not written; nil: themselves.
	base func(v *logic.Term) *logic.Term
}

type undo struct{ v, old *logic.Term }

// havoc is an executed OpHavoc and the symbol of its value.
type havoc struct {
	op  *program.Op
	sym *logic.Term
}

func newEncoder(f *logic.Factory, checks bool) *encoder {
	return &encoder{f: f, checks: checks, vals: map[*logic.Term]*logic.Term{}}
}

func (c *encoder) eval(t *logic.Term) *logic.Term {
	if t.IsGround() {
		return t
	}
	if c.subst == nil {
		c.subst = c.f.NewSubst(func(v *logic.Term) *logic.Term {
			if t := c.vals[v]; t != nil || c.base == nil {
				return t
			}
			return c.base(v)
		})
	}
	return c.subst.Apply(t)
}

func (c *encoder) set(v, t *logic.Term) {
	c.trail = append(c.trail, undo{v, c.vals[v]})
	c.vals[v], c.subst = t, nil
}

// value returns a variable's value.
func (c *encoder) value(v *logic.Term) *logic.Term {
	if t := c.vals[v]; t != nil {
		return t
	}
	return v
}

// exec executes operations and returns the assumptions made; the last one is
// false when the operations cannot be executed.
func (c *encoder) exec(ops []program.Op) []*logic.Term {
	var as []*logic.Term
	for i := range ops {
		op := &ops[i]
		switch op.Kind {
		case program.OpCheck, program.OpAssume:
			if op.Kind == program.OpCheck && !c.checks {
				continue
			}
			a := c.eval(op.Expr)
			if !a.IsTrue() {
				as = append(as, a)
			}
			if a.IsFalse() {
				return as
			}
		case program.OpAssign:
			c.set(op.Var.Sym, c.eval(op.Expr))
		case program.OpHavoc:
			// The n-th havoc of a path has the same symbol whenever it is encoded.
			s := c.f.Var(op.Var.Name+"#"+strconv.Itoa(len(c.havocs)), op.Var.Sort())
			c.set(op.Var.Sym, s)
			c.havocs = append(c.havocs, havoc{op, s})
		}
	}
	return as
}

type encoderMark struct{ trail, havocs int }

func (c *encoder) mark() encoderMark { return encoderMark{len(c.trail), len(c.havocs)} }

func (c *encoder) undo(m encoderMark) {
	for i := len(c.trail) - 1; i >= m.trail; i-- {
		u := c.trail[i]
		if u.old == nil {
			delete(c.vals, u.v)
		} else {
			c.vals[u.v] = u.old
		}
	}
	if len(c.trail) != m.trail {
		c.subst = nil
	}
	c.trail, c.havocs = c.trail[:m.trail], c.havocs[:m.havocs]
}

// havocValue is the value of an executed havoc.
func havocValue(op *program.Op, v *logic.Term) engine.HavocValue {
	return engine.HavocValue{Var: op.Var, Input: op.Input, ID: op.ID, Value: v}
}
