package interpolation

import (
	"context"

	"cupel/core/logic"
)

// Among refutes a path with given predicates alone: the interpolants are
// conjunctions of them: what Cartesian predicate abstraction of the path finds, less
// what the refutation does not rest on. place says what a predicate is over the
// symbols of I_k (0 < k < len(steps)), or returns nil when it does not apply
// there. The result is nil when the predicates do not suffice, or it takes more
// solver calls than o.GeneraliseBudget to see that they do.
func Among(ctx context.Context, o Options, f *logic.Factory, steps []Step, preds []*logic.Term, place func(pred *logic.Term, k int) *logic.Term) ([]*logic.Term, error) {
	o = o.withDefaults()
	p := newProblem(f, steps)
	if t := p.trivial(); t != nil {
		return t, nil
	}
	ses, err := newSession(o.Open, o.Solver, p)
	if err != nil {
		return nil, err
	}
	defer ses.close()
	u := newUnifier(ses, o.GeneraliseBudget)
	u.place, u.pool = place, preds
	states, err := u.sequence(ctx, u.pool)
	if states == nil || err != nil {
		return nil, err
	}
	if states, err = u.needed(ctx, states); err != nil {
		return nil, err
	}
	return u.interpolants(states), nil
}
