package work

import (
	"context"
	"sync"
	"sync/atomic"
)

// pace suspends a computation at totals of work.
type pace struct {
	lock sync.Mutex
	due  atomic.Int64
	next func(spent int) int
}

// Paced returns a context in which next is called when first units were spent, and again when the total it returned was spent. The computation is suspended while
// next runs, which is how round-robin turns are made.
func Paced(ctx context.Context, first int, next func(spent int) int) context.Context {
	p := &pace{next: next}
	p.due.Store(int64(first))
	return context.WithValue(ctx, key{}, &meter{outer: of(ctx), limit: unlimited, pace: p})
}

// spent holds the computation when it is due.
func (p *pace) spent(total int64) {
	if total < p.due.Load() {
		return
	}
	p.lock.Lock()
	defer p.lock.Unlock()
	for total >= p.due.Load() {
		p.due.Store(int64(p.next(int(total))))
	}
}
