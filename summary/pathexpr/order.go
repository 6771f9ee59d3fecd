package pathexpr

import (
	"cupel/components"
	"cupel/program"
)

// component is a strongly connected part of the graph with the head that cuts
// it; the parts of the rest that are strongly connected are its children.
type component struct {
	head   *program.Location
	parent *component
	depth  int
}

// within reports whether c is d or inside d; d nil is the whole graph.
func (c *component) within(d *component) bool {
	if d == nil {
		return true
	}
	for c != nil && c.depth > d.depth {
		c = c.parent
	}
	return c == d
}

// order holds for each location its innermost component, nil outside of loops.
// A head belongs to its own component.
type order struct {
	in []*component // by location ID
}

// newOrder computes a weak topological order (Bourdoncle, "Efficient chaotic
// iteration strategies with widenings", 1993) by nested depth-first searches.
func newOrder(p *program.Program, roots []*program.Location) *order {
	o := &order{in: make([]*component, len(p.Locs))}
	all := make([]bool, len(p.Locs))
	for i := range all {
		all[i] = true
	}
	o.split(p, roots, all, nil)
	return o
}

// split finds the strongly connected components of the locations in set that
// are reachable from roots, in the graph of p restricted to set, and orders them.
func (o *order) split(p *program.Program, roots []*program.Location, set []bool, parent *component) {
	for _, scc := range parts(p, roots, set) {
		head := scc[len(scc)-1] // the first one that the search entered
		if len(scc) == 1 && !loopsOnItself(head) {
			o.in[head.ID] = parent
			continue
		}
		c := &component{head: head, parent: parent, depth: 1}
		if parent != nil {
			c.depth = parent.depth + 1
		}
		sub := make([]bool, len(set))
		for _, l := range scc {
			sub[l.ID] = true
			o.in[l.ID] = c
		}
		sub[head.ID] = false
		var next []*program.Location
		for _, e := range head.Out {
			if sub[e.Dst.ID] {
				next = append(next, e.Dst)
			}
		}
		o.split(p, next, sub, c)
	}
}

func loopsOnItself(l *program.Location) bool {
	for _, e := range l.Out {
		if e.Dst == l {
			return true
		}
	}
	return false
}

// parts returns the strongly connected components of the locations of p in set; within
// one the location entered first comes last.
func parts(p *program.Program, roots []*program.Location, set []bool) [][]*program.Location {
	var starts []int
	for _, r := range roots {
		if set[r.ID] {
			starts = append(starts, r.ID)
		}
	}
	var out [][]*program.Location
	for _, c := range components.Of(len(set), starts, func(v, i int) (int, bool) {
		edges := p.Locs[v].Out
		switch {
		case i == len(edges):
			return 0, false
		case !set[edges[i].Dst.ID]:
			return -1, true
		}
		return edges[i].Dst.ID, true
	}) {
		var scc []*program.Location
		for _, v := range c {
			scc = append(scc, p.Locs[v])
		}
		out = append(out, scc)
	}
	return out
}
