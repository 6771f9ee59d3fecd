package cfatest

import (
	"testing"

	"pgregory.net/rapid"
)

// TestBalance: both kinds of models are drawn often.
func TestBalance(t *testing.T) {
	count := map[bool]int{}
	gen := rapid.Custom(func(t *rapid.T) bool {
		_, reachable := Model(t)
		return reachable
	})
	for seed := range 200 {
		count[gen.Example(seed)]++
	}
	if count[true] < 40 || count[false] < 40 {
		t.Errorf("reachable: %v", count)
	}
}

// TestDiv: quotients round so that remainders are not negative.
func TestDiv(t *testing.T) {
	for x := -20; x <= 20; x++ {
		for y := 1; y < 5; y++ {
			if r := x - y*div(x, y); r < 0 || r >= y {
				t.Errorf("%d / %d leaves %d", x, y, r)
			}
		}
	}
}
