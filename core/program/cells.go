package program

import (
	"cupel/core/logic"
)

// Meant says a formula in the variables that cells are parts of, see Var.Cell.
func (p *Program) Meant(t *logic.Term) *logic.Term {
	if t == nil || t.IsGround() {
		return t
	}
	cells := p.cells(func(v *Var) (from, to *logic.Term) { return v.Sym, v.Cell })
	if len(cells) == 0 {
		return t
	}
	return p.Terms.Subst(t, cells)
}

// cells maps what stands for the variables that are cells to something else.
func (p *Program) cells(pair func(*Var) (from, to *logic.Term)) map[*logic.Term]*logic.Term {
	m := map[*logic.Term]*logic.Term{}
	for _, v := range p.Vars {
		if v.Cell != nil {
			from, to := pair(v)
			m[from] = to
		}
	}
	return m
}

// InCells says a formula in the cells of p as far as it speaks of them.
func (p *Program) InCells(t *logic.Term) *logic.Term {
	if t == nil || t.IsGround() {
		return t
	}
	cells := p.cells(func(v *Var) (from, to *logic.Term) { return v.Cell, v.Sym })
	if len(cells) == 0 {
		return t
	}
	return logic.Transform(t, func(u *logic.Term, args []*logic.Term) *logic.Term {
		if cell := cells[u]; cell != nil {
			return cell
		}
		return p.Terms.With(u, args)
	})
}
