package traceabs

import (
	"context"
	"encoding/binary"

	"cupel/logic"
	"cupel/program"
	"cupel/program/ssa"
	"cupel/smt"
)

// effect is an edge as a formula: program variables stand for the values before
// it.
type effect struct {
	after   *ssa.State
	assumes []*logic.Term // with the fact at the source
	dead    bool          // an assumption is false by its form
}

// triples decides Hoare triples {precondition} edge {postcondition}. What the
// solver leaves open is not valid.
type triples struct {
	p       *program.Program
	f       *logic.Factory
	facts   map[*program.Location]*logic.Term
	s       smt.Solver // nothing asserted between calls
	effects []*effect  // by edge ID; nil: not needed yet
	known   map[tripleKey]bool
	stats   *statistics
}

// tripleKey is a triple by the IDs of its terms.
type tripleKey struct {
	pre, post uint32
	edge      int
}

// maxCached bounds the remembered triples; a full cache is emptied.
const maxCached = 1 << 20

func newTriples(p *program.Program, facts map[*program.Location]*logic.Term, s smt.Solver, st *statistics) *triples {
	return &triples{p: p, f: p.Terms, facts: facts, s: s, effects: make([]*effect, len(p.Edges)),
		known: map[tripleKey]bool{}, stats: st}
}

// effect encodes an edge when it is first needed.
func (t *triples) effect(e *program.Edge) *effect {
	if x := t.effects[e.ID]; x != nil {
		return x
	}
	x := &effect{after: ssa.NewState(t.p, ssa.Options{Initial: func(v *program.Var) *logic.Term { return v.Sym }})}
	if fact := t.facts[e.Src]; fact != nil {
		x.assumes = append(x.assumes, logic.Conjuncts(fact)...)
	}
	x.assumes = append(x.assumes, x.after.Step(e.Ops).Assumes...)
	for _, a := range x.assumes {
		x.dead = x.dead || a.IsFalse()
	}
	t.effects[e.ID] = x
	return x
}

func (t *triples) remember(k tripleKey, valid bool) {
	if len(t.known) >= maxCached {
		clear(t.known)
	}
	t.known[k] = valid
}

// question is the set of triples with one precondition and edge.
type question struct {
	*triples
	x    *effect
	pre  *logic.Term
	edge int
	open bool // the solver holds the precondition and the edge
}

// post returns which of the predicates hold after e from all states in which
// those of the set do; false when e cannot be executed from any.
func (t *triples) post(ctx context.Context, set []int, preds []*logic.Term, e *program.Edge) ([]int, bool, error) {
	q := &question{triples: t, x: t.effect(e), edge: e.ID}
	if q.x.dead {
		return nil, false, nil
	}
	pres := make([]*logic.Term, len(set))
	holds := make(map[*logic.Term]bool, len(set))
	for i, n := range set {
		pres[i] = preds[n]
		holds[preds[n]] = true
	}
	q.pre = t.f.And(pres...)
	if q.pre.IsFalse() {
		return nil, false, nil
	}
	defer q.end()
	refuted := make([]bool, len(preds)) // by a model
	possible, err := q.feasible(ctx, preds, refuted)
	if err != nil || !possible {
		return nil, false, err
	}
	var out []int
	for i, p := range preds {
		if refuted[i] {
			continue
		}
		after := q.x.after.Eval(p)
		valid := after.IsTrue() || holds[after]
		if !valid && !after.IsFalse() {
			if valid, err = q.valid(ctx, p, after, preds, refuted); err != nil {
				return nil, false, err
			}
		}
		if valid {
			out = append(out, i)
		}
	}
	return out, true, nil
}

// feasible reports whether the edge can be executed; what the solver leaves open
// can.
func (q *question) feasible(ctx context.Context, preds []*logic.Term, refuted []bool) (bool, error) {
	if len(q.x.assumes) == 0 {
		return true, nil // sets of predicates are satisfiable
	}
	dead, err := q.valid(ctx, q.f.False(), q.f.False(), preds, refuted)
	return !dead, err
}

// valid decides the triple for p, which is after in the values before the edge.
func (q *question) valid(ctx context.Context, p, after *logic.Term, preds []*logic.Term, refuted []bool) (bool, error) {
	key := tripleKey{q.pre.ID(), p.ID(), q.edge}
	if v, ok := q.known[key]; ok {
		q.stats.cached++
		return v, nil
	}
	var as []*logic.Term
	if !after.IsFalse() {
		as = append(as, q.f.Not(after))
	}
	r, err := q.check(ctx, as...)
	if err != nil {
		return false, err
	}
	if r == smt.Sat {
		err = q.learn(preds, refuted)
	}
	if r != smt.Unknown {
		q.remember(key, r == smt.Unsat)
	}
	return r == smt.Unsat, err
}

func (q *question) check(ctx context.Context, as ...*logic.Term) (smt.Result, error) {
	if !q.open {
		if err := q.s.Push(); err != nil {
			return smt.Unknown, err
		}
		q.open = true
		for _, a := range append([]*logic.Term{q.pre}, q.x.assumes...) {
			if err := q.s.Assert(a); err != nil {
				return smt.Unknown, err
			}
		}
	}
	q.stats.tripleChecks++
	r, err := q.s.Check(ctx, as...)
	if err == nil && r == smt.Unknown {
		q.stats.undecided++
		err = ctx.Err()
	}
	return r, err
}

func (q *question) end() {
	if q.open {
		q.open = false
		// A solver that cannot pop is closed; the next call reports that.
		_ = q.s.Pop(1)
	}
}

// learn marks the predicates that do not hold in the solver's model.
func (q *question) learn(preds []*logic.Term, refuted []bool) error {
	m, err := q.s.Model()
	if err != nil {
		return err
	}
	for i, p := range preds {
		if !refuted[i] {
			if v := m.Value(q.x.after.Eval(p)); v != nil && v.IsFalse() {
				refuted[i] = true
			}
		}
	}
	return nil
}

// setKey identifies a sorted set of numbers.
func setKey(set []int) string {
	var b []byte
	for _, n := range set {
		b = binary.AppendUvarint(b, uint64(n))
	}
	return string(b)
}
