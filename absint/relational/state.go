package relational

import (
	"slices"

	"cupel/absint/interval"
	"cupel/absint/polyhedra"
	"cupel/logic"
)

// state describes a non-empty set of program states: those in the box, in every
// pack's polyhedron, and with the symbolic definitions. States are immutable; a
// nil *state is the empty set.
type state struct {
	box   *interval.State
	packs []*polyhedra.Polyhedron
	defs  []def // by variable
}

// def says that a variable has the value of a term over other variables.
type def struct {
	v    int
	t    *logic.Term
	uses []int // the numbers of t's variables
}

// maxDefs bounds the definitions of a state, maxDefSize those terms' sizes.
const (
	maxDefs    = 32
	maxDefSize = 100
)

func (s *state) withBox(b *interval.State) *state {
	if b == s.box {
		return s
	}
	return &state{b, s.packs, s.defs}
}

func (s *state) withPack(k int, p *polyhedra.Polyhedron) *state {
	if p == s.packs[k] {
		return s
	}
	ps := slices.Clone(s.packs)
	ps[k] = p
	return &state{s.box, ps, s.defs}
}

func (s *state) withDefs(ds []def) *state {
	if len(ds) == 0 && len(s.defs) == 0 {
		return s
	}
	return &state{s.box, s.packs, ds}
}

// define adds a definition, which must not mention v itself.
func (s *state) define(d def) *state {
	if len(s.defs) >= maxDefs || slices.Contains(d.uses, d.v) {
		return s
	}
	i, _ := slices.BinarySearchFunc(s.defs, d.v, func(d def, v int) int { return d.v - v })
	return s.withDefs(slices.Insert(slices.Clone(s.defs), i, d))
}

// undefine drops the definitions that v's change makes obsolete.
func (s *state) undefine(v int) *state {
	obsolete := func(d def) bool { return d.v == v || slices.Contains(d.uses, v) }
	if !slices.ContainsFunc(s.defs, obsolete) {
		return s
	}
	return s.withDefs(slices.DeleteFunc(slices.Clone(s.defs), obsolete))
}

// commonDefs returns the definitions that both have.
func commonDefs(a, b []def) []def {
	var out []def
	for _, d := range a {
		if slices.ContainsFunc(b, func(e def) bool { return e.v == d.v && e.t == d.t }) {
			out = append(out, d)
		}
	}
	return out
}
