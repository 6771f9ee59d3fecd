package mortal

import (
	"context"

	"cupel/analysis/summary"
	"cupel/analysis/summary/iteration"
	"cupel/analysis/summary/pathexpr"
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/program/passes"
	"cupel/core/smt"
	"cupel/core/smt/z3"
	"cupel/core/work"
)

// Options of an Analysis.
type Options struct {
	Open smt.Opener
	// Invariant returns an invariant of a loop head, or nil.
	Invariant func(*program.Location) *logic.Term
	// Typed: the values of all variables are those of machine types, so that every function is bounded.
	Typed bool
	// Coarse makes the closures of inner loops any value of what they write.
	Coarse bool
}

// Analysis ranks the loops of one program.
type Analysis struct {
	p      *program.Program
	f      *logic.Factory
	o      Options
	a      *summary.Algebra
	system *pathexpr.System
	eval   *pathexpr.Evaluator[*summary.Transition]
	domain iteration.Domain
	coarse iteration.Domain
	live   *passes.Liveness
}

// New prepares to rank the loops of p, whose undefined behaviour is blocked by assumptions (passes.AssumeChecks).
func New(p *program.Program, o Options) *Analysis {
	a := &Analysis{p: p, f: p.Terms, o: o, live: passes.Live(p)}
	a.a = summary.NewAlgebra(p, summary.Options{Eliminate: z3.EliminateSyntactic})
	a.system = pathexpr.New(p)
	a.domain, a.coarse = iteration.Default(iteration.Options{Work: innerWork}), iteration.Coarse(iteration.Options{})
	if o.Coarse {
		a.domain = a.coarse
	}
	a.eval = pathexpr.NewEvaluator[*summary.Transition](turns{a})
	return a
}

// Turn is the transition formula of the ways from a head back to it in its loop; the identity where there is none.
func (a *Analysis) Turn(ctx context.Context, head *program.Location) (*summary.Transition, error) {
	e := a.system.Loop(head)
	if e == nil || e.Kind != pathexpr.Star {
		return a.a.False(), nil
	}
	t, err := a.eval.Eval(ctx, e.Args[0])
	if err != nil {
		return nil, err
	}
	return a.assumed(t, head), nil
}

// assumed restricts a turn by the invariant of its head.
func (a *Analysis) assumed(t *summary.Transition, head *program.Location) *summary.Transition {
	if a.o.Invariant == nil {
		return t
	}
	inv := a.o.Invariant(head)
	if inv == nil {
		return t
	}
	assume := a.a.Make(inv, map[*logic.Term]*logic.Term{})
	return a.a.Compose(assume, a.a.Compose(t, assume))
}

// liveAt are the symbols of the variables that may be read after a location before they are written.
func (a *Analysis) liveAt(l *program.Location) map[*logic.Term]bool {
	out := map[*logic.Term]bool{}
	for _, v := range a.live.At(l) {
		out[v.Sym] = true
	}
	return out
}

// turns is the algebra of transition formulas.
type turns struct{ a *Analysis }

func (t turns) Zero() *summary.Transition                { return t.a.a.False() }
func (t turns) One() *summary.Transition                 { return t.a.a.Identity() }
func (t turns) Edge(e *program.Edge) *summary.Transition { return t.bounded(t.a.a.Ops(e.Ops)) }
func (t turns) Cat(x, y *summary.Transition) *summary.Transition {
	return t.bounded(t.a.a.Compose(x, y))
}
func (t turns) Alt(xs []*summary.Transition) *summary.Transition {
	return t.bounded(t.a.a.Choice(xs...))
}

// bounded keeps transitions from getting too large to be worked with.
func (t turns) bounded(x *summary.Transition) *summary.Transition {
	return t.a.a.Weaken(x, maxTransition)
}

// Cost implements pathexpr.Costed.
func (t turns) Cost(x *summary.Transition) int { return x.Size() / sizePerUnit }

// Star is the closure of an inner loop, the coarse one if that needs too much work.
func (t turns) Star(ctx context.Context, body *summary.Transition, head *program.Location) (*summary.Transition, error) {
	body = t.a.assumed(body, head)
	sub, cancel := work.Within(ctx, starWork)
	defer cancel()
	s, err := t.a.domain.Star(sub, t.a.a, body)
	if err != nil && ctx.Err() == nil {
		s, err = t.a.coarse.Star(ctx, t.a.a, body)
	}
	return s, err
}
