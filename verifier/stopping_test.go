package verifier

import (
	"context"
	"testing"
	"time"

	"cupel/engine"
)

// TestEvidenceLimits: evidence on top of the other limits has its own, also of the processor.
func TestEvidenceLimits(t *testing.T) {
	var u setup
	u.cfg.Certify, u.cfg.CertifyTimeout, u.cfg.CPUTime = true, time.Hour, time.Hour
	ctx, stop := u.evidenceLimits(context.Background(), context.Background(), engine.True)
	if _, ok := ctx.Deadline(); !ok || ctx.Err() != nil {
		t.Error("no limit of the time")
	}
	stop()
	if ctx.Err() == nil {
		t.Error("goes on when it has been stopped")
	}
	u.cfg.CertifyTimeout = time.Hour
	ctx, stop = u.evidenceLimits(context.Background(), context.Background(), engine.False)
	defer stop()
	if _, ok := ctx.Deadline(); ok {
		t.Error("a counterexample has the limit of a certificate")
	}
}
