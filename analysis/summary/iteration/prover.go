package iteration

import (
	"context"
	"errors"

	"cupel/analysis/summary"
	"cupel/core/logic"
	"cupel/core/smt"
	"cupel/core/smt/z3"
	"cupel/core/work"
)

// errProver: the solver broke.
var errProver = errors.New("iteration: no solver")

// pool keeps the solvers of one analysis open between bodies: opening one costs
// as much as several checks.
type pool struct {
	f    *logic.Factory
	o    smt.Options
	idle []*z3.Solver
}

func newPool(a *summary.Algebra, o Options) *pool {
	return &pool{f: a.Factory(), o: smt.Options{Work: o.CheckWork}}
}

func (p *pool) get() (*z3.Solver, error) {
	if n := len(p.idle); n > 0 {
		s := p.idle[n-1]
		p.idle = p.idle[:n-1]
		return s, nil
	}
	return z3.New(p.f, p.o)
}

func (p *pool) close() {
	for _, s := range p.idle {
		_ = s.Close()
	}
}

// pooled is a domain that can use the solvers of others.
type pooled interface {
	starIn(ctx context.Context, a *summary.Algebra, body *summary.Transition, p *pool) (*summary.Transition, error)
}

// starIn calls a domain, with the pool if it can use one.
func starIn(ctx context.Context, d Domain, a *summary.Algebra, body *summary.Transition, p *pool) (*summary.Transition, error) {
	if d, ok := d.(pooled); ok {
		return d.starIn(ctx, a, body, p)
	}
	return d.Star(ctx, a, body)
}

// prover is a solver whose failures and limits all mean the same to its users: the query stays undecided.
type prover struct {
	pool   *pool
	o      Options
	s      *z3.Solver
	levels int
	end    context.CancelFunc // of its budget
	bad    bool
}

// newProver returns a prover, and a context for its queries that ends after the options' work, but leaves half of ctx's remaining work to others.
func newProver(ctx context.Context, pool *pool, o Options) (*prover, context.Context) {
	ctx, end := work.Within(ctx, work.Share(ctx, o.Work, 0.5))
	return &prover{pool: pool, o: o, end: end}, ctx
}

// close returns the solver to the pool, unless it failed.
func (p *prover) close() {
	p.end()
	switch {
	case p.s == nil:
	case p.bad || p.levels > 0:
		_ = p.s.Close()
	default:
		p.pool.idle = append(p.pool.idle, p.s)
	}
}

// over reports whether no further queries should be made.
func (p *prover) over(ctx context.Context) bool { return p.bad || ctx.Err() != nil }

// open asserts phi on a new level; the caller closes it with done.
func (p *prover) open(phi *logic.Term) {
	if p.bad {
		return
	}
	if p.s == nil {
		s, err := p.pool.get()
		if err != nil {
			p.bad = true
			return
		}
		p.s = s
	}
	p.levels++
	p.bad = p.s.Push() != nil || p.s.Assert(phi) != nil
}

func (p *prover) add(phi *logic.Term) {
	if !p.bad {
		p.bad = p.s.Assert(phi) != nil
	}
}

func (p *prover) done() {
	if !p.bad {
		p.levels--
		p.bad = p.s.Pop(1) != nil
	}
}

// check decides the assertions, under assumptions; the model is valid for Sat.
func (p *prover) check(ctx context.Context, assumptions ...*logic.Term) (smt.Result, smt.Model) {
	if p.over(ctx) {
		return smt.Unknown, nil
	}
	for _, t := range assumptions {
		if t.IsFalse() {
			return smt.Unsat, nil
		}
	}
	p.o.Statistics.Checks++
	r, err := p.s.Check(ctx, assumptions...)
	if err != nil {
		p.bad = true
		return smt.Unknown, nil
	}
	switch r {
	case smt.Unknown:
		p.o.Statistics.Undecided++
	case smt.Sat:
		p.o.Statistics.Models++
		m, err := p.s.Model()
		if err != nil {
			p.bad = true
			return smt.Unknown, nil
		}
		return r, m
	}
	return r, nil
}
