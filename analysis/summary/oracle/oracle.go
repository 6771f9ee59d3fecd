package oracle

import (
	"context"
	"time"

	"cupel/analysis/readable"
	"cupel/analysis/summary"
	"cupel/analysis/summary/iteration"
	"cupel/analysis/summary/pathexpr"
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/smt/z3"
	"cupel/core/work"
	"cupel/internal/sabotage"
)

// Options of an Oracle.
type Options struct {
	// Domain constructs the domain that summarises loops; nil: iteration.Default.
	Domain func(iteration.Options) iteration.Domain
	// Iteration bounds that domain.
	Iteration iteration.Options
	// Invariant returns an invariant of a loop head, nil for none: bodies are summarised under it, and the summaries then cover only paths through states
	// that satisfy it.
	Invariant func(*program.Location) *logic.Term
	// LoopWork bounds the work of Domain on one loop, in units of package work, beyond which the loop is summarised by iteration.Coarse; 0: defaultLoop.
	LoopWork int
	// Trivial makes the summary of every location with a path to a target the
	// relation of all pairs of states, that is, no summary at all.
	Trivial bool
}

// Oracle over-approximates the paths from locations to the targets. It belongs
// to one goroutine at a time.
type Oracle struct {
	p      *program.Program
	a      *summary.Algebra
	o      Options
	domain iteration.Domain
	system *pathexpr.System
	eval   *pathexpr.Evaluator[*summary.Transition]
	loops  map[*program.Location][]*loop
	stats  *iteration.Statistics
	all    *summary.Transition // of Trivial

	readable *readable.Printer // nil until it is needed
}

// loop is one interpretation of a star.
type loop struct {
	body, star *summary.Transition
	domain     string
	time       time.Duration
	stats      iteration.Statistics
}

// New returns an oracle for the paths to targets, which have no outgoing edges.
func New(p *program.Program, targets []*program.Location, o Options) *Oracle {
	if o.LoopWork == 0 {
		o.LoopWork = defaultLoop
	}
	r := &Oracle{p: p, o: o, loops: map[*program.Location][]*loop{}}
	r.a = summary.NewAlgebra(p, summary.Options{Eliminate: z3.EliminateSyntactic})
	r.system = pathexpr.New(p, targets...)
	if o.Trivial {
		vars := make([]*logic.Term, len(p.Vars))
		for i, v := range p.Vars {
			vars[i] = v.Sym
		}
		r.all = r.a.Havoc(vars...)
		return r
	}
	if r.stats = o.Iteration.Statistics; r.stats == nil {
		r.stats = &iteration.Statistics{}
		r.o.Iteration.Statistics = r.stats
	}
	if o.Domain == nil {
		o.Domain = iteration.Default
	}
	r.domain = o.Domain(r.o.Iteration)
	r.eval = pathexpr.NewEvaluator[*summary.Transition](interpretation{r})
	return r
}

// Algebra returns the algebra of the summaries.
func (r *Oracle) Algebra() *summary.Algebra { return r.a }

// ToTarget returns a transition that contains every path from l to a target. The
// error is that of ctx.
func (r *Oracle) ToTarget(ctx context.Context, l *program.Location) (*summary.Transition, error) {
	e := r.system.ToTarget(l)
	switch {
	case e.Kind == pathexpr.Zero:
		return r.a.False(), nil
	case r.o.Trivial:
		return r.all, ctx.Err()
	}
	return r.eval.Eval(ctx, e)
}

// Loop returns the closure of the loop at head, nil when head is none of Heads.
func (r *Oracle) Loop(ctx context.Context, head *program.Location) (*summary.Transition, error) {
	e := r.system.Loop(head)
	switch {
	case e == nil:
		return nil, nil
	case r.o.Trivial:
		return r.all, ctx.Err()
	}
	return r.eval.Eval(ctx, e)
}

// Heads returns the locations at which loops are cut.
func (r *Oracle) Heads() []*program.Location { return r.system.Heads() }

// interpretation is the algebra of transition formulas for path expressions.
type interpretation struct{ r *Oracle }

func (i interpretation) Zero() *summary.Transition { return i.r.a.False() }
func (i interpretation) One() *summary.Transition  { return i.r.a.Identity() }
func (i interpretation) Edge(e *program.Edge) *summary.Transition {
	return i.r.a.Ops(e.Ops)
}
func (i interpretation) Cat(x, y *summary.Transition) *summary.Transition {
	return i.r.a.Compose(x, y)
}
func (i interpretation) Alt(xs []*summary.Transition) *summary.Transition {
	return i.r.a.Choice(xs...)
}

// Star uses the domain, or the coarse one if that needs too much work.
func (i interpretation) Star(ctx context.Context, body *summary.Transition, head *program.Location) (*summary.Transition, error) {
	r := i.r
	if sabotage.Active(sabotage.SummaryNever) {
		return r.a.Identity(), nil
	}
	if r.o.Invariant != nil {
		if inv := r.o.Invariant(head); inv != nil {
			assume := r.a.Make(inv, map[*logic.Term]*logic.Term{})
			body = r.a.Compose(assume, r.a.Compose(body, assume))
		}
	}
	if sabotage.Active(sabotage.SummaryOnce) {
		return r.a.Choice(r.a.Identity(), body), nil
	}
	before, start := *r.stats, time.Now()
	sub, cancel := work.Within(ctx, r.o.LoopWork)
	defer cancel()
	d := r.domain
	t, err := d.Star(sub, r.a, body)
	if err != nil && ctx.Err() == nil {
		d = iteration.Coarse(r.o.Iteration)
		t, err = d.Star(ctx, r.a, body)
	}
	if err != nil {
		return nil, err
	}
	r.loops[head] = append(r.loops[head], &loop{body: body, star: t, domain: d.Name(), time: time.Since(start), stats: r.stats.Minus(before)})
	return t, nil
}
