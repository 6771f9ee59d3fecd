package bmc

import (
	"context"
	"maps"
	"slices"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/smt"
	"cupel/core/work"
	"cupel/engine"
)

// questions holds the pending queries about targets and the models of earlier ones.
type questions struct {
	open    []goal // arcs into targets, not yet queried
	hard    []goal // goals without an answer so far, queried again at the end of a round
	refuted []*logic.Term
	models  []*model // latest first
	budget  int      // work budget of the next query about targets

	asked, hits int
	doneAt      int // value of steps at the last query about targets
	lastCost    int // its work
	headWork    int // work of queries about loop heads
}

// A goal is an arc into a target.
type goal struct {
	loc *program.Location
	arc
	refused *logic.Term // disjunction of the paths whose replay failed; nil: none
	tries   int
}

// A model is an assignment of the inputs; missing ones are zero.
type model struct {
	vals  map[*logic.Term]*logic.Term
	eval  *logic.Evaluator
	holds map[*guard]bool
}

// read returns the solver's model of t, or nil if it contains a value that is no constant.
func (x *search) read(t *logic.Term) (*model, error) {
	m, err := x.s.Model()
	if err != nil {
		return nil, err
	}
	vals := map[*logic.Term]*logic.Term{}
	for _, s := range logic.FreeVars(t) {
		v := m.Value(s)
		if v == nil || !v.IsGround() {
			return nil, nil
		}
		vals[s] = v
	}
	a := x.model(vals)
	x.remember(a)
	return a, nil
}

// model returns the model with the given values.
func (x *search) model(vals map[*logic.Term]*logic.Term) *model {
	a := &model{vals: vals, holds: map[*guard]bool{}}
	a.eval = x.f.NewEvaluator(func(s *logic.Term) *logic.Term {
		if !s.IsVar() {
			return nil
		}
		if v, ok := a.vals[s]; ok {
			return v
		}
		return x.f.Zero(s.Sort())
	})
	return a
}

// remember caches a model for later queries.
func (x *search) remember(a *model) {
	x.models = slices.Insert(x.models, 0, a)
	if len(x.models) > maxModels {
		x.models = x.models[:maxModels]
	}
}

// satisfies reports whether the model evaluates a guard to true.
func (a *model) satisfies(g *guard) bool {
	var path []*guard
	r := true
	for ; g.up != nil; g = g.up {
		if known, ok := a.holds[g]; ok {
			r = known
			break
		}
		path = append(path, g)
	}
	for _, h := range slices.Backward(path) {
		if r {
			b, err := a.eval.Bool(h.lit)
			r = b && err == nil
		}
		a.holds[h] = r
	}
	return r
}

// ask checks satisfiability of a condition within a work budget; spent reports that the budget was exhausted.
func (x *search) ask(ctx context.Context, t *logic.Term, budget int) (r smt.Result, spent bool, err error) {
	if t.IsFalse() {
		return smt.Unsat, false, nil
	}
	if err := x.tell(); err != nil {
		return smt.Unknown, false, err
	}
	x.asked++
	sub, end := work.Within(ctx, budget)
	defer end()
	r, err = x.s.Check(sub, t)
	if r == smt.Unsat && err == nil {
		x.refuted = append(x.refuted, t)
	}
	return r, sub.Err() != nil, err
}

// feasible checks whether a guard is satisfiable, with the cached models first. Without must it queries the
// solver only while the queries have cost less work than execution.
func (x *search) feasible(ctx context.Context, g *guard, must bool) (smt.Result, error) {
	if g.sat {
		return smt.Sat, nil
	}
	for _, m := range x.models {
		if m.satisfies(g) {
			x.hits++
			g.satisfiable(m.vals)
			return smt.Sat, nil
		}
	}
	if !must && x.headWork > x.steps*stepWork+firstBudget {
		return smt.Unknown, nil
	}
	before := smt.Work(x.s)
	t := x.gs.of(g)
	r, _, err := x.ask(ctx, t, max(firstBudget, x.steps*stepWork/4))
	x.headWork += smt.Work(x.s) - before
	if err == nil && r == smt.Sat {
		var m *model
		if m, err = x.read(t); m != nil && m.satisfies(g) {
			g.satisfiable(m.vals)
		}
	}
	return r, err
}

// decide checks satisfiability without a budget.
func (x *search) decide(ctx context.Context, t *logic.Term) (smt.Result, error) {
	r, _, err := x.ask(ctx, t, maxBudget)
	return r, err
}

// reached records an arc into a target.
func (x *search) reached(l *program.Location, a arc) {
	if l.Cut != "" && !x.Cut.None() {
		return // another cut is reachable already
	}
	x.open = append(x.open, goal{loc: l, arc: a})
}

// due reports whether the targets should be queried now.
func (x *search) due() bool {
	return len(x.open) > 0 && (x.steps-x.doneAt)*stepWork >= x.lastCost
}

// term is the condition that a goal is reached by a path that was not refused.
func (x *search) term(g *goal) *logic.Term {
	t := x.gs.of(g.g)
	if g.refused != nil {
		t = x.f.And(t, x.f.Not(g.refused))
	}
	return t
}

// settle queries the recorded targets, all together first. With last there is nothing else to do, so it repeats
// with larger budgets until there is an answer.
func (x *search) settle(ctx context.Context, last bool) error {
	before := smt.Work(x.s)
	defer func() {
		x.doneAt, x.lastCost = x.steps, smt.Work(x.s)-before
	}()
	for len(x.open) > 0 && x.Cex == nil && !x.Undefined() {
		all := make([]*logic.Term, len(x.open))
		for i := range x.open {
			all[i] = x.term(&x.open[i])
		}
		t := x.f.Or(all...)
		r, spent, err := x.ask(ctx, t, x.budget)
		switch {
		case err != nil || ctx.Err() != nil:
			return err
		case r == smt.Unsat:
			x.open = nil
		case r == smt.Sat:
			if err := x.found(ctx, t); err != nil {
				return err
			}
		case len(x.open) > 1:
			if err := x.one(ctx, all); err != nil {
				return err
			}
			x.budget *= 2
		case spent:
			x.hard, x.open = append(x.hard, x.open...), nil
			x.budget *= 2
		default:
			x.undecided()
			x.open = nil
		}
		if last && len(x.open) == 0 {
			x.open, x.hard = x.hard, nil
		}
		if x.pause(ctx) {
			return nil
		}
	}
	return nil
}

// undecided gives up on the targets for which the solver has no answer with any budget.
func (x *search) undecided() {
	x.GiveUp(engine.Reason{Kind: engine.Undecided, Text: "a path to the error is undecided: " + x.s.ReasonUnknown()})
}

// one queries the targets separately, after their disjunction had no answer.
func (x *search) one(ctx context.Context, all []*logic.Term) error {
	each := max(firstBudget/4, x.budget/len(all))
	goals := x.open
	for i, t := range all {
		x.open = goals[i:]
		r, spent, err := x.ask(ctx, t, each)
		switch {
		case err != nil || ctx.Err() != nil:
			return err
		case r == smt.Sat:
			return x.found(ctx, t)
		case r == smt.Unknown && spent:
			x.hard = append(x.hard, goals[i])
		case r == smt.Unknown:
			x.undecided()
		}
	}
	x.open = nil
	return nil
}

// found replays the path to the target that a model of t reaches.
func (x *search) found(ctx context.Context, t *logic.Term) error {
	m, err := x.read(t)
	if err != nil {
		return err
	}
	i := -1
	if m != nil {
		i = slices.IndexFunc(x.open, func(g goal) bool {
			refused := false
			if g.refused != nil {
				b, err := m.eval.Bool(g.refused)
				refused = b || err != nil
			}
			return m.satisfies(g.g) && !refused
		})
	}
	if i < 0 { // a havoc's value in the model differs from its execution, or is no constant
		x.GiveUp(engine.Reason{Kind: engine.Undecided, Text: "the values on a path to the error are undecided"})
		x.open = nil
		return nil
	}
	g := &x.open[i]
	g.g.satisfiable(m.vals)
	if g.loc != x.p.Error {
		x.Cut = engine.CutReason(g.loc)
		cut := func(g goal) bool { return g.loc != x.p.Error }
		x.open, x.hard = slices.DeleteFunc(x.open, cut), slices.DeleteFunc(x.hard, cut)
		return nil
	}
	cex, taken := x.path(m, g)
	if cex == nil {
		x.GiveUp(engine.Reason{Kind: engine.Undecided, Text: "the values on a path to the error are undecided"})
		x.open = slices.Delete(x.open, i, i+1)
		return nil
	}
	replay := x.given.Tools.Replayed(ctx, cex)
	if replay.OK() {
		x.Cex = cex
		return nil
	}
	if ctx.Err() != nil {
		return nil
	}
	x.GiveUp(replay.Reason())
	if g.tries++; g.tries >= maxPaths {
		x.open = slices.Delete(x.open, i, i+1)
		return nil
	}
	if g.refused == nil {
		g.refused = x.f.False()
	}
	g.refused = x.f.Or(g.refused, taken)
	return nil
}

// before restores a model of a node's guard before it was forgotten from a model of a later guard.
func (x *search) before(n *node, m *model) *model {
	vals := maps.Clone(n.reached)
	for _, v := range n.kept {
		if vals[v.before] = m.vals[v.now]; vals[v.before] == nil {
			vals[v.before] = x.f.Zero(v.before.Sort())
		}
	}
	return x.model(vals)
}

// path returns the execution that a model takes to a goal, and the conjunction of the branch conditions since
// the last node at which a guard was forgotten.
func (x *search) path(m *model, to *goal) (*program.Counterexample, *logic.Term) {
	type step struct {
		*arc
		m *model
	}
	var arcs []step
	var taken []*logic.Term
	first := m
	for a := &to.arc; ; {
		arcs = append(arcs, step{a, m})
		if m == first {
			taken = append(taken, x.gs.of(a.g))
		}
		n := a.from
		if n == nil {
			break
		}
		if n.reached != nil {
			m = x.before(n, m)
		}
		i := slices.IndexFunc(n.arcs, func(a arc) bool { return m.satisfies(a.g) })
		if i < 0 {
			return nil, nil
		}
		a = &n.arcs[i]
	}
	cex := &program.Counterexample{}
	for _, a := range slices.Backward(arcs) {
		cex.Path = append(cex.Path, a.edges...)
		for _, h := range a.havocs {
			if h.g != nil && !a.m.satisfies(h.g) {
				continue
			}
			v := a.m.vals[h.sym]
			if v == nil {
				v = x.f.Zero(h.sym.Sort())
			}
			cex.Havocs = append(cex.Havocs, program.HavocValue{Var: h.op.Var, Input: h.op.Input, ID: h.op.ID, Value: v})
		}
	}
	return cex, x.f.And(taken...)
}
