package iteration

import (
	"context"
	"slices"

	"cupel/analysis/absint/polyhedra/hull"
	"cupel/analysis/summary"
	"cupel/core/logic"
	"cupel/core/rational"
	"cupel/core/smt"
	"cupel/internal/sabotage"
)

// Loop is a loop body under analysis, with the facts found about its closure.
type Loop struct {
	a    *summary.Algebra
	f    *logic.Factory
	o    Options
	body *summary.Transition
	p    *prover

	hulls *hull.Abstraction // of rel; nil until it is needed

	k    *logic.Term                 // the number of iterations
	post map[*logic.Term]*logic.Term // of written variables: the value after K iterations

	pure  *purifier
	rel   *logic.Term                 // the guard, linear, over variables before and symbols
	value map[*logic.Term]*logic.Term // of written Bool, Int and Real variables: their value after one iteration, linear
	nums  []*logic.Term               // written Int and Real variables, by ID
	steps map[*logic.Term]rational.Q  // variables with x' = x + c in every iteration

	eqs    []mapping // linear maps with a.x' = a.x + c
	always []*logic.Term
	once   []*logic.Term // hold when K >= 1
}

// mapping is a linear map of the written variables in which one iteration adds a
// constant.
type mapping struct {
	vars []*logic.Term
	a    vector
	c    rational.Q
}

// newLoop prepares a body. Variables whose new value is syntactically the old one plus a constant are counters. Solver queries about the body use the returned
// context, which bounds the work.
func newLoop(ctx context.Context, a *summary.Algebra, body *summary.Transition, pool *pool, o Options) (*Loop, context.Context) {
	f := a.Factory()
	p, ctx := newProver(ctx, pool, o)
	l := &Loop{a: a, f: f, o: o, body: body, p: p, k: f.Fresh("K", logic.Int), post: map[*logic.Term]*logic.Term{},
		value: map[*logic.Term]*logic.Term{}, steps: map[*logic.Term]rational.Q{}}
	for _, v := range body.Written() {
		l.post[v] = a.Skolem(v.Sort())
		if v.Sort().IsArith() {
			l.nums = append(l.nums, v)
			if d := f.Sub(body.Value(v), v); d.IsConst() {
				l.step(v, d.Rational())
			}
		}
	}
	return l, ctx
}

// step records that every iteration adds c to x.
func (l *Loop) step(x *logic.Term, c rational.Q) {
	l.steps[x] = c
	if sabotage.Active(sabotage.IterationSteps) {
		c = c.Add(c)
	}
	l.post[x] = l.f.Add(x, l.times(x.Sort(), c))
}

// times is c*K in a sort.
func (l *Loop) times(s *logic.Sort, c rational.Q) *logic.Term {
	k := l.k
	if s.IsReal() {
		k = l.f.ToReal(k)
	}
	return l.f.Mul(l.f.Num(s, c), k)
}

// relation returns the body's guard in linear arithmetic and fills value.
func (l *Loop) relation() *logic.Term {
	if l.pure == nil {
		l.pure = newPurifier(l.f)
		g := l.pure.pure(l.body.Guard())
		for _, v := range l.body.Written() {
			if s := v.Sort(); s.IsBool() || s.IsArith() {
				l.value[v] = l.pure.pure(l.body.Value(v))
			}
		}
		l.rel = l.pure.conjoin(g)
	}
	return l.rel
}

// Body is the loop body.
func (l *Loop) Body() *summary.Transition { return l.body }

// Counter is the number of iterations, at least 0.
func (l *Loop) Counter() *logic.Term { return l.k }

// Post is a variable's value after the iterations.
func (l *Loop) Post(v *logic.Term) *logic.Term {
	if x := l.post[v]; x != nil {
		return x
	}
	return v
}

// Always adds a fact about the variables before and after and the counter.
func (l *Loop) Always(t *logic.Term) { l.always = append(l.always, t) }

// Once adds a fact that holds after one iteration or more.
func (l *Loop) Once(t *logic.Term) { l.once = append(l.once, t) }

// empty reports whether the body is proven to be unsatisfiable.
func (l *Loop) empty(ctx context.Context) bool {
	if l.body.IsFalse() {
		return true
	}
	l.p.open(l.relation())
	defer l.p.done()
	r, _ := l.p.check(ctx)
	return r == smt.Unsat
}

// transition joins the facts.
func (l *Loop) transition() *summary.Transition {
	f := l.f
	var stay []*logic.Term
	values := map[*logic.Term]*logic.Term{}
	for _, v := range l.body.Written() {
		values[v] = l.post[v]
		if _, ok := l.steps[v]; !ok {
			stay = append(stay, f.Eq(l.post[v], v))
		}
	}
	var vs []*logic.Term
	for _, v := range l.body.Written() {
		vs = append(vs, l.post[v])
	}
	counts := slices.Contains(logic.FreeVars(append(append(append([]*logic.Term{}, l.always...), l.once...), vs...)...), l.k)
	one := logic.Tightest(f, l.once)
	if counts {
		stay = append(stay, f.Eq(l.k, f.IntConst(0)))
		one = append(one, f.Le(f.IntConst(1), l.k))
		if sabotage.Active(sabotage.IterationCounter) {
			one = append(one, f.Le(l.k, f.IntConst(1)))
		}
	}
	return l.a.Make(f.And(append(logic.Tightest(f, l.always), f.Or(f.And(stay...), f.And(one...)))...), values)
}

// isVar reports whether facts may contain a symbol: program variables only.
func (l *Loop) isVar(t *logic.Term) bool { return l.a.IsVar(t) }
