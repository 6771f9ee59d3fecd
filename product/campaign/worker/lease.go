package worker

import (
	"context"
	"sync"
	"time"

	"cupel/product/campaign"
)

// pace is how many jobs a loop takes at a time, so that short ones do not cost an exchange with the server each.
type pace struct {
	each    time.Duration // for a job, on average; 0: not known
	waiting int           // jobs that were in the queue last
	again   bool          // a job was handed out before
}

// size is as many jobs as are done in a short time. Where jobs come back they are taken one at a time: one of them may be what ends workers.
func (p *pace) size() int {
	if p.again || p.each <= 0 {
		return 1
	}
	return max(1, min(int(batchTime/p.each), maxBatch, p.waiting/batchShare))
}

// note keeps how long jobs took.
func (p *pace) note(ls []*campaign.Leased, took time.Duration) {
	each := max(took/time.Duration(len(ls)), 1)
	if p.each > 0 {
		each = (3*p.each + each) / 4
	}
	p.each, p.again = each, false
	for _, l := range ls {
		p.waiting = l.Waiting
		p.again = p.again || l.Attempt > 1
	}
}

// leases are those of the jobs that this worker has.
type leases struct {
	mu   sync.Mutex
	held map[*campaign.Leased]*lease
}

type lease struct {
	campaign string
	every    time.Duration // it is extended so often
	next     time.Time
	cancel   func() // ends the run; nil: there is none
}

// add extends the leases of jobs of a campaign from now on.
func (x *leases) add(id string, lasts time.Duration, ls []*campaign.Leased) {
	x.mu.Lock()
	defer x.mu.Unlock()
	every := lasts / leaseParts
	for _, l := range ls {
		x.held[l] = &lease{campaign: id, every: every, next: time.Now().Add(every)}
	}
}

// due are the leases that are to be extended now, and the functions that end runs of campaigns that are cancelled.
func (x *leases) due(now time.Time, cancelled func(id string) bool) (ls []*campaign.Leased, ends []func()) {
	x.mu.Lock()
	defer x.mu.Unlock()
	for l, h := range x.held {
		if h.cancel != nil && cancelled(h.campaign) {
			ends = append(ends, h.cancel)
			continue
		}
		if !now.Before(h.next) {
			h.next = now.Add(h.every)
			ls = append(ls, l)
		}
	}
	return ls, ends
}

// hold extends leases until ctx ends.
func (w *worker) hold(ctx context.Context) {
	tick := time.NewTicker(holdTime)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case now := <-tick.C:
			ls, ends := w.leases.due(now, func(id string) bool { return w.watch.State(id) == campaign.Cancelled })
			for _, end := range ends {
				end()
			}
			for _, l := range ls {
				if err := l.Extend(); err != nil {
					w.log("job %d: its lease is not extended: %v", l.Job, err)
				}
			}
		}
	}
}

// runs tells how the run of a job is ended.
func (x *leases) runs(l *campaign.Leased, cancel func()) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if h := x.held[l]; h != nil {
		h.cancel = cancel
	}
}

// remove extends leases no longer.
func (x *leases) remove(ls ...*campaign.Leased) {
	x.mu.Lock()
	defer x.mu.Unlock()
	for _, l := range ls {
		delete(x.held, l)
	}
}
