package verifier

import (
	"testing"
	"time"
)

// TestOverstays: a limit of time is exceeded in time, one of processor time in processor time, but not for ever.
func TestOverstays(t *testing.T) {
	for _, c := range []struct {
		processor   bool
		since, used time.Duration
		want        bool
	}{
		{false, Grace, 0, false},
		{false, Grace + 1, 0, true},
		{true, Grace + 1, 0, false},
		{true, Grace + 1, cpuGrace, false},
		{true, 0, cpuGrace + 1, true},
		{true, busyGrace + 1, 0, true},
	} {
		if got := overstays(c.processor, Grace, c.since, c.used); got != c.want {
			t.Errorf("%+v: %v", c, got)
		}
	}
}
