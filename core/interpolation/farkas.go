package interpolation

import (
	"context"
	"fmt"

	"cupel/core/logic"
)

// Farkas interpolates linear arithmetic from certificates of infeasibility: for
// a conjunction of linear constraints, the constraints before a cut, multiplied
// as Farkas' lemma says, sum up to the interpolant of the cut, and the symbols
// of one side cancel (McMillan, "An interpolating theorem prover", TCS 2005;
// Rybalchenko and Sofronie-Stokkermans, "Constraint solving for interpolation",
// VMCAI 2007). Disjunctions, disequalities and conditionals are split lazily,
// as the simplex's point violates them; a split in a step before a cut joins
// the cases' interpolants by or, one behind it by and. Integers: bounds are
// tightened, equations without integral solution give congruences (Jain, Clarke
// and Grumberg, CAV 2008), fractional points are branched on.
//
// Only the items of a minimised unsatisfiable core take part. Terms without
// linear meaning (products, array elements) are opaque; a path that needs their
// meaning gives ErrUnknown.
type Farkas struct{ o Options }

// NewFarkas returns the method.
func NewFarkas(o Options) *Farkas { return &Farkas{o.withDefaults()} }

// Name returns farkas.
func (m *Farkas) Name() string { return "farkas" }

// Sequence computes sequence interpolants.
func (m *Farkas) Sequence(ctx context.Context, f *logic.Factory, steps []Step) ([]*logic.Term, error) {
	return m.o.checked(ctx, f, steps, func() ([]*logic.Term, error) { return m.sequence(ctx, f, steps) })
}

func (m *Farkas) sequence(ctx context.Context, f *logic.Factory, steps []Step) ([]*logic.Term, error) {
	trivial, ses, cores, err := m.o.relaxed(ctx, f, steps, m.o.Cores)
	if err != nil || trivial != nil {
		return trivial, err
	}
	defer ses.close()
	p := ses.p
	var found [][]*logic.Term
	var failure error
	for _, core := range cores {
		s := &search{l: newLinearizer(f), n: p.n, leaves: m.o.Leaves, branches: maxBranches}
		proof, err := s.refute(ctx, core.problem)
		if err != nil {
			if failure == nil {
				failure = err
			}
			continue
		}
		for _, r := range m.readings() {
			itps := make([]*logic.Term, p.n+1)
			for j := range itps {
				itps[j] = simplify(f, s.interpolant(proof, j, r))
			}
			itps[0], itps[p.n] = f.True(), f.False()
			found = append(found, itps)
		}
	}
	if found == nil {
		return nil, fmt.Errorf("%w: %v", ErrUnknown, failure)
	}
	return m.o.finish(ctx, ses, found)
}

// reading is a choice of how to derive interpolants from a proof.
type reading struct {
	weak  bool // negated sums of the constraints behind the cut
	parts bool // decomposed sums
}

func (m *Farkas) readings() []reading {
	var rs []reading
	if m.o.Strength != Weak {
		rs = append(rs, reading{})
		if !m.o.Whole {
			rs = append(rs, reading{parts: true})
		}
	}
	if m.o.Strength != Strong {
		rs = append(rs, reading{weak: true})
	}
	return rs
}
