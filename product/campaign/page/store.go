package page

import (
	"context"
	"sync"
	"time"

	"cupel/product/bench"
	"cupel/product/campaign"
)

// Records finds what is kept of the runs of a campaign.
type Records interface {
	// Record is what is kept of the run of a job; nil: it is not done.
	Record(ctx context.Context, job int) (*Record, error)
	// Kept are the contents of a file that a record names, of at most limit bytes.
	Kept(ctx context.Context, f *campaign.File, limit int64) ([]byte, error)
}

// Record is what is kept of a run.
type Record struct {
	Run      bench.Run
	Key      string
	Worker   string
	Ended    time.Time
	Known    bool
	Attempts []campaign.Attempt // that failed
	Log      string             // the end of its standard error
	Witness  *campaign.File     // nil: none
	Report   *campaign.File     // a page; nil: none
}

// Stored are the records of a campaign on a server.
type Stored struct {
	store    *campaign.Store
	campaign *campaign.Campaign

	mu     sync.Mutex // of the reader
	reader *campaign.Reader
}

// NewStored are those of a campaign.
func NewStored(s *campaign.Store, c *campaign.Campaign) *Stored {
	return &Stored{store: s, campaign: c, reader: campaign.NewReader(s)}
}

// Board is one of the campaign, of which nothing is done.
func (s *Stored) Board(ctx context.Context) (*Board, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return NewBoard(ctx, s.reader, s.campaign)
}

// Record implements Records.
func (s *Stored) Record(ctx context.Context, job int) (*Record, error) {
	s.mu.Lock()
	plan, err := s.reader.Plan(ctx, s.campaign)
	var j campaign.Job
	if err == nil {
		j, err = s.reader.Job(ctx, plan, job)
	}
	s.mu.Unlock()
	if err != nil {
		return nil, err
	}
	d, err := s.store.Done(ctx, s.campaign, job)
	if err != nil || d == nil {
		return nil, err
	}
	r := &Record{Key: d.Key, Worker: d.Worker, Known: d.Known}
	if d.Failure != "" {
		r.Run = j.FailedRun(plan, *d)
	} else {
		kept, err := s.store.Record(ctx, plan, j, *d)
		if err != nil {
			return nil, err
		}
		r.Run, r.Worker, r.Ended, r.Log, r.Witness, r.Report = kept.Run, kept.Worker, kept.Ended, kept.Log, kept.Witness, kept.Report
	}
	attempts, err := s.store.Attempts(ctx, s.campaign.ID, job)
	r.Attempts = campaign.Failures(attempts)
	return r, err
}

// Kept implements Records.
func (s *Stored) Kept(ctx context.Context, f *campaign.File, limit int64) ([]byte, error) {
	return s.store.Get(ctx, f.Hash, limit)
}

// Follow adds to a board what is done in the campaign, the checks of its witnesses, and its state, until ctx ends.
func (s *Stored) Follow(ctx context.Context, b *Board) error {
	var wg sync.WaitGroup
	defer wg.Wait()
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	wg.Go(func() { s.look(ctx, b) })
	if b.plan.Limits.Witness {
		wg.Go(func() { cancel(s.store.FollowChecks(ctx, s.campaign, b.AddCheck)) })
	}
	err := s.store.Follow(ctx, s.campaign, 0, func(_ uint64, d campaign.Done) bool {
		b.Add(d)
		return true
	})
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return err
}

// look asks for the state from time to time.
func (s *Stored) look(ctx context.Context, b *Board) {
	for {
		if p, err := s.state(ctx); err == nil { // otherwise it is as it was: the server will be back
			b.SetState(p)
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(statusTime):
		}
	}
}

func (s *Stored) state(ctx context.Context) (*campaign.Progress, error) {
	c, err := s.store.Campaign(ctx, s.campaign.ID)
	if err != nil {
		return nil, err
	}
	p := &campaign.Progress{Campaign: *c}
	if p.Waiting, p.Leased, err = s.store.Queued(ctx, c); err != nil {
		return nil, err
	}
	if p.Workers, err = s.store.Workers(ctx); err != nil {
		return nil, err
	}
	p.Conflicts, err = s.store.Conflicts(ctx)
	return p, err
}
