package portfolio

import "time"

const (
	maxTail = 4 << 10 // bytes of a worker's standard error output that are kept, at most

	maxWork = 1 << 40 // bounds a step in a schedule, in units of package work

	maxFactor = 16 // bounds the factor of an engine's share

	maxOrders = 64          // bounds the messages waiting to be written to a worker; there are never more than a few
	maxWait   = time.Second // bounds the wait for what a killed worker leaves in its pipes

	overtime = 150 * time.Millisecond // the time by which completing an answer may exceed its limit

	poll = 20 * time.Millisecond // interval at which the workers' use of resources is checked

	// minOverrun is the least processor time after which a worker is suspended that takes longer than its turn stands
	// for: it spends time on what is not counted as work.
	minOverrun = 2500 * time.Millisecond

	// turnGrowth is the divisor of the processor time that a member has had for its next turn.
	turnGrowth = 4
	// farFactor divides the weight of a member that is far.
	farFactor = 4
)
