package campaign

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"cupel/product/bench"
)

// Presence is a sign of life of a worker.
type Presence struct {
	Name   string    `json:"name"`
	Host   string    `json:"host"`
	Binary string    `json:"binary"` // SHA-256
	Done   int       `json:"done"`   // jobs
	Jobs   []string  `json:"jobs"`   // what it runs now
	Seen   time.Time `json:"seen"`
	Note   string    `json:"note,omitempty"` // why it does nothing
}

// Announce tells that a worker lives.
func (s *Store) Announce(ctx context.Context, p Presence) error {
	p.Seen = time.Now().UTC()
	p.Note = shortened(p.Note)
	return keep(ctx, s.workers, p.Name, p)
}

// Workers are those that have given a sign of life lately.
func (s *Store) Workers(ctx context.Context) ([]Presence, error) {
	ws, err := all[Presence](ctx, s.workers, ">")
	for i := range ws {
		ws[i].Name, ws[i].Host, ws[i].Note = shortened(ws[i].Name), shortened(ws[i].Host), shortened(ws[i].Note)
	}
	slices.SortFunc(ws, func(a, b Presence) int { return strings.Compare(a.Name, b.Name) })
	return ws, err
}

// Progress is how far a campaign is.
type Progress struct {
	Campaign
	Done     int            `json:"done"`
	Waiting  int            `json:"waiting"` // jobs in the queue that nobody has
	Leased   int            `json:"leased"`
	Verdicts map[string]int `json:"verdicts"`
	Known    int            `json:"known"`  // done without a run: the verdict was there
	Failed   int            `json:"failed"` // given up after several attempts
	CPU      float64        `json:"cpu_s"`
	Workers  []Presence     `json:"workers"`
	// Checks are the answers about witnesses, Unchecked the jobs that are done and were not looked at.
	Checks    map[string]int `json:"checks,omitempty"`
	Rejected  []Check        `json:"rejected,omitempty"`
	Unchecked int            `json:"unchecked,omitempty"`
	// Conflicts are records that were refused, of all campaigns.
	Conflicts []Conflict `json:"conflicts,omitempty"`
}

// Ended reports whether every job is done.
func (p *Progress) Ended() bool { return p.Done >= p.Jobs }

// Tally counts jobs that are done, each once.
type Tally struct {
	Jobs     int
	Verdicts map[string]int
	Known    int
	Failed   int
	CPU      float64
}

// Add counts a job.
func (t *Tally) Add(d Done) {
	if t.Verdicts == nil {
		t.Verdicts = map[string]int{}
	}
	t.Jobs++
	t.Verdicts[d.Verdict]++
	t.CPU += d.CPU
	if d.Known {
		t.Known++
	}
	if d.Failure != "" {
		t.Failed++
	}
}

// Status is how far a campaign is, but for what tallies of its jobs that are done and of its checks say.
func (s *Store) Status(ctx context.Context, c *Campaign, t *Tally, k *CheckTally) (*Progress, error) {
	p := &Progress{Campaign: *c, Done: t.Jobs, Verdicts: t.Verdicts, Known: t.Known, Failed: t.Failed, CPU: t.CPU,
		Checks: k.Answers, Rejected: k.Rejected, Unchecked: k.Unchecked}
	var err error
	if p.Waiting, p.Leased, err = s.Queued(ctx, c); err != nil {
		return nil, err
	}
	if p.Workers, err = s.Workers(ctx); err != nil {
		return nil, err
	}
	p.Conflicts, err = s.Conflicts(ctx)
	return p, err
}

// Queued are the numbers of a campaign's jobs that nobody has and that workers have.
func (s *Store) Queued(ctx context.Context, c *Campaign) (waiting, leased int, err error) {
	err = Retry(ctx, func(ctx context.Context) error {
		cons, err := s.js.Consumer(ctx, workStream+c.ID, consumerName)
		if errors.Is(err, jetstream.ErrStreamNotFound) { // cancelled
			return nil
		}
		if err != nil {
			return err
		}
		info := cons.CachedInfo()
		waiting, leased = int(info.NumPending), info.NumAckPending
		return nil
	})
	return waiting, leased, err
}

// Follow calls each for the jobs of a campaign that are done, in the order in which they ended, from sequence number
// after+1 on, until it returns false or ctx ends. It waits for jobs that are not done.
func (s *Store) Follow(ctx context.Context, c *Campaign, after uint64, each func(seq uint64, d Done) (more bool)) error {
	return s.messages(ctx, doneStream+c.ID, after, func(seq uint64, at time.Time, data []byte) bool {
		d, ok := readDone(data, c)
		d.Ended = at
		return !ok || each(seq, d)
	})
}

// messages calls each for the messages of a stream until it returns false or ctx ends.
func (s *Store) messages(ctx context.Context, stream string, after uint64, each func(seq uint64, at time.Time, data []byte) (more bool)) error {
	for ctx.Err() == nil {
		ended, err := s.some(ctx, stream, &after, each)
		if ended || err != nil && !unreachable(err) && ctx.Err() == nil {
			return err
		}
		select {
		case <-ctx.Done():
		case <-time.After(patience):
		}
	}
	return ctx.Err()
}

// some is messages while the server can be reached.
func (s *Store) some(ctx context.Context, stream string, after *uint64, each func(seq uint64, at time.Time, data []byte) (more bool)) (ended bool, err error) {
	one, cancel := context.WithTimeout(ctx, requestTime)
	defer cancel()
	cons, err := s.js.OrderedConsumer(one, stream, jetstream.OrderedConsumerConfig{DeliverPolicy: jetstream.DeliverByStartSequencePolicy, OptStartSeq: *after + 1})
	if err != nil {
		return false, err
	}
	it, err := cons.Messages()
	if err != nil {
		return false, err
	}
	defer it.Stop()
	for {
		m, err := it.Next(jetstream.NextContext(ctx))
		if err != nil {
			if ctx.Err() == nil {
				err = errors.Join(err, nats.ErrDisconnected) // of whatever kind: again from where it was
			}
			return false, err
		}
		meta, err := m.Metadata()
		if err != nil {
			return false, err
		}
		*after = meta.Sequence.Stream
		if !each(*after, meta.Timestamp, m.Data()) {
			return true, nil
		}
	}
}

// read calls each for the messages that a stream has by now, behind a sequence number.
func (s *Store) read(ctx context.Context, stream string, after uint64, each func(seq uint64, data []byte)) (err error) {
	var info *jetstream.StreamInfo
	if err := Retry(ctx, func(ctx context.Context) error {
		x, err := s.js.Stream(ctx, stream)
		if err == nil {
			info = x.CachedInfo()
		}
		return err
	}); err != nil || info.State.LastSeq <= after {
		return err
	}
	return s.messages(ctx, stream, after, func(seq uint64, _ time.Time, data []byte) bool {
		each(seq, data)
		return seq < info.State.LastSeq
	})
}

// readDone reads what a worker says; false: it is nothing of the campaign.
func readDone(data []byte, c *Campaign) (d Done, ok bool) {
	if json.Unmarshal(data, &d) != nil || d.Job < 0 || d.Job >= c.Jobs || !isHash(d.Key) || !bench.IsVerdict(d.Verdict) {
		return d, false
	}
	d.Worker, d.Failure = shortened(d.Worker), shortened(d.Failure)
	return d, true
}

// Ended are the jobs of a campaign that are done by now, each once.
func (s *Store) Ended(ctx context.Context, c *Campaign) (done []Done, err error) {
	seen := make([]bool, c.Jobs)
	err = s.read(ctx, doneStream+c.ID, 0, func(_ uint64, data []byte) {
		if d, ok := readDone(data, c); ok && !seen[d.Job] {
			seen[d.Job] = true
			done = append(done, d)
		}
	})
	return done, err
}

// Results are the runs of jobs that are done, in the order of the jobs.
func (s *Store) Results(ctx context.Context, c *Campaign, done []Done) ([]bench.Run, error) {
	r := NewReader(s)
	plan, err := r.Plan(ctx, c)
	if err != nil {
		return nil, err
	}
	done = slices.Clone(done)
	slices.SortFunc(done, func(a, b Done) int { return a.Job - b.Job })
	var runs []bench.Run
	for part := range slices.Chunk(done, askedKeys) {
		var keys []string
		for _, d := range part {
			if d.Failure == "" {
				keys = append(keys, d.Key)
			}
		}
		known, err := s.KnownAll(ctx, keys)
		if err != nil {
			return nil, err
		}
		for _, d := range part {
			j, err := r.Job(ctx, plan, d.Job)
			if err != nil {
				return nil, err
			}
			if d.Failure != "" {
				runs = append(runs, j.FailedRun(plan, d))
				continue
			}
			rec, err := record(plan, j, d, known[d.Key])
			if err != nil {
				return nil, err
			}
			runs = append(runs, rec.Run)
		}
	}
	return runs, nil
}

// Record is what came out of a job that is done, with the labels of its campaign.
func (s *Store) Record(ctx context.Context, p *Plan, j Job, d Done) (*Record, error) {
	rec, err := s.Known(ctx, d.Key)
	if err != nil {
		return nil, err
	}
	return record(p, j, d, rec)
}

// record is the record under the key that a worker names for a job that is done. The key is computed again, so that the worker cannot give the job the verdict of another.
func record(p *Plan, j Job, d Done, rec *Record) (*Record, error) {
	key := p.Key(j)
	switch {
	case d.Key != key:
		return nil, fmt.Errorf("job %d: worker %s says that its key is %s, and it is %s", j.Number, d.Worker, d.Key, key)
	case rec == nil:
		return nil, fmt.Errorf("job %d: worker %s says that it is done, and there is no verdict", j.Number, d.Worker)
	case rec.Binary != p.Binary:
		return nil, fmt.Errorf("job %d: worker %s has run another binary, %s", j.Number, rec.Worker, Version(rec.Binary))
	}
	own := *rec // several jobs may have one key
	own.Run = j.Run(p, rec.Run)
	return &own, nil
}

// Done is how a job has ended; nil: it has not.
func (s *Store) Done(ctx context.Context, c *Campaign, job int) (*Done, error) {
	var data []byte
	if err := Retry(ctx, func(ctx context.Context) error {
		stream, err := s.js.Stream(ctx, doneStream+c.ID)
		if err == nil {
			data, err = last(ctx, stream, fmt.Sprint(doneSubject, c.ID, ".", job), false)
		}
		return err
	}); err != nil || data == nil {
		return nil, err
	}
	d, ok := readDone(data, c)
	if !ok || d.Job != job {
		return nil, fmt.Errorf("job %d: what is kept of its end is none", job)
	}
	return &d, nil
}
