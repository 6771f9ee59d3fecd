package relational

import (
	"slices"

	"cupel/analysis/absint/congruence"
	"cupel/analysis/absint/interval"
	"cupel/core/logic"
)

// A State is a non-empty set of program states: the intersection of the box, every pack's shape, the symbolic definitions and the congruences. States are
// immutable; a nil *State is the empty set.
type State struct {
	box   *interval.State
	packs []shape
	defs  []def // by variable
	// residues are the congruences, by variable.
	residues []residue
}

// def is an equation between a variable and a term over other variables.
type def struct {
	v    int
	t    *logic.Term
	uses []int // the numbers of t's variables
}

func (s *State) withBox(b *interval.State) *State {
	if b == s.box {
		return s
	}
	n := *s
	n.box = b
	return &n
}

func (s *State) withPack(k int, p shape) *State {
	if p == s.packs[k] {
		return s
	}
	ps := slices.Clone(s.packs)
	ps[k] = p
	n := *s
	n.packs = ps
	return &n
}

func (s *State) withDefs(ds []def) *State {
	if len(ds) == 0 && len(s.defs) == 0 {
		return s
	}
	n := *s
	n.defs = ds
	return &n
}

// define adds a definition, which must not mention v itself.
func (s *State) define(d def) *State {
	if len(s.defs) >= maxDefs || slices.Contains(d.uses, d.v) {
		return s
	}
	i, _ := slices.BinarySearchFunc(s.defs, d.v, func(d def, v int) int { return d.v - v })
	return s.withDefs(slices.Insert(slices.Clone(s.defs), i, d))
}

// undefine drops the definitions and the residue that v's change makes obsolete.
func (s *State) undefine(v int) *State {
	s = s.withResidue(v, congruence.All)
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
