package interpolation

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"cupel/core/logic"
	"cupel/core/work"
)

// Choice is which sequence a portfolio returns.
type Choice string

// The choices.
const (
	First    Choice = "first"    // of the first method that finds one
	Smallest Choice = "smallest" // the cheapest of all methods' (see Size.Cost)
)

// Names lists the names that ByName accepts.
func Names() []string {
	return []string{"newton", "newton-fwd", "newton-bwd", "farkas", "cubes", "spacer", "portfolio"}
}

// ByName returns the method with the given name.
func ByName(name string, o Options) (Sequencer, error) {
	if o.Open == nil {
		return nil, errors.New("interpolation: no solver given")
	}
	switch name {
	case "newton":
		return NewNewton(o), nil
	case "newton-fwd":
		o.Direction = Forward
		return NewNewton(o), nil
	case "newton-bwd":
		o.Direction = Backward
		return NewNewton(o), nil
	case "farkas":
		return NewFarkas(o), nil
	case "cubes":
		return NewCubes(o), nil
	case "spacer":
		if o.Horn == nil {
			return nil, errors.New("interpolation: spacer needs a solver for Horn clauses, and this build has none")
		}
		return NewSpacer(o), nil
	case "portfolio", "":
		return NewPortfolio(o)
	}
	return nil, fmt.Errorf("interpolation: unknown method %q; known are %s", name, strings.Join(Names(), ", "))
}

// Theory is the set of theories used in the formulas of a path.
type Theory struct {
	Arith     bool // Int or Real symbols
	Nonlinear bool // products of symbols, division by symbols
	BV        bool
	Float     bool
	Array     bool
	Cases     bool // disjunctions or conditionals
}

// TheoryOf returns the theory of a path.
func TheoryOf(steps []Step) Theory {
	var ts []*logic.Term
	for _, s := range steps {
		ts = append(ts, s.Assumes...)
		for _, d := range s.Defs {
			ts = append(ts, d.Sym, d.Value)
		}
	}
	var th Theory
	logic.Walk(func(t *logic.Term) bool {
		s := t.Sort()
		th.Arith = th.Arith || s.IsArith()
		th.BV = th.BV || s.IsBV()
		th.Float = th.Float || s.IsFloat()
		th.Array = th.Array || s.IsArray()
		switch t.Op() {
		case logic.OpOr, logic.OpAnd, logic.OpIte:
			th.Cases = true
		case logic.OpMul:
			th.Nonlinear = th.Nonlinear || t.NumArgs() > 2 || !t.Arg(0).IsConst()
		case logic.OpDiv, logic.OpMod, logic.OpRDiv:
			th.Nonlinear = th.Nonlinear || !t.Arg(1).IsConst()
		}
		return true
	}, ts...)
	return th
}

// Portfolio tries methods one after the other, each within its time limit, and continues with the next when one fails or, with Options.Validate, returns an invalid
// sequence.
type Portfolio struct {
	o       Options
	methods []Sequencer // nil: by the path's theory
}

// NewPortfolio returns the portfolio; it fails when o.Methods names a method
// that does not exist here.
func NewPortfolio(o Options) (*Portfolio, error) {
	p := &Portfolio{o: o.withDefaults()}
	for _, n := range o.Methods {
		if n == "portfolio" || n == "" {
			return nil, errors.New("interpolation: a portfolio cannot contain itself")
		}
		m, err := ByName(n, o)
		if err != nil {
			return nil, err
		}
		p.methods = append(p.methods, m)
	}
	return p, nil
}

// Name returns portfolio.
func (p *Portfolio) Name() string { return "portfolio" }

// order returns the methods for a path, those with the best predicates for its theory first (measured by TestQuality).
func (p *Portfolio) order(steps []Step) []Sequencer {
	if p.methods != nil {
		return p.methods
	}
	o := p.o
	th := TheoryOf(steps)
	var ms []Sequencer
	if th.Arith && !th.Nonlinear {
		ms = append(ms, NewFarkas(o))
	}
	plain := o
	plain.Exact, plain.Cores = true, 1
	if th.Float { // queries are expensive; preconditions by substitution need few
		ms = append(ms, NewNewton(plain))
	}
	ms = append(ms, NewNewton(o))
	if th.Arith && !th.Nonlinear && th.Cases {
		ms = append(ms, NewCubes(o))
	}
	if th.Nonlinear { // products are opaque to Farkas
		ms = append(ms, NewFarkas(o), NewNewton(plain))
	}
	if o.Horn != nil && !th.Float && !th.Array {
		ms = append(ms, NewSpacer(o))
	}
	return ms
}

// Sequence computes sequence interpolants.
func (p *Portfolio) Sequence(ctx context.Context, f *logic.Factory, steps []Step) ([]*logic.Term, error) {
	var best []*logic.Term
	var failures []string
	for _, m := range p.order(steps) {
		mctx, cancel := work.Within(ctx, p.o.MethodWork)
		itps, err := m.Sequence(mctx, f, steps)
		cancel()
		switch {
		case err == nil && p.o.Choice == First:
			return itps, nil
		case err == nil:
			if best == nil || SizeOf(itps).Cost() < SizeOf(best).Cost() {
				best = itps
			}
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case errors.Is(err, ErrSat):
			return nil, err
		default:
			failures = append(failures, m.Name()+": "+err.Error())
		}
	}
	if best == nil {
		return nil, fmt.Errorf("%w (%s)", ErrUnknown, strings.Join(failures, "; "))
	}
	return best, nil
}
