package verifier

import (
	"context"

	"cupel/engine"
	"cupel/verifier/portfolio"
)

// A Run is one verification of a task besides its settings: observers, initial facts and callbacks for
// results. The zero value has none of them.
type Run struct {
	Observer engine.Observer // nil: engine.Quiet
	Worker   []string        // command that starts a worker of a portfolio, see Serve; nil: workers are goroutines
	Facts    [][]byte        // to begin with, each as passed to Kept by a run on the same program; they are not trusted
	Kept     func([]byte)    // called with the facts found about the program, in the form of a file of facts; nil: not
	Settled  func(*Report)   // called with a verdict that stands, before the evidence that may take long; nil: not
	Overdue  func(*Report)   // called, from another goroutine, when the search goes on Grace after a limit, or the evidence EvidenceGrace; nil: they may

	Status *Status // what the run has found out so far, for a caller who gives it up; nil: nobody asks

	member membership
}

// A membership connects a worker with its portfolio. The zero value is that of a run that is no worker.
type membership struct {
	link     *portfolio.Link // to the parent process; nil: this is no worker
	unshared bool            // no facts are exchanged over the link
	analysis *handover       // the results of the parent process's analysis; nil: none
	sliced   bool            // the parent process has tried insensitive slices, see bySlices
}

// Verify verifies a task with an observer, see Run.Verify.
func Verify(ctx context.Context, t *Task, cfg Config, o engine.Observer) (*Report, error) {
	return Run{Observer: o}.Verify(ctx, t, cfg)
}
