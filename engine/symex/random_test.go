package symex

import (
	"context"
	"errors"
	"testing"

	"cupel/core/smt"
	"cupel/engine"
	"cupel/tests/enginetest"
)

// rechecked adds a check to proofs: the exploration with the final precision, without refinement.
type rechecked struct{ *Engine }

func (e rechecked) Verify(ctx context.Context, given engine.Problem, o engine.Observer) (*engine.Result, error) {
	r, err := e.Engine.Verify(ctx, given, o)
	if err != nil || r.Proof == nil {
		return r, err
	}
	r.Proof.Check = func(ctx context.Context, open smt.Opener) error {
		again := engine.Problem{Program: given.Program, Facts: given.Facts, Precision: r.Proof.Predicates, Thresholds: r.Proof.Thresholds, Tools: engine.Tools{Open: open}}
		second, err := New(Options{Abstract: !r.Proof.Finite, Fixed: true}).Verify(ctx, again, engine.Quiet{})
		if err == nil && second.Verdict != engine.True {
			err = errors.New(second.Reason.String())
		}
		return err
	}
	return r, nil
}

// TestRandomPrograms compares the published configurations, and others, with the explicit enumeration of the states.
func TestRandomPrograms(t *testing.T) {
	var cs []enginetest.Configuration
	add := func(name string, o Options) {
		cs = append(cs, enginetest.Configuration{Name: name, Engine: rechecked{New(o)}})
	}
	add("symex", Options{Order: BySource, PathConditions: Incremental})
	add("symexecia-0", published(0))
	add("symexecia-1", published(1))
	add("symexecia-100", published(100))
	root := published(0)
	root.Restart, root.Predicates, root.Raise = FromRoot, Whole, ToVisits
	add("symexecia-root", root)
	any := options()
	any.Abstract, any.Restart = true, FromRoot
	add("symexecia-own-root", any)
	enginetest.RandomPrograms(t, cs)
}
