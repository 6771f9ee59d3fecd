package cegar

import (
	"context"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/smt"
)

// A State is an abstract state of the data, immutable and not bottom. It represents the concrete states that
// satisfy Expr; two states of one domain are equal if their Expr are.
type State interface {
	Expr() *logic.Term
}

// A Domain is an abstract domain with its transfer function (Definition 2.5).
type Domain interface {
	Name() string
	// Top represents all concrete states.
	Top() State
	// Leq reports whether a is included in b; false is always sound.
	Leq(ctx context.Context, a, b State) (bool, error)
	// Post returns the successors over a block with the precision of its target, without bottom; together they
	// cover all concrete successors.
	Post(ctx context.Context, s State, b *Block, at *LocPrecision) ([]State, error)
}

// tools are shared by the domains: one incremental solver without assertions between calls, and a cache.
type tools struct {
	p      *program.Program
	f      *logic.Factory
	blocks *Blocks
	s      smt.Solver
	stats  *statistics

	// needSolver holds the blocks that turned out to be infeasible from any state.
	needSolver map[*Block]bool
	implied    map[[2]uint32]bool
}

func remember[K comparable, V any](m map[K]V, k K, v V) {
	if len(m) >= maxCached {
		clear(m)
	}
	m[k] = v
}

// counted is the solver with its checks for transfers counted.
func (t *tools) counted() smt.Counted {
	return smt.Counted{Solver: t.s, Checks: &t.stats.transferChecks, Undecided: &t.stats.undecided}
}

// check calls the solver; the end of ctx is an error.
func (t *tools) check(ctx context.Context, as ...*logic.Term) (smt.Result, error) {
	return t.counted().Decide(ctx, as...)
}

// scoped calls what with formulas asserted.
func (t *tools) scoped(what func() error, ts ...*logic.Term) error {
	if err := t.s.Push(); err != nil {
		return err
	}
	for _, x := range ts {
		if x.IsTrue() {
			continue
		}
		if err := t.s.Assert(x); err != nil {
			return err
		}
	}
	if err := what(); err != nil {
		return err
	}
	return t.s.Pop(1)
}

// implies reports whether the solver proves that a implies b.
func (t *tools) implies(ctx context.Context, a, b *logic.Term) (bool, error) {
	if a == b || b.IsTrue() || a.IsFalse() {
		return true, nil
	}
	if a.IsTrue() && len(logic.FreeVars(b)) > 0 && b.IsVar() {
		return false, nil
	}
	key := [2]uint32{a.ID(), b.ID()}
	if yes, ok := t.implied[key]; ok {
		return yes, nil
	}
	q := t.f.And(a, t.f.Not(b))
	yes := q.IsFalse()
	if !yes {
		t.stats.coverChecks++
		r, err := t.s.Check(ctx, a, t.f.Not(b))
		if err != nil {
			return false, err
		}
		if r == smt.Unknown {
			t.stats.undecided++
			return false, ctx.Err()
		}
		yes = r == smt.Unsat
	}
	remember(t.implied, key, yes)
	return yes, nil
}

// newDomain returns the domain with a name.
func newDomain(t *tools, o *Options) Domain {
	switch o.Domain {
	case PredBool:
		return &predicates{tools: t, mode: PredBool, cubeLimit: o.Cubes}
	case PredSplit:
		return &predicates{tools: t, mode: PredSplit, cubeLimit: o.Cubes}
	case Expl:
		return newExplicit(t, o)
	case ExplPredCart:
		return newProduct(t, PredCart, o)
	case ExplPredBool:
		return newProduct(t, PredBool, o)
	}
	return &predicates{tools: t, mode: PredCart}
}
