package main

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"sync/atomic"
	"time"
	"unicode"

	"cupel/engine"
	"cupel/internal/terminal"
)

// progress prints the engine's last report once a second: on a terminal as one line that is rewritten and
// finally erased, elsewhere as a line each time.
type progress struct {
	last  atomic.Pointer[engine.Progress]
	w     io.Writer
	live  bool
	start time.Time
	quit  chan struct{}
	ended chan struct{}
	once  sync.Once
}

// newProgress starts printing once a second. Lines are written only if wanted; the rewritten line on a terminal also unless
// the flag forbids it.
func newProgress(w io.Writer, wanted, said bool) *progress {
	return progressAt(time.Tick(time.Second), w, wanted, said)
}

// progressAt is newProgress for other times.
func progressAt(ticks <-chan time.Time, w io.Writer, wanted, said bool) *progress {
	p := &progress{w: w, live: terminal.Is(w), start: time.Now(), quit: make(chan struct{}), ended: make(chan struct{})}
	if !wanted && (said || !p.live) {
		close(p.ended)
		p.live = false
		return p
	}
	go p.loop(ticks)
	return p
}

// Progress implements engine.Observer.
func (p *progress) Progress(s engine.Progress) { p.last.Store(&s) }

// phase is the phase of the last report, for the end of a sentence; "": there was none.
func (p *progress) phase() string {
	if s := p.last.Load(); s != nil && s.Phase != "" {
		return ": " + s.Phase
	}
	return ""
}

func (p *progress) loop(ticks <-chan time.Time) {
	defer close(p.ended)
	for {
		select {
		case <-p.quit:
			return
		case <-ticks:
			if s := p.line(); p.live {
				fmt.Fprint(terminal.Beneath(p.w), terminal.Erase+clipped(s, terminal.Width(p.w, 80)-1))
			} else if p.last.Load() != nil {
				fmt.Fprintln(p.w, s)
			}
		}
	}
}

// line describes the current state.
func (p *progress) line() string {
	seconds := time.Since(p.start).Seconds()
	s := p.last.Load()
	if s == nil {
		return fmt.Sprintf("%4.0fs  before the engine", seconds)
	}
	goals := ""
	if s.Goals > 0 {
		goals = fmt.Sprintf(", %d of %d goals proven", s.Proven, s.Goals)
	}
	return fmt.Sprintf("%4.0fs  %s: %d steps, depth %d, %d open, %d refinements%s", seconds, s.Phase, s.Iterations, s.Depth, s.Frontier, s.Refinements, goals)
}

// clipped is a text in so many columns, without what would move the cursor.
func clipped(s string, columns int) string {
	runes := []rune(strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return '?'
		}
		return r
	}, s))
	return string(runes[:max(0, min(len(runes), columns))])
}

// done ends it, before anything else is written.
func (p *progress) done() {
	p.once.Do(func() {
		close(p.quit)
		<-p.ended
		if p.live {
			fmt.Fprint(terminal.Beneath(p.w), terminal.Erase)
		}
	})
	<-p.ended
}
