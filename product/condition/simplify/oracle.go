package simplify

import (
	"context"

	"cupel/core/logic"
	"cupel/core/smt"
)

// oracle answers questions about cubes and one formula.
type oracle struct {
	z     *simplifier
	ctx   context.Context
	not   smt.Solver // the domain without the formula: what is consistent with it does not imply the formula
	cover smt.Solver // the domain, and what else cubes are compared in
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

// ended reports whether nothing more is to be asked.
func (o *oracle) ended() bool { return o.ctx.Err() != nil }

// implies reports whether the conjunction of literals is known to imply the formula.
func (o *oracle) implies(ls []*logic.Term) (bool, error) {
	r, err := o.not.Check(o.ctx, ls...)
	return r == smt.Unsat, err
}

// covered reports whether a cube is known to lie within the disjunction of others.
func (o *oracle) covered(ls []*logic.Term, by []*logic.Term) (bool, error) {
	as := append([]*logic.Term(nil), ls...)
	for _, t := range by {
		as = append(as, o.z.f.Not(t))
	}
	r, err := o.cover.Check(o.ctx, as...)
	return r == smt.Unsat, err
}
