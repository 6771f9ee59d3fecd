package passes

import "cupel/core/program"

// Ends returns the program whose error is reached by every execution of p that comes to an end or to where p asserts something; not by one that an edge with
// stops ends, that behaves undefined, or that goes on for ever without asserting anything. Where that error is unreachable, a proof of p says nothing.
func Ends(p *program.Program, stops func(*program.Edge) bool) *program.Program {
	c := program.NewCopy(p)
	for _, l := range p.Locs {
		c.Location(l)
	}
	c.Init, c.Error = c.Location(p.Init), c.NewLocation(p.Error.Func, p.Error.Pos)
	asserted := map[*program.Location]bool{}
	for _, e := range p.Error.In {
		l := e.Src
		for len(l.Out) == 1 && len(l.In) == 1 { // up to the branch that decides
			l = l.In[0].Src
		}
		if !asserted[l] {
			asserted[l] = true
			c.NewEdge(c.Location(l), c.Error).Pos = e.Pos
		}
	}
	for _, e := range p.Edges {
		switch {
		case asserted[e.Src], e.Dst == p.Error:
		case len(e.Dst.Out) == 0 && e.Dst.Cut == "" && !stops(e):
			n := c.NewEdge(c.Location(e.Src), c.Error, e.Ops...)
			n.Pos, n.Branch = e.Pos, e.Branch
		default:
			c.Edge(e, e.Ops).Goal = nil
		}
	}
	for _, l := range c.Locs {
		l.Origin = nil // it is a program of its own
	}
	program.MarkLoopHeads(c.Program)
	c.VarOf(nil)
	return c.Program
}
