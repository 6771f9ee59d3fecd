package worker

import "time"

const (
	// maxFailures is the number of attempts that may fail with a reason.
	maxFailures = 3
	// maxAttempts is the number of attempts that may begin: those of workers that end count less than those with a reason.
	maxAttempts = 10
	// maxCache bounds the files that a worker keeps for later jobs, in bytes.
	maxCache = 256 << 20
	// maxChecked bounds the flags that a worker remembers as looked at.
	maxChecked = 1000
	// pullTime is how long a worker waits for a job at a time.
	pullTime = 2 * time.Second
	// idleTime is how long a worker waits when no queue has a job.
	idleTime = 200 * time.Millisecond
	// signTime is the time between signs of life of a worker.
	signTime = 5 * time.Second
	// endTime bounds the work on a job that is done, when the worker is to end.
	endTime = 5 * time.Second
	// leaseParts is how often a lease is extended while it lasts.
	leaseParts = 4
	// holdTime is the time between looks at leases that are to be extended.
	holdTime = 250 * time.Millisecond
	// batchTime is the work that a worker takes at a time, as far as it consists of whole jobs.
	batchTime = 2 * time.Second
	// maxBatch bounds the jobs that are taken at a time, and those of which the server is told at a time.
	maxBatch = 64
	// lingerTime is how long what came out of a job waits for that of others, so that short ones do not cost exchanges with the server each.
	lingerTime = 200 * time.Millisecond
	// batchShare is the part of a queue that a worker takes at a time at most, so that at its end there is work for all.
	batchShare = 32
	// retryTime is the time after a failed attempt until the next.
	retryTime = time.Second

	// fileLimit bounds each file that a run writes, in bytes.
	fileLimit = 512 << 20
	// openFiles bounds the files that a run has open at a time.
	openFiles = 1024
	// memorySpare is how much more memory than its limit the control group of a run has, by which package bench ends it, too: the verifier itself should have stopped.
	memorySpare = 1.25
	// maxProcesses bounds the processes and threads of a run in a control group.
	maxProcesses = 1024
	// spare is the processor time that a run may use beyond its limits before the system ends it.
	spare = 2 * time.Minute
)
