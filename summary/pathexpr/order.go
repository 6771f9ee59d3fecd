package pathexpr

import "cupel/program"

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
	o.split(roots, all, nil)
	return o
}

// split finds the strongly connected components of the locations in set that
// are reachable from roots, in the graph restricted to set, and orders them.
func (o *order) split(roots []*program.Location, set []bool, parent *component) {
	for _, scc := range components(roots, set) {
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
		o.split(next, sub, c)
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

// components is Tarjan's algorithm with its own stack; within a component the
// location entered first comes last.
func components(roots []*program.Location, set []bool) [][]*program.Location {
	type frame struct {
		l    *program.Location
		next int
	}
	index := make([]int, len(set)) // 0: not seen
	low := make([]int, len(set))
	on := make([]bool, len(set))
	var stack []*program.Location
	var sccs [][]*program.Location
	n := 0
	for _, r := range roots {
		if !set[r.ID] || index[r.ID] != 0 {
			continue
		}
		enter := func(l *program.Location) frame {
			n++
			index[l.ID], low[l.ID], on[l.ID] = n, n, true
			stack = append(stack, l)
			return frame{l: l}
		}
		frames := []frame{enter(r)}
		for len(frames) > 0 {
			f := &frames[len(frames)-1]
			if f.next < len(f.l.Out) {
				d := f.l.Out[f.next].Dst
				f.next++
				switch {
				case !set[d.ID]:
				case index[d.ID] == 0:
					frames = append(frames, enter(d))
				case on[d.ID]:
					low[f.l.ID] = min(low[f.l.ID], index[d.ID])
				}
				continue
			}
			l := f.l
			frames = frames[:len(frames)-1]
			if len(frames) > 0 {
				up := frames[len(frames)-1].l
				low[up.ID] = min(low[up.ID], low[l.ID])
			}
			if low[l.ID] == index[l.ID] {
				i := len(stack) - 1
				for stack[i] != l {
					i--
				}
				scc := make([]*program.Location, 0, len(stack)-i)
				for j := len(stack) - 1; j >= i; j-- {
					on[stack[j].ID] = false
					scc = append(scc, stack[j])
				}
				stack = stack[:i]
				sccs = append(sccs, scc)
			}
		}
	}
	return sccs
}
