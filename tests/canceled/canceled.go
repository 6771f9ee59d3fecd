package canceled

import (
	"context"
	"math"
	"testing"

	"cupel/core/work"
)

// At returns a context that is canceled when so many units of work were spent in it, and a function that returns how many were
// spent beyond them. Without units it is canceled from the start.
func At(t testing.TB, units int) (ctx context.Context, late func() int) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	if units <= 0 {
		cancel()
	}
	ctx = work.Paced(ctx, units, func(int) int {
		cancel()
		return math.MaxInt
	})
	ctx, spent := work.Measured(ctx)
	return ctx, func() int { return max(spent()-units, 0) }
}
