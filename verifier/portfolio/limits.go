package portfolio

import "time"

// Bounds of a portfolio.
const (
	maxTail = 4 << 10 // of what a worker writes to standard error, in bytes

	maxWork = 1 << 40 // of a step in a table

	maxOrders = 64          // that wait to be written to a worker; there are never more than a few
	maxWait   = time.Second // for what a worker that was killed leaves in its pipes

	overtime = 150 * time.Millisecond // that the completion of an answer may take beyond its time

	poll = 20 * time.Millisecond // between looks at what the workers use

	// A worker that takes more processor time than its turn stands for, and this at least, is halted: it
	// does something that is not counted.
	minOverrun = 2500 * time.Millisecond
)
