package cegar

import (
	"context"
	"slices"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/program/ssa"
	"cupel/core/smt"
)

// explState is a partial assignment of values to variables; the others are unconstrained.
type explState struct {
	vals map[*program.Var]*logic.Term
	vars []*program.Var // domain of vals, ordered by symbol
	expr *logic.Term
}

// Expr implements State.
func (s *explState) Expr() *logic.Term { return s.expr }

// explicit is explicit-value abstraction with the transfer function T_k of
// Algorithm 2.4.
type explicit struct {
	*tools
	k int // NoSolver, or the bound; 0: none
	// beyond records states and blocks with more than k successors: a larger precision has no fewer.
	beyond map[[2]uint32]bool
}

func newExplicit(t *tools, o *Options) *explicit {
	k := o.MaxEnum
	if k == Unlimited {
		k = o.EnumerationCap
	}
	return &explicit{tools: t, k: k}
}

// Name returns expl.
func (d *explicit) Name() string { return Expl }

// Top is the empty assignment.
func (d *explicit) Top() State { return d.state(nil) }

func (d *explicit) state(vals map[*program.Var]*logic.Term) *explState {
	s := &explState{vals: vals, vars: make([]*program.Var, 0, len(vals))}
	for v := range vals {
		s.vars = append(s.vars, v)
	}
	slices.SortFunc(s.vars, func(a, b *program.Var) int { return int(a.Sym.ID()) - int(b.Sym.ID()) })
	eqs := make([]*logic.Term, len(s.vars))
	for i, v := range s.vars {
		eqs[i] = d.f.Eq(v.Sym, vals[v])
	}
	s.expr = d.f.And(eqs...)
	return s
}

// Leq: the assignment of a extends that of b.
func (d *explicit) Leq(_ context.Context, a, b State) (bool, error) {
	return below(a.(*explState), b.(*explState)), nil
}

func below(x, y *explState) bool {
	if len(y.vars) > len(x.vars) {
		return false
	}
	for _, v := range y.vars {
		if x.vals[v] != y.vals[v] {
			return false
		}
	}
	return true
}

// Post is T_k: strongest postcondition on values, and where it meets an unknown value the enumeration of the
// successors, if there are at most k.
func (d *explicit) Post(ctx context.Context, s State, b *Block, at *LocPrecision) ([]State, error) {
	succ, err := d.successors(ctx, s.(*explState), b, at)
	if err != nil || len(succ) == 0 {
		return nil, err
	}
	if d.needSolver[b] {
		r, err := d.feasible(ctx, s.Expr(), b)
		if err != nil || !r {
			return nil, err
		}
	}
	var out []State
	for _, e := range succ {
		for v := range e {
			if !at.Tracks(v) {
				delete(e, v)
			}
		}
		out = append(out, d.state(e))
	}
	return out, nil
}

// feasible checks whether the block is executable from a state.
func (d *explicit) feasible(ctx context.Context, before *logic.Term, b *Block) (bool, error) {
	q := d.blocks.transfer(b).From(d.counted(), before)
	defer q.End()
	r, err := q.Check(ctx)
	return r != smt.Unsat, err
}

// successors implements Post on environments: it executes the operations as far as they evaluate, and
// enumerates from the first unknown result on.
func (d *explicit) successors(ctx context.Context, s *explState, b *Block, at *LocPrecision) ([]environment, error) {
	env := make(environment, len(s.vals))
	for v, t := range s.vals {
		env[v] = t
	}
	x := &evaluator{p: d.p, f: d.f}
	ops := b.Ops()
	if d.k == NoSolver {
		if !x.run(env, ops) {
			return nil, nil
		}
		return []environment{env}, nil
	}
	for i := range ops {
		next := env
		if ops[i].Kind == program.OpChoice { // alters its environment before its result is known
			next = env.clone()
		}
		switch x.exact(next, &ops[i]) {
		case impossible:
			return nil, nil
		case evaluated:
			env = next
			continue
		}
		if key := [2]uint32{s.expr.ID(), uint32(b.ID)}; !d.beyond[key] {
			found, err := d.enumerate(ctx, env, ops[i:], b, at)
			switch {
			case err != nil:
				return nil, err
			case found != nil:
				return found.list, nil
			}
			if d.beyond == nil {
				d.beyond = map[[2]uint32]bool{}
			}
			remember(d.beyond, key, true)
		}
		if !x.run(env, ops[i:]) {
			return nil, nil
		}
		break
	}
	return []environment{env}, nil
}

// found is an enumeration within the bound.
type found struct{ list []environment }

// enumerate lists the assignments of the tracked variables after the operations; nil if there are more than k
// or the solver gives up. Only variables that the operations mention and constrain can get new values.
func (d *explicit) enumerate(ctx context.Context, env environment, ops []program.Op, b *Block, at *LocPrecision) (*found, error) {
	d.stats.enumerations++
	enc := ssa.NewState(d.p, ssa.Options{Initial: func(v *program.Var) *logic.Term {
		if t := env[v]; t != nil {
			return t
		}
		return v.Sym
	}})
	as := enc.Step(ops).Assumes
	mentioned := d.blocks.mentions(b)
	base := environment{}
	var vars []*program.Var
	var images []*logic.Term
	constrained := map[*logic.Term]bool{}
	for _, s := range logic.FreeVars(as...) {
		constrained[s] = true
	}
	count := map[*logic.Term]int{}
	for _, v := range at.Vars {
		t := enc.Value(v)
		switch {
		case isValue(t):
			base[v] = t
		case mentioned[v] && !t.Sort().IsArray():
			vars, images = append(vars, v), append(images, t)
			for _, s := range logic.FreeVars(t) {
				count[s]++
			}
		}
	}
	// A variable whose value is an unconstrained symbol stays unknown.
	var targets []*logic.Term
	var kept []*program.Var
	for i, t := range images {
		if t.IsVar() && !constrained[t] && count[t] == 1 {
			continue
		}
		targets, kept = append(targets, t), append(kept, vars[i])
	}
	out := &found{}
	complete := false
	err := d.scoped(func() error {
		for {
			r, err := d.check(ctx)
			if err != nil || r == smt.Unknown {
				return err
			}
			if r == smt.Unsat {
				complete = true
				return nil
			}
			if d.k > 0 && len(out.list) == d.k {
				return nil
			}
			m, err := d.s.Model()
			if err != nil {
				return err
			}
			e := base.clone()
			same := make([]*logic.Term, len(targets))
			for i, t := range targets {
				val := m.Value(t)
				if val == nil || !isValue(val) {
					return nil
				}
				e[kept[i]] = val
				same[i] = d.f.Eq(t, val)
			}
			out.list = append(out.list, e)
			if len(targets) == 0 {
				complete = true
				return nil
			}
			if err := d.s.Assert(d.f.Not(d.f.And(same...))); err != nil {
				return err
			}
		}
	}, as...)
	if err != nil {
		return nil, err
	}
	if !complete {
		d.stats.fallbacks++
		return nil, nil
	}
	slices.SortFunc(out.list, func(a, b environment) int {
		for _, v := range kept {
			if c := compareValues(a[v], b[v]); c != 0 {
				return c
			}
		}
		return 0
	})
	return out, nil
}

// compareValues orders values of one sort: numbers by size, others by term ID.
func compareValues(a, b *logic.Term) int {
	switch {
	case a == b:
		return 0
	case a.Sort().IsArith():
		return a.Rational().Cmp(b.Rational())
	case a.Sort().IsBV():
		return a.BVBig().Cmp(b.BVBig())
	}
	return int(a.ID()) - int(b.ID())
}

// isValue reports whether a term is a value: a constant, or an array of values.
func isValue(t *logic.Term) bool { return t.IsConst() || t.IsGround() && t.Sort().IsArray() }
