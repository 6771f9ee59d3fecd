package gps

import (
	"context"

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

// Options of the engine.
type Options struct {
	Mode Mode
	// NoGas disables the bound on the loop iterations of a test.
	NoGas bool
	// Cover is engine.CoverAncestors to cover leaves only by nodes on their own path.
	Cover string
	// NoSummaries uses trivial summaries.
	NoSummaries bool
	// Iteration is the domain of loop summaries, see iteration.ByName; "": the default.
	Iteration string
}
