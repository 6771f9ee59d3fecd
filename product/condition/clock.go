package condition

import (
	"context"
	"time"

	"cupel/core/work"
	"cupel/internal/child"
	"cupel/verifier"
)

// A Clock measures the processor time of a search for a condition: that of this process, and of the children that it starts.
type Clock struct{ before time.Duration } // of children, earlier

// NewClock begins to measure.
func NewClock() Clock { return Clock{child.ProcessorTime()} }

// Used is the processor time so far.
func (c Clock) Used() time.Duration { return work.ProcessorTime() + c.children() }

func (c Clock) children() time.Duration { return child.ProcessorTime() - c.before }

// limited is ctx with the limits of a configuration.
func (c Clock) limited(ctx context.Context, cfg *verifier.Config) (context.Context, func()) {
	return verifier.LimitedBy(ctx, cfg, c.Used)
}

// left is the time that limits leave, by the wall clock and of the processor; false: there are none.
func (l *loop) left(ctx context.Context) (time.Duration, bool) {
	var left time.Duration
	limited := false
	if d, ok := ctx.Deadline(); ok {
		left, limited = time.Until(d), true
	}
	if limit := l.o.Verifier.CPUTime; limit > 0 {
		if rest := limit - l.clock.Used(); !limited || rest < left {
			left, limited = rest, true
		}
	}
	return max(left, 0), limited
}

// part is ctx within a part of what is left of the limits, of which there may be none.
func (l *loop) part(ctx context.Context, divisor time.Duration) (context.Context, func()) {
	cfg := verifier.Config{}
	if d, ok := ctx.Deadline(); ok {
		cfg.Timeout = max(time.Until(d)/divisor, time.Millisecond)
	}
	if limit := l.o.Verifier.CPUTime; limit > 0 {
		used := l.clock.Used()
		cfg.CPUTime = used + max(limit-used, 0)/divisor
	}
	if cfg.Timeout == 0 && cfg.CPUTime == 0 {
		return ctx, func() {}
	}
	return l.clock.limited(ctx, &cfg)
}

// Limited is ctx with the limits of a search for a condition, for a report of it, which may take a moment longer.
func Limited(ctx context.Context, o Options, moment time.Duration) (context.Context, func()) {
	cfg := verifier.Config{CPUTime: o.Verifier.CPUTime}
	if cfg.CPUTime > 0 && o.Clock != nil {
		cfg.CPUTime = max(cfg.CPUTime, o.Clock.Used()+moment/2)
		return o.Clock.limited(ctx, &cfg)
	}
	return ctx, func() {}
}

// Overtime is the processor time at which a search is to be ended that does not stop at a limit; 0: there is none. The time for certificates is on top.
func (o Options) Overtime() time.Duration {
	limit := o.Verifier.CPUTime
	if limit == 0 || o.Verifier.Certify {
		return 0
	}
	return limit + max(verifier.Grace, limit/overtimeShare)
}
