package priority

// Queue is a priority queue; Pop removes the first value in its order. The order of equal values depends only on the sequence of operations.
type Queue[T any] struct {
	before func(a, b T) bool
	items  []T
}

// New returns an empty queue; before reports whether a comes before b.
func New[T any](before func(a, b T) bool) *Queue[T] { return &Queue[T]{before: before} }

// Len is the number of values in the queue.
func (q *Queue[T]) Len() int { return len(q.items) }

// Cap is the number of values for which there is memory.
func (q *Queue[T]) Cap() int { return cap(q.items) }

// Clear removes all values.
func (q *Queue[T]) Clear() {
	clear(q.items)
	q.items = q.items[:0]
}

// Push adds a value.
func (q *Queue[T]) Push(x T) {
	q.items = append(q.items, x)
	for i := len(q.items) - 1; i > 0; {
		parent := (i - 1) / 2
		if !q.before(q.items[i], q.items[parent]) {
			return
		}
		q.items[i], q.items[parent] = q.items[parent], q.items[i]
		i = parent
	}
}

// Pop takes the first value; the queue must not be empty.
func (q *Queue[T]) Pop() T {
	last := len(q.items) - 1
	first := q.items[0]
	q.items[0] = q.items[last]
	var none T
	q.items[last] = none // removed values must not be kept alive
	q.items = q.items[:last]
	for i := 0; ; {
		next := 2*i + 1
		if next >= last {
			return first
		}
		if right := next + 1; right < last && q.before(q.items[right], q.items[next]) {
			next = right
		}
		if !q.before(q.items[next], q.items[i]) {
			return first
		}
		q.items[i], q.items[next] = q.items[next], q.items[i]
		i = next
	}
}
