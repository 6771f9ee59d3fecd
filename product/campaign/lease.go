package campaign

import (
	"context"
	"encoding/json"
	"errors"
	"strconv"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Queue hands out the jobs of a campaign.
type Queue struct {
	consumer jetstream.Consumer
	// Lease is the time in which a job must be extended.
	Lease time.Duration
}

// Queue is that of a campaign.
func (s *Store) Queue(ctx context.Context, id string) (*Queue, error) {
	return s.consume(ctx, workStream+id, consumerName)
}

func (s *Store) consume(ctx context.Context, stream, consumer string) (*Queue, error) {
	var q *Queue
	err := Retry(ctx, func(ctx context.Context) error {
		c, err := s.js.Consumer(ctx, stream, consumer)
		if err == nil {
			q = &Queue{consumer: c, Lease: c.CachedInfo().Config.AckWait}
		}
		return err
	})
	return q, err
}

// Checks hands out the jobs of a campaign that are done, to workers that check their witnesses.
func (s *Store) Checks(ctx context.Context, id string) (*Queue, error) {
	return s.consume(ctx, doneStream+id, checkerName)
}

// Gone reports whether an error says that a queue is no more: the campaign was cancelled.
func Gone(err error) bool {
	return errors.Is(err, jetstream.ErrStreamNotFound) || errors.Is(err, jetstream.ErrConsumerNotFound) || errors.Is(err, jetstream.ErrConsumerDeleted)
}

// Leased is a job that this worker has until the lease ends.
type Leased struct {
	Job     int
	Attempt int   // how often the job was handed out, this time included
	Waiting int   // jobs that were in the queue when this one was handed out
	Done    *Done // of a queue of checks
	msg     jetstream.Msg
}

// Take leases up to n jobs that are there, or waits a while for one; none: there are none.
func (q *Queue) Take(ctx context.Context, n int, wait time.Duration) ([]*Leased, error) {
	batch, err := q.consumer.FetchNoWait(n)
	ls, err := q.leased(ctx, batch, err)
	if len(ls) > 0 || err != nil || wait <= 0 {
		return ls, err
	}
	one, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	batch, err = q.consumer.Fetch(1, jetstream.FetchContext(one))
	return q.leased(ctx, batch, err)
}

func (q *Queue) leased(ctx context.Context, batch jetstream.MessageBatch, err error) (ls []*Leased, _ error) {
	if err != nil {
		return nil, err
	}
	for m := range batch.Messages() {
		l, err := leased(m)
		if err != nil {
			return ls, err
		}
		ls = append(ls, l)
	}
	if err := batch.Error(); len(ls) == 0 && err != nil && !errors.Is(err, nats.ErrTimeout) && !errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil {
		return nil, err
	}
	return ls, nil
}

func leased(m jetstream.Msg) (*Leased, error) {
	meta, err := m.Metadata()
	if err != nil {
		return nil, err
	}
	l := &Leased{Attempt: int(min(meta.NumDelivered, maxJobs)), Waiting: int(min(meta.NumPending, maxJobs)), msg: m}
	if l.Job, err = strconv.Atoi(string(m.Data())); err != nil && json.Unmarshal(m.Data(), &l.Done) != nil {
		l.Job = -1 // no job of any plan
	}
	if l.Done != nil {
		l.Job = l.Done.Job
	}
	return l, nil
}

// Extend begins the lease again.
func (l *Leased) Extend() error { return l.msg.InProgress() }

// Return gives the job back, for a worker that asks after a while.
func (l *Leased) Return(after time.Duration) error { return l.msg.NakWithDelay(after) }

// End removes jobs of one queue from it, when they are done. The server deals with acknowledgements in order, so that one that it answers stands for
// those before it; a job whose own is lost is handed out again, and found to be done.
func End(ctx context.Context, ls ...*Leased) error {
	last := len(ls) - 1
	for _, l := range ls[:last] {
		_ = l.msg.Ack() // the same connection as for the last one, which tells
	}
	err := Retry(ctx, ls[last].msg.DoubleAck)
	if errors.Is(err, jetstream.ErrMsgAlreadyAckd) {
		return nil
	}
	return err
}
