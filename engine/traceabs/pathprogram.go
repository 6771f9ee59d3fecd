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

// newPathProgram projects p to the edges of a path from p.Init.
func newPathProgram(p *program.Program, path []*program.Edge) *pathProgram {
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
	return x
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
