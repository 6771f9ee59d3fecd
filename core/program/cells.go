package program

import (
	"cupel/core/logic"
)

// CellsToSelects replaces the variables of p that stand for array cells by the selections
// they stand for (Var.Cell): the result is over the variables of the program
// before the cells were split off.
func (p *Program) CellsToSelects(t *logic.Term) *logic.Term {
	if t == nil || t.IsGround() {
		return t
	}
	cells := p.cells(func(v *Var) (from, to *logic.Term) { return v.Sym, v.Cell })
	if len(cells) == 0 {
		return t
	}
	return p.Terms.Subst(t, cells)
}

// cells returns the substitution that pair defines on the cell variables of p.
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

// SelectsToCells is the inverse of CellsToSelects: it replaces selections that have a cell
// variable in p by that variable. Other selections stay.
func (p *Program) SelectsToCells(t *logic.Term) *logic.Term {
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
