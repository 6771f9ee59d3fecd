package interpolation

import (
	"context"

	"cupel/core/logic"
	"cupel/core/smt"
)

// Direction is the direction of Newton's walk over the relaxed path.
type Direction string

// The directions.
const (
	Forward  Direction = "forward"  // strongest postconditions
	Backward Direction = "backward" // weakest preconditions
	Both     Direction = "both"     // both, the cheaper sequence (see Size.Cost)
)

// Strength is which of the interpolants that a proof admits Farkas returns.
type Strength string

// The strengths.
const (
	Strong Strength = "strong" // sums of the constraints before the cut
	Weak   Strength = "weak"   // negated sums of the constraints behind the cut
	Auto   Strength = "auto"   // the cheaper sequence (see Size.Cost)
)

// Options configure the methods. The zero value of every field but Open means
// its default.
type Options struct {
	// Open makes the solvers; Solver bounds each of their checks (default: Work defaultCheck).
	Open   smt.Opener
	Solver smt.Options
	// Horn solves constrained Horn clauses; without it there is no Spacer method.
	Horn HornSolver
	// Variable maps a symbol of a path to the program variable (any symbol) it is a
	// version of, or to nil; it only serves to compare sequences. Default: symbols
	// made by Factory.Fresh with the same prefix belong together.
	Variable func(sym *logic.Term) *logic.Term
	// Cores is the number of different unsatisfiable cores to interpolate from,
	// the cheapest sequence being the result (default: 4).
	Cores int
	// Order and CoreBudget (solver calls, default 128, negative: none) guide the
	// minimisation of unsatisfiable cores.
	Order      Order
	CoreBudget int
	// Direction of Newton (default: Both).
	Direction Direction
	// Exact switches Newton's generalisation off: neither are conjuncts dropped
	// nor equations weakened.
	Exact bool
	// Relaxed makes Newton fail when its walks over the cores cannot eliminate a symbol. Otherwise exact walks over all definitions follow, which may meet in the
	// middle; their result is specific to the path.
	Relaxed bool
	// GeneraliseBudget bounds the solver calls of the generalisation, for one
	// sequence (default: 256).
	GeneraliseBudget int
	// Cases bounds the case splits of one elimination (default: 64).
	Cases int
	// Whole switches the decomposition of Farkas' sums off.
	Whole bool
	// Strength of Farkas (default: Auto) and Leaves, the number of cases its proof
	// may have (default: 2000).
	Strength Strength
	Leaves   int
	// Methods are the portfolio's, in order (default: by the path's theory).
	Methods []string
	// Choice of the portfolio (default: First).
	Choice Choice
	// MethodWork bounds one method of the portfolio, in units of package work
	// (default: defaultMethod).
	MethodWork int
	// Validate checks every result (see Check); a sequence that fails is an error
	// of its method, and the portfolio continues with the next.
	Validate bool
}

func (o Options) withDefaults() Options {
	def := func(p *int, v int) {
		if *p == 0 {
			*p = v
		}
	}
	def(&o.Solver.Work, defaultCheck)
	def(&o.CoreBudget, 128)
	def(&o.GeneraliseBudget, 256)
	def(&o.Cases, 64)
	def(&o.Cores, 4)
	def(&o.Leaves, 2000)
	def(&o.MethodWork, defaultMethod)
	if o.Order == "" {
		o.Order = EarlyFirst
	}
	if o.Direction == "" {
		o.Direction = Both
	}
	if o.Strength == "" {
		o.Strength = Auto
	}
	if o.Choice == "" {
		o.Choice = First
	}
	return o
}

// checked runs method and validates its result when the options ask for it.
func (o *Options) checked(ctx context.Context, f *logic.Factory, steps []Step, method func() ([]*logic.Term, error)) ([]*logic.Term, error) {
	if len(steps) == 0 {
		return nil, ErrSat
	}
	itps, err := method()
	if err != nil || !o.Validate {
		return itps, err
	}
	if err := Check(ctx, o.Open, o.Solver, f, steps, itps); err != nil {
		return nil, err
	}
	return itps, nil
}
