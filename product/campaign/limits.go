package campaign

import "time"

const (
	// MaxFile bounds a file of a task, in bytes.
	MaxFile = 64 << 20
	// maxPlan bounds a plan and a chunk of it, in bytes.
	maxPlan = 64 << 20
	// maxRecord bounds a record of a verdict, in bytes: NATS's limit of a message, less its headers.
	maxRecord = 1<<20 - 4096
	// maxSmall bounds contents that are kept as one message, in bytes.
	maxSmall = 512 << 10
	// maxNote bounds a note about an attempt or a conflict, in bytes.
	maxNote = 4096
	// maxText bounds a text from a worker or client that is printed, in bytes.
	maxText = 1000
	// maxFiles bounds the files of a task and those of a configuration.
	maxFiles = 4096
	// maxConfigs bounds the configurations of a campaign.
	maxConfigs = 1000
	// maxJobs bounds the jobs of a campaign.
	maxJobs = 10_000_000
	// chunkTasks is the number of tasks in a chunk of a plan.
	chunkTasks = 500
	// maxChunks bounds the chunks of a plan that a reader keeps.
	maxChunks = 4
	// maxUnconfirmed bounds the jobs that were sent to the queue and are not confirmed.
	maxUnconfirmed = 1000
	// maxAsked bounds the contents that are asked for at a time, in bytes, but for one.
	maxAsked = 8 << 20
	// uploads are the files that are sent at a time.
	uploads = 200
	// askedKeys are the keys whose verdicts are asked for at a time.
	askedKeys = 200
	// maxLeases bounds the jobs that are leased at a time.
	maxLeases = 100_000
	// maxPulls bounds the workers that wait for a job.
	maxPulls = 10_000

	// Lease is the time after which a job without a sign of life is given to another worker.
	Lease = 30 * time.Second
	// presence is the time after which a worker without a sign of life counts as gone.
	presence = 30 * time.Second
	// patience is the time between attempts to reach a server.
	patience = 500 * time.Millisecond
	// requestTime bounds one exchange with the server.
	requestTime = 10 * time.Second
)
