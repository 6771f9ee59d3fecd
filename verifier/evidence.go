package verifier

import (
	"context"

	"cupel/engine"
)

func (s *setup) replay(ctx context.Context, cex *engine.Counterexample) string { return "" }

func (s *setup) explainProof(ctx context.Context, r *engine.Result) error { return nil }

func (s *setup) explainError(ctx context.Context) error { return nil }
