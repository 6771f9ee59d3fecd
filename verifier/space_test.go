package verifier

import (
	"context"
	"errors"
	"testing"

	"cupel/engine"
)

// TestUsableSpace: what a run may use of a limited address space, and the heap within it.
func TestUsableSpace(t *testing.T) {
	for _, c := range []struct{ limit, mb, usable, heap int }{
		{0, 0, 0, 0},
		{0, 1000, 0, 750},
		{4000, 1000, 3750, 750},
		{4000, 0, 3750, 937},
		{4000, 4096, 3750, 937},
		{1600, 4096, 1408, 352},
		{100, 0, 1, 1},
	} {
		usable := usableSpaceMB(c.limit)
		if heap := heapLimitMB(c.mb, usable); usable != c.usable || heap != c.heap {
			t.Errorf("limit %d, memory %d: %d and %d; want %d and %d", c.limit, c.mb, usable, heap, c.usable, c.heap)
		}
	}
	if virtual, resident := sizesMB(); resident <= 0 || virtual < resident {
		t.Errorf("sizes %d and %d", virtual, resident)
	}
}

// TestSpaceMet: the limit of the address space is one of memory.
func TestSpaceMet(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(errSpace)
	if met := Met(ctx); met.Kind != engine.MemoryLimit || met.Text != "memory limit of the address space" || !errors.Is(errSpace, errMemory) {
		t.Errorf("met %+v", met)
	}
}
