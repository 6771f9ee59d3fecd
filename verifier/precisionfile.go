package verifier

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/program/predicate"
	"cupel/internal/inputfile"
)

// A precision is what a user's file says about loop heads: predicates to begin with, and visits before abstraction.
type precision struct {
	predicates map[*program.Location][]*logic.Term
	thresholds map[*program.Location]int
}

// thresholdWord begins the entry of a precision file that is no predicate.
const thresholdWord = "threshold"

// precisionLine is a line of a precision file without its comment; col is the offset of its first entry.
type precisionLine struct {
	entries string
	col     int
	heads   []*program.Location
	at      func(col int) program.Pos
}

// readPrecision reads "LINE: predicate, predicate, ..." for the loops that start at a line of the source; the first entry may be
// "threshold N".
func readPrecision(file string, p *program.Program) (*precision, error) {
	data, err := inputfile.Read(file, inputfile.Text)
	if err != nil {
		return nil, &InputError{Pos: program.Pos{File: file}, Msg: "cannot be read: " + cause(err)}
	}
	out := &precision{map[*program.Location][]*logic.Term{}, map[*program.Location]int{}}
	for i, line := range strings.Split(string(data), "\n") {
		text, _, _ := strings.Cut(line, "#")
		if strings.TrimSpace(text) == "" {
			continue
		}
		at := func(col int) program.Pos { return program.Pos{File: file, Line: i + 1, Col: col + 1} }
		head, entries, ok := strings.Cut(text, ":")
		n, err := strconv.Atoi(strings.TrimSpace(head))
		if !ok || err != nil {
			return nil, &InputError{Pos: at(0), Msg: "expected LINE: predicate, predicate, ... or LINE: threshold N, predicate, ..."}
		}
		var heads []*program.Location
		for _, l := range p.Locs {
			if l.LoopHead && (l.LoopPos.Line == n || l.LoopPos.Line == 0 && l.Pos.Line == n) {
				heads = append(heads, l)
			}
		}
		if len(heads) == 0 {
			return nil, &InputError{Pos: at(0), Msg: fmt.Sprintf("no loop starts at line %d of the program", n)}
		}
		if err := out.add(p, precisionLine{entries, len(head) + 1, heads, at}); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// add adds the entries of a line.
func (o *precision) add(p *program.Program, line precisionLine) error {
	col := line.col
	for i, entry := range strings.Split(line.entries, ",") {
		words := strings.Fields(entry)
		if i == 0 && len(words) == 2 && words[0] == thresholdWord {
			n, err := strconv.Atoi(words[1])
			if err != nil || n < 0 {
				return &InputError{Pos: line.at(col), Msg: fmt.Sprintf("threshold %q: choose a number, 0 or more", words[1])}
			}
			for _, l := range line.heads {
				o.thresholds[l] = n
			}
			col += len(entry) + 1
			continue
		}
		for _, l := range line.heads {
			t, err := predicate.Parse(p.Terms, entry, predicate.ScopeAt(p, l))
			if err != nil {
				var e *predicate.Error
				if errors.As(err, &e) {
					return &InputError{Pos: line.at(col + e.Offset), Msg: e.Msg}
				}
				return err
			}
			o.predicates[l] = append(o.predicates[l], t)
		}
		col += len(entry) + 1
	}
	return nil
}
