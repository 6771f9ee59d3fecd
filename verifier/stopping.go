package verifier

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"runtime/debug"
	"strings"
	"time"

	"cupel/core/work"
	"cupel/engine"
)

// The causes of a context cancelled by watch.
var (
	errMemory = errors.New("memory limit")
	errSpace  = fmt.Errorf("%w of the address space", errMemory)
	errCPU    = errors.New("processor time limit")
)

// Met names the limit that ended ctx.
func Met(ctx context.Context) engine.Reason {
	switch c := context.Cause(ctx); {
	case errors.Is(c, errMemory):
		return engine.Reason{Kind: engine.MemoryLimit, Text: c.Error()}
	case errors.Is(c, errCPU):
		return engine.Reason{Kind: engine.CPULimit, Text: c.Error()}
	case work.Spent(ctx):
		return engine.Reason{Kind: engine.WorkLimit, Text: c.Error()}
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return engine.Reason{Kind: engine.TimeLimit, Text: "time limit"}
	}
	return engine.Reason{Kind: engine.Stopped, Text: "interrupted"}
}

// stopped completes the reason of an engine, which sees only that it is to stop, by what stopped it.
func stopped(ctx context.Context, why engine.Reason) engine.Reason {
	if why.Kind != engine.Stopped {
		return why
	}
	met := Met(ctx)
	return engine.Reason{Kind: met.Kind, Text: strings.TrimSpace(met.Text + " " + why.Text)}
}

// watch cancels the context when the process grows beyond mb megabytes, or close to the system's limit of its address space, or used,
// its processor time, exceeds cpu; 0 is no limit.
func watch(ctx context.Context, mb int, cpu time.Duration, used func() time.Duration) (context.Context, func()) {
	ctx, cancel := context.WithCancelCause(ctx)
	space := usableSpaceMB(spaceLimitMB())
	if mb <= 0 && cpu <= 0 && space <= 0 {
		return ctx, func() { cancel(nil) }
	}
	tune := mb > 0 && os.Getenv("GOGC") == ""
	if limit := heapLimitMB(mb, space); limit > 0 {
		debug.SetMemoryLimit(int64(limit) << 20) // collect harder before giving up
	}
	if tune {
		debug.SetGCPercent(lazyGC) // most runs are short and small
	}
	done := make(chan struct{})
	go func() {
		t := time.NewTicker(50 * time.Millisecond)
		defer t.Stop()
		for {
			select {
			case <-done:
				return
			case <-t.C:
				virtual, resident := 0, 0
				if mb > 0 || space > 0 {
					virtual, resident = sizesMB()
				}
				if tune && resident > mb/4 { // the solvers need memory, too
					tune = false
					debug.SetGCPercent(100)
				}
				switch {
				case mb > 0 && resident > mb && !collected(mb):
					cancel(errMemory)
					return
				case space > 0 && virtual > space:
					cancel(errSpace)
					return
				case cpu > 0 && used() > cpu:
					cancel(errCPU)
					return
				}
			}
		}
	}()
	return ctx, func() { close(done); cancel(nil) }
}

// collected returns unused memory to the system, and reports whether the process is then well below
// mb megabytes: the resident memory may be garbage of an earlier run.
func collected(mb int) bool {
	debug.FreeOSMemory()
	return residentMB() < mb-mb/8
}

// Limited is ctx with the limits of cfg, until the returned function is called.
func Limited(ctx context.Context, cfg *Config) (context.Context, func()) {
	return LimitedBy(ctx, cfg, work.ProcessorTime)
}

// LimitedBy is Limited with another measure of the processor time, such as one that includes children.
func LimitedBy(ctx context.Context, cfg *Config, used func() time.Duration) (context.Context, func()) {
	cancel := func() {}
	if cfg.Timeout > 0 {
		ctx, cancel = context.WithTimeout(ctx, cfg.Timeout)
	}
	ctx, stop := watch(ctx, cfg.MemoryMB, cfg.CPUTime, used)
	ctx = work.Planned(ctx, plan(cfg))
	return ctx, func() { stop(); cancel() }
}

// left is the time that the search, which ran in ctx, has left for evidence when workers have used so much
// of the processor; 0: the evidence has time of its own, or there is no limit.
func (u *setup) left(ctx context.Context, workers time.Duration) time.Duration {
	if u.cfg.EvidenceOnTop() {
		return 0
	}
	left := time.Duration(math.MaxInt64)
	if d, ok := ctx.Deadline(); ok {
		left = time.Until(d)
	}
	if u.cfg.CPUTime > 0 {
		left = min(left, u.cfg.CPUTime-work.ProcessorTime()-workers)
	}
	if l := u.run.member.link; l != nil && l.Left() > 0 {
		left = min(left, l.Left())
	}
	if left == math.MaxInt64 {
		return 0
	}
	return max(left, leastEvidence)
}

// evidenceLimits is whole with the limits for the evidence of a verdict, until what it returns is called: what the search, which ran in
// ctx, has left, or, for that of a proof, CertifyTimeout, which goes for the time and, where it is limited, for that of the processor.
func (u *setup) evidenceLimits(whole, ctx context.Context, v engine.Verdict) (context.Context, func()) {
	if left := u.left(ctx, 0); left > 0 {
		return context.WithTimeout(whole, left)
	}
	limit := u.cfg.CertifyTimeout
	if limit <= 0 || v != engine.True {
		return whole, func() {}
	}
	limited, cancel := context.WithTimeout(whole, limit)
	if u.cfg.CPUTime <= 0 {
		return limited, cancel
	}
	limited, stop := watch(limited, 0, work.ProcessorTime()+limit, work.ProcessorTime)
	return limited, func() { stop(); cancel() }
}

// plan is the work that is expected of a run.
func plan(cfg *Config) int {
	if units := Room(cfg); units > 0 {
		return min(units, defaultPlan)
	}
	return defaultPlan
}

// Room is the work that the limits of time leave room for; 0: there is no limit.
func Room(cfg *Config) int {
	units := 0
	for _, d := range []time.Duration{cfg.Timeout, cfg.CPUTime} {
		if n := work.For(d); d > 0 && (units == 0 || n < units) {
			units = n
		}
	}
	return units
}

// Within runs read, which has no context, within the limits of cfg. When one of them is met first, Within
// returns it, and read goes on: the caller must end the process.
func Within(ctx context.Context, cfg *Config, read func() error) (met engine.Reason, err error) {
	ctx, stop := Limited(ctx, cfg)
	defer stop()
	if err, returned := awaited(ctx, 0, read); returned {
		return engine.Reason{}, err
	}
	return Met(ctx), nil
}

// ReadFirst is Read for a program that nothing is known of without it: soon after a limit it returns, although the front end goes on. The caller
// must end the process.
func ReadFirst(ctx context.Context, t *Task, cfg Config) (s *Subject, err error) {
	var read *Subject
	err, returned := awaited(ctx, readingGrace, func() (err error) {
		read, err = Read(ctx, t, cfg)
		return err
	})
	if !returned {
		return nil, ctx.Err()
	}
	return read, err
}

// awaited is what do returns; false: it goes on although ctx has ended and grace has passed.
func awaited(ctx context.Context, grace time.Duration, do func() error) (err error, returned bool) {
	done, broken := make(chan error, 1), make(chan any, 1)
	go func() {
		defer func() {
			if r := recover(); r != nil {
				broken <- r
			}
		}()
		done <- do()
	}()
	var late <-chan time.Time
	for ended := ctx.Done(); ; {
		select {
		case err := <-done:
			return err, true
		case r := <-broken:
			panic(r)
		case <-ended:
			ended, late = nil, time.After(grace)
		case <-late:
			return nil, false
		}
	}
}
