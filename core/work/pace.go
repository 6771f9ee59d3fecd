package work

import (
	"context"
	"sync"
	"sync/atomic"
)

// pace holds a computation whenever it has done so much.
type pace struct {
	lock sync.Mutex
	due  atomic.Int64
	next func(spent int) int
}

// Paced returns a context in which next is called as soon as first units were spent in it, and
// again when what it returned, a total as well, was spent: a computation waits where it spends as
// long as next does not return.
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
