package testgen

import (
	"math"

	"cupel/analysis/execution/interp"
	"cupel/core/program"
)

// far is the distance of what leads nowhere.
const far = math.MaxInt32

// distances are, by location, the fewest branches on a way through the flat program to an edge of which open holds; a call
// may be passed by, and returns to any of its callers.
func distances(p *program.Program, calls map[*program.Location]*interp.Call, open func(*program.Edge) bool) []int {
	d := make([]int, len(p.Locs))
	for i := range d {
		d[i] = far
	}
	returns := map[*program.Location][]*program.Location{} // by where the call goes on
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
				case c != nil && e == c.Return: // past the call
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
