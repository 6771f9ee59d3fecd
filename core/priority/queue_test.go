package priority_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"cupel/core/priority"
)

// TestOrder: Pop returns the least element in the queue, for any sequence of Push and Pop.
func TestOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		q := priority.New(func(a, b int) bool { return a < b })
		var in []int
		for _, x := range rapid.SliceOf(rapid.IntRange(-1, 20)).Draw(t, "operations") {
			switch {
			case x >= 0:
				q.Push(x)
				in = append(in, x)
			case len(in) > 0:
				slices.Sort(in)
				if got := q.Pop(); got != in[0] {
					t.Fatalf("%d, want %d", got, in[0])
				}
				in = in[1:]
			}
			if q.Len() != len(in) {
				t.Fatalf("%d values, want %d", q.Len(), len(in))
			}
		}
	})
}

// BenchmarkQueue pushes and pops 1000 values.
func BenchmarkQueue(b *testing.B) {
	for b.Loop() {
		q := priority.New(func(a, b int) bool { return a < b })
		for i := range 1000 {
			q.Push(i * 7919 % 1000)
		}
		for q.Len() > 0 {
			q.Pop()
		}
	}
}
