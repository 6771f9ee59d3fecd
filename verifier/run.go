package verifier

import (
	"context"

	"cupel/engine"
	"cupel/verifier/portfolio"
)

// A Run is one verification of a task besides its settings: who watches it, what it begins with and whom it tells
// what it finds. The zero value is watched by nobody, knows nothing and tells nothing but its report.
type Run struct {
	Observer engine.Observer // nil: engine.Quiet
	Worker   []string        // command that starts a worker of a portfolio, see Serve; nil: workers are goroutines
	Facts    [][]byte        // to begin with, each as Kept was given it by a run on the same program; nothing of them is trusted
	Kept     func([]byte)    // called with what was found out about the program, in the form of a file of facts; nil: not
	Settled  func(*Report)   // called with a verdict that stands, before the evidence that may take long; nil: not
	Overdue  func(*Report)   // called, from another goroutine, when the search goes on Grace after a limit, or the evidence EvidenceGrace; nil: they may

	member membership
}

// A membership is what the worker of a portfolio has of it. The zero value is that of a run that is no worker.
type membership struct {
	link     *portfolio.Link // to who asked for the worker; nil: this is none
	unshared bool            // the link is not for facts
	analysis *handover       // what the process that asked has found of the program; nil: nothing
}

// Verify verifies a task with an observer, see Run.Verify.
func Verify(ctx context.Context, t *Task, cfg Config, o engine.Observer) (*Report, error) {
	return Run{Observer: o}.Verify(ctx, t, cfg)
}
