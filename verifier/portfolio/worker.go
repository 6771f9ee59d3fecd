package portfolio

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"sync"
	"time"

	"cupel/core/work"
)

// Link is a worker's connection to the coordinator.
type Link struct {
	ctx    context.Context
	spent  func() int
	lock   sync.Mutex // guards out and inbox
	out    *json.Encoder
	inbox  []json.RawMessage
	until  chan int
	finish chan struct{}
	left   time.Duration // time to complete the answer once finish is closed; 0: unlimited
	failed error
}

// Answer is the result of a worker.
type Answer struct {
	Report any    // encoded as JSON
	Reason string // why there is no answer; "" if there is one
	Failed error  // an error in the task or the settings
}

// Serve executes the job received from in and reports to out. The context of do ends with that of Serve and
// with the end of in; its work is divided into turns (package work).
func Serve(ctx context.Context, in io.Reader, out io.Writer, do func(context.Context, json.RawMessage, *Link) Answer) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	orders := json.NewDecoder(in)
	var first Order
	if err := orders.Decode(&first); err != nil {
		return fmt.Errorf("no job: %w", err)
	}
	l := &Link{ctx: ctx, out: json.NewEncoder(out), until: make(chan int, 1), finish: make(chan struct{})}
	l.take(first.Facts)
	go func() {
		defer cancel() // the parent process has ended
		var finished bool
		for {
			var o Order
			if orders.Decode(&o) != nil {
				return
			}
			l.take(o.Facts)
			if o.Until > 0 {
				select {
				case <-l.until: // stale and unread
				default:
				}
				l.until <- o.Until
			}
			if o.Finish && !finished {
				finished, l.left = true, o.Left
				close(l.finish)
			}
		}
	}()
	if first.Budget > 0 {
		var stop context.CancelFunc
		ctx, stop = work.Within(ctx, first.Budget)
		defer stop()
	}
	paced, spent := work.Measured(work.Paced(ctx, first.Until, l.pause))
	l.spent = spent
	a := do(paced, first.Job, l)
	n := News{Done: true, Reason: a.Reason}
	if a.Failed != nil {
		n.Failed = a.Failed.Error()
	}
	var err error
	if n.Report, err = json.Marshal(a.Report); err != nil {
		return err
	}
	l.tell(n)
	return l.failed
}

func (l *Link) tell(n News) {
	n.Spent = l.spent()
	l.lock.Lock()
	defer l.lock.Unlock()
	if err := l.out.Encode(n); err != nil {
		l.failed = errors.Join(l.failed, err)
	}
}

func (l *Link) take(facts []json.RawMessage) {
	l.lock.Lock()
	defer l.lock.Unlock()
	l.inbox = append(l.inbox, facts...)
}

// pause waits for the next turn.
func (l *Link) pause(spent int) int {
	select {
	case <-l.finish:
		return math.MaxInt
	default:
	}
	select {
	case n := <-l.until:
		if n > spent {
			return n
		}
	default:
	}
	l.tell(News{Paused: true})
	for {
		select {
		case n := <-l.until:
			if n > spent {
				return n
			}
			l.tell(News{Paused: true})
		case <-l.ctx.Done():
			return math.MaxInt
		}
	}
}

// Settle announces an answer and waits for the decision; false: it is not accepted.
func (l *Link) Settle(report any) bool {
	text, err := json.Marshal(report)
	if err != nil {
		return false
	}
	l.tell(News{Settled: true, Report: text})
	select {
	case <-l.finish:
		return true
	case <-l.ctx.Done():
		return false
	}
}

// Left is the time for completing an accepted answer, see Settle; 0: unlimited.
func (l *Link) Left() time.Duration {
	select {
	case <-l.finish:
		return l.left
	default:
		return 0
	}
}

// Share publishes facts.
func (l *Link) Share(facts json.RawMessage, known int) {
	l.tell(News{Facts: facts, Known: known})
}

// Tell reports progress.
func (l *Link) Tell(progress any) {
	if text, err := json.Marshal(progress); err == nil {
		l.tell(News{Progress: text})
	}
}

// Received returns the facts of others received since the last call.
func (l *Link) Received() []json.RawMessage {
	l.lock.Lock()
	defer l.lock.Unlock()
	got := l.inbox
	l.inbox = nil
	return got
}
