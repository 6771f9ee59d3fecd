package recurrence

import (
	"context"
	"slices"

	"cupel/analysis/execution/interp"
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/smt"
)

// A pathRun is an execution with chosen inputs, of which the branches from edge bound on were not tried otherwise yet.
type pathRun struct {
	choice Choice
	bound  int
	fresh  int // edges that no execution before it took
}

// Paths executes the program with inputs that a solver chooses so that executions leave the paths of earlier ones (Godefroid, Levin and Molnar, "Automated whitebox
// fuzz testing", NDSS 2008), those first that take new edges. It gives the inputs of those that come to a loop head to yield, until that returns false.
func Paths(ctx context.Context, p *program.Program, o Options, yield func(*Choice) bool) error {
	m, err := interp.New(p)
	if err != nil {
		return err
	}
	solver, err := o.Open(p.Terms, o.Solver)
	if err != nil {
		return err
	}
	defer solver.Close()
	x := &paths{p: p, m: m, solver: solver, heads: headsOf(p), covered: make([]bool, len(p.Edges)), asked: map[string]bool{}, yield: yield}
	queue := []pathRun{{}}
	for n := 0; n < maxPaths && len(queue) > 0 && !x.stop; n++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		best := 0
		for i, r := range queue {
			if r.fresh > queue[best].fresh {
				best = i
			}
		}
		r := queue[best]
		queue = slices.Delete(queue, best, best+1)
		more, err := x.expand(ctx, r)
		if err != nil {
			return err
		}
		queue = append(queue, more...)
	}
	return ctx.Err()
}

type paths struct {
	p         *program.Program
	m         *interp.Machine
	solver    smt.Solver
	heads     map[*program.Location]bool
	covered   []bool
	asked     map[string]bool
	questions int
	yield     func(*Choice) bool
	stop      bool
}

// run executes the program, and counts the edges that are new.
func (x *paths) run(ctx context.Context, c *Choice) (path program.Path, fresh int, head bool) {
	out := short(ctx, x.m, c.source(x.p)(), interp.Options{MaxSteps: maxPath, Stepwise: true, Trace: true})
	for _, e := range out.Path {
		if !x.covered[e.ID] {
			x.covered[e.ID] = true
			fresh++
		}
		head = head || x.heads[e.Dst]
	}
	return out.Path, fresh, head
}

// expand asks for executions that leave the path of one behind its bound.
func (x *paths) expand(ctx context.Context, r pathRun) ([]pathRun, error) {
	path, _, _ := x.run(ctx, &r.choice)
	f := x.p.Terms
	t := newStem(x.p, symbols(x.p, "stem", path))
	if err := x.solver.Push(); err != nil {
		return nil, err
	}
	depth, asserted := 1, 0
	defer func() { _ = x.solver.Pop(depth) }()
	var out []pathRun
	key := []byte{}
	for i, e := range path {
		for _, other := range e.Src.Out {
			if other == e || i < r.bound || x.questions >= maxQuestions || x.stop {
				continue
			}
			name := string(key) + string(rune(other.ID))
			if x.asked[name] {
				continue
			}
			x.asked[name] = true
			guard := f.True()
			for k := range other.Ops {
				if other.Ops[k].Kind != program.OpAssume {
					break
				}
				guard = f.And(guard, t.at(other.Ops[k].Expr))
			}
			if guard.IsConst() || t.mentions(guard) {
				continue
			}
			for ; asserted < len(t.needs); asserted++ {
				if err := x.solver.Assert(t.needs[asserted]); err != nil {
					return nil, err
				}
			}
			x.questions++
			res, err := x.solver.Check(ctx, guard)
			if err != nil {
				return nil, err
			}
			if res != smt.Sat {
				continue
			}
			m, err := x.solver.Model()
			if err != nil {
				return nil, err
			}
			c := Choice{}
			for _, s := range t.inputs[:t.used] {
				c.first = append(c.first, m.Value(s))
			}
			_, fresh, head := x.run(ctx, &c)
			out = append(out, pathRun{choice: c, bound: i + 1, fresh: fresh})
			if head && !x.yield(&c) {
				x.stop = true
			}
		}
		key = append(key, byte(e.ID), byte(e.ID>>8), byte(e.ID>>16))
		for k := range e.Ops {
			if err := t.op(e.Ops, k); err != nil {
				return out, nil
			}
		}
		if slices.ContainsFunc(t.needs[min(asserted, len(t.needs)):], (*logic.Term).IsFalse) {
			return out, nil
		}
	}
	return out, nil
}
