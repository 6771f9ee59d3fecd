package polyhedra

import (
	"fmt"
	"strings"

	"cupel/core/rational"
)

// String prints the constraints over x0, x1, ...
func (p *Polyhedron) String() string { return p.Format(nil) }

// Format prints the constraints with the given names of the dimensions; x0, x1,
// ... where names are missing.
func (p *Polyhedron) Format(names []string) string {
	switch {
	case p.IsEmpty():
		return "false"
	case p.IsUniverse():
		return "true"
	}
	var parts []string
	for _, c := range p.Constraints() {
		parts = append(parts, c.Format(names))
	}
	return strings.Join(parts, " && ")
}

// String prints c over x0, x1, ...
func (c Constraint) String() string { return c.Format(nil) }

// Format prints c with the given names of the dimensions.
func (c Constraint) Format(names []string) string {
	rel := ">="
	if c.Equation {
		rel = "="
	}
	return fmt.Sprintf("%s %s %s", linear(c.Coeffs, names), rel, c.Bound)
}

// String prints g as its kind and coordinates.
func (g Generator) String() string {
	parts := make([]string, len(g.Coords))
	for i, x := range g.Coords {
		parts[i] = x.String()
	}
	return fmt.Sprintf("%s(%s)", g.Kind, strings.Join(parts, ", "))
}

func linear(coeffs []rational.Q, names []string) string {
	var b strings.Builder
	for i, a := range coeffs {
		if a.IsZero() {
			continue
		}
		switch {
		case a.Sign() < 0 && b.Len() == 0:
			b.WriteString("-")
		case a.Sign() < 0:
			b.WriteString(" - ")
		case b.Len() > 0:
			b.WriteString(" + ")
		}
		if a = a.Abs(); !a.Equal(rational.One) {
			fmt.Fprintf(&b, "%s*", a)
		}
		if i < len(names) {
			b.WriteString(names[i])
		} else {
			fmt.Fprintf(&b, "x%d", i)
		}
	}
	if b.Len() == 0 {
		return "0"
	}
	return b.String()
}
