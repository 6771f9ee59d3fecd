// Package property reads SV-COMP property files (.prp): one specification a
// line, CHECK( init(main()), LTL(formula) ) or COVER( ... ). Blank lines and
// lines starting with # are skipped; blanks between tokens do not matter.
package property

import (
	"fmt"
	"regexp"
	"strings"
)

// Kind tells properties apart.
type Kind string

// The kinds, by the names SV-COMP gives them.
const (
	UnreachCall  Kind = "unreach-call"
	UnreachLabel Kind = "unreach-label" // G ! label(NAME), old task sets
	NoOverflow   Kind = "no-overflow"
	NoDataRace   Kind = "no-data-race"
	ValidFree    Kind = "valid-free"
	ValidDeref   Kind = "valid-deref"
	ValidTrack   Kind = "valid-memtrack"
	ValidCleanup Kind = "valid-memcleanup"
	DefBehavior  Kind = "def-behavior"
	Termination  Kind = "termination"
	Coverage     Kind = "coverage"
)

// Property is one specification.
type Property struct {
	Kind  Kind
	Entry string // function the program starts in
	Name  string // function or label, for UnreachCall and UnreachLabel; the goal for Coverage
	Line  int
}

// String returns the canonical text.
func (p Property) String() string {
	var f string
	switch p.Kind {
	case UnreachCall:
		f = "G ! call(" + p.Name + "())"
	case UnreachLabel:
		f = "G ! label(" + p.Name + ")"
	case NoOverflow:
		f = "G ! overflow"
	case NoDataRace:
		f = "G ! data-race"
	case Termination:
		f = "F end"
	case Coverage:
		return fmt.Sprintf("COVER( init(%s()), FQL(COVER EDGES(%s)) )", p.Entry, p.Name)
	default:
		f = "G " + string(p.Kind)
	}
	return fmt.Sprintf("CHECK( init(%s()), LTL(%s) )", p.Entry, f)
}

// Error is a fault of a property file.
type Error struct {
	File      string
	Line, Col int
	Msg       string
}

func (e *Error) Error() string { return fmt.Sprintf("%s:%d:%d: %s", e.File, e.Line, e.Col, e.Msg) }

var (
	check   = regexp.MustCompile(`^CHECK\s*\(\s*init\s*\(\s*(\w+)\s*\(\s*\)\s*\)\s*,\s*LTL\s*\((.*)\)\s*\)$`)
	cover   = regexp.MustCompile(`^COVER\s*\(\s*init\s*\(\s*(\w+)\s*\(\s*\)\s*\)\s*,\s*FQL\s*\(\s*COVER\s+EDGES\s*\((.*)\)\s*\)\s*\)$`)
	call    = regexp.MustCompile(`^G\s*!\s*call\s*\(\s*(\w+)\s*\(\s*\)\s*\)$`)
	label   = regexp.MustCompile(`^G\s*!\s*label\s*\(\s*(\w+)\s*\)$`)
	negated = regexp.MustCompile(`^G\s*!\s*(overflow|data-race)$`)
	always  = regexp.MustCompile(`^G\s+(valid-free|valid-deref|valid-memtrack|valid-memcleanup|def-behavior)$`)
	finally = regexp.MustCompile(`^F\s+end$`)
)

// Parse reads the properties of a file; name is used in errors.
func Parse(name string, data []byte) ([]Property, error) {
	var ps []Property
	for i, raw := range strings.Split(string(data), "\n") {
		line := strings.TrimSpace(raw)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		col := strings.Index(raw, line) + 1
		p, err := parseLine(line)
		if err != "" {
			return nil, &Error{name, i + 1, col, err}
		}
		p.Line = i + 1
		if len(ps) > 0 && ps[0].Entry != p.Entry {
			return nil, &Error{name, i + 1, col, fmt.Sprintf("all lines must name one entry function: %s here, %s before", p.Entry, ps[0].Entry)}
		}
		ps = append(ps, p)
	}
	if len(ps) == 0 {
		return nil, &Error{name, 1, 1, "no property: expected a line such as CHECK( init(main()), LTL(G ! call(reach_error())) )"}
	}
	return ps, nil
}

func parseLine(line string) (Property, string) {
	if m := cover.FindStringSubmatch(line); m != nil {
		return Property{Kind: Coverage, Entry: m[1], Name: strings.TrimSpace(m[2])}, ""
	}
	m := check.FindStringSubmatch(line)
	if m == nil {
		return Property{}, "expected CHECK( init(FUNCTION()), LTL(FORMULA) )"
	}
	p := Property{Entry: m[1]}
	f := strings.TrimSpace(m[2])
	if x := call.FindStringSubmatch(f); x != nil {
		p.Kind, p.Name = UnreachCall, x[1]
	} else if x := label.FindStringSubmatch(f); x != nil {
		p.Kind, p.Name = UnreachLabel, x[1]
	} else if x := negated.FindStringSubmatch(f); x != nil {
		p.Kind = Kind("no-" + x[1])
	} else if x := always.FindStringSubmatch(f); x != nil {
		p.Kind = Kind(x[1])
	} else if finally.MatchString(f) {
		p.Kind = Termination
	} else {
		return p, fmt.Sprintf("unknown formula %q: expected G ! call(NAME()), G ! overflow, G valid-free, F end, ...", f)
	}
	return p, ""
}
