package gps

import (
	"context"

	"cupel/analysis/execution/interp"
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/program/ssa"
	"cupel/core/smt"
	"cupel/core/work"
	"cupel/engine"
)

// values is a list of executed havocs, the last one first; tests share tails.
type values struct {
	before *values
	v      program.HavocValue
}

func (v *values) list() []program.HavocValue {
	var out []program.HavocValue
	for ; v != nil; v = v.before {
		out = append(out, v.v)
	}
	for i, j := 0, len(out)-1; i < j; i, j = i+1, j-1 {
		out[i], out[j] = out[j], out[i]
	}
	return out
}

// feed supplies values to the havocs of one edge in order.
type feed struct {
	vals []*logic.Term
}

// Next implements interp.Source.
func (s *feed) Next(*program.Op, *program.Edge) (*logic.Term, bool) {
	if len(s.vals) == 0 {
		return nil, false
	}
	v := s.vals[0]
	s.vals = s.vals[1:]
	return v, v != nil
}

// test executes the path of n with a model's values and explores from its end.
func (g *search) test(ctx context.Context, n *node, m smt.Model) error {
	g.stats.tests++
	var vs *values
	var all []*logic.Term
	for _, h := range g.stack.state.Havocs() {
		v := m.Value(h.Sym)
		if v == nil {
			v = g.f.Zero(h.Sym.Sort())
		}
		all = append(all, v)
		vs = &values{vs, havocValue(&h, v)}
	}
	src := &feed{vals: all}
	if g.m.Kept() > maxKept {
		fresh, err := interp.New(g.p)
		if err != nil {
			return err
		}
		g.m = fresh
	}
	g.kept = g.m.Kept()
	g.m.Begin(nil)
	for _, e := range n.path() {
		if !g.m.Enabled(e) || !g.m.Step(e, src) {
			g.stats.diverged++
			g.expand(n, "the solver's model cannot be executed")
			return nil
		}
	}
	return g.explore(ctx, n, vs)
}

// cursor is the position of a test: the machine is in the state at the end of n's path.
type cursor struct {
	n    *node
	vals *values
}

// job is a pending branch of a test.
type job struct {
	cursor
	e  *program.Edge
	at *interp.State // machine state at e's source
}

// walk is one test with its pending branches.
type walk struct {
	g     *search
	at    cursor
	jobs  []job
	heads int // visits of loop heads
	steps int

	choices int // havocs whose values had to be chosen
}

// explore executes the program from the machine's state at the end of n's path (EXPLORE of Fig. 4); siblings of
// the edges taken join the frontier.
func (g *search) explore(ctx context.Context, n *node, vs *values) error {
	w := &walk{g: g, at: cursor{n, vs}}
	if err := w.rush(ctx); err != nil || g.cex != nil {
		return err
	}
	for {
		e, err := w.arrive(ctx)
		if err != nil || g.cex != nil {
			return err
		}
		on := false
		if e != nil {
			if on, err = w.take(ctx, e); err != nil {
				return err
			}
		}
		for !on {
			if len(w.jobs) == 0 {
				return nil
			}
			j := w.jobs[len(w.jobs)-1]
			w.jobs = w.jobs[:len(w.jobs)-1]
			g.m.Begin(j.at)
			w.at = j.cursor
			if on, err = w.take(ctx, j.e); err != nil {
				return err
			}
		}
	}
}

// arrive handles the test's current location and returns the edge to take; nil if this branch of the test ends.
func (w *walk) arrive(ctx context.Context) (*program.Edge, error) {
	g, n := w.g, w.at.n
	if w.steps++; w.steps&15 == 0 {
		work.Spend(ctx, 16*stepWork)
		if ctx.Err() != nil || g.m.Kept()-g.kept > maxKept {
			return nil, w.stop()
		}
	}
	switch {
	case n.loc == g.p.Error:
		return nil, g.report(ctx, w.at, 0)
	case n.loc.Cut != "":
		n.cut = true
		if g.cut.None() {
			g.cut = engine.CutReason(n.loc)
		}
		return nil, nil
	case n.loc.LoopHead && g.o.Explore != Each:
		w.heads++
		if w.heads > 1 && w.heads&(w.heads-1) == 0 { // at powers of two
			in, err := g.inReach(ctx, n.loc)
			if err != nil || !in {
				g.t.enqueue(n)
				return nil, err
			}
		}
	}
	var enabled []*program.Edge
	for _, e := range n.loc.Out {
		if g.m.Enabled(e) {
			enabled = append(enabled, e)
			continue
		}
		g.t.enqueue(g.t.child(n, e))
	}
	if len(enabled) == 0 {
		return nil, nil
	}
	if len(enabled) > 1 {
		at := g.m.Snapshot()
		for i := len(enabled) - 1; i > 0; i-- {
			w.jobs = append(w.jobs, job{w.at, enabled[i], at})
		}
	}
	return enabled[0], nil
}

// stop ends the test: its pending branches join the frontier.
func (w *walk) stop() error {
	w.g.t.enqueue(w.at.n)
	for i := len(w.jobs) - 1; i >= 0; i-- {
		j := w.jobs[i]
		w.g.t.enqueue(w.g.t.child(j.n, j.e))
	}
	w.jobs = nil
	w.g.peeked = maxPeeks // not immediately
	return nil
}

// take executes an edge; false if that fails, with the end in the frontier.
func (w *walk) take(ctx context.Context, e *program.Edge) (bool, error) {
	g := w.g
	g.stats.steps++
	next := g.t.child(w.at.n, e)
	src, vs := &feed{}, w.at.vals
	if hasHavoc(e) {
		if w.choices++; w.choices > g.o.choices() {
			g.t.enqueue(next)
			g.peeked = maxPeeks // not immediately
			return false, nil
		}
		chosen, err := g.choose(ctx, e)
		if err != nil {
			return false, err
		}
		if chosen == nil {
			g.t.enqueue(next)
			return false, nil
		}
		for _, c := range chosen {
			src.vals = append(src.vals, c.Value)
			vs = &values{vs, c}
		}
	}
	if !g.m.Step(e, src) {
		g.t.enqueue(next)
		return false, nil
	}
	if g.o.Explore == Each && !hasHavoc(e) {
		if in, err := g.inReach(ctx, next.loc); err != nil || !in {
			g.t.enqueue(next)
			return false, err
		}
	}
	w.at = cursor{next, vs}
	if len(src.vals) == 0 && hasHavoc(e) {
		if err := w.rush(ctx); err != nil || g.cex != nil {
			return true, err
		}
	}
	return true, nil
}

// rush executes ahead while a single edge without havocs is the only continuation, to see whether it reaches
// the error before the tree is built, which costs far more. At powers of two of steps it checks with the
// summary whether the error is still reachable.
func (w *walk) rush(ctx context.Context) error {
	g := w.g
	if g.o.Explore == Each {
		return nil
	}
	back := g.m.Snapshot()
	const stride = 4096
	steps := 0
	for g.rushed < rushSteps && ctx.Err() == nil && g.m.Kept()-g.kept <= maxKept {
		kept := g.m.Kept()
		n := g.m.Advance(stride)
		steps += n
		kept = (g.m.Kept() - kept) / keptPerStep
		work.Spend(ctx, (n+kept)/rushedPerUnit)
		g.rushed += kept
		if n < stride {
			break
		}
		if steps&(steps-1) == 0 && steps >= rushSteps/32 {
			ahead, err := g.inReach(ctx, g.m.Loc())
			if err != nil {
				return err
			}
			if !ahead {
				break
			}
		}
	}
	if g.m.Loc() == g.p.Error {
		g.stats.steps += steps
		if err := g.report(ctx, w.at, steps); err != nil || g.cex != nil {
			return err
		}
	}
	g.rushed += steps
	g.m.Begin(back)
	return nil
}

func hasHavoc(e *program.Edge) bool {
	for i := range e.Ops {
		if e.Ops[i].Kind == program.OpHavoc {
			return true
		}
	}
	return false
}

// here is the machine's state as a symbolic state. Large arrays are unconstrained in it: building their terms
// takes long and cannot be interrupted.
func (g *search) here() *ssa.State {
	return ssa.NewState(g.p, ssa.Options{Initial: func(v *program.Var) *logic.Term { return g.m.ValueWithin(v, maxCells) }})
}

// choose solves for havoc values of an edge at the machine's location such that it can be executed and, by the
// summary, a target is reachable after it (Check+ of Fig. 4, line 18); nil if there are none.
func (g *search) choose(ctx context.Context, e *program.Edge) ([]program.HavocValue, error) {
	g.stats.choices++
	sum, err := g.toTarget(ctx, e.Dst)
	if err != nil {
		return nil, err
	}
	c := g.here()
	as, dead := exec(c, e.Ops)
	if dead {
		return nil, nil
	}
	havocs := c.Havocs()
	as = append(as, c.Eval(sum.Guard()))
	sat, m, err := g.satisfiable(ctx, g.littleGas(ctx, havocs, as))
	if err != nil || !sat {
		return nil, err
	}
	out := make([]program.HavocValue, len(havocs))
	for i := range havocs {
		h := &havocs[i]
		var v *logic.Term
		if m != nil {
			v = m.Value(h.Sym)
		}
		if v == nil {
			v = g.f.Zero(h.Sym.Sort())
		}
		out[i] = havocValue(h, v)
	}
	return out, nil
}

// littleGas adds the smallest bound on gas for which the formulas are satisfiable, if gas is being chosen.
func (g *search) littleGas(ctx context.Context, havocs []ssa.Havoc, as []*logic.Term) []*logic.Term {
	for _, h := range havocs {
		if g.gas == nil || g.o.AnyGas || h.Var != g.gas {
			continue
		}
		for _, b := range gasBounds {
			little := append(as[:len(as):len(as)], g.f.Le(h.Sym, g.f.IntConst(b)))
			if sat, _, err := g.satisfiable(ctx, little); sat || err != nil {
				return little
			}
		}
	}
	return as
}

// inReach reports whether, by the summary, the error is reachable from the machine's state.
func (g *search) inReach(ctx context.Context, l *program.Location) (bool, error) {
	sum, err := g.toTarget(ctx, l)
	if err != nil {
		return false, err
	}
	sat, _, err := g.satisfiable(ctx, []*logic.Term{g.here().Eval(sum.Guard())})
	return sat, err
}

// satisfiable decides formulas; true if the solver gives up. The model is nil if any assignment satisfies them,
// or none is known.
func (g *search) satisfiable(ctx context.Context, ts []*logic.Term) (bool, smt.Model, error) {
	var as []*logic.Term
	for _, t := range ts {
		for _, c := range logic.Conjuncts(t) {
			if c.IsFalse() {
				return false, nil, nil
			}
			if !c.IsTrue() {
				as = append(as, c)
			}
		}
	}
	if len(as) == 0 {
		return true, nil, nil
	}
	r, err := g.tests.check(ctx, as...)
	switch {
	case err != nil:
		return false, nil, err
	case r == smt.Sat:
		m, err := g.tests.model()
		return true, m, err
	}
	return r == smt.Unknown, nil, nil
}

// report replays a counterexample; its leaf stays open if that fails.
func (g *search) report(ctx context.Context, at cursor, steps int) error {
	cex := &program.Counterexample{Path: at.n.path(), Havocs: at.vals.list(), Steps: steps}
	g.stats.candidates++
	if r := g.tools.Replayed(ctx, cex); !r.OK() {
		if g.refuted.OK() || r.Kind == engine.Undefined {
			g.refuted = r
		}
		if at.n.loc == g.p.Error {
			at.n.cut = true
		}
		return nil
	}
	g.cex = cex
	return nil
}
