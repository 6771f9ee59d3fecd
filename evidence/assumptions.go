package evidence

import (
	"fmt"
	"strings"

	"cupel/core/program"
	"cupel/internal/terminal"
)

// Assumption is a condition under which the verdict holds.
type Assumption struct {
	Kind   string `json:"kind"`
	Text   string `json:"text"`
	File   string `json:"file,omitempty"`
	Line   int    `json:"line,omitempty"`
	Column int    `json:"column,omitempty"`
	// Definite: every execution ends there.
	Definite bool `json:"definite,omitempty"`
}

func (a Assumption) pos() program.Pos { return program.Pos{File: a.File, Line: a.Line, Col: a.Column} }

// String puts the place into the text.
func (a Assumption) String() string {
	pos := a.pos()
	if !pos.IsValid() {
		return a.Text
	}
	switch what, isAway := strings.CutPrefix(a.Text, assumedAway); {
	case a.Definite:
		return "definite: " + pos.String() + ": " + a.Text
	case isAway:
		return assumedAway + " at " + pos.String() + what
	}
	return a.Text + "   at " + pos.String()
}

// writeAssumptions lists the assumptions; for undefined behaviour of one kind only the first places.
func (r *Report) writeAssumptions(b *strings.Builder) {
	if len(r.Assumptions) == 0 {
		return
	}
	b.WriteString("assumptions:\n")
	number := map[string]int{}
	for _, a := range r.Assumptions {
		number[a.Text]++
	}
	shown := map[string]int{}
	for _, a := range r.Assumptions {
		shown[a.Text]++
		switch k := shown[a.Text]; {
		case k <= shownPlaces || a.Definite:
			fmt.Fprintf(b, "  %s\n", terminal.Line(a.String()))
		case k == number[a.Text]:
			fmt.Fprintf(b, "  %s (%d more places)\n", a.Text, k-shownPlaces)
		}
	}
}

// assumeAddresses records where a counterexample may depend on the choice of addresses.
func (s *explanation) assumeAddresses() {
	if s.stages.Module == nil {
		return
	}
	seen := map[program.Pos]bool{}
	for _, pos := range s.stages.Module.AddressUses {
		if !seen[pos] {
			seen[pos] = true
			s.journal.Assume(program.AboutAddresses, "objects have the addresses chosen here, one possibility of many, and their numbers matter", pos, false)
		}
	}
}
