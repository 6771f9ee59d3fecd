package gps

import (
	"context"
	"math"

	"cupel/analysis/summary"
	"cupel/core/program"
)

// Mode is the algorithm.
type Mode string

// The modes.
const (
	GPS     Mode = "gps"
	GPSLite Mode = "gpslite" // no interpolation, no covering
	CRA     Mode = "cra"     // the summary of the initial location decides, or nothing
)

// Summaries over-approximate the paths from locations to the targets of a program. The guard of a transition is
// a necessary condition for reaching a target; its Skolem constants are existentially quantified.
type Summaries interface {
	ToTarget(ctx context.Context, l *program.Location) (*summary.Transition, error)
}

// Options of the engine. The zero value is our own configuration; where it departs from the paper an option goes back.
type Options struct {
	Mode Mode
	// NoGas disables the bound on the loop iterations of a test.
	NoGas bool
	// AnyGas leaves the value of gas to the solver; otherwise small ones are tried first.
	AnyGas bool
	// Cover is engine.CoverAncestors to cover leaves only by nodes on their own path.
	Cover string
	// LeavesOnly covers leaves by any of their ancestors (Fig. 6); otherwise loop heads above a leaf are covered as well, and
	// few ancestors are tried.
	LeavesOnly bool
	// AllLabels labels all nodes; otherwise loop heads and leaves.
	AllLabels bool
	// Frontier is Mixed, Fifo or Lifo; "": Mixed.
	Frontier string
	// Explore is Sparse, Each or Statements; "": Sparse.
	Explore string
	// AtOnce refines a dead end when it is found; otherwise tests have precedence.
	AtOnce bool
	// Choices bounds the havocs of a test whose values are chosen on the way; 0: maxChoices, negative: any number.
	Choices int
	// WholeSummary interpolates a path with the summary as one formula (Fig. 7b); otherwise with its disjuncts one by one.
	WholeSummary bool
	// NoReuse computes all interpolants anew and for whole paths; otherwise predicates of earlier labels are tried, and only
	// the path below a label that suffices is interpolated.
	NoReuse bool

	// NoSummaries uses trivial summaries.
	NoSummaries bool
	// Iteration is the domain of loop summaries, see iteration.ByName, or Demand; "": the default.
	Iteration string
	// NoPhases summarises a loop as a whole; otherwise predicates split it into phases.
	NoPhases bool
	// NoRanges omits the ranges of C types from the invariants under which loops are summarised.
	NoRanges bool
}

// choices bounds those of one test.
func (o *Options) choices() int {
	switch {
	case o.Choices == 0:
		return maxChoices
	case o.Choices < 0:
		return math.MaxInt
	}
	return o.Choices
}

// The values of Options.Frontier.
const (
	Mixed = "mixed" // first in, first out, but after a test also what it left behind last
	Fifo  = "fifo"
	Lifo  = "lifo"
)

// The values of Options.Explore: how the tree grows.
const (
	Sparse     = "sparse"     // by tests that ask the summary where values are chosen, and less and less often at loop heads
	Each       = "each"       // by tests that ask it after each statement (Fig. 4)
	Statements = "statements" // by one statement, without tests: lazy abstraction with interpolants (McMillan, CAV 2006)
)

// Demand is the iteration domain that is the default until the search makes no progress, then the strongest in addition.
const Demand = "demand"
