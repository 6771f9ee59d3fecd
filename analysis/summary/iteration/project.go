package iteration

import (
	"context"

	"cupel/core/logic"
	"cupel/core/smt"
	"cupel/core/smt/z3"
)

// project returns a formula without vars that exists vars. phi implies: the quantifier elimination if it is computed within the limits, otherwise an
// over-approximation in which conjuncts, or literals of the models' projections, are dropped.
func (l *Loop) project(ctx context.Context, vars []*logic.Term, phi *logic.Term) *logic.Term {
	r := l.eliminate(ctx, vars, phi)
	if r == phi || l.p.over(ctx) {
		return r
	}
	r = l.reduce(ctx, r)
	if logic.Size(r) <= l.o.Size {
		return r
	}
	// Too large for its strength: drop whole conjuncts.
	l.o.Statistics.Dropped++
	var cs []*logic.Term
	for _, c := range logic.Tightest(l.f, []*logic.Term{r}) {
		if logic.Size(c) <= l.o.Size/4 {
			cs = append(cs, c)
		}
	}
	return l.f.And(cs...)
}

func (l *Loop) eliminate(ctx context.Context, vars []*logic.Term, phi *logic.Term) *logic.Term {
	if len(vars) == 0 || phi.IsFalse() {
		return phi
	}
	if logic.Size(phi) > maxBody {
		l.o.Statistics.Dropped++
		return drop(l.f, phi, set(vars))
	}
	r, left := z3.EliminateSyntactic(l.f, vars, phi)
	if len(left) == 0 && logic.Size(r) <= 4*max(l.o.Size, logic.Size(phi)) {
		return r
	}
	if len(left) == 0 { // too large
		r, left = phi, vars
	}
	in := set(left)
	var keep, rest []*logic.Term
	for _, c := range logic.Conjuncts(r) {
		if mentions(c, in) {
			rest = append(rest, c)
		} else {
			keep = append(keep, c)
		}
	}
	return l.f.And(append(keep, l.byModels(ctx, left, l.f.And(rest...)))...)
}

func set(ts []*logic.Term) map[*logic.Term]bool {
	in := make(map[*logic.Term]bool, len(ts))
	for _, t := range ts {
		in[t] = true
	}
	return in
}

func mentions(t *logic.Term, in map[*logic.Term]bool) bool {
	for _, v := range logic.FreeVars(t) {
		if in[v] {
			return true
		}
	}
	return false
}

// byModels eliminates by model-based projection.
func (l *Loop) byModels(ctx context.Context, vars []*logic.Term, phi *logic.Term) *logic.Term {
	f := l.f
	pure := newPurifier(f)
	linear := pure.conjoin(pure.pure(phi))
	in := set(vars)
	gone := append([]*logic.Term(nil), vars...)
	for _, s := range pure.syms {
		t := pure.of[s]
		if t == nil || mentions(t, in) || nonlinear(t) {
			gone = append(gone, s)
		}
	}
	if r, left := z3.EliminateSyntactic(f, gone, linear); len(left) == 0 && logic.Size(r) <= l.o.Size {
		return pure.restore(r)
	}
	l.o.Statistics.Projections++
	l.p.open(linear)
	defer l.p.done()
	var cubes []*logic.Term
	size := 0
	for range l.o.Models {
		r, m := l.p.check(ctx)
		if r == smt.Unsat {
			return pure.restore(f.Or(l.maximal(ctx, cubes)...))
		}
		if r != smt.Sat {
			break
		}
		c, err := l.p.s.Project(ctx, gone, linear, m)
		if err != nil {
			break
		}
		c = f.And(logic.Tightest(f, []*logic.Term{c})...)
		cubes = append(cubes, c)
		if size += logic.Size(c); size > l.o.Size || c.IsTrue() {
			break
		}
		l.p.add(f.Not(c))
	}
	if n := len(cubes); n > 0 && cubes[n-1].IsTrue() {
		return f.True()
	}
	l.o.Statistics.Dropped++
	return pure.restore(f.And(drop(f, phi, in), l.common(ctx, linear, cubes)))
}

// maximal drops cubes that later ones contain.
func (l *Loop) maximal(ctx context.Context, cubes []*logic.Term) []*logic.Term {
	l.p.done()
	l.p.open(l.f.True())
	var out []*logic.Term
	for i, c := range cubes {
		inside := false
		for _, d := range cubes[i+1:] {
			if r, _ := l.p.check(ctx, c, l.f.Not(d)); r == smt.Unsat {
				inside = true
				break
			}
		}
		if !inside {
			out = append(out, c)
		}
	}
	return out
}

// nonlinear reports whether a term is arithmetic that is better left out of
// summaries.
func nonlinear(t *logic.Term) bool {
	switch t.Op() {
	case logic.OpMul, logic.OpDiv, logic.OpMod, logic.OpRDiv:
		return true
	}
	return false
}

// common returns the literals of projections that phi implies.
func (l *Loop) common(ctx context.Context, phi *logic.Term, cubes []*logic.Term) *logic.Term {
	var lits []*logic.Term
	seen := map[*logic.Term]bool{}
	for _, c := range cubes {
		for _, t := range logic.Conjuncts(c) {
			for _, t := range l.halves(t) {
				if !seen[t] {
					seen[t] = true
					lits = append(lits, t)
				}
			}
		}
	}
	l.p.done()
	l.p.open(phi)
	var out []*logic.Term
	budget := l.o.Models
	for i := 0; i < len(lits) && budget > 0; i++ {
		if !seen[lits[i]] {
			continue
		}
		budget--
		switch r, m := l.p.check(ctx, l.f.Not(lits[i])); r {
		case smt.Unsat:
			out = append(out, lits[i])
		case smt.Sat:
			for _, t := range lits[i+1:] { // literals this model refutes need no query
				if v := m.Value(t); v != nil && v.IsFalse() {
					delete(seen, t)
				}
			}
		}
	}
	return l.f.And(out...)
}

// halves splits an equation of numbers into two inequalities.
func (l *Loop) halves(t *logic.Term) []*logic.Term {
	if t.Op() == logic.OpEq && t.Arg(0).Sort().IsArith() {
		return []*logic.Term{l.f.Le(t.Arg(0), t.Arg(1)), l.f.Le(t.Arg(1), t.Arg(0))}
	}
	return []*logic.Term{t}
}

// drop weakens t to a formula without the symbols: literals that mention them
// count as true.
func drop(f *logic.Factory, t *logic.Term, in map[*logic.Term]bool) *logic.Term {
	type goal struct {
		t        *logic.Term
		positive bool
	}
	memo := map[goal]*logic.Term{}
	var visit func(t *logic.Term, positive bool) *logic.Term
	visit = func(t *logic.Term, positive bool) *logic.Term {
		if !mentions(t, in) {
			if positive {
				return t
			}
			return f.Not(t)
		}
		if r := memo[goal{t, positive}]; r != nil {
			return r
		}
		r := f.True()
		switch {
		case t.Op() == logic.OpNot:
			r = visit(t.Arg(0), !positive)
		case t.Op() == logic.OpAnd || t.Op() == logic.OpOr:
			args := make([]*logic.Term, t.NumArgs())
			for i, a := range t.Args() {
				args[i] = visit(a, positive)
			}
			if (t.Op() == logic.OpAnd) == positive {
				r = f.And(args...)
			} else {
				r = f.Or(args...)
			}
		case t.Op() == logic.OpIte && t.Sort().IsBool():
			r = f.Or(f.And(visit(t.Arg(0), true), visit(t.Arg(1), positive)), f.And(visit(t.Arg(0), false), visit(t.Arg(2), positive)))
		}
		memo[goal{t, positive}] = r
		return r
	}
	return visit(t, true)
}
