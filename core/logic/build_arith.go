package logic

import (
	"sort"

	"cupel/core/rational"
)

// Sums and products over Int and Real are kept as polynomials in normal form:
// a sum of monomials ordered by ID with the constant last, each monomial an
// optional coefficient times a product of factors ordered by ID. Equal
// polynomials are therefore the same term, which decides many verification
// conditions over non-linear arithmetic without a solver.

type mono struct {
	prod *Term // nil for the constant monomial
	c    rational.Q
}

type poly []mono // ordered by prod.id, the constant (if not 0) last

func monoLess(a, b *Term) bool {
	switch {
	case a == nil:
		return false
	case b == nil:
		return true
	}
	return a.id < b.id
}

// toPoly decomposes a term that is in normal form.
func toPoly(t *Term) poly {
	switch {
	case t.op == OpConst:
		if t.num().IsZero() {
			return nil
		}
		return poly{{nil, t.num()}}
	case t.op == OpAdd && len(t.args) <= maxSum:
		p := make(poly, 0, len(t.args))
		for _, a := range t.args {
			p = append(p, toMono(a))
		}
		return p
	}
	return poly{toMono(t)}
}

func toMono(t *Term) mono {
	if t.op == OpConst {
		return mono{nil, t.num()}
	}
	if t.op == OpMul && t.args[0].op == OpConst {
		return mono{t.args[1], t.args[0].num()} // binary: coefficient, product
	}
	return mono{t, rational.One}
}

// fromPoly builds the term of a sorted polynomial.
func (f *Factory) fromPoly(s *Sort, p poly) *Term {
	args := make([]*Term, 0, len(p))
	for _, m := range p {
		args = append(args, f.fromMono(s, m))
	}
	switch len(args) {
	case 0:
		return f.Num(s, rational.Zero)
	case 1:
		return args[0]
	}
	return f.mk(node{op: OpAdd, sort: s, args: args})
}

func (f *Factory) fromMono(s *Sort, m mono) *Term {
	switch {
	case m.prod == nil:
		return f.Num(s, m.c)
	case m.c.Equal(rational.One):
		return m.prod
	}
	return f.app(OpMul, s, f.Num(s, m.c), m.prod)
}

func addPoly(p, q poly) poly {
	r := make(poly, 0, len(p)+len(q))
	for len(p) > 0 && len(q) > 0 {
		switch {
		case p[0].prod == q[0].prod:
			if c := p[0].c.Add(q[0].c); !c.IsZero() {
				r = append(r, mono{p[0].prod, c})
			}
			p, q = p[1:], q[1:]
		case monoLess(p[0].prod, q[0].prod):
			r, p = append(r, p[0]), p[1:]
		default:
			r, q = append(r, q[0]), q[1:]
		}
	}
	r = append(r, p...)
	return append(r, q...)
}

func scalePoly(p poly, c rational.Q) poly {
	if c.IsZero() {
		return nil
	}
	r := make(poly, len(p))
	for i, m := range p {
		r[i] = mono{m.prod, m.c.Mul(c)}
	}
	return r
}

func (f *Factory) mulPoly(s *Sort, p, q poly) poly {
	if len(q) == 1 && q[0].prod == nil {
		return scalePoly(p, q[0].c)
	}
	if len(p) == 1 && p[0].prod == nil {
		return scalePoly(q, p[0].c)
	}
	acc := map[*Term]rational.Q{}
	for _, a := range p {
		for _, b := range q {
			m := f.mulProducts(s, a.prod, b.prod)
			acc[m] = acc[m].Add(a.c.Mul(b.c))
		}
	}
	r := make(poly, 0, len(acc))
	for m, c := range acc {
		if !c.IsZero() {
			r = append(r, mono{m, c})
		}
	}
	sort.Slice(r, func(i, j int) bool { return monoLess(r[i].prod, r[j].prod) })
	return r
}

// mulProducts multiplies two coefficient-free products; nil stands for 1.
func (f *Factory) mulProducts(s *Sort, a, b *Term) *Term {
	if a == nil {
		return b
	}
	if b == nil {
		return a
	}
	fs := append(factors(a), factors(b)...)
	if len(fs) > maxDegree {
		if a.id > b.id {
			a, b = b, a
		}
		return f.app(OpMul, s, a, b) // nested, so that repeated squaring stays small
	}
	sort.Slice(fs, func(i, j int) bool { return fs[i].id < fs[j].id })
	return f.mk(node{op: OpMul, sort: s, args: fs})
}

func factors(t *Term) []*Term {
	if t.op == OpMul {
		return append([]*Term(nil), t.args...)
	}
	return []*Term{t}
}

// Add returns the sum of Int or of Real terms, as a polynomial in normal form.
func (f *Factory) Add(as ...*Term) *Term {
	s := as[0].sort
	if len(as) <= 2 {
		p := toPoly(as[0])
		for _, a := range as[1:] {
			p = addPoly(p, toPoly(a))
		}
		return f.fromPoly(s, f.whole(s, p))
	}
	var all poly
	for _, a := range as {
		all = append(all, toPoly(a)...)
	}
	return f.fromPoly(s, f.whole(s, collect(all)))
}

// collect brings monomials into order and adds up equal ones.
func collect(p poly) poly {
	sort.SliceStable(p, func(i, j int) bool { return monoLess(p[i].prod, p[j].prod) })
	r := p[:0]
	for i := 0; i < len(p); {
		m := p[i]
		for i++; i < len(p) && p[i].prod == m.prod; i++ {
			m.c = m.c.Add(p[i].c)
		}
		if !m.c.IsZero() {
			r = append(r, m)
		}
	}
	return r
}

// Sub returns a - b.
func (f *Factory) Sub(a, b *Term) *Term {
	return f.fromPoly(a.sort, f.whole(a.sort, addPoly(toPoly(a), scalePoly(toPoly(b), rational.FromInt(-1)))))
}

// Neg returns -a.
func (f *Factory) Neg(a *Term) *Term {
	return f.fromPoly(a.sort, scalePoly(toPoly(a), rational.FromInt(-1)))
}

// Mul returns the product; it is distributed over sums as long as that stays small.
func (f *Factory) Mul(as ...*Term) *Term {
	s := as[0].sort
	p := toPoly(as[0])
	for _, a := range as[1:] {
		q := toPoly(a)
		if len(p)*len(q) > maxProduct && len(p) > 1 && len(q) > 1 {
			x, y := f.fromPoly(s, p), f.fromPoly(s, q)
			if x.id > y.id {
				x, y = y, x
			}
			p = poly{{f.app(OpMul, s, x, y), rational.One}}
			continue
		}
		p = f.mulPoly(s, p, q)
	}
	return f.fromPoly(s, p)
}

// Linear decomposes an arithmetic term in normal form into its non-constant
// monomials, their coefficients, and the constant summand.
func Linear(t *Term) (prods []*Term, coeffs []rational.Q, constant rational.Q) {
	for _, m := range toPoly(t) {
		if m.prod == nil {
			constant = m.c
			continue
		}
		prods = append(prods, m.prod)
		coeffs = append(coeffs, m.c)
	}
	return prods, coeffs, constant
}

// normalise divides a polynomial without constant by the positive number that
// makes its coefficients coprime integers with a positive leading one, and
// reports that divisor's sign-carrying value.
func normalise(p poly) (poly, rational.Q) {
	g := rational.Zero
	for _, m := range p {
		g = rational.GCD(g, m.c)
	}
	if p[0].c.Sign() < 0 {
		g = g.Neg()
	}
	if g.Equal(rational.One) {
		return p, g
	}
	return scalePoly(p, g.Inv()), g
}

func splitConst(p poly) (poly, rational.Q) {
	if n := len(p); n > 0 && p[n-1].prod == nil {
		return p[:n-1], p[n-1].c
	}
	return p, rational.Zero
}

// iteMono recognises a normalised polynomial that is just a conditional
// between constants.
func iteMono(p poly) (*Term, bool) {
	if len(p) == 1 && p[0].c.Equal(rational.One) && constIte(p[0].prod) {
		return p[0].prod, true
	}
	return nil, false
}

// Le returns a <= b in the normal form p <= c or c <= p, where p has coprime
// integer coefficients, the leading one positive, and c is a constant (over
// Int rounded to the tightest integer).
func (f *Factory) Le(a, b *Term) *Term {
	if r := f.liftIte(a, b, f.Le); r != nil {
		return r
	}
	s := a.sort
	p, c := splitConst(addPoly(toPoly(a), scalePoly(toPoly(b), rational.FromInt(-1))))
	if len(p) == 0 {
		return f.BoolConst(c.Sign() <= 0)
	}
	p, g := normalise(p)
	if l, ok := iteMono(p); ok { // g*l + c <= 0
		return f.liftIte(l, f.Num(s, c.Neg()), func(x, y *Term) *Term {
			return f.BoolConst(x.num().Mul(g).Cmp(y.num()) <= 0)
		})
	}
	c = c.Neg().Div(g) // g*p <= -c
	if g.Sign() > 0 {
		if s == Int {
			c = c.Floor()
		}
		return f.app(OpLe, Bool, f.fromPoly(s, p), f.Num(s, c))
	}
	if s == Int {
		c = c.Ceil()
	}
	return f.app(OpLe, Bool, f.Num(s, c), f.fromPoly(s, p))
}

// Lt returns a < b; over Int it is a+1 <= b.
func (f *Factory) Lt(a, b *Term) *Term {
	s := a.sort
	if s == Int {
		return f.Le(f.Add(a, f.IntConst(1)), b)
	}
	p, c := splitConst(addPoly(toPoly(a), scalePoly(toPoly(b), rational.FromInt(-1))))
	if len(p) == 0 {
		return f.BoolConst(c.Sign() < 0)
	}
	p, g := normalise(p)
	if l, ok := iteMono(p); ok {
		return f.liftIte(l, f.Num(s, c.Neg()), func(x, y *Term) *Term {
			return f.BoolConst(x.num().Mul(g).Cmp(y.num()) < 0)
		})
	}
	c = c.Neg().Div(g)
	if g.Sign() > 0 {
		return f.app(OpLt, Bool, f.fromPoly(s, p), f.Num(s, c))
	}
	return f.app(OpLt, Bool, f.Num(s, c), f.fromPoly(s, p))
}

// Ge returns a >= b, that is b <= a.
func (f *Factory) Ge(a, b *Term) *Term { return f.Le(b, a) }

// Gt returns a > b, that is b < a.
func (f *Factory) Gt(a, b *Term) *Term { return f.Lt(b, a) }

func (f *Factory) arithEq(a, b *Term) *Term {
	if r := f.eqIte(a, b); r != nil {
		return r
	}
	s := a.sort
	p, c := splitConst(addPoly(toPoly(a), scalePoly(toPoly(b), rational.FromInt(-1))))
	if len(p) == 0 {
		return f.BoolConst(c.IsZero())
	}
	p, g := normalise(p)
	c = c.Neg().Div(g)
	if s == Int && !c.IsInt() {
		return f.tFalse
	}
	l, r := f.fromPoly(s, p), f.Num(s, c)
	if x := f.eqIte(l, r); x != nil {
		return x
	}
	if len(p) == 2 && c.IsZero() && p[0].c.Equal(rational.One) && p[1].c.Equal(rational.FromInt(-1)) {
		return f.app(OpEq, Bool, p[0].prod, p[1].prod) // x = y reads better than x - y = 0
	}
	return f.app(OpEq, Bool, l, r)
}

// Div returns the SMT-LIB (Euclidean) quotient of Int terms. Division by the
// constant 0 stays uninterpreted.
func (f *Factory) Div(a, b *Term) *Term {
	if b.op != OpConst || b.num().IsZero() {
		return f.app(OpDiv, Int, a, b)
	}
	d := b.num()
	switch {
	case d.Equal(rational.One):
		return a
	case a.op == OpConst:
		q, _ := euclid(a.num(), d)
		return f.Num(Int, q)
	case a.op == OpDiv && a.args[1].op == OpConst && a.args[1].num().Sign() > 0 && d.Sign() > 0:
		return f.Div(a.args[0], f.Num(Int, d.Mul(a.args[1].num()))) // floor(floor(x/m)/n) = floor(x/(m*n))
	}
	// (d*p + r) div d = p + r div d.
	var whole, rest poly
	for _, m := range toPoly(a) {
		switch q, r := euclid(m.c, d); {
		case r.IsZero():
			whole = append(whole, mono{m.prod, q})
		case m.prod == nil:
			if !q.IsZero() {
				whole = append(whole, mono{nil, q})
			}
			rest = append(rest, mono{nil, r})
		default:
			rest = append(rest, m)
		}
	}
	if len(whole) == 0 {
		return f.app(OpDiv, Int, a, b)
	}
	return f.Add(f.fromPoly(Int, whole), f.Div(f.fromPoly(Int, rest), b))
}

// Mod returns the SMT-LIB remainder of Int terms, 0 <= Mod(a, b) < |b|. Modulo a constant, coefficients are reduced to the residue nearest to 0, and summands
// that are remainders modulo a multiple of it are replaced by their dividends.
func (f *Factory) Mod(a, b *Term) *Term {
	if b.op != OpConst || b.num().IsZero() {
		return f.app(OpMod, Int, a, b)
	}
	d := b.num().Abs() // the sign of the divisor does not matter
	if d.Equal(rational.One) {
		return f.IntConst(0)
	}
	if a.op == OpConst {
		_, r := euclid(a.num(), d)
		return f.Num(Int, r)
	}
	p := toPoly(a)
	r := make(poly, 0, len(p))
	changed := false
	for _, m := range p {
		c := nearestResidue(m.c, d)
		if m.prod == nil {
			_, c = euclid(m.c, d)
		}
		changed = changed || !c.Equal(m.c)
		switch x := m.prod; {
		case c.IsZero():
		case x != nil && x.op == OpMod && x.args[1].op == OpConst && !x.args[1].num().IsZero() && x.args[1].num().Div(d).IsInt():
			changed = true
			r = append(r, scalePoly(toPoly(x.args[0]), c)...)
		default:
			r = append(r, mono{x, c})
		}
	}
	if changed {
		return f.Mod(f.fromPoly(Int, collect(r)), f.Num(Int, d))
	}
	return f.app(OpMod, Int, a, f.Num(Int, d))
}

// nearestResidue returns the number congruent to c modulo d in (-d/2, d/2].
func nearestResidue(c, d rational.Q) rational.Q {
	_, r := euclid(c, d)
	if r.Add(r).Cmp(d) > 0 {
		r = r.Sub(d)
	}
	return r
}

func euclid(a, b rational.Q) (q, r rational.Q) {
	if b.Sign() > 0 {
		q = a.Div(b).Floor()
	} else {
		q = a.Div(b).Ceil()
	}
	return q, a.Sub(b.Mul(q))
}

// RDiv returns the quotient of Real terms; division by the constant 0 stays uninterpreted.
func (f *Factory) RDiv(a, b *Term) *Term {
	if b.op == OpConst && !b.num().IsZero() {
		return f.Mul(a, f.Num(Real, b.num().Inv()))
	}
	return f.app(OpRDiv, Real, a, b)
}

// ToReal embeds an Int term into Real.
func (f *Factory) ToReal(a *Term) *Term {
	if a.op == OpConst {
		return f.Num(Real, a.num())
	}
	return f.app(OpToReal, Real, a)
}

// ToInt returns the floor of a Real term.
func (f *Factory) ToInt(a *Term) *Term {
	switch {
	case a.op == OpConst:
		return f.Num(Int, a.num().Floor())
	case a.op == OpToReal:
		return a.args[0]
	}
	return f.app(OpToInt, Int, a)
}
