package interpolation

import (
	"context"

	"cupel/core/logic"
)

// Among interpolates a path with conjunctions of given predicates only: the Cartesian predicate abstraction of the path, without the predicates that the
// refutation does not need. place returns a predicate over the symbols of I_k (0 < k < len(steps)), or nil when it does not apply there. The result is nil when
// the predicates do not suffice, or that takes more solver calls than o.GeneraliseBudget to decide.
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
