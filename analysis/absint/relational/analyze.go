package relational

import (
	"context"
	"slices"

	"cupel/analysis/absint"
	"cupel/analysis/absint/polyhedra"
	"cupel/core/logic"
	"cupel/core/program"
)

// Levels are the settings that Analyze tries in order until one stays within
// its work: large packs, then small ones.
func Levels() []Options {
	return []Options{
		{PackSize: 10, Rows: 200, Work: 2_000_000},
		{PackSize: 4, Rows: 60, Work: 1_000_000},
	}
}

// Partitioned are the settings that keep the first iterations of loops apart.
func Partitioned() Options {
	return Options{PackSize: 10, Rows: 200, Work: 2_000_000, Partition: true}
}

// Result maps the locations of a program to abstract states.
type Result struct {
	p  *program.Program
	d  *Domain
	at func(*program.Location) parts // nil: no result; empty: unreachable
}

// Analyze computes relational invariants of p, for its executions without undefined behaviour. A result that is not Complete has the invariant true
// everywhere.
func Analyze(ctx context.Context, p *program.Program, levels ...Options) *Result {
	return newBasis(p, len(levels) > 0 && levels[0].Plain).analyze(ctx, levels...)
}

func (b *basis) analyze(ctx context.Context, levels ...Options) *Result {
	r := &Result{p: b.common.p}
	for _, o := range levels {
		if r.solve(ctx, b, o); r.at != nil || ctx.Err() != nil {
			break
		}
	}
	return r
}

// solve sets r.at unless the work or the context ends first.
func (r *Result) solve(ctx context.Context, b *basis, o Options) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	r.d = b.domain(ctx, stop, o)
	limits := absint.Options{Delay: delay, Narrowings: narrowings, Inductive: true, Restart: true}
	if o.Partition {
		if sol, err := absint.Solve[parts](ctx, r.p, newPartition(r.d), limits); err == nil {
			r.at = func(l *program.Location) parts { ps, _ := sol.At(l); return ps }
		}
		return
	}
	if sol, err := absint.Solve[*State](ctx, r.p, r.d, limits); err == nil {
		r.at = func(l *program.Location) parts {
			if s, ok := sol.At(l); ok {
				return parts{{s: s}}
			}
			return nil
		}
	}
}

// Search runs the analyses for a verifier: facts is the first result, which has
// no disjunctions; proof is one whose Safe holds, or nil.
func Search(ctx context.Context, p *program.Program) (facts, proof *Result) {
	levels, b := Levels(), newBasis(p, false)
	facts = b.analyze(ctx, levels...)
	if facts.Safe() {
		return facts, facts
	}
	if facts.d == nil || facts.d.o != levels[0] || facts.d.work > levels[0].Work/partitionCost {
		return facts, nil // keeping executions apart takes even more
	}
	if r := b.analyze(ctx, Partitioned()); r.Safe() {
		return facts, r
	}
	return facts, nil
}

// Complete reports whether the analysis finished.
func (r *Result) Complete() bool { return r.at != nil }

// Reached reports whether an execution may reach l.
func (r *Result) Reached(l *program.Location) bool { return r.at == nil || len(r.at(l)) > 0 }

// Safe reports whether no execution reaches the error or a cut.
func (r *Result) Safe() bool { return !slices.ContainsFunc(r.p.Targets(), r.Reached) }

// Invariant returns the state at l as a formula over the program's variables; it is false where no defined execution reaches l.
func (r *Result) Invariant(l *program.Location) *logic.Term {
	f := r.p.Terms
	if r.at == nil {
		return f.True()
	}
	var classes []*logic.Term
	for _, p := range r.at(l) {
		classes = append(classes, r.d.Formula(p.s))
	}
	return f.Or(classes...)
}

// Formula renders a state as a formula over the program's variables.
func (d *Domain) Formula(s *State) *logic.Term {
	f := d.p.Terms
	cs := []*logic.Term{s.box.Formula(f)}
	for k, p := range s.packs {
		for _, c := range p.Constraints() {
			cs = append(cs, d.formula(k, c))
		}
	}
	for _, e := range s.defs {
		cs = append(cs, f.Eq(d.vars[e.v].Sym, e.t))
	}
	return f.And(append(cs, d.residueFormulas(s)...)...)
}

// formula renders a constraint with its positive summands on one side.
func (d *Domain) formula(k int, c polyhedra.Constraint) *logic.Term {
	f := d.p.Terms
	left, right := []*logic.Term{f.IntConst(0)}, []*logic.Term{f.IntBig(c.Bound.Num())}
	for i, a := range c.Coeffs {
		sym := d.vars[d.packs[k].vars[i]].Sym
		switch a.Sign() {
		case 1:
			left = append(left, f.Mul(f.IntBig(a.Num()), sym))
		case -1:
			right = append(right, f.Mul(f.IntBig(a.Neg().Num()), sym))
		}
	}
	l, r := f.Add(left...), f.Add(right...)
	if c.Equation {
		return f.Eq(l, r)
	}
	return f.Le(r, l)
}

// Takes reports whether an execution may pass e.
func (r *Result) Takes(e *program.Edge) bool {
	if r.at == nil {
		return true
	}
	for _, p := range r.at(e.Src) {
		if _, ok := r.d.Post(p.s, e); ok {
			return true
		}
	}
	return false
}
