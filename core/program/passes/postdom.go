package passes

import "cupel/core/program"

// postdominators returns, by location ID, the immediate postdominator of every
// location of the draft that reaches a target, with respect to a virtual exit
// behind all targets; nil where that is the exit (Cooper, Harvey and Kennedy, A
// Simple, Fast Dominance Algorithm, on the reversed graph).
func (d *draft) postdominators() []*program.Location {
	// Postorder of the reversed graph from the virtual exit.
	n := len(d.p.Locs)
	order := make([]*program.Location, 0, n)
	number := make([]int, n) // position in order + 1
	seen := make([]bool, n)
	type frame struct {
		loc  *program.Location
		next int
	}
	for _, t := range d.p.Targets() {
		if seen[t.ID] {
			continue
		}
		seen[t.ID] = true
		stack := []frame{{loc: t}}
		for len(stack) > 0 {
			top := &stack[len(stack)-1]
			in := d.in[top.loc.ID]
			if top.next == len(in) {
				order = append(order, top.loc)
				number[top.loc.ID] = len(order)
				stack = stack[:len(stack)-1]
				continue
			}
			s := in[top.next].src
			top.next++
			if !seen[s.ID] {
				seen[s.ID] = true
				stack = append(stack, frame{loc: s})
			}
		}
	}
	// The virtual exit has the highest number.
	exit := len(order) + 1
	ipdom := make([]int, exit+1)
	ipdom[exit] = exit
	intersect := func(a, b int) int {
		for a != b {
			if a < b {
				a = ipdom[a]
			} else {
				b = ipdom[b]
			}
		}
		return a
	}
	for changed := true; changed; {
		changed = false
		for i := len(order); i >= 1; i-- {
			l := order[i-1]
			best := 0
			if d.isTarget(l) {
				best = exit
			}
			for _, e := range d.out[l.ID] {
				s := number[e.dst.ID]
				switch {
				case s == 0 || ipdom[s] == 0:
				case best == 0:
					best = s
				default:
					best = intersect(best, s)
				}
			}
			if best != ipdom[i] {
				ipdom[i], changed = best, true
			}
		}
	}
	out := make([]*program.Location, n)
	for _, l := range order {
		if k := ipdom[number[l.ID]]; k != 0 && k != exit {
			out[l.ID] = order[k-1]
		}
	}
	return out
}
