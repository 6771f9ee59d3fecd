package quantified

import (
	"fmt"
	"slices"
	"strings"
)

// Parts are sources of candidates besides the program's text. Each can be switched off, to measure its effect.
type Parts struct {
	Data       bool // observed states refute candidates; without them the text's predicates are tried in every range
	Equations  bool // polynomial equations fitted to the data
	Bounds     bool // comparisons of cells with constants, variables and other cells; linear bounds of variables
	Conditions bool // claims guarded by conditions about variables or cells
	Pairs      bool // claims about two cells
	Heap       bool // objects allocated in loops, as arrays of fields
}

// All returns all parts.
func All() Parts { return Parts{true, true, true, true, true, true} }

// A part is one of Parts, with its name.
type part struct {
	name string
	of   func(*Parts) *bool
}

// partNames are the names in the order of the help text.
var partNames = []part{
	{"data", func(p *Parts) *bool { return &p.Data }},
	{"equations", func(p *Parts) *bool { return &p.Equations }},
	{"bounds", func(p *Parts) *bool { return &p.Bounds }},
	{"conditions", func(p *Parts) *bool { return &p.Conditions }},
	{"pairs", func(p *Parts) *bool { return &p.Pairs }},
	{"heap", func(p *Parts) *bool { return &p.Heap }},
}

// PartsByName parses a value of --guesses: all, text for none, a list such as data+pairs, or with a leading
// minus, as in -pairs-heap, all but those listed.
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

// everyPart lists the names for help texts.
func everyPart() string {
	var out []string
	for _, n := range partNames {
		out = append(out, n.name)
	}
	return strings.Join(out, "+")
}
