package interpolation

import (
	"context"

	"cupel/logic"
)

// HornSolver is replaced below.
type HornSolver func(ctx context.Context, f *logic.Factory) error

// Spacer is replaced below.
type Spacer struct{ o Options }

// NewSpacer x
func NewSpacer(o Options) *Spacer { return &Spacer{o.withDefaults()} }
func (s *Spacer) Name() string    { return "spacer" }
func (s *Spacer) Sequence(ctx context.Context, f *logic.Factory, steps []Step) ([]*logic.Term, error) {
	return nil, ErrUnknown
}

// NewExternal x
func NewExternal(o Options) (*Spacer, error) { return nil, ErrUnknown }
