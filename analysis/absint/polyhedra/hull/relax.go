package hull

import (
	"context"
	"errors"

	"cupel/analysis/absint/polyhedra"
	"cupel/core/logic"
)

// relaxation replaces products of unknowns, and quotients and remainders whose
// divisor is no constant, by fresh unknowns: every model of a term is one of its
// image, and the image is linear. It answers for formulas on which the solver
// gives up.
type relaxation struct {
	f     *logic.Factory
	image map[*logic.Term]*logic.Term
	found bool
}

// apply returns the image of t.
func (r *relaxation) apply(t *logic.Term) *logic.Term {
	logic.WalkUp(func(s *logic.Term) {
		if _, ok := r.image[s]; ok {
			return
		}
		switch s.Op() {
		case logic.OpForall, logic.OpExists:
			r.image[s] = s // bound symbols stay; the solver sees it as it is
			return
		case logic.OpMul:
			r.image[s] = r.product(s)
			return
		case logic.OpDiv, logic.OpMod, logic.OpRDiv:
			if !s.Arg(1).IsConst() {
				r.image[s] = r.unknown(s)
				return
			}
		}
		args := make([]*logic.Term, s.NumArgs())
		for i, a := range s.Args() {
			args[i] = r.image[a]
		}
		r.image[s] = r.f.With(s, args)
	}, t)
	return r.image[t]
}

// product returns the image of a product: its coefficient times one unknown.
func (r *relaxation) product(s *logic.Term) *logic.Term {
	a := s.Args()
	if a[0].IsConst() {
		if len(a) == 2 {
			return r.f.Mul(a[0], r.image[a[1]])
		}
		rest := r.f.Mul(a[1:]...)
		if r.image[rest] == nil {
			r.image[rest] = r.unknown(rest)
		}
		return r.f.Mul(a[0], r.image[rest])
	}
	return r.unknown(s)
}

func (r *relaxation) unknown(s *logic.Term) *logic.Term {
	r.found = true
	return r.f.Fresh("hull!", s.Sort())
}

// relaxed calls use with an abstraction of a linear formula that a's formula
// implies, and the images of dims; false when a's formula is linear already.
func (a *Abstraction) relaxed(dims []*logic.Term, use func(*Abstraction, []*logic.Term) error) (bool, error) {
	r := &relaxation{f: a.f, image: map[*logic.Term]*logic.Term{}}
	phi := r.apply(a.phi)
	if !r.found {
		return false, nil
	}
	images := make([]*logic.Term, len(dims))
	for i, d := range dims {
		images[i] = r.apply(d)
	}
	b, err := New(a.open, a.f, phi, a.o)
	if err != nil {
		return true, err
	}
	return true, errors.Join(use(b, images), b.Close())
}

// undecided answers when the solver gave up after p was found: the hull of the
// relaxed formula, with the constraints of p that the solver does prove.
func (a *Abstraction) undecided(ctx context.Context, dims []*logic.Term, p *polyhedra.Polyhedron) (*polyhedra.Polyhedron, bool, error) {
	var h *polyhedra.Polyhedron
	ok, err := a.relaxed(dims, func(b *Abstraction, images []*logic.Term) error {
		r, err := b.Hull(ctx, images)
		h = r.Polyhedron
		return err
	})
	if err != nil || !ok || h.IsEmpty() || p.IsEmpty() {
		return h, ok, err
	}
	var cs []polyhedra.Constraint
	for _, c := range p.Constraints() {
		if !h.Satisfies(c) {
			cs = append(cs, c)
		}
	}
	valid, err := a.Valid(ctx, dims, cs)
	if err != nil {
		return nil, true, err
	}
	h, err = restrict(ctx, h, valid, a.o.limits())
	return h, true, err
}
