package ilp

import "time"

// maxBranches bounds the certified branch and bound.
const maxBranches = 400

const (
	// grace is how long a call may outlive the end of its context before it is given up.
	grace = 500 * time.Millisecond
	// hang is for calls that neither stop nor count what they do: no budget of work takes so
	// long, on a busy machine either, so that it decides only where a library is stuck.
	hang = 2 * time.Minute
)

// callWork is the work of a call besides its iterations.
const callWork = 50

const (
	// defaultWork bounds a call of lp_solve or libz3, in units of package work.
	defaultWork = 5_000_000
	// patience bounds the search for a certificate in floating point before libz3 is asked.
	patience = 3_000_000
	// again bounds another try after numerical trouble.
	again = 1_000_000
)
