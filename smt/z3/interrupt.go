package z3

// #include <z3.h>
import "C"

import (
	"context"
	"sync"
	"time"
)

// The reasons of interruptions.
const (
	reasonCanceled = "canceled"
	reasonTimeout  = "timeout"
)

// watch interrupts one libz3 call until the call has ended. An interrupt that
// arrives before libz3 listens is lost, therefore it is repeated; after finish
// none is sent, so the next call never suffers.
type watch struct {
	mu       sync.Mutex
	finished bool
	reason   string
}

func (w *watch) fire(c C.Z3_context, reason string) {
	for {
		w.mu.Lock()
		if w.finished {
			w.mu.Unlock()
			return
		}
		if w.reason == "" {
			w.reason = reason
		}
		C.Z3_interrupt(c)
		w.mu.Unlock()
		time.Sleep(2 * time.Millisecond)
	}
}

// run makes a libz3 call that ends early, as libz3 sees it canceled, when ctx
// ends or the limit (if positive) has passed. It returns the reason of the
// interruption, or "". A call that nothing can interrupt costs nothing extra.
func (z *zcontext) run(ctx context.Context, limit time.Duration, call func()) string {
	if ctx.Done() == nil && limit <= 0 {
		call()
		return ""
	}
	w := &watch{}
	if ctx.Done() != nil {
		defer context.AfterFunc(ctx, func() { w.fire(z.c, reasonCanceled) })()
	}
	if limit > 0 {
		defer time.AfterFunc(limit, func() { w.fire(z.c, reasonTimeout) }).Stop()
	}
	call()
	w.mu.Lock()
	defer w.mu.Unlock()
	w.finished = true
	return w.reason
}
