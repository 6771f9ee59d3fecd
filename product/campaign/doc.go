// Package campaign runs many tasks on many workers over NATS JetStream: plans, the queue of jobs, verdicts by
// content, progress (docs/campaigns.md).
//
//	plan:     binary, limits, configurations, chunks of tasks       objects, named by the hashes of their contents
//	queue:    cupel.work.ID               numbers of jobs           a work queue: a job is leased until it is acknowledged
//	verdicts: cupel.verdict.KEY           what came out of a run    one for each key, never overwritten, of all campaigns
//	done:     cupel.done.ID.JOB           which jobs have ended     one for each job, never overwritten
//
// The key of a job is the hash of everything that its run depends on. A worker writes the verdict, then that the
// job is done, then it acknowledges; whatever is repeated after its death finds what is there already.
package campaign
