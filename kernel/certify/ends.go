package certify

import (
	"context"
	"fmt"
	"slices"

	"cupel/core/components"
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/smt"
)

// Ends proves that p has no infinite execution. ranks are tuples of terms over its variables, compared lexicographically; bit-vectors are signed numbers, integers get
// smaller from a value that is not negative only.
//
// The edges that an infinite execution takes infinitely often are strongly connected. If one of them makes a tuple smaller and all others leave it as it is, the
// tuple descends for ever, which no tuple does. So edges that make a tuple smaller are removed from each component in which no edge does anything else to it,
// and what is left is looked at in the same way until it has no cycle: the test whether the language of a Streett automaton is empty. The solver is asked
// whether an edge makes a tuple smaller; loops are not looked for, and nothing of what made the program is believed.
func Ends(ctx context.Context, p *program.Program, ranks [][]*logic.Term, open smt.Opener) error {
	s, err := open(p.Terms, smt.Options{})
	if err != nil {
		return err
	}
	defer s.Close()
	x := &ending{p: p, ranks: ranks, s: s, lowers: map[lowering]bool{}}
	reached := map[*program.Location]bool{}
	for _, l := range program.Postorder(p) {
		reached[l] = true
	}
	var edges []*program.Edge
	for _, e := range p.Edges {
		if reached[e.Src] && !slices.ContainsFunc(e.Ops, func(op program.Op) bool { return op.Kind == program.OpAssume && op.Expr.IsFalse() }) {
			edges = append(edges, e)
		}
	}
	return x.check(ctx, edges)
}

// An ending is a check by Ends.
type ending struct {
	p      *program.Program
	ranks  [][]*logic.Term
	s      smt.Solver
	lowers map[lowering]bool // answers
}

// A lowering is the question whether an edge makes a tuple smaller.
type lowering struct {
	edge *program.Edge
	rank int
}

// check proves that no execution takes only some edges for ever.
func (x *ending) check(ctx context.Context, edges []*program.Edge) error {
	for _, within := range x.cycles(edges) {
		removed := map[*program.Edge]bool{}
		for i := range x.ranks {
			down, err := x.descending(ctx, within, i)
			if err != nil {
				return err
			}
			for _, e := range down {
				removed[e] = true
			}
		}
		if len(removed) == 0 {
			return fmt.Errorf("%w: no measure gets smaller on the cycles at %s", ErrInconclusive, within[0].Src.Pos)
		}
		rest := slices.DeleteFunc(within, func(e *program.Edge) bool { return removed[e] })
		if err := x.check(ctx, rest); err != nil {
			return err
		}
	}
	return nil
}

// cycles are those edges that are on a cycle of some edges, by strongly connected component.
func (x *ending) cycles(edges []*program.Edge) [][]*program.Edge {
	out := make([][]*program.Edge, len(x.p.Locs))
	all := make([]int, len(x.p.Locs))
	for i := range all {
		all[i] = i
	}
	for _, e := range edges {
		out[e.Src.ID] = append(out[e.Src.ID], e)
	}
	component := make([]int, len(x.p.Locs))
	for k, c := range components.Of(len(all), all, func(v, i int) (int, bool) {
		if i == len(out[v]) {
			return 0, false
		}
		return out[v][i].Dst.ID, true
	}) {
		for _, v := range c {
			component[v] = k
		}
	}
	within := map[int][]*program.Edge{}
	var order []int
	for _, e := range edges {
		if k := component[e.Src.ID]; k == component[e.Dst.ID] {
			if within[k] == nil {
				order = append(order, k)
			}
			within[k] = append(within[k], e)
		}
	}
	groups := make([][]*program.Edge, len(order))
	for i, k := range order {
		groups[i] = within[k]
	}
	return groups
}

// descending are those of some edges that make the i-th tuple smaller; none if another one may change it in another way.
func (x *ending) descending(ctx context.Context, edges []*program.Edge, i int) ([]*program.Edge, error) {
	var down []*program.Edge
	for _, e := range edges {
		if !x.writes(e, i) {
			continue
		}
		if lower, err := x.lower(ctx, lowering{e, i}); err != nil || !lower {
			return nil, err
		}
		down = append(down, e)
	}
	return down, nil
}

// writes reports whether an edge assigns to a variable of the i-th tuple.
func (x *ending) writes(e *program.Edge, i int) bool {
	free := logic.FreeVars(x.ranks[i]...)
	for op := range program.AllOps(e.Ops) {
		if op.Var != nil && slices.Contains(free, op.Var.Sym) {
			return true
		}
	}
	return false
}

// lower reports whether an edge makes a tuple smaller in each execution.
func (x *ending) lower(ctx context.Context, q lowering) (bool, error) {
	if known, is := x.lowers[q]; is {
		return known, nil
	}
	f := x.p.Terms
	code, after := &encoder{f: f, p: x.p, named: definitions{}}, state{}
	code.ops(q.edge.Ops, after)
	smaller := f.False()
	for _, t := range slices.Backward(x.ranks[q.rank]) {
		now := f.Subst(t, after)
		less := f.SLt
		if t.Sort().IsInt() {
			less = func(a, b *logic.Term) *logic.Term { return f.And(f.Lt(a, b), f.Le(f.IntConst(0), b)) }
		}
		smaller = f.Or(less(now, t), f.And(f.Eq(now, t), smaller))
	}
	r, err := ask(ctx, x.s, f.And(append(code.conds, code.defs...)...), f.Not(smaller))
	if err == nil {
		x.lowers[q] = r == smt.Unsat
	}
	return r == smt.Unsat, err
}
