package symex

import (
	"context"
	"slices"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/smt"
	"cupel/core/smt/pathcond"
	"cupel/core/work"
	"cupel/engine"
)

// explorer is the depth-first search of Algorithm 2 (Algorithm 1 without abstraction) with an explicit stack.
// Invariant: m and model belong to the end of the current path; undoing to a frame restores both.
type explorer struct {
	o      *Options
	given  *engine.Problem
	p      *program.Program
	f      *logic.Factory
	m      *memory
	solver solverStack
	slices *pathcond.Decider // decides queries by independent slices where the path has a model
	prec   *precision
	live   func(*program.Location) []*program.Var
	dist   []int // distance to the error or a cut in edges, see program.Distances

	path   []*program.Edge
	visits []int   // visits of loop heads on the path, by location ID
	seen   []int32 // loop heads in order of their visits
	frames []frame
	points []point
	model  *assignment // of the path condition; nil: unknown
	done   explored

	drawing  *drawing // nil if not requested
	stats    *statistics
	told     engine.Rounds // publications to the board
	observer engine.Observer
}

// outcome of one exploration.
type outcome int

const (
	exhausted outcome = iota // no simple abstract path to the error is left
	candidate                // the current path leads to the error or a cut
	stopped                  // the context ended
)

func (x *explorer) loc() *program.Location {
	if n := len(x.path); n > 0 {
		return x.path[n-1].Dst
	}
	return x.p.Init
}

// search explores until the error or a cut is reached or nothing is left: from the current location, or with
// next from the last frame that has edges left.
func (x *explorer) search(ctx context.Context, next bool) (outcome, error) {
	charged := x.simplifying()
	for steps := 0; ; steps++ {
		if steps&63 == 0 {
			work.Spend(ctx, 64*stepWork+x.simplifying()-charged)
			charged = x.simplifying()
			if ctx.Err() != nil {
				return stopped, nil
			}
			if pause := x.given.Tools.Pause; pause != nil && !pause(x.work()) {
				return stopped, nil
			}
			if steps&1023 == 0 {
				x.observer.Progress(engine.Progress{Phase: "explore", Frontier: len(x.frames),
					Depth: len(x.path), Refinements: x.stats.refinements, Iterations: x.stats.steps})
			}
		}
		var e *choice
		if !next {
			x.stats.steps++
			loc := x.loc()
			if loc == x.p.Error || loc.Cut != "" {
				return candidate, nil
			}
			ok, err := x.arrive(ctx, loc)
			if err != nil {
				return stopped, err
			}
			if !ok {
				x.drawing.end(len(x.path))
			} else {
				if e, err = x.branch(ctx, loc); err != nil {
					return stopped, err
				}
			}
		}
		if e == nil {
			var err error
			if e, err = x.backtrack(); err != nil {
				return stopped, err
			}
			if e == nil {
				return exhausted, nil
			}
		}
		ok, err := x.take(ctx, e)
		if err != nil {
			return stopped, err
		}
		if next = !ok; next {
			x.drawing.end(len(x.path))
		}
	}
}

// work is the work done so far, in the units of smt.Metered.
func (x *explorer) work() int {
	return x.stats.steps*stepWork + x.simplifying() + smt.Work(x.solver.s) + x.slices.Work()
}

// simplifying is the work of simplifying terms.
func (x *explorer) simplifying() int {
	if x.m.bounds == nil {
		return 0
	}
	return x.m.bounds.Visited() * visitWork
}

// arrive counts the visit of a loop head and abstracts there beyond the threshold. It returns false if the path
// ends.
func (x *explorer) arrive(ctx context.Context, loc *program.Location) (bool, error) {
	if !loc.LoopHead {
		return true, nil
	}
	pr := x.prec.at(loc)
	due := pr != nil && x.visits[loc.ID] >= pr.threshold
	if due {
		x.push(frame{loc: loc, barrier: true})
	}
	x.visits[loc.ID]++
	x.seen = append(x.seen, int32(loc.ID))
	if !due {
		return true, nil
	}
	return x.abstract(ctx, loc, pr)
}

// branch determines the feasible edges of loc and returns the first; the others are pushed on a frame. nil:
// there are none.
func (x *explorer) branch(ctx context.Context, loc *program.Location) (*choice, error) {
	var cands []choice
	var conds []*logic.Term
	for _, e := range loc.Out {
		if x.dist[e.Dst.ID] < 0 {
			continue // reaches no target
		}
		c := x.f.True()
		if len(e.Ops) > 0 && e.Ops[0].Kind == program.OpAssume {
			c = x.m.value(e.Ops[0].Expr)
		}
		if !c.IsFalse() {
			cands = append(cands, choice{edge: e})
			conds = append(conds, c)
		}
	}
	switch {
	case len(cands) == 0:
		return nil, nil
	case len(cands) == 1:
		return &cands[0], nil
	case x.o.PathConditions == Incremental:
	case len(cands) == 2 && conds[0] == x.f.Not(conds[1]):
		cs, err := x.twoWay(ctx, cands, conds)
		if err != nil || len(cs) == 1 {
			return &cs[0], err
		}
		cands = cs
	}
	if x.o.Order != BySource {
		slices.SortStableFunc(cands, func(a, b choice) int { return x.dist[a.edge.Dst.ID] - x.dist[b.edge.Dst.ID] })
	}
	x.push(frame{loc: loc, next: cands[1:]})
	x.stats.forks++
	return &cands[0], nil
}

// twoWay decides which of two complementary conditions are feasible. A single feasible one is implied by the
// path condition.
func (x *explorer) twoWay(ctx context.Context, cands []choice, conds []*logic.Term) ([]choice, error) {
	for i := range cands {
		if x.model != nil && x.model.holds(conds[i]) {
			x.stats.modelHits++
			cands[i].model = x.model
		}
	}
	for i := range cands {
		if cands[i].model != nil {
			continue
		}
		m, r, err := x.solve(ctx, len(x.m.pc), conds[i])
		if err != nil {
			return cands, err
		}
		if r == smt.Unsat {
			other := cands[1-i]
			other.implied = true
			if other.model == nil {
				other.model = x.model
			}
			return []choice{other}, nil
		}
		cands[i].model = m
	}
	return cands, nil
}

// take executes an edge; false if the path becomes infeasible.
func (x *explorer) take(ctx context.Context, c *choice) (bool, error) {
	known := len(x.m.pc)
	ops := c.edge.Ops
	if c.implied {
		ops = ops[1:]
	}
	x.drawing.take(len(x.path), c.edge)
	x.path = append(x.path, c.edge)
	if c.model != nil {
		x.model = c.model
		if !c.implied && len(ops) > 0 && ops[0].Kind == program.OpAssume {
			if !x.m.exec(ops[:1]) {
				return false, nil
			}
			ops, known = ops[1:], len(x.m.pc) // already satisfied by c.model
		}
	}
	if !x.m.exec(ops) {
		return false, nil
	}
	if len(x.m.pc) == known && !x.unchecked() {
		return true, nil
	}
	return x.feasible(ctx, known)
}

// unchecked reports whether the last edge leaves an abstraction point that was not checked yet.
func (x *explorer) unchecked() bool {
	n := len(x.points)
	return x.o.PathConditions == Incremental && n > 0 && x.frames[x.points[n-1].frame].path == len(x.path)-1
}

// abstract is lines 6 to 10 of Algorithm 2. Sliced queries do the check of line 14 at once: an infeasible
// abstraction has no successors.
func (x *explorer) abstract(ctx context.Context, loc *program.Location, pr *locPrecision) (bool, error) {
	x.stats.abstractions++
	known := len(x.m.pc)
	live := x.live(loc)
	fresh := make(map[*logic.Term]*logic.Term, len(live))
	vals := make(map[*logic.Term]*logic.Term, len(live))
	for _, v := range live {
		s := x.f.Fresh(v.Name, v.Sort())
		fresh[v.Sym] = s
		if x.model != nil {
			if val := x.model.value(x.m.mem[x.m.number(v.Sym)]); val != nil {
				vals[s] = val
			}
		}
	}
	for _, v := range pr.vars { // initial predicates and facts may mention dead variables, which get fresh values
		if fresh[v] == nil && x.p.VarOf(v) != nil {
			fresh[v] = x.f.Fresh(v.Name(), v.Sort())
			if x.model != nil {
				if val := x.model.value(x.m.value(v)); val != nil {
					vals[fresh[v]] = val
				}
			}
		}
	}
	truth, key, err := x.abstractState(ctx, loc, pr)
	if err != nil {
		return false, err
	}
	if x.drawing != nil {
		x.drawing.state(len(x.path), decided(pr.preds, truth))
	}
	if key != "" && x.o.Cover != engine.CoverAncestors {
		if x.done.has(key) {
			x.stats.covered++
			x.drawing.note(len(x.path), "seen before")
			return false, nil
		}
		x.frames[len(x.frames)-1].key = key
	}
	var conds, preds []*logic.Term
	for i, p := range pr.preds {
		after := x.f.Subst(p, fresh)
		preds = append(preds, after)
		conds = append(conds, x.f.Eq(truth[i], after))
	}
	for _, v := range live {
		x.m.set(x.m.number(v.Sym), fresh[v.Sym])
	}
	if x.model != nil {
		x.model = x.model.extend(vals)
	}
	if inv := x.given.Facts[loc]; inv != nil {
		conds = append(conds, x.f.Subst(inv, fresh))
	}
	for _, q := range x.points {
		if q.loc != loc {
			continue
		}
		diff := make([]*logic.Term, len(preds))
		for i := range preds {
			diff[i] = x.f.Xor(preds[i], q.preds[i])
		}
		conds = append(conds, x.f.Or(diff...))
	}
	x.points = append(x.points, point{loc, preds, len(x.frames) - 1})
	for _, c := range conds {
		if !x.m.assume(c) {
			return false, nil
		}
	}
	if x.o.PathConditions == Incremental { // the next step is checked
		return true, nil
	}
	return x.feasible(ctx, known)
}

// feasible decides the path condition; the model, if any, satisfies its first known conjuncts.
func (x *explorer) feasible(ctx context.Context, known int) (bool, error) {
	if x.model != nil {
		all := true
		for _, c := range x.m.pc[known:] {
			if all = x.model.holds(c); !all {
				break
			}
		}
		if all {
			x.stats.modelHits++
			return true, nil
		}
	}
	m, r, err := x.solve(ctx, known)
	x.model = m
	return r != smt.Unsat, err
}

// solve decides the path condition with extra conjuncts; the model, if any, satisfies its first known ones.
func (x *explorer) solve(ctx context.Context, known int, extra ...*logic.Term) (*assignment, smt.Result, error) {
	if ctx.Err() != nil {
		return nil, smt.Unknown, nil
	}
	if x.model != nil && !x.o.whole() {
		a, err := x.slices.Extend(ctx, x.m.pc, known, extra)
		switch {
		case err != nil || a.Result == smt.Unsat:
			return nil, a.Result, err
		case a.Result == smt.Unknown:
			x.stats.unknowns++
			return nil, a.Result, nil
		case a.Values != nil:
			return x.model.extend(a.Values), a.Result, nil
		}
		return nil, a.Result, nil
	}
	if !x.o.whole() && x.slices.Floating(x.m.pc) { // not easier than the query that failed before
		if x.slices.Refuted(x.m.pc, extra) {
			return nil, smt.Unsat, nil
		}
		x.stats.unknowns++
		return nil, smt.Unknown, nil
	}
	r, err := x.solver.check(ctx, x.m.pc, extra...)
	if err != nil || r != smt.Sat {
		if r == smt.Unknown {
			x.stats.unknowns++
		}
		return nil, r, err
	}
	if x.o.PathConditions == Incremental {
		return nil, r, nil
	}
	sm, err := x.solver.s.Model()
	if err != nil {
		return nil, r, err
	}
	return assignmentOf(x.f, sm, append(extra[:len(extra):len(extra)], x.m.pc...)), r, nil
}

// push records the current state as a backtracking point.
func (x *explorer) push(fr frame) {
	fr.mark = x.m.mark()
	fr.path, fr.visits, fr.points = len(x.path), len(x.seen), len(x.points)
	fr.model, fr.explored = x.model, x.done.len()
	x.frames = append(x.frames, fr)
	x.stats.maxFrames = max(x.stats.maxFrames, len(x.frames))
}

// rewind restores the state of frame i and pops it with all frames above.
func (x *explorer) rewind(i int) error {
	fr := x.frames[i]
	x.frames = x.frames[:i]
	for _, id := range x.seen[fr.visits:] {
		x.visits[id]--
	}
	x.seen = x.seen[:fr.visits]
	x.path = x.path[:fr.path]
	x.points = x.points[:fr.points]
	x.m.undo(fr.mark)
	x.model = fr.model
	return x.solver.shrink(len(x.m.pc))
}

// reset returns to the beginning.
func (x *explorer) reset() error {
	x.done.forget(0)
	x.frames, x.points, x.path, x.seen = x.frames[:0], x.points[:0], x.path[:0], x.seen[:0]
	clear(x.visits)
	x.m.undo(mark{})
	x.model = x.first()
	return x.solver.shrink(0)
}

// first is the model of the empty path condition, if models are kept.
func (x *explorer) first() *assignment {
	if x.o.PathConditions == Incremental {
		return nil
	}
	return newAssignment(x.f, nil)
}

// backtrack returns to the last frame with an edge left and returns that edge; nil if there is none.
func (x *explorer) backtrack() (*choice, error) {
	for i := len(x.frames) - 1; i >= 0; i-- {
		fr := x.frames[i]
		if len(fr.next) == 0 {
			if fr.key != "" {
				x.done.add(fr.key)
			}
			continue
		}
		if err := x.rewind(i); err != nil {
			return nil, err
		}
		c := fr.next[0]
		if len(fr.next) > 1 {
			fr.next = fr.next[1:]
			x.push(fr)
		}
		return &c, nil
	}
	x.frames = x.frames[:0]
	return nil, nil
}
