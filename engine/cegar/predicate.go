package cegar

import (
	"context"

	"cupel/core/logic"
)

// predState is a conjunction of literals over the predicates and, in the Boolean domain, a disjunction of
// cubes.
type predState struct {
	expr *logic.Term
	lits map[*logic.Term]bool
	pure bool // the state is the conjunction of lits
	// witness maps predicates to their values in some concrete state of this one; nil if none is known.
	witness map[*logic.Term]bool
}

// Expr implements State.
func (s *predState) Expr() *logic.Term { return s.expr }

// predicates is predicate abstraction. Its mode is the name of the domain.
type predicates struct {
	*tools
	mode      string
	cubeLimit int // 0: none
	feasible  map[queryKey]feasibility
	entailed  map[entailKey]entailment // cache for single predicates
	// negations caches negated literals for covering checks.
	negations map[*logic.Term]*logic.Term
}

// queryKey identifies a successor computation apart from the predicates.
type queryKey struct {
	before, behind uint32
	block          int
}

// feasibility caches whether a block is executable, and a state after it.
type feasibility struct {
	yes     bool
	witness map[*logic.Term]bool
}

// entailKey is the key of a cached entailment.
type entailKey struct {
	queryKey
	pred uint32
}

// entailment is the value of a predicate after a block from a state, if determined.
type entailment uint8

const (
	open entailment = iota
	holds
	fails
)

// Name returns the name of the domain.
func (d *predicates) Name() string { return d.mode }

// Top is the empty conjunction.
func (d *predicates) Top() State { return d.state(nil) }

// state returns the conjunction of literals.
func (d *predicates) state(lits []*logic.Term) *predState {
	s := &predState{expr: d.f.And(lits...), lits: make(map[*logic.Term]bool, len(lits)), pure: true}
	for _, l := range lits {
		s.lits[l] = true
	}
	return s
}

// Leq is implication; for conjunctions it tries inclusion of the literals first, then the witness of a.
func (d *predicates) Leq(ctx context.Context, a, b State) (bool, error) {
	x, y := a.(*predState), b.(*predState)
	if x.expr == y.expr {
		return true, nil
	}
	if y.pure {
		all := true
		for l := range y.lits {
			if !x.lits[l] {
				all = false
				break
			}
		}
		if all {
			return true, nil
		}
	}
	if d.outside(x, y) {
		return false, nil
	}
	return d.implies(ctx, x.expr, y.expr)
}

// outside reports whether the witness of x violates y.
func (d *predicates) outside(x, y *predState) bool {
	if len(x.witness) == 0 {
		return false
	}
	for l := range y.lits {
		if v, ok := x.witness[l]; ok && !v || x.witness[d.not(l)] {
			return true
		}
	}
	return false
}

// not returns the negation of a literal.
func (d *predicates) not(l *logic.Term) *logic.Term {
	n := d.negations[l]
	if n == nil {
		n = d.f.Not(l)
		if d.negations == nil {
			d.negations = map[*logic.Term]*logic.Term{}
		}
		remember(d.negations, l, n)
	}
	return n
}

// Post returns the strongest successor that the mode can express.
func (d *predicates) Post(ctx context.Context, s State, b *Block, at *LocPrecision) ([]State, error) {
	return d.post(ctx, s.(*predState), s.Expr(), b, nil, at.Preds)
}

// post computes the successors over b of s strengthened to before; behind constrains the values after the block
// (nil: true).
func (d *predicates) post(ctx context.Context, s *predState, before *logic.Term, b *Block, behind *logic.Term, preds []*logic.Term) ([]State, error) {
	t := d.blocks.transfer(b)
	if t.Dead {
		return nil, nil
	}
	q := &query{predicates: d, s: s, key: queryKey{before.ID(), 0, b.ID}, free: len(t.Assumes) == 0 && behind == nil}
	if behind == nil {
		q.Question = t.From(d.counted(), before)
	} else {
		q.Question = t.From(d.counted(), before, behind)
		q.key.behind = behind.ID()
	}
	if ok, err := q.satisfiable(ctx, preds); err != nil || !ok {
		return nil, err
	}
	defer q.End()
	state := func(lits []*logic.Term) *predState {
		s := d.state(lits)
		s.witness = q.witness
		return s
	}
	lits := make([]*logic.Term, 0, len(preds))
	var undecided []*logic.Term
	for _, p := range preds {
		e, err := q.decide(ctx, p, preds)
		if err != nil {
			return nil, err
		}
		switch e {
		case holds:
			lits = append(lits, p)
		case fails:
			lits = append(lits, d.not(p))
		default:
			undecided = append(undecided, p)
		}
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if d.mode == PredCart || len(undecided) == 0 {
		return []State{state(lits)}, nil
	}
	return q.cubes(ctx, lits, undecided)
}
