package cegar

import "cupel/core/priority"

// An item is a solution, a partial solution or the jumps of a solution from transition
// number next on.
type item struct {
	sol  *solution
	part *partial
	jump bool
	next int
	cost int64 // firings of the solution
	rank int64 // order of insertion
}

// A queue holds items in a search order. Jumps come after everything in the cone of their
// solution except for Best, where the order is by cost.
type queue struct {
	order Search
	stack []item                // DFS, Hybrid; jumps of BFS
	line  []item                // BFS: cones, first in, first out
	best  *priority.Queue[item] // Best
	next  int64
}

func newQueue(order Search) *queue { return &queue{order: order, best: priority.New(cheaper)} }

func (q *queue) len() int { return len(q.stack) + len(q.line) + q.best.Len() }

func (q *queue) push(it item) {
	q.next++
	it.rank = q.next
	switch {
	case q.order == Best:
		q.best.Push(it)
	case q.order == BFS && !it.jump:
		q.line = append(q.line, it)
	default:
		q.stack = append(q.stack, it)
	}
}

// pushBelow puts an item under the one pushed last.
func (q *queue) pushBelow(it item) {
	q.push(it)
	if k := len(q.stack); q.order != Best && q.order != BFS && k > 1 {
		q.stack[k-1], q.stack[k-2] = q.stack[k-2], q.stack[k-1]
	}
}

func (q *queue) pop() item {
	switch {
	case q.best.Len() > 0:
		return q.best.Pop()
	case len(q.line) > 0:
		it := q.line[0]
		q.line = q.line[1:]
		return it
	}
	k := len(q.stack) - 1
	it := q.stack[k]
	q.stack = q.stack[:k]
	return it
}

// cheaper orders by cost; of equal cost come the partial solutions first, then the latest.
func cheaper(a, b item) bool {
	if a.cost != b.cost {
		return a.cost < b.cost
	}
	if a.jump != b.jump {
		return b.jump
	}
	return a.rank > b.rank
}
