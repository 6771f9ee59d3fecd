package testgen

import (
	"math"

	"cupel/analysis/execution/interp"
	"cupel/core/program"
)

// far is the distance of locations that reach no goal.
const far = math.MaxInt32

// distances returns, by location, the minimal number of branches on a path through the flat program to an edge
// for which open holds. A call may be skipped, and returns to any of its callers.
func distances(p *program.Program, calls map[*program.Location]*interp.Call, open func(*program.Edge) bool) []int {
	d := make([]int, len(p.Locs))
	for i := range d {
		d[i] = far
	}
	returns := map[*program.Location][]*program.Location{} // by the location after the call
	for _, c := range calls {
		if c.Exit != nil {
			returns[c.Return.Dst] = append(returns[c.Return.Dst], c.Exit)
		}
	}
	var near, next []*program.Location
	reach := func(l *program.Location, n int, into *[]*program.Location) {
		if n < d[l.ID] {
			d[l.ID] = n
			*into = append(*into, l)
		}
	}
	for _, e := range p.Edges {
		if open(e) {
			reach(e.Src, 0, &near)
		}
	}
	for n := 0; len(near) > 0; n++ {
		for len(near) > 0 {
			l := near[len(near)-1]
			if near = near[:len(near)-1]; d[l.ID] < n {
				continue
			}
			for _, e := range l.In {
				switch c := calls[e.Src]; {
				case c != nil && e == c.Return: // skips the call
					reach(e.Src, n+1, &next)
				case len(e.Src.Out) > 1 && c == nil:
					reach(e.Src, n+1, &next)
				default:
					reach(e.Src, n, &near)
				}
			}
			for _, x := range returns[l] {
				reach(x, n, &near)
			}
		}
		near, next = next, nil
	}
	return d
}
