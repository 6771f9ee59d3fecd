package passes

import (
	"context"
	"fmt"

	"cupel/core/program"
	"cupel/internal/sabotage"
)

// A Pass maps a program to one that reaches its error, and each of its cuts, exactly when the argument does, unless
// Doc documents a weaker guarantee.
type Pass struct {
	Name string
	Doc  string // one sentence
	Run  func(ctx context.Context, p *program.Program) (*program.Program, Stats, error)
}

// Size measures a program.
type Size struct {
	Locations, Edges, Ops, Vars, LoopHeads int
}

// Measure returns the size of p; the operations inside of choices count.
func Measure(p *program.Program) Size {
	s := Size{Locations: len(p.Locs), Edges: len(p.Edges), Vars: len(p.Vars), LoopHeads: len(p.LoopHeads())}
	for _, e := range p.Edges {
		s.Ops += countOps(e.Ops)
	}
	return s
}

func countOps(ops []program.Op) int {
	n := 0
	for range program.AllOps(ops) {
		n++
	}
	return n
}

// Stats are the sizes of a program before and after a pass.
type Stats struct {
	Pass          string
	Before, After Size
}

// A Pipeline is a sequence of passes.
type Pipeline []Pass

// Default is the pipeline for engines, which ignore the memory operations.
var Default = Pipeline{DropMemoryOps, Simplify, Constants, DeadCode, Simplify, Slice, DeadCode, Simplify}

// Run applies the passes in order and returns the last program with the
// statistics of every pass. It stops with ctx's error when ctx ends.
func (ps Pipeline) Run(ctx context.Context, p *program.Program) (*program.Program, []Stats, error) {
	var all []Stats
	for _, s := range ps {
		if err := ctx.Err(); err != nil {
			return nil, all, err
		}
		q, st, err := s.Run(ctx, p)
		if err != nil {
			return nil, all, fmt.Errorf("pass %s: %w", s.Name, err)
		}
		all = append(all, st)
		p = q
	}
	return p, all, nil
}

// RunSome applies the passes in order until ctx ends; false: not all of them. The first must are applied in any case, without regard of
// ctx: what comes after the pipeline cannot do without them.
func (ps Pipeline) RunSome(ctx context.Context, p *program.Program, must int) (q *program.Program, all bool, err error) {
	if p, _, err = ps[:must].Run(context.WithoutCancel(ctx), p); err != nil {
		return nil, false, err
	}
	for _, s := range ps[must:] {
		if ctx.Err() != nil {
			return p, false, nil
		}
		q, _, err := s.Run(ctx, p)
		switch {
		case err != nil && ctx.Err() != nil:
			return p, false, nil
		case err != nil:
			return nil, false, fmt.Errorf("pass %s: %w", s.Name, err)
		}
		p = q
	}
	return p, true, nil
}

// measured turns a transformation into a pass.
func measured(name, doc string, f func(ctx context.Context, p *program.Program) (*program.Program, error)) Pass {
	return Pass{Name: name, Doc: doc, Run: func(ctx context.Context, p *program.Program) (*program.Program, Stats, error) {
		q, err := f(ctx, p)
		if err != nil {
			return nil, Stats{Pass: name}, err
		}
		if name == "simplify" && sabotage.Active(sabotage.PassBranch) {
			q = withoutFirstBranch(q)
		}
		q.VarOf(nil) // builds the index, so that later readers may be concurrent
		return q, Stats{Pass: name, Before: Measure(p), After: Measure(q)}, nil
	}}
}

// withoutFirstBranch returns p without the last outcome of its first branch, as a sabotaged pass does.
func withoutFirstBranch(p *program.Program) *program.Program {
	c := program.NewCopy(p)
	for _, l := range p.Locs {
		c.Location(l)
	}
	lost := false
	for _, e := range p.Edges {
		if out := e.Src.Out; !lost && len(out) > 1 && e == out[len(out)-1] {
			lost = true
			continue
		}
		c.Edge(e, e.Ops)
	}
	c.Init, c.Error = c.Location(p.Init), c.Location(p.Error)
	return c.Program
}
