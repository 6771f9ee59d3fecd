package traceabs

import (
	"slices"

	"cupel/core/program"
)

// pathProgram is the subprogram made up of the edges of a path (section 3); its error is the end of the path.
type pathProgram struct {
	*program.Program
	original map[*program.Edge]*program.Edge
}

// newPathProgram projects p to the edges of a path from p.Init. The first turns of its loops, unwind in all, are kept apart from each
// other and from the later ones.
func newPathProgram(p *program.Program, path []*program.Edge, unwind int) *pathProgram {
	c := program.NewCopy(p)
	c.Init = c.Location(p.Init)
	x := &pathProgram{c.Program, map[*program.Edge]*program.Edge{}}
	seen := map[*program.Edge]bool{}
	for _, e := range path {
		if !seen[e] {
			seen[e] = true
			x.original[c.Edge(e, e.Ops)] = e
		}
	}
	c.Error = c.Location(path[len(path)-1].Dst)
	program.MarkLoopHeads(c.Program)
	if unwind > 0 {
		return x.apart(newTurns(x, unwind).next, 0)
	}
	return x
}

// apart is the path program with a copy of each location for each history that executions come to it with; next numbers the histories, of which 0 is
// the first. It is nil if there are more than limit copies; 0: no limit.
func (x *pathProgram) apart(next func(history int, e *program.Edge) int, limit int) *pathProgram {
	type place struct {
		l       *program.Location // of x
		history int
	}
	out := &pathProgram{program.NewCopy(x.Program).Program, map[*program.Edge]*program.Edge{}}
	copies := map[place]*program.Location{}
	var open []place
	at := func(k place) *program.Location {
		if copies[k] == nil {
			n := out.NewLocation(k.l.Func, k.l.Pos)
			n.LoopPos, n.Origin = k.l.LoopPos, k.l.Origin
			copies[k] = n
			open = append(open, k)
		}
		return copies[k]
	}
	out.Init = at(place{x.Init, 0})
	for ; len(open) > 0; open = open[1:] {
		k := open[0]
		for _, e := range k.l.Out {
			to := place{e.Dst, 0}
			if e.Dst != x.Error {
				to.history = next(k.history, e)
			}
			n := out.NewEdge(copies[k], at(to), e.Ops...)
			n.Pos, n.Branch, n.Goal, n.Origin = e.Pos, e.Branch, e.Goal, e.Origin
			out.original[n] = x.original[e]
		}
		if limit > 0 && len(copies) > limit {
			return nil
		}
	}
	out.Error = at(place{x.Error, 0})
	program.MarkLoopHeads(out.Program)
	return out
}

// pathKey identifies a path program by its set of edges.
func pathKey(path []*program.Edge) string {
	ids := make([]int, len(path))
	for i, e := range path {
		ids[i] = e.ID
	}
	slices.Sort(ids)
	return setKey(slices.Compact(ids))
}

// loopEdges returns by ID which edges lie on a cycle.
func loopEdges(p *program.Program) []bool {
	component := make([]int, len(p.Locs))
	for i := range component {
		component[i] = -1
	}
	for i, c := range program.Components(p) {
		for _, l := range c {
			component[l.ID] = i
		}
	}
	out := make([]bool, len(p.Edges))
	for _, e := range p.Edges {
		out[e.ID] = component[e.Src.ID] >= 0 && component[e.Src.ID] == component[e.Dst.ID]
	}
	return out
}
