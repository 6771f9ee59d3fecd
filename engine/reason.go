package engine

import (
	"strings"

	"cupel/core/program"
)

// Reason explains why there is no verdict.
type Reason struct {
	Kind ReasonKind
	Text string // a short phrase for users
}

// ReasonKind classifies missing verdicts. Decisions depend on the kind only; texts are for people.
type ReasonKind string

// The kinds.
const (
	Stopped     ReasonKind = "interrupted" // the context ended; the text describes where the search was
	TimeLimit   ReasonKind = "time"        // wall-clock limit
	CPULimit    ReasonKind = "cpu-time"    // processor time limit
	MemoryLimit ReasonKind = "memory"      // memory limit of the process
	WorkLimit   ReasonKind = "work"        // work budget of a part of the search, see package work
	SizeLimit   ReasonKind = "size"        // limit on a graph, an automaton or the program
	Recursion   ReasonKind = "recursion"   // calls beyond the recursion bound may reach the error
	ModelEnds   ReasonKind = "model"       // a cut for an unsupported construct may be reached
	Undecided   ReasonKind = "solver"      // the solver gave up on a query
	Unconfirmed ReasonKind = "unconfirmed" // a path to the error is infeasible in the original program, or was not replayed
	// UndefinedFirst: undefined behaviour precedes the error on a path; a search that assumes its absence may
	// decide (package definedness).
	UndefinedFirst ReasonKind = "undefined"
	NoProgress     ReasonKind = "progress"      // refinement does not exclude a path, or a method is incomplete
	Unsupported    ReasonKind = "unsupported"   // the program uses unsupported constructs
	Addresses      ReasonKind = "addresses"     // the proof holds for one choice of addresses only
	Uncertified    ReasonKind = "not-certified" // a certificate was required and the proof has none
	Disagreement   ReasonKind = "disagreement"  // the compiled program does not reach the error that the replay reaches
	Vacuous        ReasonKind = "vacuous"       // TRUE would say nothing: nothing is asserted, or no execution comes to an end
	LeftToOthers   ReasonKind = "left"          // left to other engines of a portfolio
	Fault          ReasonKind = "fault"         // internal error
)

// Contradiction begins the text of Vacuous where assumptions exclude all executions; the place follows.
const Contradiction = "assumptions contradict each other, so that no execution comes to an end: "

// CutReason is the reason of a search for which the cut l may be reachable.
func CutReason(l *program.Location) Reason {
	if l.CutByRecursion {
		return Reason{Recursion, l.Cut}
	}
	return Reason{ModelEnds, l.Cut}
}

// Because returns an Unknown result.
func Because(kind ReasonKind, text string) *Result { return &Result{Reason: Reason{kind, text}} }

// String returns the text, marked as an interruption where it is one.
func (r Reason) String() string {
	if r.Kind == Stopped {
		return strings.TrimSpace("interrupted " + r.Text)
	}
	return r.Text
}

// Final reports whether the reason is one against an answer that was found, so that no other engine has a better one.
func (k ReasonKind) Final() bool { return k == Disagreement || k == Vacuous }

// None reports whether the reason is empty.
func (r Reason) None() bool { return r.Kind == "" }
