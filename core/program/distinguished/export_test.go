package distinguished

import (
	"cupel/core/logic"
	"cupel/core/program"
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

// TransformWith is Transform, or TransformReads, with the distinguished indices of integer arrays and the cells.
func TransformWith(p *program.Program, most int, anywhere bool) (c *Cells, indices []*logic.Term, cells []Cell) {
	c, t := transform(p, most, anywhere)
	if c == nil {
		return nil, nil, nil
	}
	for _, k := range t.index[logic.Int] {
		indices = append(indices, k.Sym)
	}
	for _, a := range t.listed {
		for i, v := range a.cells {
			cells = append(cells, Cell{v, a.v.Sym, t.place(a, i)})
		}
	}
	return c, indices, cells
}
