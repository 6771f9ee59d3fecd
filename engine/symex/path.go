package symex

import (
	"context"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/smt"
)

// solverStack synchronises an incremental solver with a path condition: it has a prefix asserted, in levels
// that backtracking pops.
type solverStack struct {
	s      smt.Solver
	ends   []int // level i holds the conjuncts up to ends[i]
	checks int
}

func (x *solverStack) held() int {
	if n := len(x.ends); n > 0 {
		return x.ends[n-1]
	}
	return 0
}

// shrink pops what lies beyond the first n conjuncts.
func (x *solverStack) shrink(n int) error {
	k := 0
	for len(x.ends) > 0 && x.held() > n {
		x.ends = x.ends[:len(x.ends)-1]
		k++
	}
	if k == 0 {
		return nil
	}
	return x.s.Pop(k)
}

// check decides the path condition with extra conjuncts.
func (x *solverStack) check(ctx context.Context, pc []*logic.Term, extra ...*logic.Term) (smt.Result, error) {
	x.checks++
	if h := x.held(); h < len(pc) {
		if err := x.s.Push(); err != nil {
			return smt.Unknown, err
		}
		x.ends = append(x.ends, len(pc))
		for _, c := range pc[h:] {
			if err := x.s.Assert(c); err != nil {
				return smt.Unknown, err
			}
		}
	}
	return x.s.Check(ctx, extra...)
}

// point is an abstraction point on the current path.
type point struct {
	loc   *program.Location
	preds []*logic.Term // the head's predicates over the fresh memory
	frame int           // index of its barrier frame
}

// frame is a backtracking point.
type frame struct {
	mark   mark
	path   int // length of the path
	visits int // length of the log of loop-head visits
	points int // number of abstraction points
	loc    *program.Location
	model  *assignment
	next   []choice // untried edges
	// barrier marks the state just before an abstraction at loc.
	barrier bool
	// key identifies the abstract state of the abstraction point if it is a single one; explored is the size of
	// the set of explored states at the push.
	key      string
	explored int
}

// choice is an edge to try, with a model of its condition if one is known.
type choice struct {
	edge    *program.Edge
	model   *assignment
	implied bool // the path condition implies the edge's first assumption
}
