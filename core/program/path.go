package program

import "strings"

// Parts maps an edge that a pass made by joining edges to edges of the previous
// program: one edge, a sequence, or a choice of alternatives (those of the
// corresponding OpChoice, in the same order).
type Parts struct {
	Edge *Edge
	Seq  []*Parts
	Alts []*Parts
	// Lost: a branch was merged whose outcome does not matter, so the branch
	// taken cannot be recovered from the path.
	Lost bool
}

// lost reports whether p contains a merged branch.
func (p *Parts) lost() bool {
	if p.Lost {
		return true
	}
	for _, s := range p.Seq {
		if s.lost() {
			return true
		}
	}
	for _, s := range p.Alts {
		if s.lost() {
			return true
		}
	}
	return false
}

// PartsOf returns the parts of an edge as seen from a program derived from its
// program: the edge itself.
func PartsOf(e *Edge) *Parts { return &Parts{Edge: e} }

// Expand appends the edges of the previous program that p consists of; choose
// returns the index of the alternative taken at each choice, in execution order.
func (p *Parts) Expand(out []*Edge, choose func(alternatives int) int) []*Edge {
	switch {
	case p == nil:
	case p.Edge != nil:
		out = append(out, p.Edge)
	case p.Alts != nil:
		if i := choose(len(p.Alts)); i >= 0 && i < len(p.Alts) {
			out = p.Alts[i].Expand(out, choose)
		}
	default:
		for _, s := range p.Seq {
			out = s.Expand(out, choose)
		}
	}
	return out
}

// A Path is a sequence of edges, each starting where the one before ends.
type Path []*Edge

// Locations returns the locations along the path, one more than edges; nil for
// the empty path.
func (p Path) Locations() []*Location {
	if len(p) == 0 {
		return nil
	}
	ls := make([]*Location, 0, len(p)+1)
	ls = append(ls, p[0].Src)
	for _, e := range p {
		ls = append(ls, e.Dst)
	}
	return ls
}

// Back maps a path to the program that the edges' program was derived from by
// one pass; choose gives the alternatives taken, as for Expand. It returns nil
// for edges without origin, and where merged branches were lost.
func (p Path) Back(choose func(alternatives int) int) Path {
	var out Path
	for _, e := range p {
		switch {
		case e.Parts != nil && e.Parts.lost():
			return nil
		case e.Parts != nil:
			out = e.Parts.Expand(out, choose)
		case e.Origin != nil:
			out = append(out, e.Origin)
		default:
			return nil
		}
	}
	return out
}

// String prints the locations, L0 L3 L4.
func (p Path) String() string {
	ls := p.Locations()
	ss := make([]string, len(ls))
	for i, l := range ls {
		ss[i] = l.String()
	}
	return strings.Join(ss, " ")
}
