package main

import (
	"fmt"
	"io"
	"sync/atomic"
	"time"

	"cupel/engine"
)

// progress prints one line a second of what the engine last reported.
type progress struct {
	last  atomic.Pointer[engine.Progress]
	w     io.Writer
	start time.Time
	quit  chan struct{}
	ended chan struct{}
}

func newProgress(w io.Writer, on bool) *progress {
	p := &progress{w: w, start: time.Now(), quit: make(chan struct{}), ended: make(chan struct{})}
	if !on {
		close(p.ended)
		return p
	}
	go p.loop()
	return p
}

// Progress implements engine.Observer.
func (p *progress) Progress(s engine.Progress) { p.last.Store(&s) }

func (p *progress) loop() {
	defer close(p.ended)
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for {
		select {
		case <-p.quit:
			return
		case <-tick.C:
			if s := p.last.Load(); s != nil {
				goals := ""
				if s.Goals > 0 {
					goals = fmt.Sprintf(", %d of %d goals proven", s.Proven, s.Goals)
				}
				fmt.Fprintf(p.w, "%4.0fs  %s: %d steps, depth %d, %d open, %d refinements%s\n",
					time.Since(p.start).Seconds(), s.Phase, s.Iterations, s.Depth, s.Frontier, s.Refinements, goals)
			}
		}
	}
}

func (p *progress) done() {
	close(p.quit)
	<-p.ended
}
