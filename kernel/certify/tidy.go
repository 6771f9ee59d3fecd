package certify

import (
	"context"
	"slices"

	"cupel/core/logic"
	"cupel/core/logic/instances"
	"cupel/core/smt"
)

// Tidy shortens a quantified array invariant whose body is a disjunction of cases: what all cases imply about
// scalars alone is factored out into claims of its own, subsumed cases are dropped, and so are literals that
// follow from these and the other cases. The conjunction of the results is equivalent to t. A claim of another
// form or with too many cases is returned as it is. The solver is untrusted: a wrong answer costs the
// equivalence, so the result has to be checked.
func Tidy(ctx context.Context, f *logic.Factory, open smt.Opener, t *logic.Term) ([]*logic.Term, error) {
	bound, body := instances.Parts(t)
	if bound == nil || body.Op() != logic.OpOr && body.Op() != logic.OpAnd {
		return []*logic.Term{t}, nil
	}
	parts := []*logic.Term{body}
	if body.Op() == logic.OpOr {
		parts = body.Args()
	}
	d := &tidying{f: f, bound: bound}
	n := 0
	for _, c := range parts {
		d.cases = append(d.cases, logic.Conjuncts(c))
		n += len(d.cases[len(d.cases)-1])
	}
	if n > maxTidy {
		return []*logic.Term{t}, nil
	}
	s, err := open(f, smt.Options{Work: tidyWork})
	if err != nil {
		return nil, err
	}
	defer s.Close()
	d.s = s
	if err := d.factor(ctx); err != nil {
		return nil, err
	}
	if err := s.Assert(f.And(d.common...)); err != nil {
		return nil, err
	}
	if err := d.shorten(ctx); err != nil {
		return nil, err
	}
	return append(d.common, d.split()...), nil
}

// split turns the disjunction of the cases into one claim for each literal about cells that all those cases
// share, and one for the rest.
func (d *tidying) split() []*logic.Term {
	var others []*logic.Term // cases that restrict indices only
	var cells [][]*logic.Term
	for _, c := range d.cases {
		if slices.ContainsFunc(c, func(t *logic.Term) bool { return d.rank(t) == 2 }) {
			cells = append(cells, c)
		} else {
			others = append(others, d.f.And(c...))
		}
	}
	if len(cells) == 0 {
		return []*logic.Term{d.f.Forall(d.bound, d.all(-1))}
	}
	var out []*logic.Term
	claim := func(t *logic.Term) {
		if t = d.f.Or(append(slices.Clone(others), t)...); !t.IsTrue() {
			out = append(out, d.f.Forall(d.bound, t))
		}
	}
	for _, t := range slices.Clone(cells[0]) {
		if slices.ContainsFunc(cells, func(c []*logic.Term) bool { return !slices.Contains(c, t) }) {
			continue
		}
		claim(t)
		for i, c := range cells {
			cells[i] = slices.DeleteFunc(slices.Clone(c), func(u *logic.Term) bool { return u == t })
		}
	}
	var rest []*logic.Term
	for _, c := range cells {
		rest = append(rest, d.f.And(c...))
	}
	claim(d.f.Or(rest...))
	return out
}

// tidying is the simplification of "for all bound: one of cases". Invariant: the conjunction of common and the
// quantified disjunction of cases is equivalent to the original claim.
type tidying struct {
	f      *logic.Factory
	s      smt.Solver
	bound  []*logic.Term
	common []*logic.Term
	cases  [][]*logic.Term
}

// scalar reports whether a formula has no bound variable.
func (d *tidying) scalar(t *logic.Term) bool {
	return !slices.ContainsFunc(d.bound, func(b *logic.Term) bool { return logic.Occurs(b, t) })
}

// factor moves scalar literals that follow from every case out of the cases into common.
func (d *tidying) factor(ctx context.Context) error {
	tried := map[*logic.Term]bool{}
	for _, c := range d.cases {
		for _, t := range c {
			if tried[t] || !d.scalar(t) {
				continue
			}
			tried[t] = true
			switch always, err := d.impossible(ctx, d.all(-1), d.f.Not(t)); {
			case err != nil:
				return err
			case always:
				d.common = append(d.common, t)
			}
		}
	}
	for i, c := range d.cases {
		d.cases[i] = slices.DeleteFunc(slices.Clone(c), func(t *logic.Term) bool { return slices.Contains(d.common, t) })
		slices.SortStableFunc(d.cases[i], func(a, b *logic.Term) int { return d.rank(a) - d.rank(b) })
	}
	return nil
}

// rank orders the literals by what is dropped first: scalars, then index conditions, then cells.
func (d *tidying) rank(t *logic.Term) int {
	if d.scalar(t) {
		return 0
	}
	rank := 1
	logic.WalkUp(func(u *logic.Term) {
		if u.Op() == logic.OpSelect {
			rank = 2
		}
	}, t)
	return rank
}

// all is the disjunction of the cases; if without is an index, that case is left out.
func (d *tidying) all(without int) *logic.Term {
	var out []*logic.Term
	for i, c := range d.cases {
		if i != without {
			out = append(out, d.f.And(c...))
		}
	}
	return d.f.Or(out...)
}

// shorten drops subsumed cases and redundant literals.
func (d *tidying) shorten(ctx context.Context) error {
	for i := 0; i < len(d.cases); {
		switch lies, err := d.impossible(ctx, d.f.And(d.cases[i]...), d.f.Not(d.all(i))); {
		case err != nil:
			return err
		case lies && len(d.cases) > 1:
			d.cases = slices.Delete(d.cases, i, i+1)
		default:
			i++
		}
	}
	for i := range d.cases {
		for j := 0; j < len(d.cases[i]); {
			rest := slices.Delete(slices.Clone(d.cases[i]), j, j+1)
			switch lies, err := d.impossible(ctx, d.f.And(rest...), d.f.Not(d.all(-1))); {
			case err != nil:
				return err
			case lies:
				d.cases[i] = rest
			default:
				j++
			}
		}
	}
	return nil
}

func (d *tidying) impossible(ctx context.Context, ts ...*logic.Term) (bool, error) {
	r, err := ask(ctx, d.s, ts...)
	return r == smt.Unsat, err
}
