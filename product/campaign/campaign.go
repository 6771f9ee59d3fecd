package campaign

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"cupel/product/bench"
)

// State is what is to happen with a campaign.
type State string

// States.
const (
	Running   State = "running"
	Paused    State = "paused"
	Cancelled State = "cancelled"
)

// Campaign is a plan that is carried out.
type Campaign struct {
	ID      string    `json:"id"`
	Plan    string    `json:"plan"` // its hash
	State   State     `json:"state"`
	Binary  string    `json:"binary"`
	Jobs    int       `json:"jobs"`
	Created time.Time `json:"created"`
}

// valid reports whether what is kept under a name can be a campaign.
func (c *Campaign) valid(id string) bool {
	return c.ID == id && len(id) == idDigits && isHash(c.Plan) && strings.HasPrefix(c.Plan, id) && c.Jobs > 0 && c.Jobs <= maxJobs &&
		(c.State == Running || c.State == Paused || c.State == Cancelled)
}

// idDigits is how much of a plan's hash stands for a campaign.
const idDigits = 16

// Submission is what a campaign is to compute.
type Submission struct {
	Binary  string // SHA-256 of the verifier's file
	Limits  Limits
	Configs []bench.Config
	Tasks   []bench.Task
	Lease   time.Duration // 0: Lease
}

// Submit sends a campaign's files and its plan, and queues its jobs. A campaign that is there already goes on.
func (s *Store) Submit(ctx context.Context, sub Submission) (*Campaign, error) {
	plan, err := s.send(ctx, sub)
	if err != nil {
		return nil, err
	}
	data, err := json.Marshal(plan)
	if err != nil {
		return nil, err
	}
	if len(data) > maxPlan {
		return nil, fmt.Errorf("the plan has %d bytes; at most %d are sent: divide it", len(data), maxPlan)
	}
	hash, err := s.Put(ctx, data)
	if err != nil {
		return nil, err
	}
	c := &Campaign{ID: hash[:idDigits], Plan: hash, State: Running, Binary: plan.Binary, Jobs: plan.Jobs(), Created: time.Now().UTC().Truncate(time.Second)}
	if err := s.queue(ctx, c, sub.Lease); err != nil {
		return nil, err
	}
	if plan.Limits.Witness {
		if err := s.queueChecks(ctx, c, sub.Lease); err != nil {
			return nil, err
		}
	}
	if old, err := s.Campaign(ctx, c.ID); err == nil {
		c.Created = old.Created
	}
	return c, keep(ctx, s.campaigns, c.ID, c)
}

// send sends all files and the chunks of a plan.
func (s *Store) send(ctx context.Context, sub Submission) (*Plan, error) {
	plan := &Plan{Binary: sub.Binary, Limits: sub.Limits, Tasks: len(sub.Tasks)}
	sent := map[string]bool{}
	from := sources{}
	for _, c := range sub.Configs {
		placed, err := from.config(c)
		if err != nil {
			return nil, err
		}
		plan.Configs = append(plan.Configs, placed)
	}
	for tasks := range slices.Chunk(sub.Tasks, chunkTasks) {
		var data bytes.Buffer
		lines := json.NewEncoder(&data)
		for _, t := range tasks {
			p, err := from.task(t)
			if err != nil {
				return nil, err
			}
			if err := lines.Encode(p); err != nil {
				return nil, err
			}
		}
		if err := s.upload(ctx, from, sent); err != nil {
			return nil, err
		}
		if data.Len() > maxPlan {
			return nil, fmt.Errorf("%d tasks with a description of %d bytes; at most %d are sent", len(tasks), data.Len(), maxPlan)
		}
		hash, err := s.Put(ctx, data.Bytes())
		if err != nil {
			return nil, err
		}
		plan.Chunks = append(plan.Chunks, hash)
	}
	return plan, plan.check()
}

// upload sends files that were not sent, some at a time, and forgets where they lie.
func (s *Store) upload(ctx context.Context, from sources, sent map[string]bool) error {
	size, contents := 0, [][]byte(nil)
	for hash, name := range from {
		if sent[hash] {
			continue
		}
		sent[hash] = true
		data, err := os.ReadFile(name)
		if err == nil && Hash(data) != hash {
			err = fmt.Errorf("%s: has changed while it was read", name)
		}
		if err != nil {
			return err
		}
		contents = append(contents, data)
		if size += len(data); len(contents) == uploads || size > maxAsked {
			if err := s.putAll(ctx, contents); err != nil {
				return err
			}
			size, contents = 0, nil
		}
	}
	clear(from)
	return s.putAll(ctx, contents)
}

// queue makes the streams of a campaign and sends the jobs that are not there. Jobs are sent in order, each on
// condition that the one before is the last, so that the sequence numbers say which are there.
func (s *Store) queue(ctx context.Context, c *Campaign, lease time.Duration) error {
	if lease <= 0 {
		lease = Lease
	}
	if err := Retry(ctx, func(ctx context.Context) error {
		_, err := s.js.CreateOrUpdateStream(ctx, s.once(doneStream+c.ID, doneSubject+c.ID+".*"))
		return err
	}); err != nil {
		return err
	}
	var work jetstream.Stream
	if err := Retry(ctx, func(ctx context.Context) (err error) {
		work, err = s.js.CreateOrUpdateStream(ctx, jetstream.StreamConfig{Name: workStream + c.ID, Subjects: []string{workSubject + c.ID},
			Retention: jetstream.WorkQueuePolicy, Replicas: s.replicas, MaxMsgSize: maxNote, Discard: jetstream.DiscardNew})
		if err == nil {
			_, err = work.CreateOrUpdateConsumer(ctx, jetstream.ConsumerConfig{Durable: consumerName, AckPolicy: jetstream.AckExplicitPolicy, AckWait: lease,
				MaxDeliver: -1, MaxAckPending: maxLeases, MaxWaiting: maxPulls})
		}
		return err
	}); err != nil {
		return err
	}
	for {
		next, err := lastSequence(ctx, work)
		if err != nil || next >= c.Jobs {
			return err
		}
		if err := s.feed(ctx, c, next); err != nil && !wrongLast(err) && !unreachable(err) {
			return err
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
}

// lastSequence is the number of messages that a stream has ever had.
func lastSequence(ctx context.Context, stream jetstream.Stream) (n int, err error) {
	err = Retry(ctx, func(ctx context.Context) error {
		info, err := stream.Info(ctx)
		if err == nil {
			n = int(min(info.State.LastSeq, maxJobs))
		}
		return err
	})
	return n, err
}

// feed sends the jobs from a number on, until one is refused.
func (s *Store) feed(ctx context.Context, c *Campaign, from int) error {
	var waiting []jetstream.PubAckFuture
	settle := func() error {
		for _, f := range waiting {
			select {
			case <-f.Ok():
			case err := <-f.Err():
				return err
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		waiting = waiting[:0]
		return nil
	}
	for job := from; job < c.Jobs; job++ {
		f, err := s.js.PublishAsync(workSubject+c.ID, fmt.Append(nil, job), jetstream.WithExpectLastSequence(uint64(job)))
		if err != nil {
			return err
		}
		if waiting = append(waiting, f); len(waiting) == maxUnconfirmed {
			if err := settle(); err != nil {
				return err
			}
		}
	}
	return settle()
}

// Campaign finds one by its name.
func (s *Store) Campaign(ctx context.Context, id string) (*Campaign, error) {
	var c Campaign
	err := Retry(ctx, func(ctx context.Context) error {
		e, err := s.campaigns.Get(ctx, id)
		if err != nil {
			return err
		}
		return json.Unmarshal(e.Value(), &c)
	})
	if err == nil && !c.valid(id) {
		err = fmt.Errorf("campaign %s: what is kept of it is none", id)
	}
	if err != nil {
		return nil, err
	}
	return &c, nil
}

// Campaigns are all that the server keeps, the oldest first.
func (s *Store) Campaigns(ctx context.Context) ([]Campaign, error) {
	cs, err := all[Campaign](ctx, s.campaigns, ">")
	cs = slices.DeleteFunc(cs, func(c Campaign) bool { return !c.valid(c.ID) })
	slices.SortStableFunc(cs, func(a, b Campaign) int { return a.Created.Compare(b.Created) })
	return cs, err
}

// Set changes the state of a campaign. A campaign that was cancelled is queued again when it is to run.
func (s *Store) Set(ctx context.Context, id string, state State) error {
	c, err := s.Campaign(ctx, id)
	if err != nil {
		return err
	}
	was := c.State
	c.State = state
	switch {
	case state == Cancelled:
		if err := keep(ctx, s.campaigns, id, c); err != nil {
			return err
		}
		err := Retry(ctx, func(ctx context.Context) error { return s.js.DeleteStream(ctx, workStream+id) })
		if errors.Is(err, jetstream.ErrStreamNotFound) {
			return nil
		}
		return err
	case was == Cancelled:
		if err := s.queue(ctx, c, 0); err != nil {
			return err
		}
	}
	return keep(ctx, s.campaigns, id, c)
}

// Find is the campaign whose name begins with a text; with "" the youngest.
func (s *Store) Find(ctx context.Context, begin string) (*Campaign, error) {
	cs, err := s.Campaigns(ctx)
	if err != nil {
		return nil, err
	}
	var found []Campaign
	for _, c := range cs {
		if strings.HasPrefix(c.ID, begin) {
			found = append(found, c)
		}
	}
	switch {
	case len(cs) == 0:
		return nil, errors.New("the server has no campaign; cupel campaign run makes one")
	case begin == "":
		return &cs[len(cs)-1], nil
	case len(found) == 0:
		return nil, fmt.Errorf("no campaign is called %s; cupel campaign status lists them", begin)
	case len(found) > 1:
		return nil, fmt.Errorf("%d campaigns are called %s...; give more of the name", len(found), begin)
	}
	return &found[0], nil
}

// Guard sends jobs again that are neither done nor in the queue, which a server that has lost data can bring about. It
// returns when ctx ends, or with ErrCancelled.
func (s *Store) Guard(ctx context.Context, c *Campaign, every time.Duration) error {
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(every):
		}
		now, err := s.Campaign(ctx, c.ID)
		if err != nil {
			continue // the server will be back
		}
		if now.State == Cancelled {
			return ErrCancelled
		}
		_ = s.requeue(ctx, c)
	}
}

// ErrCancelled: somebody has cancelled the campaign.
var ErrCancelled = errors.New("the campaign was cancelled")

// requeue sends the jobs that are not done when the queue is empty.
func (s *Store) requeue(ctx context.Context, c *Campaign) error {
	work, err := s.js.Stream(ctx, workStream+c.ID)
	if err != nil || work.CachedInfo().State.Msgs > 0 || int(work.CachedInfo().State.LastSeq) < c.Jobs {
		return err
	}
	done, err := s.Ended(ctx, c) // after the queue was empty: what is missing now is lost
	if err != nil || len(done) == c.Jobs {
		return err
	}
	there := make([]bool, c.Jobs)
	for _, d := range done {
		there[d.Job] = true
	}
	for job := range c.Jobs {
		if there[job] {
			continue
		}
		if err := Retry(ctx, func(ctx context.Context) error {
			_, err := s.js.Publish(ctx, workSubject+c.ID, fmt.Append(nil, job))
			return err
		}); err != nil {
			return err
		}
	}
	return nil
}
