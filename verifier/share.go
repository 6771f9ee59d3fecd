package verifier

import (
	"context"
	"errors"
	"sync"
	"time"

	"cupel/core/work"
)

// errShare is the cause of the end of a phase before the engines that has had its share of the limits.
var errShare = errors.New("more than a third of the limit")

// shares are what the phases of a run have used so far.
type shares struct {
	start time.Duration // processor time when the run began
	lock  sync.Mutex
	used  map[string]usage
	work  int // of all of them
}

type usage struct {
	cpu  time.Duration
	work int
}

// begin notes that a phase before the engines begins. Its turns together may take a third of the run's limits, and of what the phases before
// it have left of them, so that what it does not finish does not cost the verdict: the context returned ends with the share, the function ends the phase. Its work ends a phase at the same
// point in every run; where it does more than it counts, its processor time ends it, whatever else the machine does.
func (u *setup) begin(ctx context.Context, phase, about string) (context.Context, func()) {
	return u.beginPart(ctx, phase, about, 1)
}

// beginPart is begin for a way of doing the phase that may take only so large a part of what is left to it.
func (u *setup) beginPart(ctx context.Context, phase, about string, part float64) (context.Context, func()) {
	return u.beginShare(ctx, phase, about, part, phaseShare, usage{})
}

// beginEarly is begin for a phase that may take so much each time, and a third of the limits in all.
func (u *setup) beginEarly(ctx context.Context, phase, about string, most usage) (context.Context, func()) {
	return u.beginShare(ctx, phase, about, 1, phaseShare, most)
}

// beginLast is begin for the last phase before other engines are asked, which may take a third of the limits however much is left.
func (u *setup) beginLast(ctx context.Context, phase, about string) (context.Context, func()) {
	return u.beginShare(ctx, phase, about, 1, 1, usage{})
}

// beginShare is begin for a phase that may take a part of a third of the limits, and that part of what is left of them divided by of; most, unless it is zero, bounds what it may take this time.
func (u *setup) beginShare(ctx context.Context, phase, about string, part float64, of int, most usage) (context.Context, func()) {
	noted := u.journal.Begin(phase, about)
	u.shares.lock.Lock()
	before, all := u.shares.used[phase], u.shares.work
	u.shares.lock.Unlock()
	start := work.ProcessorTime()
	measured, spent := work.Measured(ctx)
	sub, cancel := measured, func() {}
	if units := most.work; units > 0 || Room(&u.cfg) > 0 {
		if room := Room(&u.cfg); room > 0 {
			if n := int(part * float64(min(room/phaseShare-before.work, (room-all)/of))); units == 0 || n < units {
				units = n
			}
		}
		sub, cancel = work.Within(measured, units)
	}
	share := time.Duration(-1)
	if most.cpu > 0 {
		share = most.cpu * earlySlowness
	}
	for _, l := range []struct{ limit, used time.Duration }{{u.cfg.Timeout, start - u.shares.start}, {u.cfg.CPUTime, start}} {
		if l.limit <= 0 {
			continue
		}
		if n := max(0, time.Duration(part*float64(min(l.limit/phaseShare-before.cpu, (l.limit-l.used)/time.Duration(of))))); share < 0 || n < share {
			share = n
		}
	}
	left := func() time.Duration {
		if share < 0 {
			return share
		}
		return max(0, share-(work.ProcessorTime()-start))
	}
	sub, stop := endAt(sub, left)
	return sub, func() {
		stop()
		cancel()
		u.shares.lock.Lock()
		u.shares.work += spent()
		u.shares.used[phase] = usage{before.cpu + work.ProcessorTime() - start, before.work + spent()}
		u.shares.lock.Unlock()
		noted()
	}
}

// endAt is ctx until no time is left; left is negative if there is no limit.
func endAt(ctx context.Context, left func() time.Duration) (context.Context, func()) {
	first := left()
	if first < 0 {
		return ctx, func() {}
	}
	sub, cancel := context.WithCancelCause(ctx)
	if first == 0 {
		cancel(errShare)
		return sub, func() {}
	}
	var lock sync.Mutex // the timer is set before it is looked at
	var timer *time.Timer
	lock.Lock()
	defer lock.Unlock()
	timer = time.AfterFunc(first, func() {
		lock.Lock()
		defer lock.Unlock()
		switch l := left(); {
		case sub.Err() != nil:
		case l <= 0:
			cancel(errShare)
		default: // by the clock it was time, and the processor did something else
			timer.Reset(max(l, time.Millisecond))
		}
	})
	return sub, func() {
		cancel(context.Canceled)
		timer.Stop()
	}
}

// cutShort reports whether a phase ended in sub, a part of ctx, because of its share, and the run goes on.
func cutShort(ctx, sub context.Context) bool { return sub.Err() != nil && ctx.Err() == nil }
