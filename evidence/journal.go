package evidence

import (
	"slices"
	"strconv"
	"sync"
	"time"

	"cupel/core/program"
	"cupel/engine"
	"cupel/internal/terminal"
)

// A Journal collects notes of the phases for the report. It is safe for concurrent use: of a run that does not stop
// at a limit, another goroutine reports what there is. The zero value is empty.
type Journal struct {
	lock        sync.Mutex
	over        func() bool // whether the run has met a limit; nil: it has none
	spent       func() int  // work of the run so far; nil: it is not counted
	running     []*Phase    // those under way, the innermost last
	end         *Phase      // the innermost one when the run met a limit; nil: it was between phases, or has met none
	progress    engine.Progress
	times       []PhaseTime
	assumptions []Assumption
	warnings    []string
	unwritten   []string
}

// A Phase of a run.
type Phase struct {
	Name  string `json:"phase"`
	About string `json:"about,omitempty"` // what it works on
	since time.Time
	work  int // of the run, then
}

// String returns the phase with its subject.
func (p *Phase) String() string {
	if p.About == "" {
		return p.Name
	}
	return p.Name + " (" + p.About + ")"
}

// copied is a phase that nobody else changes.
func (p *Phase) copied() *Phase {
	if p == nil {
		return nil
	}
	return &Phase{Name: p.Name, About: p.About}
}

// Follow tells the journal how to find out whether the run has met a limit, and its work so far.
func (j *Journal) Follow(over func() bool, spent func() int) {
	j.lock.Lock()
	defer j.lock.Unlock()
	j.over, j.spent = over, spent
}

// Begin notes that a phase begins; the function it returns that it has ended. Times and work of phases of one name are added up.
func (j *Journal) Begin(phase, about string) (end func()) {
	p := &Phase{Name: phase, About: about, since: time.Now()}
	j.lock.Lock()
	defer j.lock.Unlock()
	if j.spent != nil {
		p.work = j.spent()
	}
	j.running = append(j.running, p)
	return func() {
		j.lock.Lock()
		defer j.lock.Unlock()
		if j.end == nil && j.over != nil && j.over() {
			j.end = p
		}
		if i := slices.Index(j.running, p); i >= 0 {
			j.running = slices.Delete(j.running, i, i+1)
		}
		j.times = added(j.times, j.soFar(p))
	}
}

// soFar are the time and the work of a phase under way.
func (j *Journal) soFar(p *Phase) PhaseTime {
	t := PhaseTime{Phase: p.Name, Seconds: time.Since(p.since).Seconds()}
	if j.spent != nil {
		t.Work = j.spent() - p.work
	}
	return t
}

// Met notes that the run has met a limit that its context does not know of.
func (j *Journal) Met() {
	j.lock.Lock()
	defer j.lock.Unlock()
	if n := len(j.running); j.end == nil && n > 0 {
		j.end = j.running[n-1].copied()
	}
}

// GaveUp notes that a phase, which may have ended, could not be done within its share of the limits, and why the run ends with it.
func (j *Journal) GaveUp(phase, about string) {
	j.lock.Lock()
	defer j.lock.Unlock()
	if j.end == nil {
		j.end = &Phase{Name: phase, About: about}
	}
}

// MetIn returns the phase in which the run met a limit; nil: it has met none, or between phases.
func (j *Journal) MetIn() *Phase {
	j.lock.Lock()
	defer j.lock.Unlock()
	return j.end.copied()
}

// Running returns the innermost phase under way; nil: there is none.
func (j *Journal) Running() *Phase {
	j.lock.Lock()
	defer j.lock.Unlock()
	if n := len(j.running); n > 0 {
		return j.running[n-1].copied()
	}
	return nil
}

// About says what the innermost phase works on now.
func (j *Journal) About(text string) {
	j.lock.Lock()
	defer j.lock.Unlock()
	if n := len(j.running); n > 0 {
		j.running[n-1].About = text
	}
}

// Progress notes how far a search is.
func (j *Journal) Progress(p engine.Progress) {
	j.lock.Lock()
	defer j.lock.Unlock()
	j.progress = p
}

// added are times with that of a phase.
func added(times []PhaseTime, t PhaseTime) []PhaseTime {
	for i := range times {
		if have := &times[i]; have.Phase == t.Phase { // again
			have.Seconds += t.Seconds
			have.Work += t.Work
			return times
		}
	}
	return append(times, t)
}

// Warn adds a warning.
func (j *Journal) Warn(text string) {
	j.lock.Lock()
	defer j.lock.Unlock()
	j.warnings = append(j.warnings, terminal.Message(text))
}

// Assume adds an assumption; definite: all executions that matter depend on it.
func (j *Journal) Assume(kind program.AssumptionKind, text string, pos program.Pos, definite bool) {
	j.lock.Lock()
	defer j.lock.Unlock()
	j.assumptions = append(j.assumptions, Assumption{Kind: string(kind), Text: text, File: pos.File, Line: pos.Line, Column: pos.Col, Definite: definite})
}

// FailedOutput records an output that failed; the verdict is unaffected.
func (j *Journal) FailedOutput(flag string, err error) {
	if err == nil {
		return
	}
	j.lock.Lock()
	defer j.lock.Unlock()
	if text := flag + ": " + err.Error(); !slices.Contains(j.unwritten, text) { // a file may be written twice
		j.unwritten = append(j.unwritten, text)
	}
}

// Into copies everything into a report.
func (j *Journal) Into(r *Report) {
	j.lock.Lock()
	defer j.lock.Unlock()
	r.Times, r.Assumptions, r.Warnings, r.Unwritten = slices.Clone(j.times), slices.Clone(j.assumptions), slices.Clone(j.warnings), slices.Clone(j.unwritten)
}

// Ended adds to a report without a verdict, which has the notes of Into, in which phase a limit was met, the times of phases under way, and where it has
// no statistics those of the search so far.
func (j *Journal) Ended(r *Report) {
	j.lock.Lock()
	defer j.lock.Unlock()
	p := j.end
	if n := len(j.running); p == nil && n > 0 {
		p = j.running[n-1]
	}
	if p != nil {
		r.EndedIn = p.copied()
	}
	for _, p := range j.running {
		r.Times = added(r.Times, j.soFar(p))
	}
	if len(r.Stats) == 0 {
		r.Stats = searched(j.progress)
	}
	if r.Work == 0 && j.spent != nil {
		r.Work = j.spent()
	}
}

// searched are the statistics of a search that was ended.
func searched(p engine.Progress) (out []engine.Stat) {
	if p.Phase != "" {
		out = append(out, engine.Stat{Name: "search", Value: p.Phase})
	}
	for _, n := range []struct {
		name  string
		value int
	}{{"steps", p.Iterations}, {"refinements", p.Refinements}, {"open", p.Frontier}, {"depth", p.Depth}, {"goals", p.Goals}, {"proven", p.Proven}} {
		if n.value > 0 {
			out = append(out, engine.Stat{Name: n.name, Value: strconv.Itoa(n.value)})
		}
	}
	return out
}

// Take puts the notes of a report, and failed outputs besides them, in place of its own. Times it adds, as those of the engine that the report is by.
func (j *Journal) Take(r *Report, by string) {
	j.lock.Lock()
	defer j.lock.Unlock()
	j.assumptions, j.warnings = r.Assumptions, r.Warnings
	for _, t := range r.Times {
		t.Phase = by + ": " + t.Phase
		j.times = added(j.times, t)
	}
	for _, u := range r.Unwritten {
		if !slices.Contains(j.unwritten, u) {
			j.unwritten = append(j.unwritten, u)
		}
	}
}
