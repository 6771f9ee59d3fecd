package interval

import (
	"context"
	"math/big"
	"slices"

	"cupel/analysis/absint"
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/internal/sabotage"
)

// Result maps the locations of a program to abstract states.
type Result struct {
	p     *program.Program
	index *index
	sol   *absint.Solution[*State] // nil: the types' ranges only
}

// Analyze computes interval invariants of p, for its executions without undefined behaviour. If ctx ends first, the invariants are the types' ranges.
func Analyze(ctx context.Context, p *program.Program) *Result {
	d := NewDomain(p, 8, 16, 32, 64)
	r := &Result{p: p, index: d.index}
	sol, err := absint.Solve[*State](ctx, p, d, absint.Options{Delay: delay, Narrowings: narrowings})
	if err == nil {
		r.sol = sol
	}
	return r
}

// Complete reports whether the analysis finished.
func (r *Result) Complete() bool { return r.sol != nil }

// At returns the state at l; nil when no defined execution reaches l.
func (r *Result) At(l *program.Location) *State {
	if r.sol == nil {
		return r.index.top
	}
	s, ok := r.sol.At(l)
	if !ok {
		return nil
	}
	return s
}

// Step returns the state after an operation; nil when there is none.
func (r *Result) Step(s *State, op *program.Op) *State {
	if s == nil {
		return nil
	}
	return step(s, op)
}

// Invariant returns the state at l as a formula over the program's variables: the bounds that are narrower than the types'. It is false where no defined
// execution reaches l.
func (r *Result) Invariant(l *program.Location) *logic.Term {
	return r.Invariants([]*program.Location{l})[l]
}

// Invariants returns the states at several locations as Invariant does. Most variables have the same bounds at most locations, so that they are rendered once.
func (r *Result) Invariants(ls []*program.Location) map[*program.Location]*logic.Term {
	out := make(map[*program.Location]*logic.Term, len(ls))
	var last rendering
	for _, l := range ls {
		if s := r.At(l); s != nil {
			out[l] = last.formula(s, r.p.Terms)
		} else {
			out[l] = r.p.Terms.False()
		}
	}
	return out
}

// Formula renders the bounds that are narrower than the types'.
func (s *State) Formula(f *logic.Factory) *logic.Term {
	var r rendering
	return r.formula(s, f)
}

// A rendering has the bounds of the variables in the state that was rendered last, and their formulas.
type rendering struct {
	of    []Interval
	terms [][]*logic.Term
}

func (r *rendering) formula(s *State, f *logic.Factory) *logic.Term {
	first := r.of == nil
	if first {
		r.of, r.terms = make([]Interval, len(s.index.vars)), make([][]*logic.Term, len(s.index.vars))
	}
	var cs []*logic.Term
	for i, v := range s.index.vars {
		if now := s.get(i); first || !now.Equal(r.of[i]) {
			r.of[i], r.terms[i] = now, bounds(f, v, now, s.index.types[i])
		}
		cs = append(cs, r.terms[i]...)
	}
	return f.And(cs...)
}

// bounds returns v's bounds in i that are narrower than those of typ.
func bounds(f *logic.Factory, v *program.Var, i, typ Interval) []*logic.Term {
	var num func(*big.Int) *logic.Term
	le := f.Le
	switch s := v.Sort(); {
	case s.IsInt():
		num = f.IntBig
	case s.IsBV():
		num = func(b *big.Int) *logic.Term { return f.BVBig(b, s.Width()) }
		if le = f.ULe; v.Signed {
			le = f.SLe
		}
	case s.IsBool():
		if b, ok := i.Value(); ok {
			return []*logic.Term{f.Eq(v.Sym, f.BoolConst(b.Sign() != 0))}
		}
		return nil
	default:
		return nil
	}
	if b, ok := i.Value(); ok {
		return []*logic.Term{f.Eq(v.Sym, num(b))}
	}
	var cs []*logic.Term
	if i.lo != nil && !sameBound(i.lo, typ.lo) {
		cs = append(cs, le(num(i.lo), v.Sym))
	}
	if i.hi != nil && !sameBound(i.hi, typ.hi) {
		cs = append(cs, le(v.Sym, num(i.hi)))
	}
	return cs
}

func steps(s *State, ops []program.Op) *State {
	for i := range ops {
		if s = step(s, &ops[i]); s == nil {
			return nil
		}
	}
	return s
}

// step executes one operation; nil when no state is left.
func step(s *State, op *program.Op) *State {
	switch op.Kind {
	case program.OpAssume, program.OpCheck:
		return assume(s, op.Expr, true)
	case program.OpAssign:
		if sabotage.Active(sabotage.IntervalAssign) && !op.Expr.IsConst() {
			return s
		}
		return s.assign(op.Var, newEval(s).of(op.Expr, op.Var.Signed))
	case program.OpHavoc:
		if sabotage.Active(sabotage.IntervalHavoc) {
			return s.assign(op.Var, Single(zero))
		}
		return s.assign(op.Var, VarRange(op.Var))
	case program.OpChoice:
		var r *State
		for _, alt := range op.Alts {
			r = JoinStates(r, steps(s, alt))
		}
		return r
	}
	return s
}

// assign returns s with v's interval replaced by i. A _Bool holds 0 or 1 only.
func (s *State) assign(v *program.Var, i Interval) *State {
	n, ok := s.index.of[v]
	if !ok {
		return s
	}
	if i = i.Meet(s.index.types[n]); i.IsEmpty() {
		i = s.index.types[n]
	}
	if s.get(n).Equal(i) {
		return s
	}
	return s.with(n, i)
}

// thresholds returns the constants of the program with their neighbours, those
// of least magnitude first when there are too many, and the bounds of the machine integers of the widths.
func thresholds(p *program.Program, widths []int) []*big.Int {
	set := map[string]*big.Int{}
	add := func(v *big.Int) {
		for _, d := range []*big.Int{minusOne, zero, one} {
			n := new(big.Int).Add(v, d)
			set[n.String()] = n
		}
	}
	add(zero)
	seen := map[*logic.Term]bool{}
	visit := func(t *logic.Term) {
		logic.Walk(func(t *logic.Term) bool {
			if seen[t] {
				return false
			}
			seen[t] = true
			switch {
			case !t.IsConst():
			case t.Sort().IsInt():
				add(t.Rational().Num())
			case t.Sort().IsBV():
				add(t.BVSigned())
				add(t.BVBig())
			}
			return true
		}, t)
	}
	for _, e := range p.Edges {
		for o := range program.AllOps(e.Ops) {
			if o.Kind == program.OpAssume || o.Kind == program.OpAssign || o.Kind == program.OpCheck {
				visit(o.Expr)
			}
		}
	}
	all := make([]*big.Int, 0, len(set))
	for _, v := range set {
		all = append(all, v)
	}
	slices.SortFunc(all, func(a, b *big.Int) int {
		if c := a.CmpAbs(b); c != 0 {
			return c
		}
		return a.Cmp(b)
	})
	all = all[:min(len(all), 2*maxThresholds)]
	for _, w := range widths {
		for _, signed := range []bool{true, false} {
			r := TypeRange(w, signed)
			all = append(all, r.lo, r.hi)
		}
	}
	slices.SortFunc(all, (*big.Int).Cmp)
	return slices.CompactFunc(all, func(a, b *big.Int) bool { return a.Cmp(b) == 0 })
}
