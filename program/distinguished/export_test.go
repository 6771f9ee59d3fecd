package distinguished

import (
	"cupel/logic"
	"cupel/program"
)

// For tests of packages that use this one.
var (
	Random   = random
	Feasible = feasible
)

// A Cell is a known one: Var is Array's element at Place.
type Cell struct {
	Var   *program.Var
	Array *logic.Term
	Place *logic.Term
}

// TransformWith is Transform, with the distinguished index of integer arrays and the cells.
func TransformWith(p *program.Program) (c *Cells, index *logic.Term, cells []Cell) {
	c, t := transform(p)
	if c == nil {
		return nil, nil, nil
	}
	for _, a := range t.order {
		for i, v := range a.cells {
			cells = append(cells, Cell{v, a.v.Sym, t.place(a, i)})
		}
	}
	return c, t.index[logic.Int].Sym, cells
}
