package traceabs

import (
	"context"
	"encoding/binary"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/smt"
	"cupel/core/work"
	"cupel/engine/triple"
)

// triples decides Hoare triples {precondition} edge {postcondition}. A triple that the solver does not decide
// counts as invalid.
type triples struct {
	p       *program.Program
	f       *logic.Factory
	facts   map[*program.Location]*logic.Term
	s       smt.Counted        // no assertions between calls
	effects []*triple.Transfer // by edge ID; nil until needed
	known   map[tripleKey]bool
	hard    map[tripleKey]bool // not decided within the limit
	// undefined caches by edge ID whether an edge has partial operations
	undefined map[int]bool
	limit     int // work of a check of post
	stats     *statistics
}

// tripleKey identifies a triple by term IDs.
type tripleKey struct {
	pre, post uint32
	edge      int
}

func newTriples(p *program.Program, facts map[*program.Location]*logic.Term, s smt.Solver, st *statistics) *triples {
	return &triples{p: p, f: p.Terms, facts: facts, s: smt.Counted{Solver: s, Checks: &st.tripleChecks, Undecided: &st.undecided}, effects: make([]*triple.Transfer, len(p.Edges)),
		known: map[tripleKey]bool{}, undefined: map[int]bool{}, limit: tripleWork, hard: map[tripleKey]bool{}, stats: st}
}

// effect encodes an edge on demand.
func (t *triples) effect(e *program.Edge) *triple.Transfer {
	if t.effects[e.ID] == nil {
		t.effects[e.ID] = triple.New(t.p, t.facts[e.Src], e.Ops)
	}
	return t.effects[e.ID]
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
	*triple.Question
	pre  uint32 // ID of the precondition
	edge int
}

// post returns the predicates that hold after e from all states that satisfy those of the set; false if e is
// infeasible from there.
func (t *triples) post(ctx context.Context, set []int, preds []*logic.Term, e *program.Edge) ([]int, bool, error) {
	x := t.effect(e)
	if x.Dead {
		return nil, false, nil
	}
	pres := make([]*logic.Term, len(set))
	holds := make(map[*logic.Term]bool, len(set))
	for i, n := range set {
		pres[i] = preds[n]
		holds[preds[n]] = true
	}
	pre := t.f.And(pres...)
	if pre.IsFalse() {
		return nil, false, nil
	}
	q := &question{t, x.From(t.s, pre), pre.ID(), e.ID}
	defer q.End()
	refuted := make([]bool, len(preds)) // by some model
	possible, err := q.feasible(ctx, preds, refuted)
	if err != nil || !possible {
		return nil, false, err
	}
	var out []int
	for i, p := range preds {
		if refuted[i] {
			continue
		}
		after := q.Before(p)
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

// feasible reports whether the edge is feasible; true if the solver gives up.
func (q *question) feasible(ctx context.Context, preds []*logic.Term, refuted []bool) (bool, error) {
	if len(q.Assumes) == 0 {
		return true, nil // sets of predicates are satisfiable
	}
	dead, err := q.valid(ctx, q.f.False(), q.f.False(), preds, refuted)
	return !dead, err
}

// valid decides the triple for predicate p; after is its weakest precondition.
func (q *question) valid(ctx context.Context, p, after *logic.Term, preds []*logic.Term, refuted []bool) (bool, error) {
	key := tripleKey{q.pre, p.ID(), q.edge}
	if v, ok := q.known[key]; ok {
		q.stats.cached++
		return v, nil
	}
	if q.hard[key] {
		return false, nil
	}
	var as []*logic.Term
	if !after.IsFalse() {
		as = append(as, q.f.Not(after))
	}
	bounded, end := work.Within(ctx, q.limit)
	defer end()
	r, err := q.Check(bounded, as...)
	switch {
	case ctx.Err() != nil:
		return false, ctx.Err()
	case bounded.Err() != nil:
		r, err = smt.Unknown, nil
	case err != nil:
		return false, err
	}
	if r == smt.Sat {
		err = q.learn(preds, refuted)
	}
	if r == smt.Unknown {
		q.hard[key] = true
	} else {
		q.remember(key, r == smt.Unsat)
	}
	return r == smt.Unsat, err
}

// learn marks the predicates that the solver's model falsifies.
func (q *question) learn(preds []*logic.Term, refuted []bool) error {
	m, err := q.triples.s.Model()
	if err != nil {
		return err
	}
	for i, p := range preds {
		if !refuted[i] {
			if v := m.Value(q.Before(p)); v != nil && v.IsFalse() {
				refuted[i] = true
			}
		}
	}
	return nil
}

// holds decides one triple.
func (t *triples) holds(ctx context.Context, pre *logic.Term, e *program.Edge, post *logic.Term) (bool, error) {
	x := t.effect(e)
	if x.Dead || pre.IsFalse() || post.IsTrue() {
		return true, nil
	}
	key := tripleKey{pre.ID(), post.ID(), e.ID}
	if v, ok := t.known[key]; ok {
		t.stats.cached++
		return v, nil
	}
	q := x.From(t.s, pre)
	defer q.End()
	r, err := q.Check(ctx, t.f.Not(x.Before(post)))
	if err != nil {
		return false, err
	}
	if r != smt.Unknown {
		t.remember(key, r == smt.Unsat)
	}
	return r == smt.Unsat, nil
}

// partial reports whether an edge has an operation that C leaves undefined for some operands.
func (t *triples) partial(e *program.Edge) bool {
	known, ok := t.undefined[e.ID]
	if ok {
		return known
	}
	found := triple.Partial(e.Ops)
	t.undefined[e.ID] = found
	return found
}

// setKey identifies a sorted set of numbers.
func setKey(set []int) string {
	var b []byte
	for _, n := range set {
		b = binary.AppendUvarint(b, uint64(n))
	}
	return string(b)
}
