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
	Attempt int   // from 1 on
	Done    *Done // of a queue of checks
	msg     jetstream.Msg
}

// Take leases a job, for which it waits a while; nil: there is none.
func (q *Queue) Take(ctx context.Context, wait time.Duration) (*Leased, error) {
	var batch jetstream.MessageBatch
	var err error
	if wait > 0 {
		ctx, cancel := context.WithTimeout(ctx, wait)
		defer cancel()
		batch, err = q.consumer.Fetch(1, jetstream.FetchContext(ctx))
	} else {
		batch, err = q.consumer.FetchNoWait(1)
	}
	if err != nil {
		return nil, err
	}
	m, ok := <-batch.Messages()
	if !ok {
		if err := batch.Error(); err != nil && !errors.Is(err, nats.ErrTimeout) && !errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil {
			return nil, err
		}
		return nil, nil
	}
	meta, err := m.Metadata()
	if err != nil {
		return nil, err
	}
	l := &Leased{Attempt: int(min(meta.NumDelivered, maxJobs)), msg: m}
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

// End removes the job from the queue, when it is done.
func (l *Leased) End(ctx context.Context) error {
	err := Retry(ctx, l.msg.DoubleAck)
	if errors.Is(err, jetstream.ErrMsgAlreadyAckd) {
		return nil
	}
	return err
}
