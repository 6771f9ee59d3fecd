package engine

import (
	"slices"
	"testing"
)

// TestRounds: facts are published at growing intervals, not after every round.
func TestRounds(t *testing.T) {
	var r Rounds
	var due []int
	for _, n := range []int{0, 0, 1, 1, 2, 3, 4, 4, 5, 11, 12, 22} {
		if r.Due(n) {
			due = append(due, n)
		}
	}
	if want := []int{1, 2, 4, 11, 22}; !slices.Equal(due, want) {
		t.Errorf("%v, want %v", due, want)
	}
}
