package cegar

import "container/heap"

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
	stack []item // DFS, Hybrid; jumps of BFS
	line  []item // BFS: cones, first in, first out
	heap  items  // Best
	next  int64
}

func (q *queue) len() int { return len(q.stack) + len(q.line) + len(q.heap) }

func (q *queue) push(it item) {
	q.next++
	it.rank = q.next
	switch {
	case q.order == Best:
		heap.Push(&q.heap, it)
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
	case len(q.heap) > 0:
		return heap.Pop(&q.heap).(item)
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

// items is a heap by cost; of equal cost the partial solutions first, then the latest.
type items []item

func (h items) Len() int { return len(h) }
func (h items) Less(i, j int) bool {
	a, b := h[i], h[j]
	if a.cost != b.cost {
		return a.cost < b.cost
	}
	if a.jump != b.jump {
		return b.jump
	}
	return a.rank > b.rank
}
func (h items) Swap(i, j int) { h[i], h[j] = h[j], h[i] }
func (h *items) Push(x any)   { *h = append(*h, x.(item)) }
func (h *items) Pop() any {
	old := *h
	it := old[len(old)-1]
	*h = old[:len(old)-1]
	return it
}
