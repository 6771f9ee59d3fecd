package procedure

import (
	"context"
	"slices"

	"cupel/analysis/absint/interval"
	"cupel/analysis/summary"
	"cupel/analysis/summary/iteration"
	"cupel/analysis/summary/pathexpr"
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/program/passes"
	"cupel/core/work"
)

// relations computes the relations of the bodies. It caches nothing that depends on summaries.
type relations struct {
	m      *marks
	a      *summary.Algebra
	p      *program.Copy         // without call edges, so that a body has only its own paths
	reach  *interval.Result      // of the program with its calls
	states map[*body]*logic.Term // bounds of the states in which calls enter a gate
	system map[*body]*pathexpr.System
	fixed  map[*body]*logic.Term         // guards, with marks, that do not depend on summaries
	slot   map[*body]map[*logic.Term]int // slots that a program variable has the value of at the gate
}

func newRelations(ctx context.Context, p *program.Program, m *marks) *relations {
	r := &relations{m: m, reach: interval.Analyze(ctx, p), states: map[*body]*logic.Term{}, system: map[*body]*pathexpr.System{},
		fixed: map[*body]*logic.Term{}, slot: map[*body]map[*logic.Term]int{}}
	r.p = without(p, func(e *program.Edge) bool { return m.enter[e] }, passes.Assumed)
	r.a = summary.NewAlgebra(r.p.Program, summary.Options{})
	for _, b := range m.bodies {
		if b.gate != nil {
			r.states[b] = p.Terms.True()
			if inv := r.reach.Invariant(b.gate); inv != nil && r.reach.Complete() {
				r.states[b] = inv
			}
		}
	}
	return r
}

// A reading interprets the marks of calls; args are those of the mark.
type reading func(fn *passes.AbstractFunc, args []*logic.Term) *logic.Term

func (r *relations) replace(t *logic.Term, call reading) *logic.Term {
	return rewrite(r.a.Factory(), t, func(app *logic.Term) *logic.Term {
		fn, kind := r.m.closure.MarkOf(&program.Op{Kind: program.OpAssume, Expr: app})
		if fn == nil || kind != passes.MarkCall {
			return nil
		}
		return call(fn, app.Args())
	})
}

// guard returns the relation of a body as a formula over the program's variables at the gate and others, in which MarkExit holds of the slots' values. Marks of
// calls remain except in loops; calls reports whether there are any.
func (r *relations) guard(ctx context.Context, b *body, call reading) (t *logic.Term, calls bool, err error) {
	if g := r.fixed[b]; g != nil {
		return g, false, nil
	}
	sys := r.system[b]
	if sys == nil {
		sys = pathexpr.New(r.p.Program, r.p.Image(b.exit))
		r.system[b] = sys
	}
	in := &interpretation{r: r, call: call}
	all, err := pathexpr.NewEvaluator[*summary.Transition](in).Eval(ctx, sys.ToTarget(r.p.Image(b.gate)))
	if err != nil {
		return nil, false, err
	}
	if !in.calls {
		r.fixed[b] = all.Guard()
	}
	return all.Guard(), in.calls, nil
}

// of returns Phi: the relation of a body over its params, with calls interpreted by call; other symbols are existentially quantified.
func (r *relations) of(ctx context.Context, b *body, call reading) (*logic.Term, error) {
	g, _, err := r.guard(ctx, b, call)
	if err != nil {
		return nil, err
	}
	f := r.a.Factory()
	phi := rewrite(f, g, func(app *logic.Term) *logic.Term {
		if fn, kind := r.m.closure.MarkOf(&program.Op{Kind: program.OpAssume, Expr: app}); fn != b.fn || kind != passes.MarkExit {
			return nil
		}
		eqs := make([]*logic.Term, len(b.params))
		for i, x := range b.pick(app.Args()) {
			eqs[i] = f.Eq(b.params[i], x)
		}
		return f.And(eqs...)
	})
	phi = f.And(phi, r.states[b])
	return r.replace(f.And(phi, r.ranges(b), r.typed(phi)), call), nil
}

// relevance removes the slots whose values before a call are irrelevant: no condition and no value after the call depends on them, except through further
// calls.
func (r *relations) relevance(ctx context.Context) error {
	f := r.a.Factory()
	anything := func(*passes.AbstractFunc, []*logic.Term) *logic.Term { return f.True() }
	matters := map[*body][]bool{}
	guards := map[*body]*logic.Term{}
	for _, b := range r.m.bodies {
		matters[b] = make([]bool, len(b.fn.Slots))
		for i, s := range b.fn.Slots {
			matters[b][i] = !s.Before
		}
		if !b.whole() {
			continue
		}
		g, calls, err := r.guard(ctx, b, anything)
		if err != nil {
			return err
		}
		guards[b] = g
		r.slot[b] = map[*logic.Term]int{}
		logic.Walk(func(t *logic.Term) bool {
			if fn, kind := r.markOf(t); fn == b.fn && kind == passes.MarkExit {
				for i, s := range b.fn.Slots {
					if x := t.Arg(i); s.Before && r.a.IsVar(x) {
						r.slot[b][x] = i
					} else if s.Before {
						matters[b][i] = true
					}
				}
			}
			return true
		}, g)
		for i := range matters[b] {
			matters[b][i] = matters[b][i] || calls
		}
	}
	for changed := true; changed; {
		changed = false
		for b, g := range guards {
			for _, s := range r.deciding(g, matters) {
				if i, ok := r.slot[b][s]; ok && !matters[b][i] {
					matters[b][i], changed = true, true
				}
			}
		}
	}
	for _, b := range r.m.bodies {
		b.choose(f, func(i int) bool { return matters[b][i] })
		slot := map[*logic.Term]int{} // from positions in marks to those of slots
		for s, i := range r.slot[b] {
			if k := slices.Index(b.at, i); k >= 0 {
				slot[s] = k
			}
		}
		r.slot[b] = slot
	}
	return nil
}

func (r *relations) markOf(t *logic.Term) (*passes.AbstractFunc, passes.MarkKind) {
	if t.Op() != logic.OpApp {
		return nil, 0
	}
	return r.m.closure.MarkOf(&program.Op{Kind: program.OpAssume, Expr: t})
}

// deciding lists the symbols of a guard outside of the arguments that do not matter.
func (r *relations) deciding(g *logic.Term, matters map[*body][]bool) []*logic.Term {
	var out []*logic.Term
	logic.Walk(func(t *logic.Term) bool {
		switch fn, kind := r.markOf(t); {
		case fn != nil:
			for i, x := range t.Args() {
				if s := fn.Slots[i]; !s.Before || kind == passes.MarkCall && matters[r.m.of[fn]][i] {
					out = append(out, logic.FreeVars(x)...)
				}
			}
			return false
		case t.IsVar():
			out = append(out, t)
		}
		return true
	}, g)
	return out
}

// ranges returns the ranges of the slots' C types.
func (r *relations) ranges(b *body) *logic.Term {
	f := r.a.Factory()
	var cs []*logic.Term
	for i, s := range b.slots {
		cs = append(cs, within(f, b.params[i], interval.VarRange(s.Var)))
	}
	return f.And(cs...)
}

// typed are the bounds of the program variables in a formula.
func (r *relations) typed(t *logic.Term) *logic.Term {
	f := r.a.Factory()
	var cs []*logic.Term
	for _, s := range logic.FreeVars(t) {
		if v := r.p.VarOf(s); v != nil && v.Origin != nil && v.Sort().IsInt() && v.Origin.Sort().IsBV() {
			cs = append(cs, within(f, s, interval.VarRange(v.Origin)))
		}
	}
	return f.And(cs...)
}

func within(f *logic.Factory, t *logic.Term, i interval.Interval) *logic.Term {
	return f.And(f.Le(f.IntBig(i.Lo()), t), f.Le(t, f.IntBig(i.Hi())))
}

// interpretation is the algebra of transition formulas for path expressions of bodies.
type interpretation struct {
	r     *relations
	call  reading
	calls bool // a loop contains calls: its summary depends on theirs
}

func (i *interpretation) Zero() *summary.Transition { return i.r.a.False() }
func (i *interpretation) One() *summary.Transition  { return i.r.a.Identity() }

// Edge havocs all variables after the end of the body: otherwise the guard would distinguish paths by irrelevant values.
func (i *interpretation) Edge(e *program.Edge) *summary.Transition {
	t := i.r.a.Ops(e.Ops)
	if e.Dst.Cut == "" {
		return t
	}
	zero := map[*logic.Term]*logic.Term{}
	for _, v := range i.r.p.Vars {
		zero[v.Sym] = i.r.a.Factory().Zero(v.Sort())
	}
	return i.r.a.Compose(t, i.r.a.Make(i.r.a.Factory().True(), zero))
}

func (i *interpretation) Cat(x, y *summary.Transition) *summary.Transition {
	return i.r.a.Compose(x, y)
}
func (i *interpretation) Alt(xs []*summary.Transition) *summary.Transition {
	return i.r.a.Choice(xs...)
}

// Star replaces the marks in the body, which the domain cannot read, first.
func (i *interpretation) Star(ctx context.Context, body *summary.Transition, _ *program.Location) (*summary.Transition, error) {
	if g := i.r.replace(body.Guard(), i.call); g != body.Guard() {
		i.calls = true
		values := map[*logic.Term]*logic.Term{}
		for _, v := range body.Written() {
			values[v] = body.Value(v)
		}
		body = i.r.a.Make(g, values)
	}
	sub, cancel := work.Within(ctx, loopWork)
	defer cancel()
	t, err := iteration.Default(iteration.Options{}).Star(sub, i.r.a, body)
	if err != nil && ctx.Err() == nil {
		t, err = iteration.Coarse(iteration.Options{}).Star(ctx, i.r.a, body)
	}
	return t, err
}
