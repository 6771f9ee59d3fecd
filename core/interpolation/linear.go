package interpolation

import (
	"math/big"
	"sort"

	"cupel/core/interpolation/farkas"
	"cupel/core/logic"
	"cupel/core/rational"
)

// node is a formula in negation normal form over linear constraints: a
// constraint, a conjunction or a disjunction.
type node struct {
	step int
	lit  *farkas.Constraint
	all  []*node // conjunction, when or is false
	any  []*node // disjunction, when or is true
	or   bool
}

// linearizer translates formulas to linear constraints. A column is an integer or real term that is no sum: a symbol, but also a product, an array element,
// an application. Conditionals, quotients and remainders by constants are described by side constraints. A Boolean term without linear meaning is a
// column that is 1 when the term holds and 0 otherwise.
//
// A column is shared by all steps its term occurs in. The symbols of the term occur there as well, so whenever a column is common to both sides of a cut its
// symbols are, and a sum of constraints translates back to a term in scope.
type linearizer struct {
	f     *logic.Factory
	s     *farkas.Simplex
	cols  map[*logic.Term]int
	terms []*logic.Term // column -> term; of sort Bool for truth columns
	first []int         // column -> step of its first occurrence
	last  []int         // column -> step of its last occurrence
	side  []*node
}

func newLinearizer(f *logic.Factory) *linearizer {
	return &linearizer{f: f, s: farkas.New(), cols: map[*logic.Term]int{}}
}

// formula translates one conjunct of a step together with the side constraints
// of the columns it introduces.
func (l *linearizer) formula(t *logic.Term, step int) []*node {
	n := l.node(t, true, step)
	out := append([]*node{n}, l.side...)
	l.side = nil
	return out
}

func (l *linearizer) node(t *logic.Term, pos bool, step int) *node {
	f := l.f
	switch t.Op() {
	case logic.OpConst:
		if t.IsTrue() == pos {
			return &node{step: step}
		}
		return &node{step: step, or: true}
	case logic.OpNot:
		return l.node(t.Arg(0), !pos, step)
	case logic.OpAnd, logic.OpOr:
		kids := make([]*node, t.NumArgs())
		for i, a := range t.Args() {
			kids[i] = l.node(a, pos, step)
		}
		return join((t.Op() == logic.OpOr) == pos, step, kids...)
	case logic.OpIte:
		c, x, y := t.Arg(0), t.Arg(1), t.Arg(2)
		return join(true, step,
			join(false, step, l.node(c, true, step), l.node(x, pos, step)),
			join(false, step, l.node(c, false, step), l.node(y, pos, step)))
	case logic.OpEq:
		a, b := t.Arg(0), t.Arg(1)
		switch {
		case a.Sort() == logic.Bool:
			return join(true, step,
				join(false, step, l.node(a, true, step), l.node(b, pos, step)),
				join(false, step, l.node(a, false, step), l.node(b, !pos, step)))
		case a.Sort().IsArith() && pos:
			return l.compare(f.Sub(a, b), farkas.EQ, step)
		case a.Sort().IsArith() && a.Sort() == logic.Int:
			return join(true, step,
				l.compare(f.Add(f.Sub(a, b), f.IntConst(1)), farkas.LE, step),
				l.compare(f.Add(f.Sub(b, a), f.IntConst(1)), farkas.LE, step))
		case a.Sort().IsArith():
			return join(true, step,
				l.compare(f.Sub(a, b), farkas.LT, step), l.compare(f.Sub(b, a), farkas.LT, step))
		}
	case logic.OpLe, logic.OpLt:
		a, b, rel := t.Arg(0), t.Arg(1), farkas.LE
		if t.Op() == logic.OpLt {
			rel = farkas.LT
		}
		if !pos {
			a, b = b, a
			switch {
			case a.Sort() == logic.Int:
				a = f.Add(a, f.IntConst(1))
			case rel == farkas.LE:
				rel = farkas.LT
			default:
				rel = farkas.LE
			}
		}
		return l.compare(f.Sub(a, b), rel, step)
	}
	c := farkas.Constraint{Rel: farkas.LE, Form: []farkas.Entry{{Var: l.column(t, step), Coeff: rational.One}}}
	if pos { // -b <= -1; otherwise b <= 0
		c.Form[0].Coeff, c.Bound = rational.FromInt(-1), rational.FromInt(-1)
	}
	return &node{step: step, lit: &c}
}

// join builds a conjunction or disjunction and flattens it.
func join(or bool, step int, kids ...*node) *node {
	n := &node{step: step, or: or}
	for _, k := range kids {
		switch {
		case k.lit == nil && k.or == or:
			n.all, n.any = append(n.all, k.all...), append(n.any, k.any...)
		case k.lit == nil && len(k.all)+len(k.any) == 0: // the absorbing constant
			return k
		case or:
			n.any = append(n.any, k)
		default:
			n.all = append(n.all, k)
		}
	}
	if kids := append(append([]*node(nil), n.all...), n.any...); len(kids) == 1 {
		return kids[0]
	}
	return n
}

// compare returns e rel 0 as a constraint, with coprime integer coefficients and
// a tightened bound when only integers occur.
func (l *linearizer) compare(e *logic.Term, rel farkas.Rel, step int) *node {
	form := map[int]rational.Q{}
	k := l.expand(form, e, rational.One, step)
	c := farkas.Constraint{Rel: rel, Bound: k.Neg()}
	cols := make([]int, 0, len(form))
	integral := true
	g := rational.Zero
	for v, q := range form {
		if !q.IsZero() {
			cols = append(cols, v)
			integral = integral && l.terms[v].Sort() != logic.Real
			g = rational.GCD(g, q)
		}
	}
	sort.Ints(cols)
	if integral && len(cols) > 0 {
		inv := g.Inv()
		c.Bound = c.Bound.Mul(inv)
		switch {
		case rel == farkas.EQ && !c.Bound.IsInt():
			return &node{step: step, or: true}
		case rel == farkas.LT:
			c.Rel, c.Bound = farkas.LE, c.Bound.Ceil().Sub(rational.One)
		default:
			c.Bound = c.Bound.Floor()
		}
		for _, v := range cols {
			c.Form = append(c.Form, farkas.Entry{Var: v, Coeff: form[v].Mul(inv)})
		}
		return &node{step: step, lit: &c}
	}
	for _, v := range cols {
		c.Form = append(c.Form, farkas.Entry{Var: v, Coeff: form[v]})
	}
	return &node{step: step, lit: &c}
}

// expand adds factor*t to form and returns the constant summand.
func (l *linearizer) expand(form map[int]rational.Q, t *logic.Term, factor rational.Q, step int) rational.Q {
	f := l.f
	prods, coeffs, k := logic.Linear(t)
	k = k.Mul(factor)
	for i, m := range prods {
		q := coeffs[i].Mul(factor)
		switch {
		case m.Op() == logic.OpToReal:
			k = k.Add(l.expand(form, m.Arg(0), q, step))
		case m.Op() == logic.OpMod && nonZero(m.Arg(1)): // a mod c = a - c*(a div c)
			k = k.Add(l.expand(form, m.Arg(0), q, step))
			k = k.Add(l.expand(form, f.Div(m.Arg(0), m.Arg(1)), q.Mul(m.Arg(1).Rational()).Neg(), step))
		default:
			v := l.column(m, step)
			form[v] = form[v].Add(q)
		}
	}
	return k
}

func nonZero(t *logic.Term) bool { return t.IsConst() && !t.Rational().IsZero() }

// column returns the column of a term.
func (l *linearizer) column(t *logic.Term, step int) int {
	if v, ok := l.cols[t]; ok {
		l.last[v] = max(l.last[v], step)
		return v
	}
	v := l.s.NewVar()
	l.cols[t] = v
	for len(l.terms) <= v { // the simplex numbers its own columns as well
		l.terms, l.first, l.last = append(l.terms, nil), append(l.first, 0), append(l.last, 0)
	}
	l.terms[v], l.first[v], l.last[v] = t, step, step
	f := l.f
	switch {
	case t.Op() == logic.OpDiv && nonZero(t.Arg(1)): // 0 <= a - c*q <= |c|-1
		rem := f.Sub(t.Arg(0), f.Mul(t.Arg(1), t))
		top := f.Num(logic.Int, t.Arg(1).Rational().Abs().Sub(rational.One))
		l.side = append(l.side, l.compare(f.Neg(rem), farkas.LE, step), l.compare(f.Sub(rem, top), farkas.LE, step))
	case t.Op() == logic.OpToInt: // q <= r < q+1
		q := f.ToReal(t)
		l.side = append(l.side, l.compare(f.Sub(q, t.Arg(0)), farkas.LE, step),
			l.compare(f.Sub(t.Arg(0), f.Add(q, f.Num(logic.Real, rational.One))), farkas.LT, step))
	case t.Op() == logic.OpIte:
		c := t.Arg(0)
		n := join(true, step,
			join(false, step, l.node(c, true, step), l.compare(f.Sub(t, t.Arg(1)), farkas.EQ, step)),
			join(false, step, l.node(c, false, step), l.compare(f.Sub(t, t.Arg(2)), farkas.EQ, step)))
		l.side = append(l.side, n)
	}
	return v
}

// sum translates a linear form back; if all columns are integral to an Int term, which needs integral coefficients, else to a Real one.
func (l *linearizer) sum(form map[int]rational.Q) (t *logic.Term, s *logic.Sort, scale rational.Q) {
	cols := make([]int, 0, len(form))
	s = logic.Int
	den := big.NewInt(1)
	for v, q := range form {
		if q.IsZero() {
			continue
		}
		cols = append(cols, v)
		if l.terms[v].Sort() == logic.Real {
			s = logic.Real
		}
		d := q.Den()
		g := new(big.Int).GCD(nil, nil, den, d)
		den.Mul(den, d.Div(d, g))
	}
	sort.Ints(cols)
	f := l.f
	scale = rational.One
	if s == logic.Int {
		scale = rational.FromBig(den)
	}
	t = f.Num(s, rational.Zero)
	for _, v := range cols {
		x := l.terms[v]
		q := form[v].Mul(scale)
		switch {
		case x.Sort() == logic.Bool:
			x = f.Ite(x, f.IntConst(1), f.IntConst(0))
		case x.Op() == logic.OpDiv && nonZero(x.Arg(1)) && q.Div(x.Arg(1).Rational()).IsInt():
			// n*(a div c) with n a multiple of c reads better as (a - a mod c)*n/c.
			q = q.Div(x.Arg(1).Rational())
			x = f.Sub(x.Arg(0), f.Mod(x.Arg(0), x.Arg(1)))
		}
		if s == logic.Real && x.Sort() == logic.Int {
			x = f.ToReal(x)
		}
		t = f.Add(t, f.Mul(f.Num(s, q), x))
	}
	return t, s, scale
}

// inequality reads form <= bound (or < bound) back as a term.
func (l *linearizer) inequality(form map[int]rational.Q, bound rational.Q, strict bool) *logic.Term {
	f := l.f
	var only, count = -1, 0
	for v, q := range form {
		if !q.IsZero() {
			only, count = v, count+1
		}
	}
	if count == 1 && l.terms[only].Sort() == logic.Bool {
		b, c := l.terms[only], bound.Div(form[only])
		if form[only].Sign() > 0 { // b <= c
			return f.Or(f.BoolConst(c.Cmp(rational.One) >= 0), f.And(f.BoolConst(c.Sign() >= 0), f.Not(b)))
		}
		return f.Or(f.BoolConst(c.Sign() <= 0), f.And(f.BoolConst(c.Cmp(rational.One) <= 0), b))
	}
	t, s, scale := l.sum(form)
	bound = bound.Mul(scale)
	if s == logic.Int {
		if strict {
			bound = bound.Ceil().Sub(rational.One)
		} else {
			bound = bound.Floor()
		}
		return f.Le(t, f.Num(s, bound))
	}
	if strict {
		return f.Lt(t, f.Num(s, bound))
	}
	return f.Le(t, f.Num(s, bound))
}

// congruence reads "form - bound is an integer" back; integral coefficients of
// integer columns do not matter.
func (l *linearizer) congruence(form map[int]rational.Q, bound rational.Q) *logic.Term {
	f := l.f
	frac := map[int]rational.Q{}
	for v, q := range form {
		if r := q.Sub(q.Floor()); !r.IsZero() {
			frac[v] = r
		}
	}
	if len(frac) == 0 {
		return f.BoolConst(bound.IsInt())
	}
	t, _, scale := l.sum(frac)
	d := scale
	b := bound.Mul(d)
	if !b.IsInt() {
		return f.False() // the form times d is an integer, its constant is not
	}
	m := b.Sub(b.Div(d).Floor().Mul(d))
	return f.Eq(f.Mod(t, f.Num(logic.Int, d)), f.Num(logic.Int, m))
}
