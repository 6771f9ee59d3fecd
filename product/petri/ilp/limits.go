package ilp

import "time"

// maxBranches bounds the nodes of the certified branch and bound.
const maxBranches = 400

const (
	// grace is the time by which a call may outlive the end of its context before it is abandoned.
	grace = 500 * time.Millisecond
	// hang bounds calls that neither stop nor count their work: no budget of work takes so long, on a busy machine either, so it applies only
	// where a library hangs.
	hang = 2 * time.Minute
)

// callWork is the fixed work of a call besides its iterations, in units of package work.
const callWork = 50

const (
	// defaultWork bounds a call of lp_solve or libz3, in units of package work.
	defaultWork = 5_000_000
	// patience bounds the search for a certificate in floating point before libz3 is used, in units of package work.
	patience = 3_000_000
	// again bounds another attempt after numerical trouble, in units of package work.
	again = 1_000_000
)
