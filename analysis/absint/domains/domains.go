package domains

import (
	"context"

	"cupel/analysis/absint"
	"cupel/analysis/absint/congruence"
	"cupel/analysis/absint/interval"
	"cupel/analysis/absint/relational"
	"cupel/core/logic"
	"cupel/core/program"
)

// The domains. All but Congruences include intervals.
const (
	Intervals            = "int"
	Congruences          = "con"
	IntervalsCongruences = "int+con"
	Zones                = "zone" // differences of two variables
	ZonesCongruences     = "zone+con"
	Octagons             = "oct"
	OctagonsCongruences  = "oct+con"
	Polyhedra            = "poly" // and congruences
)

// Names lists the domains.
var Names = []string{OctagonsCongruences, Octagons, ZonesCongruences, Zones, IntervalsCongruences, Intervals, Congruences, Polyhedra}

// Names and help of choices of engines that analyse with the options.
const (
	States         = "parallel-states"
	StatesHelp     = "abstract interpretation: states in parallel at a location, which are joined beyond that"
	Delay          = "widening-delay"
	DelayHelp      = "abstract interpretation: joins at a loop head before it is widened"
	Narrowings     = "narrowings"
	NarrowingsHelp = "abstract interpretation: descending passes after widening"
	Plain          = "plain-domains"
	Restart        = "restart-loops"
	RestartHelp    = "abstract interpretation: analyse inner loops anew in every turn of outer ones, which is more precise and takes a time exponential in their depth"
	PlainHelp      = "abstract interpretation: the domains as such, without packs of related variables, definitions of flags and a choice among constraints at loop heads"
)

// Options of an analysis.
type Options struct {
	// Domain is one of the domains.
	Domain string
	// States bounds the states in parallel at a location; 0 and 1: branches are joined where they meet.
	States int
	// Delay is the number of times a loop head is joined before it is widened, Narrowings the number of descending passes.
	Delay, Narrowings int
	// Restart is absint.Options.Restart.
	Restart bool
	// Plain is relational.Options.Plain: the domains without additions of ours.
	Plain bool
	// Work bounds the analysis in products of domains, see relational.Options; 0: no limit.
	Work int
}

// A Fixpoint has an abstract value, represented by its formula, for every reachable location.
type Fixpoint interface {
	// At returns the value at l; nil if l is unreachable.
	At(l *program.Location) *logic.Term
	// Post returns the value after an edge from a value returned by At; nil for bottom.
	Post(v *logic.Term, e *program.Edge) *logic.Term
	// Leads reports whether executing e in states of v leads only to states of w, both returned by At.
	Leads(v *logic.Term, e *program.Edge, w *logic.Term) bool
	// Close releases its resources.
	Close()
}

// Solve computes a post-fixpoint of p; nil if that exceeds its work. The error is ctx's.
func Solve(ctx context.Context, p *program.Program, o Options) (Fixpoint, error) {
	switch o.Domain {
	case Intervals:
		return solve(ctx, p, o, interval.NewDomain(p), func(s *interval.State) *logic.Term { return s.Formula(p.Terms) }, func() {})
	case Congruences:
		d := congruence.NewDomain(p)
		return solve(ctx, p, o, d, d.Formula, func() {})
	}
	r := map[string]relational.Options{
		IntervalsCongruences: {Shape: relational.NoShape},
		ZonesCongruences:     {Shape: relational.Zones},
		Zones:                {Shape: relational.Zones, NoResidues: true},
		Octagons:             {Shape: relational.Octagons, NoResidues: true},
		OctagonsCongruences:  {Shape: relational.Octagons},
		Polyhedra:            {Rows: maxRows},
	}[o.Domain]
	r.PackSize, r.Plain = packSize, o.Plain
	if r.Work = o.Work; r.Work == 0 {
		r.Work = unlimited
	}
	bounded, stop := context.WithCancel(ctx)
	d := relational.NewDomain(bounded, stop, p, r)
	x, err := solve(bounded, p, o, d, d.Formula, stop)
	if err != nil {
		stop()
		return nil, ctx.Err()
	}
	return x, nil
}

func solve[S any](ctx context.Context, p *program.Program, o Options, d absint.Domain[S], formula func(S) *logic.Term, stop func()) (Fixpoint, error) {
	if o.States > 1 {
		u := &union[S]{d, o.States}
		return fixpoint(ctx, p, o, u, func(ss []S) *logic.Term {
			ts := make([]*logic.Term, len(ss))
			for i, s := range ss {
				ts[i] = formula(s)
			}
			return p.Terms.Or(ts...)
		}, stop)
	}
	return fixpoint(ctx, p, o, d, formula, stop)
}

func fixpoint[S any](ctx context.Context, p *program.Program, o Options, d absint.Domain[S], formula func(S) *logic.Term, stop func()) (Fixpoint, error) {
	sol, err := absint.Solve(ctx, p, d, absint.Options{Delay: o.Delay, Narrowings: o.Narrowings, Inductive: true, Restart: o.Restart})
	if err != nil {
		return nil, err
	}
	return &solved[S]{d, sol, formula, map[*logic.Term]S{}, stop}, nil
}

// solved is the fixpoint in a domain with elements of type S.
type solved[S any] struct {
	d       absint.Domain[S]
	sol     *absint.Solution[S]
	formula func(S) *logic.Term
	states  map[*logic.Term]S
	stop    func()
}

func (x *solved[S]) Close() { x.stop() }

func (x *solved[S]) At(l *program.Location) *logic.Term {
	s, ok := x.sol.At(l)
	if !ok {
		return nil
	}
	t := x.formula(s)
	if _, ok := x.states[t]; !ok {
		x.states[t] = s
	}
	return t
}

// executor is a domain that can execute edges outside its program.
type executor[S any] interface {
	Exec(s S, ops []program.Op) (S, bool)
}

// exec executes an edge that may be outside the program.
func exec[S any](d absint.Domain[S], s S, e *program.Edge) (S, bool) {
	if d, ok := d.(executor[S]); ok {
		return d.Exec(s, e.Ops)
	}
	return d.Post(s, e)
}

func (x *solved[S]) Post(v *logic.Term, e *program.Edge) *logic.Term {
	s, ok := exec(x.d, x.states[v], e)
	if !ok {
		return nil
	}
	return x.formula(s)
}

func (x *solved[S]) Leads(v *logic.Term, e *program.Edge, w *logic.Term) bool {
	s, ok := exec(x.d, x.states[v], e)
	return !ok || x.d.Leq(s, x.states[w])
}
