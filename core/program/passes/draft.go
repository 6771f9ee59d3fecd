package passes

import (
	"slices"

	"cupel/core/program"
)

// A segment is a piece of an edge under construction. Segments are shared, so
// that two edges with a common prefix can be recognised.
type segment struct {
	ops   []program.Op
	parts *program.Parts
	size  int // operations, those inside of choices included
}

// A draftEdge is an edge of a draft.
type draftEdge struct {
	src, dst *program.Location // of the draft's program
	segs     []*segment
	first    *program.Edge
	goal     *program.Goal // of an edge into the error that has a single one
	size     int
	at       int // index among the edges into dst
}

// A draft is a mutable graph over the locations of a program. Locations never
// appear; they disappear by losing their edges.
type draft struct {
	p       *program.Program
	in, out [][]*draftEdge // by location ID
	large   bool
}

// newDraft returns p's graph with the operations that ops gives; edges for
// which it reports false are left out.
func newDraft(p *program.Program, ops func(*program.Edge) ([]program.Op, bool)) *draft {
	d := &draft{p: p, in: make([][]*draftEdge, len(p.Locs)), out: make([][]*draftEdge, len(p.Locs)), large: p.LargeBlocks}
	for _, l := range p.Locs {
		for _, e := range l.Out {
			if os, ok := ops(e); ok {
				n := countOps(os)
				d.add(&draftEdge{src: e.Src, dst: e.Dst, first: e, goal: e.Goal, size: n,
					segs: []*segment{{ops: os, parts: program.PartsOf(e), size: n}}})
			}
		}
	}
	return d
}

func (d *draft) add(e *draftEdge) {
	d.out[e.src.ID] = append(d.out[e.src.ID], e)
	d.enter(e)
}

func (d *draft) enter(e *draftEdge) {
	e.at = len(d.in[e.dst.ID])
	d.in[e.dst.ID] = append(d.in[e.dst.ID], e)
}

// leave takes e out of its target's list in constant time: the error location
// may have very many incoming edges.
func (d *draft) leave(e *draftEdge) {
	in := d.in[e.dst.ID]
	last := in[len(in)-1]
	in[e.at], last.at = last, e.at
	d.in[e.dst.ID] = in[:len(in)-1]
}

func (d *draft) remove(e *draftEdge) {
	out := d.out[e.src.ID]
	i := slices.Index(out, e)
	d.out[e.src.ID] = slices.Delete(out, i, i+1)
	d.leave(e)
}

// extend makes e go on with next, an edge from e's target.
func (d *draft) extend(e, next *draftEdge) {
	d.leave(e)
	e.dst, e.goal = next.dst, next.goal
	e.segs = append(e.segs, next.segs...) // no two edges share the slice itself
	e.size += next.size
	d.enter(e)
}

// isTarget reports whether l is the error or a cut.
func (d *draft) isTarget(l *program.Location) bool { return l == d.p.Error || l.Cut != "" }

// prune removes the edges of locations that are unreachable or from which no
// target can be reached.
func (d *draft) prune() {
	walk := func(from []*program.Location, next func(*program.Location) []*draftEdge, end func(*draftEdge) *program.Location) []bool {
		seen := make([]bool, len(d.p.Locs))
		for _, l := range from {
			seen[l.ID] = true
		}
		for len(from) > 0 {
			l := from[len(from)-1]
			from = from[:len(from)-1]
			for _, e := range next(l) {
				if t := end(e); !seen[t.ID] {
					seen[t.ID] = true
					from = append(from, t)
				}
			}
		}
		return seen
	}
	forward := walk([]*program.Location{d.p.Init}, func(l *program.Location) []*draftEdge { return d.out[l.ID] },
		func(e *draftEdge) *program.Location { return e.dst })
	backward := walk(d.p.Targets(), func(l *program.Location) []*draftEdge { return d.in[l.ID] },
		func(e *draftEdge) *program.Location { return e.src })
	useless := func(e *draftEdge) bool {
		return !forward[e.src.ID] || !backward[e.dst.ID]
	}
	for i := range d.out {
		d.out[i] = slices.DeleteFunc(d.out[i], useless)
		d.in[i] = slices.DeleteFunc(d.in[i], useless)
		for j, e := range d.in[i] {
			e.at = j
		}
	}
}

// build returns the program of the draft: Init, Error, and the locations with edges.
func (d *draft) build() *program.Program {
	c := program.NewCopy(d.p)
	c.LargeBlocks = d.large
	c.Init = c.Location(d.p.Init)
	for _, l := range d.p.Locs {
		if l == d.p.Error || len(d.in[l.ID])+len(d.out[l.ID]) > 0 {
			c.Location(l)
		}
	}
	c.Error = c.Location(d.p.Error)
	for _, l := range d.p.Locs {
		for _, e := range d.out[l.ID] {
			var ops []program.Op
			var parts []*program.Parts
			for _, s := range e.segs {
				ops = append(ops, s.ops...)
				if s.parts.Edge == nil && s.parts.Alts == nil && !s.parts.Lost {
					parts = append(parts, s.parts.Seq...)
				} else {
					parts = append(parts, s.parts)
				}
			}
			n := c.NewEdge(c.Location(e.src), c.Location(e.dst), ops...)
			n.Pos, n.Branch, n.Origin = e.first.Pos, e.first.Branch, e.first
			n.Goal = e.goal
			if len(parts) != 1 || parts[0].Edge == nil {
				n.Parts = &program.Parts{Seq: parts}
			}
		}
	}
	program.MarkLoopHeads(c.Program)
	return c.Program
}
