package quantified

import (
	"fmt"
	"slices"
	"strings"
)

// Parts are the sources of guesses besides the program's text, which is always one. Each can be left out, to see what it is good for.
type Parts struct {
	Data       bool // runs drop what a state violates; without them the text's predicates are tried in every range
	Equations  bool // polynomial equations that the data determine
	Bounds     bool // comparisons of cells with constants, variables and other cells, linear bounds of variables
	Conditions bool // facts under conditions about variables or cells
	Pairs      bool // facts about two cells
	Heap       bool // rows of objects of a kind that are taken in loops
}

// All are all parts.
func All() Parts { return Parts{true, true, true, true, true, true} }

// A part is one of Parts, with its name.
type part struct {
	name string
	of   func(*Parts) *bool
}

// partNames are the names of parts, in the order of the choice's help.
var partNames = []part{
	{"data", func(p *Parts) *bool { return &p.Data }},
	{"equations", func(p *Parts) *bool { return &p.Equations }},
	{"bounds", func(p *Parts) *bool { return &p.Bounds }},
	{"conditions", func(p *Parts) *bool { return &p.Conditions }},
	{"pairs", func(p *Parts) *bool { return &p.Pairs }},
	{"heap", func(p *Parts) *bool { return &p.Heap }},
}

// PartsByName returns the parts of a name: all, text for none, or a list such as data+pairs; a list of names that begin with a minus,
// such as -pairs-heap, are all others.
func PartsByName(name string) (Parts, error) {
	switch name {
	case "all":
		return All(), nil
	case "text":
		return Parts{}, nil
	}
	p, rest, sep := Parts{}, name, "+"
	less := strings.HasPrefix(name, "-")
	if less {
		p, rest, sep = All(), name[1:], "-"
	}
	for _, one := range strings.Split(rest, sep) {
		i := slices.IndexFunc(partNames, func(n part) bool { return n.name == one })
		if i < 0 {
			return Parts{}, fmt.Errorf("unknown guesses %q; choose all, text, some of %s, or all but some: -pairs-heap", one, everyPart())
		}
		*partNames[i].of(&p) = !less
	}
	return p, nil
}

// everyPart lists the parts.
func everyPart() string {
	var out []string
	for _, n := range partNames {
		out = append(out, n.name)
	}
	return strings.Join(out, "+")
}
