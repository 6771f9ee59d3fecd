// Package sabotage holds switches that make parts of the verifier deliberately
// wrong, so that tests can measure whether certificates notice. Nothing but tests
// turns one on; no flag or environment variable does.
package sabotage

import "sync/atomic"

// A Fault is one deliberate mistake.
type Fault int32

// The faults.
const (
	None Fault = iota
	// IntervalLeq: every interval state is below every other, so that the fixpoint
	// iteration ends after the first visit.
	IntervalLeq
	// IntervalAssign: only the assignment of a constant changes the interval of its variable.
	IntervalAssign
	// IntervalHavoc: any value is zero.
	IntervalHavoc
	// IntervalJoin: what comes over the second way into a location is forgotten.
	IntervalJoin
	// RelationalLeq, RelationalAssign, RelationalJoin: the same in the relational domain.
	RelationalLeq
	RelationalAssign
	RelationalJoin
	// PassConstants: constant propagation believes the first way into a location.
	PassConstants
	// PassBranch: a pass loses the last outcome of the program's first branch.
	PassBranch
	last
)

var active atomic.Int32

// Active reports whether a fault is turned on.
func Active(f Fault) bool { return active.Load() == int32(f) }

// Inject turns a fault on and returns what turns it off.
func Inject(f Fault) (restore func()) {
	active.Store(int32(f))
	return func() { active.Store(int32(None)) }
}

// All lists the faults.
func All() []Fault {
	var out []Fault
	for f := None + 1; f < last; f++ {
		out = append(out, f)
	}
	return out
}

// String names the fault.
func (f Fault) String() string {
	return [...]string{"none", "interval Leq", "interval assignment", "interval havoc", "interval join",
		"relational Leq", "relational assignment", "relational join", "constant propagation", "lost branch"}[f]
}
