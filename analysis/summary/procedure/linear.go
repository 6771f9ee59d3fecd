package procedure

import (
	"slices"

	"cupel/analysis/absint/polyhedra"
	"cupel/analysis/intlower"
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/rational"
)

// inequality is coeffs.syms >= bound over integers.
type inequality struct {
	syms   []*logic.Term
	coeffs []rational.Q
	bound  rational.Q
}

// inequalities returns the linear atoms of a formula over symbols; an equation yields two.
func inequalities(f *logic.Factory, t *logic.Term) []inequality {
	var out []inequality
	for _, a := range logic.Atoms(t) {
		if a.Op() != logic.OpLe && a.Op() != logic.OpEq || !a.Arg(0).Sort().IsInt() {
			continue
		}
		prods, coeffs, k := logic.Linear(f.Sub(a.Arg(1), a.Arg(0)))
		linear := len(prods) > 0
		for _, p := range prods {
			linear = linear && p.IsVar()
		}
		if !linear {
			continue
		}
		out = append(out, inequality{prods, coeffs, k.Neg()})
		if a.Op() == logic.OpEq {
			minus := make([]rational.Q, len(coeffs))
			for i, c := range coeffs {
				minus[i] = c.Neg()
			}
			out = append(out, inequality{prods, minus, k})
		}
	}
	return out
}

// over is the inequality as a constraint over n dimensions; false when a symbol
// is no dimension.
func (q inequality) over(n int, dim func(*logic.Term) (int, bool)) (polyhedra.Constraint, bool) {
	c := polyhedra.Constraint{Coeffs: make([]rational.Q, n), Bound: q.bound}
	for i, s := range q.syms {
		d, ok := dim(s)
		if !ok {
			return c, false
		}
		c.Coeffs[d] = c.Coeffs[d].Add(q.coeffs[i])
	}
	return c.Normalize(true), true
}

// complement is the negation over the integers of an inequality with coprime
// integer coefficients.
func complement(c polyhedra.Constraint) polyhedra.Constraint {
	n := polyhedra.Constraint{Coeffs: make([]rational.Q, len(c.Coeffs)), Bound: rational.One.Sub(c.Bound)}
	for i, x := range c.Coeffs {
		n.Coeffs[i] = x.Neg()
	}
	return n
}

// single returns the dimension of a constraint on one dimension with coefficient
// one or minus one, and the least value on the upper side: x >= cut or x < cut.
func single(c polyhedra.Constraint) (dim int, cut rational.Q, ok bool) {
	dim = -1
	for i, x := range c.Coeffs {
		if x.IsZero() {
			continue
		}
		if dim >= 0 {
			return 0, cut, false
		}
		dim = i
	}
	switch {
	case dim < 0:
		return 0, cut, false
	case c.Coeffs[dim].Equal(rational.One):
		return dim, c.Bound, true
	case c.Coeffs[dim].Neg().Equal(rational.One):
		return dim, rational.One.Sub(c.Bound), true // x <= -bound
	}
	return 0, cut, false
}

// conditions collects, for every variable of a program, the constants its conditions compare it with: each is a cut between smaller values and others. Cuts are
// propagated backward through assignments of linear terms in one variable, flow-insensitively.
type conditions struct {
	f      *logic.Factory
	moduli []int64 // small ones
	cuts   map[*logic.Term][]rational.Q
	defs   map[*logic.Term][]*logic.Term // terms assigned to temporaries
}

func collect(p *program.Program) *conditions {
	c := &conditions{f: p.Terms, cuts: map[*logic.Term][]rational.Q{}, defs: map[*logic.Term][]*logic.Term{}}
	for _, e := range p.Edges {
		for i := range e.Ops {
			switch o := &e.Ops[i]; o.Kind {
			case program.OpAssume:
				if o.Note == intlower.NoteRange {
					continue
				}
				c.remainders(o.Expr)
				for _, q := range inequalities(c.f, o.Expr) {
					if k, ok := q.over(1, func(s *logic.Term) (int, bool) { return 0, s == q.syms[0] }); ok {
						if _, cut, ok := single(k); ok {
							c.cuts[q.syms[0]] = appendNew(c.cuts[q.syms[0]], cut)
						}
					}
				}
			case program.OpAssign:
				if o.Var.Sort().IsInt() {
					c.defs[o.Var.Sym] = append(c.defs[o.Var.Sym], o.Expr)
				}
			}
		}
	}
	return c
}

// remainders collects the moduli in a condition.
func (c *conditions) remainders(t *logic.Term) {
	logic.Walk(func(x *logic.Term) bool {
		if x.Op() == logic.OpMod && x.Arg(1).IsConst() {
			if m, ok := x.Arg(1).Rational().Int64(); ok && m >= 2 && m <= maxModulus && !slices.Contains(c.moduli, m) {
				c.moduli = append(c.moduli, m)
			}
		}
		return true
	}, t)
}

func appendNew(qs []rational.Q, q rational.Q) []rational.Q {
	for _, x := range qs {
		if x.Equal(q) {
			return qs
		}
	}
	return append(qs, q)
}

// of returns the cuts that matter to a term: a constant is one value, which two
// cuts separate.
func (c *conditions) of(t *logic.Term) []rational.Q {
	var out []rational.Q
	seen := map[*logic.Term]bool{}
	type item struct {
		t      *logic.Term
		factor rational.Q
		offset rational.Q
	}
	for work := []item{{t, rational.One, rational.Zero}}; len(work) > 0; {
		x := work[len(work)-1]
		work = work[:len(work)-1]
		prods, coeffs, k := logic.Linear(x.t)
		offset := x.offset.Add(x.factor.Mul(k))
		if len(prods) == 0 {
			out = appendNew(appendNew(out, offset), offset.Add(rational.One))
			continue
		}
		if len(prods) > 1 || !prods[0].IsVar() || seen[prods[0]] {
			continue
		}
		factor := x.factor.Mul(coeffs[0])
		if !factor.Abs().Equal(rational.One) {
			continue
		}
		v := prods[0]
		seen[v] = true
		for _, cut := range c.cuts[v] {
			if factor.Sign() < 0 { // v >= cut iff -v < -cut + 1
				cut = rational.One.Sub(cut)
			}
			out = appendNew(out, cut.Add(offset))
		}
		for _, d := range c.defs[v] {
			work = append(work, item{d, factor, offset})
		}
	}
	return out
}
