package cegar

import (
	"context"
	"sort"

	"cupel/engine"
	"cupel/logic"
	"cupel/program"
	"cupel/program/ssa"
	"cupel/smt"
)

// A trace is an abstract path from the root: node i is at position i of the
// encoding, and step i leads from it to node i+1.
type trace struct {
	p     *program.Program
	nodes []*node
	enc   *ssa.Encoding
	steps []*logic.Term // of the operations alone
}

// newTrace encodes the path to a node. The steps of the encoding have the facts
// that hold before them, too.
func newTrace(p *program.Program, checks bool, facts map[*program.Location]*logic.Term, to *node) *trace {
	t := &trace{p: p, nodes: to.path()}
	edges := make([]*program.Edge, len(t.nodes)-1)
	for i, n := range t.nodes[1:] {
		edges[i] = n.block.joined
	}
	t.enc = ssa.Encode(p, edges, ssa.Options{Style: ssa.Definitional, Checks: checks})
	t.steps = make([]*logic.Term, t.enc.Len())
	for i := range t.steps {
		t.steps[i] = t.enc.StepFormula(i)
		if fact := facts[t.nodes[i].loc]; fact != nil {
			s := &t.enc.Steps[i]
			s.Assumes = append(s.Assumes, t.enc.Instance(i, fact))
		}
	}
	return t
}

// len is the number of steps.
func (t *trace) len() int { return len(t.steps) }

// stateAt is the abstract state of node i at its position.
func (t *trace) stateAt(i int) *logic.Term { return t.enc.Instance(i, t.nodes[i].state.Expr()) }

// edges returns the path as edges of the program.
func (t *trace) edges() []*program.Edge {
	var out []*program.Edge
	for _, n := range t.nodes[1:] {
		out = append(out, n.block.Edges...)
	}
	return out
}

// counterexample reads the execution of a feasible trace from a model.
func (t *trace) counterexample(m smt.Model) *engine.Counterexample {
	cex := &engine.Counterexample{Path: t.edges()}
	havocs, _ := t.enc.Resolve(func(g *logic.Term) bool {
		v := m.Value(g)
		return v != nil && v.IsTrue()
	})
	for _, h := range havocs {
		v := m.Value(h.Sym)
		if v == nil {
			v = t.p.Terms.Zero(h.Sym.Sort())
		}
		cex.Havocs = append(cex.Havocs, engine.HavocValue{Var: h.Var, Input: h.Input, ID: h.ID, Value: v})
	}
	return cex
}

// stack is a solver that holds a sequence of formulas, one level each. Going to
// another sequence costs what lies behind their common prefix.
type stack struct {
	s     smt.Solver
	held  []*logic.Term
	stats *statistics
}

// check decides a conjunction; the end of ctx is an error.
func (k *stack) check(ctx context.Context, fs ...*logic.Term) (smt.Result, error) {
	same := 0
	for same < len(fs) && same < len(k.held) && fs[same] == k.held[same] {
		same++
	}
	if n := len(k.held) - same; n > 0 {
		if err := k.s.Pop(n); err != nil {
			return smt.Unknown, err
		}
		k.held = k.held[:same]
	}
	for _, f := range fs[same:] {
		if err := k.s.Push(); err != nil {
			return smt.Unknown, err
		}
		k.held = append(k.held, f)
		if err := k.s.Assert(f); err != nil {
			return smt.Unknown, err
		}
	}
	k.stats.traceChecks++
	r, err := k.s.Check(ctx)
	if err == nil && r == smt.Unknown {
		k.stats.undecided++
		err = ctx.Err()
	}
	return r, err
}

// firstUnsat returns the least n for which formulas(n) are unsatisfiable, given
// that formulas(high) are and that more formulas come with a greater n; what the
// solver leaves open counts as satisfiable.
func (k *stack) firstUnsat(ctx context.Context, high int, formulas func(n int) []*logic.Term) (int, error) {
	var failed error
	n := sort.Search(high, func(n int) bool {
		if failed != nil {
			return true
		}
		r, err := k.check(ctx, formulas(n)...)
		failed = err
		return r == smt.Unsat
	})
	return n, failed
}
