package verifier

import (
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"cupel/core/program"
	"cupel/evidence"
)

// With --loop the question is about one loop: whether it makes finitely many turns each time that an execution enters it, whatever other loops do. The steps see only
// its heads, of which inlining may make several, and an execution without an end counts if it goes through one of them again and again.

// A loopPlace is where a loop is that is asked about.
type loopPlace struct {
	file string // "": any
	line int
}

// onlyLoop is the place that --loop names; nil: all loops are asked about.
func (c *Config) onlyLoop() (*loopPlace, error) {
	if c.Loop == "" {
		return nil, nil
	}
	var at loopPlace
	text := c.Loop
	if i := strings.LastIndexByte(text, ':'); i >= 0 {
		at.file, text = filepath.Clean(text[:i]), text[i+1:]
	}
	var err error
	if at.line, err = strconv.Atoi(text); err != nil || at.line < 1 {
		return nil, &InputError{Msg: fmt.Sprintf("--loop: %q is no place; write FILE:LINE or LINE, as reports name loops", c.Loop)}
	}
	return &at, nil
}

// is reports whether a location is the head of the loop.
func (a *loopPlace) is(h *program.Location) bool {
	at := place(h)
	return at.Line == a.line && (a.file == "" || filepath.Clean(at.File) == a.file || filepath.Base(at.File) == a.file)
}

// only is the place of the loop that is asked about; nil: all are. Validate has read it.
func (t *termination) only() *loopPlace {
	at, _ := t.setup().cfg.onlyLoop()
	return at
}

// wanted is what is asked about, of the heads of loops.
func (t *termination) wanted(heads []*program.Location) []*program.Location {
	at := t.only()
	if at == nil {
		return heads
	}
	return slices.DeleteFunc(slices.Clone(heads), func(h *program.Location) bool { return !at.is(h) })
}

// missing is the mistake that --loop names no loop of the program; nil: it names one.
func (t *termination) missing(all []*program.Location) error {
	if t.setup().cfg.Loop == "" || len(t.wanted(all)) > 0 {
		return nil
	}
	var at []string
	for _, h := range all {
		if s := place(h).String(); !slices.Contains(at, s) {
			at = append(at, s)
		}
	}
	where := "no loop is left of the program"
	if len(at) > 0 {
		where = "there are those at " + strings.Join(at[:min(len(at), shownLoops)], ", ")
	}
	return &InputError{Msg: fmt.Sprintf("--loop: there is no loop at %s; %s", t.setup().cfg.Loop, where)}
}

// about reports whether the execution of a lasso visits a loop that is asked about again and again.
func (t *termination) about(l *evidence.Lasso) bool {
	at := t.only()
	if at == nil {
		return true
	}
	visits := func(path []*program.Edge) bool {
		return slices.ContainsFunc(path, func(e *program.Edge) bool { return at.is(e.Dst) && e.Dst.LoopPos.IsValid() })
	}
	if l == nil {
		return false
	}
	for _, w := range l.Ways {
		if !visits(w.Path) {
			return false
		}
	}
	return len(l.Ways) > 0 || visits(l.CyclePath)
}
