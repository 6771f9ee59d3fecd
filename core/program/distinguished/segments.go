package distinguished

import (
	"slices"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/rational"
)

// behind reports whether "beyond" is kept after loops, as Segments needs it.
func (d *dividing) behind() bool { return d.window > 0 }

// solved solves an equality for the distinguished index; nil: the solution is no integer term.
func (d *dividing) solved(index, eq *logic.Term) *logic.Term {
	if eq.Arg(0).Sort() != logic.Int || !logic.Occurs(index, eq) {
		return nil
	}
	t := d.f.Sub(eq.Arg(0), eq.Arg(1))
	prods, coeffs, _ := logic.Linear(t)
	for i, p := range prods {
		if p != index {
			continue
		}
		switch rest := d.f.Sub(t, d.f.Mul(d.f.Num(logic.Int, coeffs[i]), p)); {
		case logic.Occurs(index, rest):
		case coeffs[i].Equal(rational.One):
			return d.f.Neg(rest)
		case coeffs[i].Neg().Equal(rational.One):
			return rest
		}
	}
	return nil
}

// indexPassed is the formula that the index lies behind the loop's counter.
func (d *dividing) indexPassed(l *traversal) *logic.Term {
	if l.down {
		return d.f.Lt(l.count, l.index)
	}
	return d.f.Lt(l.index, l.count)
}

// between counts the loops that start from one head on and before another, in program order.
func (d *dividing) between(from, to *program.Location) (n int) {
	for h := range d.loops {
		if from.ID <= h.ID && h.ID < to.ID {
			n++
		}
	}
	return n
}

// countsDown reports whether a loop changes its count by constants, one of them negative.
func (d *dividing) countsDown(l *traversal) bool {
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
	writing := len(d.traversals)
	for _, e := range d.p.Edges {
		head := innermost(bodies, e)
		if head == nil {
			continue
		}
		for _, a := range d.atoms(e) {
			if l := d.traversal(head, a.index); l == nil || l.number >= writing {
				d.noteTraversal(head, bodies, a.index, d.count(e, a))
			}
		}
	}
}

// count returns the term that a comparison on an edge compares its index with, over the state before the edge; for Phases, the term as it stands.
func (d *dividing) count(e *program.Edge, a atom) *logic.Term {
	_, t := d.counted(a.eq)
	for i := a.op - 1; d.behind() && i >= 0; i-- {
		if o := &e.Ops[i]; o.Kind == program.OpAssign && logic.Occurs(o.Var.Sym, t) {
			t = d.f.Subst(t, map[*logic.Term]*logic.Term{o.Var.Sym: o.Expr})
		}
	}
	return t
}

// An atom is a comparison of a distinguished index on which the effect of an edge depends, from an operation on.
type atom struct {
	eq, index *logic.Term
	op        int
}

// atoms are the comparisons on an edge that choose between cells.
func (d *dividing) atoms(e *program.Edge) (out []atom) {
	for i := range e.Ops {
		e.Ops[i].Terms(func(t *logic.Term) {
			logic.Walk(func(s *logic.Term) bool {
				if s.Op() != logic.OpIte || s.Arg(0).Op() != logic.OpEq || len(out) == maxAtoms || slices.ContainsFunc(out, func(a atom) bool { return a.eq == s.Arg(0) }) {
					return true
				}
				if index, with := d.counted(s.Arg(0)); with != nil {
					out = append(out, atom{s.Arg(0), index, i})
				}
				return true
			}, t)
		})
	}
	return out
}

// A choice is the case of an edge in which some of its comparisons hold and the others do not.
type choice struct {
	met []meeting
	ops []program.Op
}

// A meeting is the condition that a distinguished index equals a loop's counter.
type meeting struct{ index, count *logic.Term }

// choices are the ways in which an edge is followed.
func (d *dividing) choices(e *program.Edge) []choice {
	for _, l := range d.traversals {
		if d.reads || l.contains(e) {
			return d.cases(e)
		}
	}
	return []choice{{nil, e.Ops}}
}

// cases returns the choices of an edge, which together cover it.
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
					n.met = append(slices.Clone(c.met), meeting{a.index, d.count(e, a)})
				}
				next = append(next, n)
			}
		}
		out = next
	}
	return out
}

// settle returns operations with a comparison replaced by its truth value, as long as no variable in it changes.
func (d *dividing) settle(ops []program.Op, a atom, holds bool) []program.Op {
	out := slices.Clone(ops)
	images := map[*logic.Term]*logic.Term{a.eq: d.f.BoolConst(holds)}
	for i := a.op; i < len(out); i++ {
		out[i] = out[i].Map(func(t *logic.Term) *logic.Term { return d.f.Replace(t, images) }, nil)
		changed := false
		ops[i].Defines(func(v *program.Var) { changed = changed || logic.Occurs(v.Sym, a.eq) })
		if changed {
			break
		}
	}
	return out
}
