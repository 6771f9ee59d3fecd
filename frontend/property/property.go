package property

import (
	"fmt"
	"slices"
	"strings"
)

// Property is one specification.
type Property struct {
	Kind  Kind
	Entry string // function the program starts in
	// Name is the function or label that must not be reached, for UnreachCall
	// and UnreachLabel, and the goal such as @DECISIONEDGE or @CALL(f) for Coverage.
	Name string
	Line int // in its file, from 1
}

// String returns the canonical text: that of the competition's own files.
func (p Property) String() string {
	if parts := p.Kind.Info().Memory; len(parts) > 1 {
		var lines []string
		for _, k := range parts {
			lines = append(lines, Property{Kind: k, Entry: p.Entry}.String())
		}
		return strings.Join(lines, "\n")
	}
	if p.Kind == Coverage {
		return fmt.Sprintf("COVER( init(%s()), FQL(COVER EDGES(%s)) )", p.Entry, p.Name)
	}
	return fmt.Sprintf("CHECK( init(%s()), LTL(%s) )", p.Entry, p.Kind.Info().formula(p.Name))
}

// Joined is the one property that the lines of a file are together: that of the only line, or one about memory, in any order. False: they are several.
func (f File) Joined() (Property, bool) {
	if len(f) == 1 {
		return f[0], true
	}
	var kinds []Kind
	for i := range f {
		kinds = append(kinds, f[i].Kind)
	}
	slices.Sort(kinds)
	for _, i := range infos {
		parts := slices.Clone(i.Memory)
		slices.Sort(parts)
		if len(parts) > 1 && slices.Equal(slices.Compact(kinds), parts) {
			return Property{Kind: i.Kind, Entry: f[0].Entry, Line: f[0].Line}, true
		}
	}
	return Property{}, false
}

// File is the specifications of one property file, in its order; Parse never returns an empty one.
type File []Property

// Error is a fault of a property file.
type Error struct {
	File      string
	Line, Col int // from 1; columns count bytes
	Msg       string
}

// Error returns "file:line:column: what and what to do".
func (e *Error) Error() string { return fmt.Sprintf("%s:%d:%d: %s", e.File, e.Line, e.Col, e.Msg) }
