package evidence

import (
	"time"

	"cupel/core/program"
	"cupel/internal/terminal"
)

// A Journal collects notes of the phases for the report.
type Journal struct {
	times       []PhaseTime
	assumptions []Assumption
	warnings    []string
	unwritten   []string
}

// Time adds the time since the start of a phase; times of one name are added up.
func (j *Journal) Time(phase string, since time.Time) {
	for i := range j.times {
		if j.times[i].Phase == phase { // again
			j.times[i].Seconds += time.Since(since).Seconds()
			return
		}
	}
	j.times = append(j.times, PhaseTime{phase, time.Since(since).Seconds()})
}

// Warn adds a warning.
func (j *Journal) Warn(text string) { j.warnings = append(j.warnings, terminal.Message(text)) }

// Assume adds an assumption and returns it.
func (j *Journal) Assume(kind program.AssumptionKind, text string, pos program.Pos) *Assumption {
	j.assumptions = append(j.assumptions, Assumption{Kind: string(kind), Text: text, File: pos.File, Line: pos.Line, Column: pos.Col})
	return &j.assumptions[len(j.assumptions)-1]
}

// FailedOutput records an output that failed; the verdict is unaffected.
func (j *Journal) FailedOutput(flag string, err error) {
	if err != nil {
		j.unwritten = append(j.unwritten, flag+": "+err.Error())
	}
}

// Into copies everything into a report.
func (j *Journal) Into(r *Report) {
	r.Times, r.Assumptions, r.Warnings, r.Unwritten = j.times, j.assumptions, j.warnings, j.unwritten
}

// Of takes over the notes of a report.
func (j *Journal) Of(r *Report) {
	j.times, j.assumptions, j.warnings, j.unwritten = r.Times, r.Assumptions, r.Warnings, r.Unwritten
}
