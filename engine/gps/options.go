package gps

import (
	"context"

	"cupel/analysis/summary"
	"cupel/core/program"
)

// Mode chooses the algorithm.
type Mode string

// The modes.
const (
	GPS     Mode = "gps"
	GPSLite Mode = "gpslite" // no interpolation, no covering
	CRA     Mode = "cra"     // the summary of the initial location decides, or nothing
)

// Summaries over-approximates the paths from locations to the targets of one
// program. The guard of a transition says from which states a target may be
// reached; its Skolem constants are existentially quantified.
type Summaries interface {
	ToTarget(ctx context.Context, l *program.Location) (*summary.Transition, error)
}

// Options of the engine.
type Options struct {
	Mode Mode
	// NoGas leaves out the bound on the loop iterations of a test.
	NoGas bool
	// AncestorsOnly covers leaves by nodes on their own path only.
	AncestorsOnly bool
	// NoSummaries searches with summaries that say nothing.
	NoSummaries bool
	// Iteration names what summarises loops, see iteration.ByName; "": the default.
	Iteration string
}
