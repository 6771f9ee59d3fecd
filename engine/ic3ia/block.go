package ic3ia

import (
	"context"

	"cupel/core/priority"
	"cupel/core/program"
	"cupel/core/smt"
	"cupel/core/work"
	"cupel/engine"
)

// An obligation is an abstract state from which a target can be reached in the abstraction, to be excluded from a frame.
type obligation struct {
	loc   *program.Location
	cube  cube
	level int
	via   *arc        // the step towards the target
	next  *obligation // behind via; nil: via leads to the target
	turn  int
}

// path are the edges from an obligation to the target.
func (o *obligation) path() []*program.Edge {
	var out []*program.Edge
	for ; o != nil; o = o.next {
		out = append(out, o.via.Edge)
	}
	return out
}

// first reports whether a comes before b: lower frames first, then older ones.
func first(a, b *obligation) bool {
	if a.level != b.level {
		return a.level < b.level
	}
	return a.turn < b.turn
}

// block excludes an obligation from its frame, or returns one at Init: an abstract counterexample.
func (x *search) block(ctx context.Context, root *obligation) (*obligation, error) {
	queue := priority.New(first)
	push := func(o obligation) {
		x.stats.obligations++
		o.turn = x.stats.obligations
		queue.Push(&o)
	}
	if root.loc == x.p.Init {
		return root, nil
	}
	push(*root)
	for queue.Len() > 0 {
		if err := x.pause(ctx); err != nil {
			return nil, err
		}
		o := queue.Pop()
		if x.frames.blocked(o.loc, o.cube, o.level) {
			if o.level < x.frames.top {
				o.level++
				push(*o)
			}
			continue
		}
		a, rest, r, err := x.into(ctx, o.loc, o.cube, o.level-1)
		if err != nil {
			return nil, err
		}
		switch r {
		case smt.Unknown:
			return nil, x.undecided(ctx)
		case smt.Sat:
			c, err := x.predecessor(a)
			if err != nil {
				return nil, err
			}
			before := obligation{loc: a.Src, cube: c, level: o.level - 1, via: a, next: o}
			if a.Src == x.p.Init {
				return &before, nil
			}
			if x.frames.blocked(a.Src, c, before.level) {
				return nil, x.undecided(ctx) // a model that contradicts the query
			}
			push(*o)
			push(before)
			continue
		}
		level, err := x.exclude(ctx, o, rest)
		if err != nil {
			return nil, err
		}
		if level < x.frames.top {
			o.level = level + 1
			push(*o)
		}
	}
	return nil, nil
}

// exclude adds a clause that excludes an obligation, as general and as high as it holds, and returns its level.
func (x *search) exclude(ctx context.Context, o *obligation, c cube) (level int, err error) {
	level = o.level
	for i, failed := len(c)-1, 0; i >= 0 && failed < maxFailedDrops && !x.o.CoreOnly; i-- {
		if i >= len(c) {
			continue
		}
		_, rest, r, err := x.into(ctx, o.loc, c.without(i), level-1)
		switch {
		case err != nil:
			return 0, err
		case r == smt.Unsat:
			c = rest
		default:
			failed++
		}
	}
	for level < x.frames.top {
		_, _, r, err := x.into(ctx, o.loc, c, level)
		if err != nil {
			return 0, err
		}
		if r != smt.Unsat {
			break
		}
		level++
	}
	return level, x.add(o.loc, c, level)
}

// add adds a clause to the frames and to the solver.
func (x *search) add(l *program.Location, c cube, level int) error {
	on := x.frames.add(l, c, level)
	return x.s.Assert(x.f.Implies(on, x.frames.excludes(c)))
}

// propagate moves clauses to the next frame where they hold there, and returns the first frame that equals the next one; 0: none.
func (x *search) propagate(ctx context.Context) (int, error) {
	for k := 1; k < x.frames.top; k++ {
		same := true
		for _, l := range x.p.Locs {
			for _, b := range append([]*clause(nil), x.frames.at[l.ID]...) {
				if b.level != k || x.frames.blocked(l, b.cube, k+1) {
					continue
				}
				if err := x.pause(ctx); err != nil {
					return 0, err
				}
				_, _, r, err := x.into(ctx, l, b.cube, k)
				if err != nil {
					return 0, err
				}
				if r != smt.Unsat {
					same = false
					continue
				}
				if err := x.add(l, b.cube, k+1); err != nil {
					return 0, err
				}
			}
		}
		if same {
			return k, nil
		}
	}
	return 0, nil
}

// pause charges a step, and returns an error if the search has to end.
func (x *search) pause(ctx context.Context) error {
	x.stats.steps++
	work.Spend(ctx, stepWork)
	if err := ctx.Err(); err != nil {
		return err
	}
	if x.stats.steps&63 == 0 {
		x.observer.Progress(engine.Progress{Phase: "block", Iterations: x.stats.obligations, Refinements: x.stats.refinements, Frontier: x.frames.size(), Depth: x.frames.top})
		if p := x.given.Tools.Pause; p != nil && !p(x.work()) {
			return errPaused
		}
	}
	return nil
}

// undecided is the error of a query without an answer.
func (x *search) undecided(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	x.GiveUp(engine.Reason{Kind: engine.Undecided, Text: "the solver could not decide a step"})
	return errStuck
}
