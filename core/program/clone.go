package program

// A Copy is a program under construction that is derived from another one.
// Variables, objects and inputs are shared with the source: a pass that changes
// a variable's meaning makes a new Var with its Origin set.
type Copy struct {
	*Program
	locs []*Location // by the ID of the source's location
}

// NewCopy returns a program with the source's variables, objects and facts, but
// no locations.
func NewCopy(p *Program) *Copy {
	return &Copy{
		Program: &Program{
			Terms: p.Terms, Model: p.Model, Files: p.Files,
			Vars: append([]*Var(nil), p.Vars...), Objects: append([]*Object(nil), p.Objects...),
			Lowered: p.Lowered, LargeBlocks: p.LargeBlocks, Assumptions: p.Assumptions,
		},
		locs: make([]*Location, len(p.Locs)),
	}
}

// Location returns the image of l, created by the first call for l.
func (c *Copy) Location(l *Location) *Location {
	if n := c.locs[l.ID]; n != nil {
		return n
	}
	n := c.NewLocation(l.Func, l.Pos)
	n.LoopHead, n.LoopPos, n.Cut, n.CutByRecursion, n.Origin = l.LoopHead, l.LoopPos, l.Cut, l.CutByRecursion, l
	c.locs[l.ID] = n
	return n
}

// Image returns the image of l, or nil when it has none yet.
func (c *Copy) Image(l *Location) *Location { return c.locs[l.ID] }

// Edge appends the image of e with other operations.
func (c *Copy) Edge(e *Edge, ops []Op) *Edge {
	n := c.NewEdge(c.Location(e.Src), c.Location(e.Dst), ops...)
	n.Pos, n.Branch, n.Goal, n.Origin = e.Pos, e.Branch, e.Goal, e
	return n
}

// Clone returns a copy of p with the same locations and edges in the same
// order, linked by Origin; the operations' slices are shared.
func Clone(p *Program) *Copy { return CloneWith(p, func(e *Edge) []Op { return e.Ops }) }

// CloneWith is Clone with the operations that ops gives for each edge.
func CloneWith(p *Program, ops func(*Edge) []Op) *Copy {
	c := NewCopy(p)
	for _, l := range p.Locs {
		c.Location(l)
	}
	for _, e := range p.Edges {
		c.Edge(e, ops(e))
	}
	c.Init, c.Error = c.Location(p.Init), c.Location(p.Error)
	c.VarOf(nil) // builds the index, so that later readers may be concurrent
	return c
}
