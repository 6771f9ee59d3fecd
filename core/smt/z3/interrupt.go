package z3

// #include <z3.h>
import "C"

import (
	"context"
	"sync"
	"time"

	"cupel/core/smt"
)

// The reasons of interruptions.
const (
	reasonCanceled = "canceled"
	reasonTimeout  = "timeout"
	reasonMemory   = "memory limit"
	reasonWork     = "work limit" // not an interruption: libz3 itself counts
)

// limits bound one libz3 call; 0 means no bound.
type limits struct {
	time   time.Duration
	memory uint64 // bytes that libz3 uses in the whole process
}

// watch interrupts one libz3 call until the call has ended. An interrupt before libz3 is ready for it is lost, therefore it is repeated; after finish none is
// sent, so that the next call is not affected.
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

// watchMemory fires when libz3's memory passes the limit. Its cost starts with
// the second period.
func (w *watch) watchMemory(c C.Z3_context, limit uint64) {
	var look func()
	look = func() {
		if MemoryBytes() > limit {
			w.fire(c, reasonMemory)
			return
		}
		w.mu.Lock()
		defer w.mu.Unlock()
		if !w.finished {
			time.AfterFunc(memoryPeriod, look)
		}
	}
	time.AfterFunc(memoryPeriod, look)
}

// run makes a libz3 call that is canceled when ctx ends or a limit is exceeded. It returns the reason of the interruption, or "". A call without limits has no
// overhead.
func (z *zcontext) run(ctx context.Context, l limits, call func()) string {
	if ctx.Done() == nil && l == (limits{}) {
		call()
		return ""
	}
	w := &watch{}
	c := z.c // a late timer must not look at a context that is being closed
	if ctx.Done() != nil {
		defer context.AfterFunc(ctx, func() { w.fire(c, reasonCanceled) })()
	}
	if l.time > 0 {
		defer time.AfterFunc(l.time, func() { w.fire(c, reasonTimeout) }).Stop()
	}
	if l.memory > 0 {
		w.watchMemory(c, l.memory)
	}
	call()
	w.mu.Lock()
	defer w.mu.Unlock()
	w.finished = true
	if w.reason != "" {
		z.uncancel()
	}
	return w.reason
}

// uncancel clears an interrupt. libz3 4.8.12 itself clears one only when the next check begins; until then other calls fail ("push canceled"). An empty check
// does it.
func (z *zcontext) uncancel() {
	pending := C.Z3_get_error_code(z.c)
	s := z.simpleSolver()
	if s == nil {
		return
	}
	C.Z3_solver_check(z.c, s)
	C.Z3_solver_dec_ref(z.c, s)
	C.Z3_set_error(z.c, pending)
}

func limitsOf(o smt.Options) limits {
	return limits{time.Duration(o.TimeoutMS) * time.Millisecond, uint64(max(o.MemoryMB, 0)) << 20}
}
