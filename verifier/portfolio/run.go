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

// Member is an engine with its task.
type Member struct {
	Name string
	Job  json.RawMessage
}

// Turn lets a member work until it has done so much altogether.
type Turn struct {
	Member int
	Until  int
}

// Options say how to run a portfolio.
type Options struct {
	Members []Member
	Turns   iter.Seq[Turn] // in this order; those of members that have ended are left out
	Jobs    int            // workers that work at a time
	Start   func() (Peer, error)
	Begin   time.Duration // processor time that a worker may take, in its first turn, for what is not counted before it begins to search
	Alone   bool          // nobody hears what others found
	// Limit is asked again and again with the processor time that the workers have used; an error ends
	// the search with it.
	Limit func(cpu time.Duration) error
	// Left is the time to complete an answer in, when the workers have used so much processor time; 0: any.
	// nil: any.
	Left func(cpu time.Duration) time.Duration
	// MemoryMB is what the workers may have in memory together before the largest is ended; 0: anything.
	MemoryMB int
	// Found is called with what a member found out, in the goroutine of Run.
	Found func(member string, facts json.RawMessage)
	// Settled is called when a member has an answer, before it completes it.
	Settled func(member string, report json.RawMessage)
	// Accept looks at a completed answer; false: the others go on. nil: every answer is taken.
	Accept func(report json.RawMessage) bool
	// Progress is called when a turn begins.
	Progress func(member string, until int)
	// Told is called with what a member says of how far it is; nil: nobody wants to know.
	Told func(member string, progress json.RawMessage)
}

// State is what became of a member.
type State struct {
	Name   string
	Status Status
	Spent  int // work
	CPU    time.Duration
	Facts  int    // that it told of
	Halts  int    // turns that the processor time ended, not work: another run may be another
	Reason string // why it has no answer
	Report json.RawMessage
}

// Status is a member's.
type Status string

// The statuses.
const (
	Waiting Status = "not started"
	Running Status = "stopped" // as the others at the end
	Paused  Status = "waiting"
	Ended   Status = "ended" // without an answer
	Died    Status = "died"  // the process
	Crowded Status = "ended for want of memory"
	Won     Status = "decided"
)

// Outcome is what a portfolio came to.
type Outcome struct {
	Winner string // "": nobody
	// Report is the winner's.
	Report json.RawMessage
	// Incomplete says that the winner ended before it had completed its answer, and why.
	Incomplete string
	Members    []State
	Limit      error // what ended the search; nil: nothing did
}

// member is one in a run.
type member struct {
	State
	job    json.RawMessage
	peer   Peer
	orders chan Order
	inbox  []json.RawMessage // from others, for its next turn
	until  int
	halted bool
	from   time.Duration // processor time at the beginning of its turn
	turn   int           // work that its turn has
	turns  int           // that it has had, this one included
	ask    bool          // it has settled
	gone   bool          // it was ended
}

// event is news of a member, or its end.
type event struct {
	m   *member
	n   News
	end bool
}

// run is a portfolio that runs.
type run struct {
	Options
	members []*member
	events  chan event
	done    chan struct{}
	next    func() (Turn, bool)
	failed  error
}

// Run runs a portfolio. The search ends with ctx, whose budgets are charged what the workers do, the
// completion of its answer with whole. The error says that the task or the settings are wrong.
func Run(ctx, whole context.Context, o Options) (*Outcome, error) {
	r := &run{Options: o, events: make(chan event), done: make(chan struct{})}
	for _, m := range o.Members {
		r.members = append(r.members, &member{State: State{Name: m.Name, Status: Waiting}, job: m.Job})
	}
	next, stop := iter.Pull(o.Turns)
	defer stop()
	r.next = next
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

// search goes on until a member has an answer, or none is left.
func (r *run) search(ctx context.Context) (*member, error) {
	tick := time.NewTicker(poll)
	defer tick.Stop()
	for {
		for r.running() < max(r.Jobs, 1) {
			t, ok := r.nextTurn()
			if !ok {
				break
			}
			r.begin(ctx, r.members[t.Member], t.Until)
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

// nextTurn is the next one of a member that waits for it.
func (r *run) nextTurn() (Turn, bool) {
	if !slices.ContainsFunc(r.members, func(m *member) bool { return m.Status == Waiting || m.Status == Paused }) {
		return Turn{}, false
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

// begin gives a member its turn.
func (r *run) begin(ctx context.Context, m *member, until int) {
	o := Order{Until: max(until, m.until)}
	m.turn, m.until = o.Until-m.Spent, o.Until
	m.turns++
	if r.Progress != nil {
		r.Progress(m.Name, o.Until)
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

// send hands an order to the goroutine that writes it.
func (r *run) send(m *member, o Order) {
	m.orders <- o // there is room: one comes for each pause
	if m.halted {
		m.halted = false
		m.peer.Resume()
	}
}

// write passes orders on.
func (r *run) write(m *member, p Peer) {
	to := json.NewEncoder(p)
	for {
		select {
		case o := <-m.orders:
			if to.Encode(o) != nil {
				return // its end is seen by the reader
			}
		case <-r.done:
			return
		}
	}
}

// read passes news on.
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

// hear takes note of an event.
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

// used is the processor time that the members have used, as of the last look.
func (r *run) used() (cpu time.Duration) {
	for _, m := range r.members {
		cpu += m.CPU
	}
	return cpu
}

// look enforces limits, and halts who does more than is counted.
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
		// of two, the one that waits
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
		allowed := Overrun(m.turn)
		if m.turns == 1 {
			allowed += r.Begin
		}
		if m.Status == Running && m.CPU-m.from > allowed {
			m.peer.Halt()
			m.halted, m.Status = true, Paused
			m.Halts++
		}
	}
	return nil
}

// Overrun is the processor time after which a worker is halted whose turn is for so much work.
func Overrun(turn int) time.Duration {
	return max(minOverrun, time.Duration(min(turn, maxTurn))*time.Microsecond)
}

// maxTurn keeps durations in range.
const maxTurn = math.MaxInt / int(time.Microsecond) / 2

// complete lets the winner complete its answer.
func (r *run) complete(ctx context.Context, m *member) (report json.RawMessage, incomplete string) {
	if r.Settled != nil {
		r.Settled(m.Name, m.Report)
	}
	for _, other := range r.members { // they do not work meanwhile
		if other != m && other.Status == Running && !other.gone {
			other.peer.Halt()
			defer other.peer.Resume() // no harm where it has ended
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

// Rounds are the turns of a table and, after them, rounds in which every member may work twice as long
// as ever before.
func Rounds(members int, first []Turn) iter.Seq[Turn] {
	return func(yield func(Turn) bool) {
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
				if !yield(Turn{m, until[m]}) {
					return
				}
				if until[m] >= math.MaxInt/4 {
					return
				}
			}
		}
	}
}
