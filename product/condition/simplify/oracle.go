package simplify

import (
	"context"

	"cupel/core/logic"
	"cupel/core/smt"
)

// oracle decides queries about cubes and one formula.
type oracle struct {
	z     *simplifier
	ctx   context.Context
	not   smt.Solver // asserts the domain and the negated formula: a cube inconsistent with it implies the formula
	cover smt.Solver // asserts the domain, for comparisons between cubes
}

func (z *simplifier) ask(ctx context.Context, t *logic.Term) (*oracle, error) {
	o := &oracle{z: z, ctx: ctx}
	for _, s := range []*smt.Solver{&o.not, &o.cover} {
		var err error
		if *s, err = z.o.Open(z.f, z.o.Solver); err == nil {
			err = (*s).Assert(z.domain)
		}
		if err != nil {
			o.close()
			return nil, err
		}
	}
	if err := o.not.Assert(z.f.Not(t)); err != nil {
		o.close()
		return nil, err
	}
	return o, nil
}

func (o *oracle) close() {
	for _, s := range []smt.Solver{o.not, o.cover} {
		if s != nil {
			_ = s.Close()
		}
	}
}

// ended reports whether no more queries are allowed.
func (o *oracle) ended() bool { return o.ctx.Err() != nil }

// implies reports whether a conjunction of literals provably implies the formula.
func (o *oracle) implies(ls []*logic.Term) (bool, error) {
	r, err := o.not.Check(o.ctx, ls...)
	return r == smt.Unsat, err
}

// covered reports whether a cube is provably included in the union of others.
func (o *oracle) covered(ls []*logic.Term, by []*logic.Term) (bool, error) {
	as := append([]*logic.Term(nil), ls...)
	for _, t := range by {
		as = append(as, o.z.f.Not(t))
	}
	r, err := o.cover.Check(o.ctx, as...)
	return r == smt.Unsat, err
}
