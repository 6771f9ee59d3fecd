package engine

import "cupel/core/program"

// Findings is what stands against a proof during a search.
type Findings struct {
	Cex       *program.Counterexample
	Undecided Reason // why the answer cannot be TRUE
	Cut       Reason // the end of the model can be reached
}

// GiveUp records the first reason why the answer cannot be True.
func (f *Findings) GiveUp(why Reason) {
	if f.Undecided.None() || why.Kind == UndefinedFirst {
		f.Undecided = why
	}
}

// Undefined reports whether undefined behaviour precedes the error on some path.
func (f *Findings) Undefined() bool { return f.Undecided.Kind == UndefinedFirst }

// Result is the answer of a search that was exhausted, or was interrupted, with at describing where; nil if
// nothing prevents the answer True.
func (f *Findings) Result(interrupted bool, at string) *Result {
	switch {
	case f.Cex != nil:
		return &Result{Verdict: False, Cex: f.Cex}
	case interrupted && f.Undecided.None():
		return Because(Stopped, at)
	case interrupted:
		return Because(Stopped, at+"; "+f.Undecided.Text)
	case !f.Undecided.None():
		return &Result{Reason: f.Undecided}
	case !f.Cut.None():
		return &Result{Reason: f.Cut}
	}
	return nil
}
