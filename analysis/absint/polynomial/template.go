package polynomial

import (
	"math/big"
	"slices"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/rational"
	"cupel/core/work"
)

// A template is the space of all polynomials of degree 2 over some variables, by the coefficients of their monomials. The largest spaces, one at each loop head,
// of polynomials that are zero on entry and that each path turns into ones of the space at its beginning, are found by linear algebra modulo a prime. What comes
// of it are candidates: nothing rests on it.
type template struct {
	s     *search
	ring  *ring
	vars  []*logic.Term
	steps []*templateStep
	spans map[*program.Location]matrix
}

// A templateStep is one case of a path: the monomials behind it and, at a loop head, before it, in coordinates that both share.
type templateStep struct {
	from, to      *program.Location
	after, before matrix
}

// addTemplates adds candidates, exact ones and modulo what the program computes with.
func (s *search) addTemplates() {
	vars := s.templateVars()
	if len(vars) == 0 {
		return
	}
	for _, m := range append([]*logic.Term{nil}, s.moduli()...) {
		t := &template{s: s, ring: newRing(s.f, m), vars: vars, spans: map[*program.Location]matrix{}}
		if !t.collect() || !t.solve() {
			continue
		}
		for _, l := range s.p.LoopHeads() {
			for _, p := range t.polynomials(t.spans[l]) {
				s.candidate(l, equation{p, m})
			}
		}
	}
}

// templateVars are the variables that assertions depend on, then those that paths are chosen by. nil: there are no assertions of equations.
func (s *search) templateVars() (vars []*logic.Term) {
	add := func(ts ...*logic.Term) {
		for _, v := range logic.FreeVars(ts...) {
			if v.Sort().IsInt() && s.p.VarOf(v) != nil && !slices.Contains(vars, v) && len(vars) < maxTemplateVars {
				vars = append(vars, v)
			}
		}
	}
	for _, p := range s.paths {
		if p.to == nil {
			goals, _ := denied(s.f, literals(s.f, p.assumes...))
			for _, e := range goals {
				add(e.p)
			}
		}
	}
	if len(vars) == 0 {
		return nil
	}
	closed := func() {
		for i := 0; i < len(vars); i++ {
			for _, p := range s.paths {
				if p.from != nil && p.to != nil {
					add(p.after[vars[i]])
				}
			}
		}
	}
	closed()
	for _, p := range s.paths {
		if p.from != nil {
			add(p.assumes...)
		}
	}
	closed()
	return vars
}

// moduli are the constants beyond which the program's arithmetic wraps around.
func (s *search) moduli() (out []*logic.Term) {
	var all []*logic.Term
	for _, p := range s.paths {
		all = append(all, p.assumes...)
		for _, v := range s.p.Vars {
			all = append(all, p.after[v.Sym])
		}
	}
	add := func(m *logic.Term) {
		if n := m.Rational(); n.Cmp(rational.FromInt(leastModulus)) >= 0 && n.IsInt() && len(out) < maxModuli && !slices.Contains(out, m) {
			out = append(out, m)
		}
	}
	logic.WalkUp(func(t *logic.Term) {
		switch {
		case t.Op() == logic.OpMod && t.Arg(1).IsConst():
			add(t.Arg(1))
		case t.Op() == logic.OpIte && t.Sort().IsInt():
			if d := s.f.Sub(t.Arg(1), t.Arg(2)); d.IsConst() {
				add(s.f.Num(logic.Int, d.Rational().Abs()))
			}
		}
	}, all...)
	return out
}

// monomials are those of degree 2 and less of some terms, the highest ones first.
func (t *template) monomials(of []*logic.Term) (out []*logic.Term) {
	f := t.s.f
	for i, x := range of {
		for _, y := range of[i:] {
			out = append(out, f.Mul(x, y))
		}
	}
	return append(append(out, of...), f.IntConst(1))
}

// collect makes the steps; false: there are too many cases, or coordinates.
func (t *template) collect() bool {
	for _, p := range t.s.paths {
		if p.to == nil {
			continue
		}
		premises, few := t.s.before(p)
		if premises == nil {
			continue
		}
		terms := make([]*logic.Term, 0, 2*len(t.vars))
		for _, v := range t.vars {
			terms = append(terms, p.after[v])
		}
		t.s.cases = maxCases
		if !t.cases(p, newSituation(t.s.f, premises, append(terms, t.vars...), few)) {
			return false
		}
	}
	return true
}

// cases makes the steps of a path in a situation.
func (t *template) cases(p *path, s *situation) bool {
	if s = t.s.simplified(s); s.absurd {
		return true
	}
	for i, u := range s.terms {
		s.terms[i] = t.ring.of(u)
	}
	if cases := t.s.split(s); len(cases) > 0 {
		for _, s := range cases {
			if s == nil || !t.cases(p, s) {
				return false
			}
		}
		return true
	}
	n := len(t.vars)
	columns := map[*logic.Term]int{}
	step := &templateStep{from: p.from, to: p.to, after: t.rows(s.terms[:n], columns)}
	if p.from != nil {
		step.before = t.rows(s.terms[n:], columns)
	}
	if len(columns) > maxCoordinates {
		return false
	}
	step.after.widen(len(columns))
	step.before.widen(len(columns))
	t.steps = append(t.steps, step)
	return t.s.ctx.Err() == nil
}

// rows are the coefficients of the monomials of some terms.
func (t *template) rows(of []*logic.Term, columns map[*logic.Term]int) (out matrix) {
	column := func(x *logic.Term) int {
		if _, ok := columns[x]; !ok {
			columns[x] = len(columns)
		}
		return columns[x]
	}
	for _, m := range t.monomials(of) {
		prods, coeffs, c := logic.Linear(t.ring.of(m))
		row := make([]uint64, len(columns), len(columns)+len(prods)+1)
		for i, x := range append(prods, t.s.f.IntConst(1)) {
			k := c
			if i < len(coeffs) {
				k = coeffs[i]
			}
			j := column(x)
			if j >= len(row) {
				row = append(row, make([]uint64, j+1-len(row))...)
			}
			row[j] = residue(k)
		}
		out = append(out, row)
	}
	return out
}

// solve computes the greatest fixed point of the spaces; false: the work is done before.
func (t *template) solve() bool {
	for changed := true; changed; {
		changed = false
		for _, e := range t.steps {
			if t.spans[e.to] == nil {
				t.spans[e.to] = identity(len(e.after))
			}
		}
		for _, e := range t.steps {
			to := t.spans[e.to]
			if len(to) == 0 {
				continue
			}
			rows := to.times(e.after)
			if e.from != nil {
				rows = append(rows, t.spans[e.from].times(e.before)...)
			}
			work.Spend(t.s.ctx, len(rows)*len(rows)/rowsPerWork)
			if t.s.ctx.Err() != nil {
				return false
			}
			var kept matrix
			for _, c := range rows.kernel() {
				kept = append(kept, matrix{c[:len(to)]}.times(to)...)
			}
			kept = kept.reduced()
			changed = changed || len(kept) < len(to)
			t.spans[e.to] = kept
			if kept == nil {
				t.spans[e.to] = matrix{}
			}
		}
	}
	return true
}

// polynomials are those of a basis, with integers for coefficients, the short ones first.
func (t *template) polynomials(basis matrix) (out []*logic.Term) {
	f := t.s.f
	monomials := t.monomials(t.vars)
	for _, row := range basis {
		var coeffs []rational.Q
		common := rational.One
		for _, c := range row {
			q, ok := fraction(c)
			if !ok {
				break
			}
			coeffs = append(coeffs, q)
			if d := q.Mul(common); !d.IsInt() {
				common = common.Mul(rational.FromBig(denominator(d)))
			}
		}
		if len(coeffs) < len(row) {
			continue
		}
		var sum []*logic.Term
		for i, q := range coeffs {
			if !q.IsZero() {
				sum = append(sum, f.Mul(f.Num(logic.Int, q.Mul(common)), monomials[i]))
			}
		}
		out = append(out, f.Add(sum...))
	}
	slices.SortStableFunc(out, func(a, b *logic.Term) int { return logic.Size(a) - logic.Size(b) })
	return out[:min(len(out), maxTemplates)]
}

func denominator(q rational.Q) *big.Int {
	for d := int64(2); d <= maxDenominator; d++ {
		if q.Mul(rational.FromInt(d)).IsInt() {
			return big.NewInt(d)
		}
	}
	return big.NewInt(1)
}
