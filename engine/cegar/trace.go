package cegar

import (
	"context"
	"sort"

	"cupel/core/interpolation"
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/smt"
	"cupel/engine/errorpath"
)

// A trace is the encoding of an abstract path from the root: node i is at position i, and step i leads from
// node i to node i+1.
type trace struct {
	*errorpath.Path
	nodes []*node
}

// newTrace encodes the path to a node.
func newTrace(p *program.Program, facts map[*program.Location]*logic.Term, to *node) *trace {
	nodes := to.path()
	edges := make([]*program.Edge, len(nodes)-1)
	for i, n := range nodes[1:] {
		edges[i] = n.block.joined
	}
	return &trace{errorpath.New(p, edges, facts), nodes}
}

// stateAt is the abstract state of node i, instantiated at its position.
func (t *trace) stateAt(i int) *logic.Term { return t.Enc.Instance(i, t.nodes[i].state.Expr()) }

// withState returns step i conjoined with the state of a node.
func (t *trace) withState(i, node int) interpolation.Step {
	return t.With(i, node, t.nodes[node].state.Expr())
}

// edges returns the program path.
func (t *trace) edges() []*program.Edge {
	var out []*program.Edge
	for _, n := range t.nodes[1:] {
		out = append(out, n.block.Edges...)
	}
	return out
}

// stack decides traces incrementally, one after the other.
type stack struct {
	*smt.Stack
	stats *statistics
}

// check decides a conjunction; the end of ctx is an error.
func (k *stack) check(ctx context.Context, fs ...*logic.Term) (smt.Result, error) {
	k.stats.traceChecks++
	r, err := k.Decide(ctx, fs...)
	if err == nil && r == smt.Unknown {
		k.stats.undecided++
		err = ctx.Err()
	}
	return r, err
}

// firstUnsat returns the least n for which formulas(n) are unsatisfiable, by bisection, given that
// formulas(high) are and that they grow with n. If the solver gives up they count as satisfiable.
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
