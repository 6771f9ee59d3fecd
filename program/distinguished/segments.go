package distinguished

import (
	"slices"

	"cupel/logic"
	"cupel/program"
	"cupel/rational"
)

// behind reports whether what is beyond an index is remembered behind loops, as Segments needs it.
func (d *dividing) behind() bool { return d.window > 0 }

// solved is what the distinguished index is where an equality holds; nil: that is no integer term.
func (d *dividing) solved(eq *logic.Term) *logic.Term {
	if eq.Arg(0).Sort() != logic.Int || !logic.Occurs(d.index, eq) {
		return nil
	}
	t := d.f.Sub(eq.Arg(0), eq.Arg(1))
	prods, coeffs, _ := logic.Linear(t)
	for i, p := range prods {
		if p != d.index {
			continue
		}
		switch rest := d.f.Sub(t, d.f.Mul(d.f.Num(logic.Int, coeffs[i]), p)); {
		case logic.Occurs(d.index, rest):
		case coeffs[i].Equal(rational.One):
			return d.f.Neg(rest)
		case coeffs[i].Neg().Equal(rational.One):
			return rest
		}
	}
	return nil
}

// past is that the distinguished index lies behind what a loop counts with.
func (d *dividing) past(l *passing) *logic.Term {
	if l.down {
		return d.f.Lt(l.count, d.index)
	}
	return d.f.Lt(d.index, l.count)
}

// between is how many of the loops begin from one on and before another, in the order of the program.
func (d *dividing) between(from, to *program.Location) (n int) {
	for _, h := range d.heads {
		if from.ID <= h.ID && h.ID < to.ID {
			n++
		}
	}
	return n
}

// falls reports whether a loop changes its count by constants, one of them negative.
func (d *dividing) falls(l *passing) bool {
	down := false
	vars, coeffs, _ := logic.Linear(l.count)
	for _, e := range d.p.Edges {
		if !l.inside[e.Src] || !l.inside[e.Dst] {
			continue
		}
		for op := range program.AllOps(e.Ops) {
			if op.Kind != program.OpAssign {
				continue
			}
			k := slices.Index(vars, op.Var.Sym)
			if k < 0 {
				continue
			}
			if step := d.f.Sub(op.Expr, op.Var.Sym); step.IsConst() && step.Rational().Mul(coeffs[k]).Sign() < 0 {
				down = true
			}
		}
	}
	return down
}

// surveyReads finds the loops that only read cells.
func (d *dividing) surveyReads(bodies map[*program.Location]map[*program.Location]bool) {
	writing := len(d.heads)
	for _, e := range d.p.Edges {
		head := innermost(bodies, e)
		if head == nil {
			continue
		}
		if l := d.loops[head]; l != nil && l.number < writing {
			continue
		}
		for _, a := range d.atoms(e) {
			d.passes(head, bodies, d.count(e, a.op, a.eq))
		}
	}
}

// count is what a comparison before the given operation of an edge compares the distinguished index with, in the state before the edge. For Phases it is as it stands.
func (d *dividing) count(e *program.Edge, op int, eq *logic.Term) *logic.Term {
	t := d.counted(eq)
	for i := op - 1; d.behind() && i >= 0; i-- {
		if o := &e.Ops[i]; o.Kind == program.OpAssign && logic.Occurs(o.Var.Sym, t) {
			t = d.f.Subst(t, map[*logic.Term]*logic.Term{o.Var.Sym: o.Expr})
		}
	}
	return t
}

// An atom is a comparison of the distinguished index on which it depends what an edge does, from an operation on.
type atom struct {
	eq *logic.Term
	op int
}

// atoms are the comparisons on an edge that choose between cells.
func (d *dividing) atoms(e *program.Edge) (out []atom) {
	for i := range e.Ops {
		e.Ops[i].Terms(func(t *logic.Term) {
			logic.Walk(func(s *logic.Term) bool {
				if s.Op() == logic.OpIte && s.Arg(0).Op() == logic.OpEq && d.counted(s.Arg(0)) != nil && len(out) < maxAtoms &&
					!slices.ContainsFunc(out, func(a atom) bool { return a.eq == s.Arg(0) }) {
					out = append(out, atom{s.Arg(0), i})
				}
				return true
			}, t)
		})
	}
	return out
}

// A choice is what an edge does where some of its comparisons hold, and the others do not.
type choice struct {
	met []*logic.Term // what the distinguished index is
	ops []program.Op
}

// cases are the choices of an edge: together they are what it does.
func (d *dividing) cases(e *program.Edge) []choice {
	atoms := d.atoms(e)
	out := []choice{{nil, e.Ops}}
	for i := len(atoms) - 1; i >= 0; i-- { // the last one first, so that places stay
		a := atoms[i]
		var next []choice
		for _, c := range out {
			for _, cond := range []*logic.Term{a.eq, d.f.Not(a.eq)} {
				n := choice{c.met, slices.Insert(d.settle(c.ops, a, cond == a.eq), a.op, program.Assume(cond))}
				if cond == a.eq {
					n.met = append(slices.Clone(c.met), d.count(e, a.op, a.eq))
				}
				next = append(next, n)
			}
		}
		out = next
	}
	return out
}

// settle are operations in which a comparison is decided, as long as nothing in it changes.
func (d *dividing) settle(ops []program.Op, a atom, holds bool) []program.Op {
	out := slices.Clone(ops)
	images := map[*logic.Term]*logic.Term{a.eq: d.f.BoolConst(holds)}
	for i := a.op; i < len(out); i++ {
		out[i] = out[i].Map(func(t *logic.Term) *logic.Term { return d.image(t, images) }, nil)
		changed := false
		ops[i].Defines(func(v *program.Var) { changed = changed || logic.Occurs(v.Sym, a.eq) })
		if changed {
			break
		}
	}
	return out
}

// image is a term with the images of its parts in their place.
func (d *dividing) image(t *logic.Term, images map[*logic.Term]*logic.Term) *logic.Term {
	if u := images[t]; u != nil {
		return u
	}
	u := t
	if n := t.NumArgs(); n > 0 && t.Op() != logic.OpForall && t.Op() != logic.OpExists {
		args := make([]*logic.Term, n)
		for i, x := range t.Args() {
			args[i] = d.image(x, images)
		}
		u = d.f.With(t, args)
	}
	images[t] = u
	return u
}
