package portfolio

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"math"
	"slices"
	"time"

	"cupel/core/work"
)

// Member is an engine with its job.
type Member struct {
	Name string
	Job  json.RawMessage
}

// A TimeSlice is a turn of a member: it runs until its total work, or its processor time, reaches a bound.
type TimeSlice struct {
	Member int
	Until  int
	Time   time.Duration // 0: only work ends it
}

// Options of a run.
type Options struct {
	Members  []Member
	Schedule iter.Seq[TimeSlice] // in this order; turns of ended members are skipped
	Shares   *Shares             // of processor time, in place of Schedule; nil: turns are those of Schedule. Only for processes
	Jobs     int                 // number of workers running concurrently
	Start    func() (Peer, error)
	Begin    time.Duration // processor time allowed in a worker's first turn for setup, which is not counted as work
	Alone    bool          // no exchange of facts
	// Limit is polled with the processor time used by the workers; an error ends the search.
	Limit func(cpu time.Duration) error
	// Left is the time for completing an answer, given the processor time used; 0 or nil: unlimited.
	Left func(cpu time.Duration) time.Duration
	// MemoryMB limits the workers' total memory; beyond it the largest is ended. 0: unlimited.
	MemoryMB int
	// Found is called with the facts of a member, in the goroutine of Run.
	Found func(member string, facts json.RawMessage)
	// Settled is called when a member has an answer, before its completion.
	Settled func(member string, report json.RawMessage)
	// Accept decides on a completed answer; false: the others continue. nil: every answer is accepted.
	Accept func(report json.RawMessage) bool
	// Progress is called at the beginning of a turn.
	Progress func(member string, turn TimeSlice)
	// Told is called with a member's progress; nil: ignored.
	Told func(member string, progress json.RawMessage)
}

// State is the final state of a member.
type State struct {
	Name   string
	Status Status
	Spent  int // total work
	CPU    time.Duration
	Facts  int    // facts published
	Halts  int    // turns ended by processor time instead of work: such a run need not be reproducible
	Reason string // why it has no answer
	Report json.RawMessage
}

// Status of a member.
type Status string

// The statuses.
const (
	Waiting Status = "not started"
	Running Status = "stopped" // stopped with the others at the end
	Paused  Status = "waiting"
	Ended   Status = "ended" // without an answer
	Died    Status = "died"  // the process crashed
	Crowded Status = "ended for want of memory"
	Won     Status = "decided"
)

// Outcome is the result of a portfolio.
type Outcome struct {
	Winner string // "": none
	// Report of the winner.
	Report json.RawMessage
	// Incomplete: the winner ended before completing its answer, and why.
	Incomplete string
	Members    []State
	Limit      error // what ended the search; nil: nothing
}

// member is a running member.
type member struct {
	State
	job    json.RawMessage
	peer   Peer
	orders chan Order
	inbox  []json.RawMessage // facts of others for its next turn
	until  int
	time   time.Duration // processor time at the end of its turn; 0: work ends it
	halted bool
	from   time.Duration // processor time at the beginning of its turn
	turn   int           // work allotted to its turn
	turns  int           // turns so far, including this one
	ask    bool          // it has settled
	gone   bool          // it was ended
}

// event is news of a member, or its end.
type event struct {
	m   *member
	n   News
	end bool
}

// run is a running portfolio.
type run struct {
	Options
	members []*member
	events  chan event
	done    chan struct{}
	next    func() (TimeSlice, bool)
	failed  error
}

// Run runs a portfolio. ctx bounds the search and is charged the workers' work; whole bounds the completion of
// the answer. An error concerns the task or the settings.
func Run(ctx, whole context.Context, o Options) (*Outcome, error) {
	r := &run{Options: o, events: make(chan event), done: make(chan struct{})}
	for _, m := range o.Members {
		r.members = append(r.members, &member{State: State{Name: m.Name, Status: Waiting}, job: m.Job})
	}
	if o.Shares == nil {
		next, stop := iter.Pull(o.Schedule)
		defer stop()
		r.next = next
	}
	defer close(r.done)
	defer r.endAll(nil)
	out := &Outcome{}
	for out.Winner == "" {
		winner, err := r.search(ctx)
		if r.failed != nil {
			return nil, r.failed
		}
		if out.Limit = err; winner == nil {
			break
		}
		if r.Accept == nil {
			r.endAll(winner)
		}
		report, incomplete := r.complete(whole, winner)
		if r.Accept == nil || incomplete == "" && r.Accept(report) {
			out.Winner, out.Report, out.Incomplete = winner.Name, report, incomplete
			winner.Status = Won
			break
		}
		winner.ask, winner.Reason = false, "its answer was not accepted"
		r.end(winner, Ended)
	}
	r.endAll(nil)
	for _, m := range r.members {
		out.Members = append(out.Members, m.State)
	}
	return out, r.failed
}

// search runs turns until a member has an answer, or none is left.
func (r *run) search(ctx context.Context) (*member, error) {
	tick := time.NewTicker(poll)
	defer tick.Stop()
	for {
		for r.running() < max(r.Jobs, 1) {
			t, ok := r.nextSlice()
			if !ok {
				break
			}
			r.begin(ctx, r.members[t.Member], t)
		}
		if i := slices.IndexFunc(r.members, func(m *member) bool { return m.ask && !m.gone }); i >= 0 {
			return r.members[i], nil
		}
		if r.running() == 0 {
			return nil, nil
		}
		select {
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		case e := <-r.events:
			if r.hear(ctx, e); r.failed != nil {
				return nil, nil
			}
		case <-tick.C:
			if err := r.look(); err != nil {
				return nil, err
			}
		}
	}
}

func (r *run) running() (n int) {
	for _, m := range r.members {
		if m.Status == Running {
			n++
		}
	}
	return n
}

// nextSlice returns the next turn of a waiting member.
func (r *run) nextSlice() (TimeSlice, bool) {
	if !slices.ContainsFunc(r.members, func(m *member) bool { return m.Status == Waiting || m.Status == Paused }) {
		return TimeSlice{}, false
	}
	if r.Shares != nil {
		return r.Shares.next(r.members)
	}
	for {
		t, ok := r.next()
		if !ok {
			return t, false
		}
		if m := r.members[t.Member]; m.Status == Waiting || m.Status == Paused && (t.Until > m.until || m.halted) {
			return t, true
		}
	}
}

// begin starts a member's turn.
func (r *run) begin(ctx context.Context, m *member, t TimeSlice) {
	o := Order{Until: max(t.Until, m.until)}
	m.turn, m.until, m.time = o.Until-m.Spent, o.Until, t.Time
	m.turns++
	if r.Progress != nil {
		r.Progress(m.Name, t)
	}
	if m.Status == Waiting {
		o.Job = m.job
		if left, bounded := work.Left(ctx); bounded {
			o.Budget = max(left, 1)
		}
		p, err := r.Start()
		if err != nil {
			m.Status, m.Reason = Died, err.Error()
			return
		}
		m.peer = p
		m.orders = make(chan Order, maxOrders)
		go r.write(m, p)
		go r.read(m, p)
	}
	m.Status = Running
	m.from, _ = m.peer.Usage()
	o.Facts, m.inbox = m.inbox, nil
	r.send(m, o)
}

// send queues an order for the writing goroutine.
func (r *run) send(m *member, o Order) {
	m.orders <- o // never blocks: one order per pause
	if m.halted {
		m.halted = false
		m.peer.Resume()
	}
}

// write forwards orders.
func (r *run) write(m *member, p Peer) {
	to := json.NewEncoder(p)
	for {
		select {
		case o := <-m.orders:
			if to.Encode(o) != nil {
				return // the reader notices the end
			}
		case <-r.done:
			return
		}
	}
}

// read forwards news.
func (r *run) read(m *member, p Peer) {
	from := json.NewDecoder(p)
	for {
		var e event
		if e.m = m; from.Decode(&e.n) != nil {
			e.end = true
		}
		select {
		case r.events <- e:
		case <-r.done:
			return
		}
		if e.end {
			return
		}
	}
}

// hear handles an event.
func (r *run) hear(ctx context.Context, e event) {
	m := e.m
	if e.end {
		if !m.gone {
			r.end(m, Died)
			m.Reason = m.peer.What()
		}
		return
	}
	if m.gone {
		return
	}
	n := e.n
	if n.Spent > m.Spent {
		work.Spend(ctx, n.Spent-m.Spent)
		m.Spent = n.Spent
	}
	if len(n.Progress) > 0 && r.Told != nil {
		r.Told(m.Name, n.Progress)
	}
	if len(n.Facts) > 0 {
		m.Facts = n.Known
		if r.Found != nil {
			r.Found(m.Name, n.Facts)
		}
		for _, other := range r.members {
			if !r.Alone && other != m && other.Status != Ended && other.Status != Died {
				other.inbox = append(other.inbox, n.Facts)
			}
		}
	}
	switch {
	case n.Paused:
		m.Status = Paused
	case n.Settled:
		m.ask, m.Report = true, n.Report
	case n.Done:
		r.end(m, Ended)
		m.Reason, m.Report = n.Reason, n.Report
		if n.Failed != "" {
			r.failed = errors.New(n.Failed)
		}
	}
}

// end ends a member.
func (r *run) end(m *member, why Status) {
	m.Status = why
	if m.peer != nil && !m.gone {
		m.gone = true
		m.peer.End()
		m.CPU, _ = m.peer.Usage()
	}
}

func (r *run) endAll(but *member) {
	for _, m := range r.members {
		if m != but {
			r.end(m, m.Status)
		}
	}
}

// used is the members' processor time at the last poll.
func (r *run) used() (cpu time.Duration) {
	for _, m := range r.members {
		cpu += m.CPU
	}
	return cpu
}

// look enforces limits, and halts workers whose processor time exceeds their turn.
func (r *run) look() error {
	sum, idle := 0, false
	var largest *member
	most := 0
	for _, m := range r.members {
		if m.Status == Waiting || m.Status == Paused {
			idle = true
		}
		if m.peer == nil {
			continue
		}
		mb := 0
		if !m.gone {
			m.CPU, mb = m.peer.Usage()
		}
		sum += mb
		// of two, the waiting one
		if weight := mb; m.Status == Running || m.Status == Paused {
			if m.Status == Paused {
				weight *= 2
			}
			if weight > most {
				largest, most = m, weight
			}
		}
	}
	if r.Limit != nil {
		if err := r.Limit(r.used()); err != nil {
			return err
		}
	}
	if r.MemoryMB > 0 && sum > r.MemoryMB && largest != nil {
		r.end(largest, Crowded)
		return nil
	}
	if !idle {
		return nil
	}
	for _, m := range r.members {
		if m.Status == Running && r.over(m) {
			m.peer.Halt()
			m.halted, m.Status = true, Paused
		}
	}
	return nil
}

// over reports whether a member has had its turn, although it goes on.
func (r *run) over(m *member) bool {
	if m.time > 0 {
		return m.CPU >= m.time
	}
	allowed := Overrun(m.turn)
	if m.turns == 1 {
		allowed += r.Begin
	}
	if m.CPU-m.from > allowed {
		m.Halts++
		return true
	}
	return false
}

// Overrun is the processor time at which a worker with a turn of so much work is halted.
func Overrun(turn int) time.Duration {
	return max(minOverrun, time.Duration(min(turn, maxTurn))*time.Microsecond)
}

// maxTurn prevents overflow of durations.
const maxTurn = math.MaxInt / int(time.Microsecond) / 2

// complete has the winner complete its answer.
func (r *run) complete(ctx context.Context, m *member) (report json.RawMessage, incomplete string) {
	if r.Settled != nil {
		r.Settled(m.Name, m.Report)
	}
	for _, other := range r.members { // suspended meanwhile
		if other != m && other.Status == Running && !other.gone {
			other.peer.Halt()
			defer other.peer.Resume() // harmless if it has ended
		}
	}
	last := Order{Finish: true, Until: math.MaxInt}
	if r.Left != nil {
		if last.Left = r.Left(r.used()); last.Left > 0 {
			limited, cancel := context.WithTimeout(ctx, last.Left+overtime)
			defer cancel()
			ctx = limited
		}
	}
	r.send(m, last)
	for {
		select {
		case <-ctx.Done():
			if errors.Is(ctx.Err(), context.DeadlineExceeded) {
				return m.Report, "the time for it ended"
			}
			return m.Report, "interrupted"
		case e := <-r.events:
			switch {
			case e.m != m:
				r.hear(ctx, e)
			case e.end:
				r.end(m, Died)
				return m.Report, fmt.Sprintf("the process ended while it completed the answer: %s", m.peer.What())
			case e.n.Done:
				r.end(m, Won)
				return e.n.Report, ""
			}
		}
	}
}

// Rounds yields the turns of a table, and then round-robin turns that double each member's total work.
func Rounds(members int, first []TimeSlice) iter.Seq[TimeSlice] {
	return func(yield func(TimeSlice) bool) {
		until := make([]int, members)
		for _, t := range first {
			until[t.Member] = max(until[t.Member], t.Until)
			if !yield(t) {
				return
			}
		}
		for members > 0 {
			for m := range members {
				until[m] = max(2*until[m], work.For(time.Second))
				if !yield(TimeSlice{Member: m, Until: until[m]}) {
					return
				}
				if until[m] >= math.MaxInt/4 {
					return
				}
			}
		}
	}
}
