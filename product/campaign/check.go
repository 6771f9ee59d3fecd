package campaign

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// Answers of a check.
const (
	Confirmed = "confirmed" // the witness is right about the program
	Rejected  = "rejected"
	Undecided = "open" // the check has not decided
)

// Check is what became of the check of a witness.
type Check struct {
	Job     int     `json:"job"`
	Key     string  `json:"key"`
	Witness string  `json:"witness"` // hash
	Verdict string  `json:"verdict"` // that the witness is for
	Answer  string  `json:"answer"`
	Reason  string  `json:"reason,omitempty"`
	CPU     float64 `json:"cpu_s"`
	Worker  string  `json:"worker"`
}

// queueChecks makes the queue of checks: a consumer of the stream of jobs that are done.
func (s *Store) queueChecks(ctx context.Context, c *Campaign, lease time.Duration) error {
	if lease <= 0 {
		lease = Lease
	}
	return Retry(ctx, func(ctx context.Context) error {
		if _, err := s.js.CreateOrUpdateStream(ctx, s.once(checkStream+c.ID, checkSubject+c.ID+".*")); err != nil {
			return err
		}
		_, err := s.js.CreateOrUpdateConsumer(ctx, doneStream+c.ID, jetstream.ConsumerConfig{Durable: checkerName, AckPolicy: jetstream.AckExplicitPolicy, AckWait: lease,
			MaxDeliver: -1, MaxAckPending: maxLeases, MaxWaiting: maxPulls})
		return err
	})
}

// KeepCheck keeps the answer of a check, unless there is one.
func (s *Store) KeepCheck(ctx context.Context, id string, k Check) error {
	k.Reason = shortened(k.Reason)
	data, err := json.Marshal(k)
	if err != nil {
		return err
	}
	return s.publishOnce(ctx, message{checkStream + id, fmt.Sprint(checkSubject, id, ".", k.Job), data})[0].err
}

// CheckTally counts the answers of checks of a campaign.
type CheckTally struct {
	Answers   map[string]int
	Rejected  []Check
	Unchecked int // jobs that are done and were not looked at

	after uint64 // the sequence number of the last answer that is counted
}

// CountChecks counts the answers that have come since it was called last.
func (s *Store) CountChecks(ctx context.Context, c *Campaign, t *CheckTally) error {
	q, err := s.Checks(ctx, c.ID)
	if Gone(err) { // a campaign without witnesses
		return nil
	}
	if err != nil {
		return err
	}
	info := q.consumer.CachedInfo()
	t.Unchecked = int(info.NumPending) + info.NumAckPending
	return s.read(ctx, checkStream+c.ID, t.after, func(seq uint64, data []byte) {
		t.after = seq
		k, ok := readCheck(data, c)
		if !ok {
			return
		}
		if t.Answers == nil {
			t.Answers = map[string]int{}
		}
		if t.Answers[k.Answer]++; k.Answer == Rejected {
			t.Rejected = append(t.Rejected, k)
		}
	})
}

// readCheck reads what a worker says; false: it is no answer.
func readCheck(data []byte, c *Campaign) (k Check, ok bool) {
	if json.Unmarshal(data, &k) != nil || k.Job < 0 || k.Job >= c.Jobs || k.Answer != Confirmed && k.Answer != Rejected && k.Answer != Undecided {
		return k, false
	}
	k.Reason, k.Worker = shortened(k.Reason), shortened(k.Worker)
	return k, true
}

// FollowChecks calls each for the answers of checks in a campaign with witnesses, those that come included, until ctx ends.
func (s *Store) FollowChecks(ctx context.Context, c *Campaign, each func(Check)) error {
	return s.messages(ctx, checkStream+c.ID, 0, func(_ uint64, _ time.Time, data []byte) bool {
		if k, ok := readCheck(data, c); ok {
			each(k)
		}
		return true
	})
}
