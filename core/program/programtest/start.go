package programtest

import "cupel/core/program"

// AnyStart returns p preceded by an edge that havocs every variable, so that engines and the interpreter have the same initial states.
func AnyStart(p *program.Program) *program.Program {
	c := program.NewCopy(p)
	start := c.NewLocation("main", program.Pos{})
	for _, l := range p.Locs {
		c.Location(l)
	}
	var ops []program.Op
	for _, v := range p.Vars {
		ops = append(ops, program.Op{Kind: program.OpHavoc, Var: v})
	}
	c.NewEdge(start, c.Location(p.Init), ops...)
	for _, e := range p.Edges {
		c.Edge(e, e.Ops)
	}
	c.Init, c.Error = start, c.Location(p.Error)
	program.MarkLoopHeads(c.Program)
	c.VarOf(nil)
	return c.Program
}
