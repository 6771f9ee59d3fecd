package program

// Postorder returns the locations reachable from Init in the order in which a
// depth-first search, which takes edges in the order of Out, leaves them.
func Postorder(p *Program) []*Location {
	var out []*Location
	depthFirst(p, func(l *Location) { out = append(out, l) }, nil)
	return out
}

// ReversePostorder returns the locations reachable from Init so that every edge
// that is not retreating leads forward.
func ReversePostorder(p *Program) []*Location {
	out := Postorder(p)
	for i, j := 0, len(out)-1; i < j; i, j = i+1, j-1 {
		out[i], out[j] = out[j], out[i]
	}
	return out
}

// depthFirst searches from Init without recursion: leave is called when a
// location is finished, retreat for every edge to a location on the stack.
func depthFirst(p *Program, leave func(*Location), retreat func(*Edge)) {
	const (
		fresh = iota
		open
		done
	)
	type frame struct {
		loc  *Location
		next int
	}
	state := make([]uint8, len(p.Locs))
	stack := []frame{{loc: p.Init}}
	state[p.Init.ID] = open
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		if top.next == len(top.loc.Out) {
			state[top.loc.ID] = done
			if leave != nil {
				leave(top.loc)
			}
			stack = stack[:len(stack)-1]
			continue
		}
		e := top.loc.Out[top.next]
		top.next++
		switch state[e.Dst.ID] {
		case fresh:
			state[e.Dst.ID] = open
			stack = append(stack, frame{loc: e.Dst})
		case open:
			if retreat != nil {
				retreat(e)
			}
		}
	}
}

// MarkLoopHeads sets LoopHead exactly on the targets of the retreating edges of
// a depth-first spanning tree from Init. Every cycle that is reachable from Init
// contains one of them, since its location that the search meets first is still
// open when the edge that closes the cycle is taken.
func MarkLoopHeads(p *Program) {
	for _, l := range p.Locs {
		l.LoopHead = false
	}
	depthFirst(p, nil, func(e *Edge) { e.Dst.LoopHead = true })
}

// LoopHeads returns the marked locations by ID.
func (p *Program) LoopHeads() []*Location {
	var hs []*Location
	for _, l := range p.Locs {
		if l.LoopHead {
			hs = append(hs, l)
		}
	}
	return hs
}

// uncutCycle returns a location on a cycle reachable from Init that contains no
// loop head, or nil.
func uncutCycle(p *Program) *Location {
	var heads = make([]bool, len(p.Locs))
	for _, l := range p.Locs {
		heads[l.ID] = l.LoopHead
	}
	reach := ReversePostorder(p)
	// Kahn's algorithm on the graph without the edges into loop heads.
	degree := make([]int, len(p.Locs))
	inside := make([]bool, len(p.Locs))
	for _, l := range reach {
		inside[l.ID] = true
	}
	var queue []*Location
	for _, l := range reach {
		if !heads[l.ID] {
			for _, e := range l.In {
				if inside[e.Src.ID] {
					degree[l.ID]++
				}
			}
		}
		if degree[l.ID] == 0 {
			queue = append(queue, l)
		}
	}
	n := 0
	for ; n < len(queue); n++ {
		for _, e := range queue[n].Out {
			if heads[e.Dst.ID] {
				continue
			}
			if degree[e.Dst.ID]--; degree[e.Dst.ID] == 0 {
				queue = append(queue, e.Dst)
			}
		}
	}
	if n == len(reach) {
		return nil
	}
	for _, l := range reach {
		if degree[l.ID] > 0 {
			return l
		}
	}
	return nil
}

// Reaching returns, indexed by location ID, which locations have a path to one
// of the targets (the targets included).
func Reaching(p *Program, targets ...*Location) []bool {
	seen := make([]bool, len(p.Locs))
	for i, d := range Distances(p, targets...) {
		seen[i] = d >= 0
	}
	return seen
}

// Distances returns, indexed by location ID, the number of edges from a location to the
// nearest of the targets, -1 where there is no path to one.
func Distances(p *Program, targets ...*Location) []int {
	return DistancesOver(p, func(l *Location, visit func(*Location)) {
		for _, e := range l.In {
			visit(e.Src)
		}
	}, targets...)
}

// DistancesOver counts steps other than edges: before visits the locations that are one
// step before a location.
func DistancesOver(p *Program, before func(l *Location, visit func(*Location)), targets ...*Location) []int {
	d := make([]int, len(p.Locs))
	for i := range d {
		d[i] = -1
	}
	var queue []*Location
	for _, t := range targets {
		d[t.ID] = 0
		queue = append(queue, t)
	}
	for i := 0; i < len(queue); i++ {
		before(queue[i], func(l *Location) {
			if d[l.ID] < 0 {
				d[l.ID] = d[queue[i].ID] + 1
				queue = append(queue, l)
			}
		})
	}
	return d
}

// Targets returns the locations whose reachability matters: Error and the Cuts.
func (p *Program) Targets() []*Location { return append([]*Location{p.Error}, p.Cuts()...) }
