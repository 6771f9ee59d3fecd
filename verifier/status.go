package verifier

import (
	"sync"

	"cupel/engine"
)

// A Status is what a run that goes on has found out so far, for a report by another goroutine. The zero value is that of a
// run that has not begun.
type Status struct {
	lock     sync.Mutex
	setup    *setup
	complete func(*Report) // adds what a report has besides; nil: nothing
}

// follow makes the status that of a run.
func (s *Status) follow(u *setup) {
	if s == nil {
		return
	}
	s.lock.Lock()
	defer s.lock.Unlock()
	s.setup = u
}

// completedBy has reports completed.
func (s *Status) completedBy(complete func(*Report)) {
	if s == nil {
		return
	}
	s.lock.Lock()
	defer s.lock.Unlock()
	s.complete = complete
}

// Overdue is the report of the run when it is not waited for any longer: what it has noted so far, and the phase that it is in. The facts
// that it has found are written.
func (s *Status) Overdue(t *Task, cfg Config, limit engine.Reason) *Report {
	s.lock.Lock()
	u, complete := s.setup, s.complete
	s.lock.Unlock()
	if u == nil {
		return Overdue(t, cfg, limit)
	}
	r := u.overdue(limit)
	if complete != nil {
		complete(r)
	}
	return r
}

// overdue is the report of a run that does not stop.
func (u *setup) overdue(limit engine.Reason) *Report {
	r := newReport(u.task, u.cfg)
	u.facts.lastResort(u)
	u.journal.Into(r)
	u.journal.Ended(r)
	text := limit.Text + "; a phase did not stop in time"
	if r.EndedIn != nil {
		text += ": " + r.EndedIn.String()
	}
	r.Because(engine.Reason{Kind: limit.Kind, Text: text})
	return r
}

// limitMet reports whether a report lacks a verdict because of a limit.
func limitMet(r *Report) bool {
	switch engine.ReasonKind(r.ReasonKind) {
	case engine.Stopped, engine.TimeLimit, engine.CPULimit, engine.MemoryLimit, engine.WorkLimit:
		return true
	}
	return false
}

// noting is an observer that notes in the journal how far the search is.
type noting struct {
	engine.Observer
	setup *setup
}

// Progress implements engine.Observer.
func (n noting) Progress(p engine.Progress) {
	n.setup.journal.Progress(p)
	n.Observer.Progress(p)
}
