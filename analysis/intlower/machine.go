package intlower

import (
	"math/big"

	"cupel/analysis/absint/interval"
	"cupel/core/logic"
	"cupel/core/program"
)

// A Machine translates formulas over the integers to bit-vectors: the inverse of the lowering, for invariants. A symbol becomes the variable's value in the
// view of its C type, and every sum, product and remainder gets the width that its bounds need, so that no operation wraps and the meaning is that over
// unbounded numbers.
type Machine struct {
	f    *logic.Factory
	vars map[*logic.Term]*program.Var // the bit-vector variable of an integer symbol
	nums map[*logic.Term]number
	memo map[*logic.Term]*logic.Term
}

// number is a bit-vector with its view (signed or unsigned) and bounds of its value.
type number struct {
	t      *logic.Term // nil: not expressible
	signed bool
	r      interval.Interval
}

// NewMachine prepares the translation from the integers of p, whose variables have those over
// bit-vectors as Origin.
func NewMachine(p *program.Program) *Machine {
	m := &Machine{f: p.Terms, vars: map[*logic.Term]*program.Var{}, nums: map[*logic.Term]number{}, memo: map[*logic.Term]*logic.Term{}}
	for _, v := range p.Vars {
		switch {
		case v.Origin != nil && v.Sort() != v.Origin.Sort():
			m.vars[v.Sym] = v.Origin
		default:
			m.vars[v.Sym] = v
		}
	}
	return m
}

// Claim translates the conjuncts of a formula; those that have no translation are left out.
func (m *Machine) Claim(t *logic.Term) *logic.Term {
	var out []*logic.Term
	for _, c := range logic.Conjuncts(t) {
		if b := m.Formula(c); b != nil {
			out = append(out, b)
		}
	}
	return m.f.And(out...)
}

// Formula translates a formula; nil when it has no translation.
func (m *Machine) Formula(t *logic.Term) *logic.Term {
	if b, ok := m.memo[t]; ok {
		return b
	}
	b := m.formulaUncached(t)
	m.memo[t] = b
	return b
}

func (m *Machine) formulaUncached(t *logic.Term) *logic.Term {
	f := m.f
	switch t.Op() {
	case logic.OpConst:
		return t
	case logic.OpVar:
		if m.vars[t] != nil && m.vars[t].Sym == t {
			return t
		}
		return nil
	case logic.OpNot, logic.OpAnd, logic.OpOr:
		return m.connective(t)
	case logic.OpIte:
		c, a, b := m.Formula(t.Arg(0)), m.Formula(t.Arg(1)), m.Formula(t.Arg(2))
		if c == nil || a == nil || b == nil {
			return nil
		}
		return f.Ite(c, a, b)
	case logic.OpLe:
		return m.compare(t.Arg(0), t.Arg(1), false)
	case logic.OpEq:
		switch s := t.Arg(0).Sort(); {
		case s.IsBool():
			if a, b := m.Formula(t.Arg(0)), m.Formula(t.Arg(1)); a != nil && b != nil {
				return f.Eq(a, b)
			}
		case s.IsInt():
			return m.compare(t.Arg(0), t.Arg(1), true)
		case s.IsArray():
			if a, _ := m.array(t.Arg(0)); a != nil {
				if b, _ := m.array(t.Arg(1)); b != nil && a.Sort() == b.Sort() {
					return f.Eq(a, b)
				}
			}
		}
		return nil
	}
	// Other theories have the same meaning in both programs.
	for _, v := range logic.FreeVars(t) {
		if m.vars[v] == nil || m.vars[v].Sym != v {
			return nil
		}
	}
	return t
}

func (m *Machine) connective(t *logic.Term) *logic.Term {
	args := make([]*logic.Term, t.NumArgs())
	for i, a := range t.Args() {
		if args[i] = m.Formula(a); args[i] == nil {
			return nil
		}
	}
	switch t.Op() {
	case logic.OpNot:
		return m.f.Not(args[0])
	case logic.OpAnd:
		return m.f.And(args...)
	}
	return m.f.Or(args...)
}

// compare translates a <= b or a = b: monomials go to the side where their
// coefficients are positive.
func (m *Machine) compare(a, b *logic.Term, equal bool) *logic.Term {
	prods, coeffs, c := logic.Linear(m.f.Sub(a, b))
	var left, right []number
	for i, p := range prods {
		k := coeffs[i]
		if !k.IsInt() {
			return nil
		}
		side := &left
		if k.Sign() < 0 {
			side, k = &right, k.Neg()
		}
		*side = append(*side, m.scale(m.number(p), k.Num()))
	}
	if c.Sign() > 0 {
		left = append(left, m.constant(c.Num()))
	} else if c.Sign() < 0 {
		right = append(right, m.constant(c.Neg().Num()))
	}
	x, y := m.sum(left), m.sum(right)
	if x.t == nil || y.t == nil {
		return nil
	}
	r := x.r.Sub(y.r)
	if !equal && r.Hi().Sign() <= 0 {
		return m.f.True()
	}
	p, q, signed := m.same(x, y)
	switch {
	case p == nil:
		return nil
	case equal:
		return m.f.Eq(p, q)
	case signed:
		return m.f.SLe(p, q)
	}
	return m.f.ULe(p, q)
}

// number translates an integer term.
func (m *Machine) number(t *logic.Term) number {
	if n, ok := m.nums[t]; ok {
		return n
	}
	n := m.numberUncached(t)
	m.nums[t] = n
	return n
}

func (m *Machine) numberUncached(t *logic.Term) number {
	switch t.Op() {
	case logic.OpConst:
		return m.constant(t.Rational().Num())
	case logic.OpVar:
		v := m.vars[t]
		if v == nil || !v.Sort().IsBV() {
			return number{}
		}
		return number{v.Sym, v.Signed, interval.TypeRange(v.Sort().Width(), v.Signed)}
	case logic.OpAdd:
		prods, coeffs, c := logic.Linear(t)
		parts := []number{m.constant(c.Num())}
		for i, p := range prods {
			if !coeffs[i].IsInt() {
				return number{}
			}
			parts = append(parts, m.scale(m.number(p), coeffs[i].Num()))
		}
		return m.sum(parts)
	case logic.OpMul:
		n := m.number(t.Arg(0))
		for _, a := range t.Args()[1:] {
			n = m.product(n, m.number(a))
		}
		return n
	case logic.OpIte:
		c := m.Formula(t.Arg(0))
		x, y := m.number(t.Arg(1)), m.number(t.Arg(2))
		if c == nil || x.t == nil || y.t == nil {
			return number{}
		}
		p, q, signed := m.same(x, y)
		if p == nil {
			return number{}
		}
		return number{m.f.Ite(c, p, q), signed, x.r.Join(y.r)}
	case logic.OpBV2Nat:
		return number{t.Arg(0), false, interval.TypeRange(t.Arg(0).Sort().Width(), false)}
	case logic.OpDiv, logic.OpMod:
		return m.divide(t)
	case logic.OpSelect:
		a, v := m.array(t.Arg(0))
		if a == nil || !v.Sort().Elem().IsBV() {
			return number{}
		}
		i := m.bits(m.number(t.Arg(1)), a.Sort().Index())
		if i == nil {
			return number{}
		}
		return number{m.f.Select(a, i), v.Signed, interval.TypeRange(v.Sort().Elem().Width(), v.Signed)}
	}
	return number{}
}

func (m *Machine) constant(c *big.Int) number {
	r := interval.Of(c, c)
	w := width(r, c.Sign() < 0)
	return number{m.f.BVBig(c, w), c.Sign() < 0, r}
}

// width is the number of bits that hold the numbers of r in a view.
func width(r interval.Interval, signed bool) int {
	w := 1
	if !signed {
		return max(w, r.Hi().BitLen())
	}
	for _, b := range []*big.Int{r.Lo(), r.Hi()} {
		n := b.BitLen() + 1
		if b.Sign() < 0 { // -2^k needs k+1 bits
			n = new(big.Int).Not(b).BitLen() + 1
		}
		w = max(w, n)
	}
	return w
}

// as is n with w bits.
func (m *Machine) as(n number, w int) *logic.Term {
	switch have := n.t.Sort().Width(); {
	case n.t.IsConst():
		c := n.t.BVBig()
		if n.signed {
			c = n.t.BVSigned()
		}
		return m.f.BVBig(c, w)
	case have > w: // by the bounds, the remaining bits are an extension
		return m.f.Extract(w-1, 0, n.t)
	case have == w:
		return n.t
	case n.signed:
		return m.f.SignExt(w-have, n.t)
	default:
		return m.f.ZeroExt(w-have, n.t)
	}
}

// same brings two numbers to one width and view: nil when they are too wide.
func (m *Machine) same(x, y number) (p, q *logic.Term, signed bool) {
	all := x.r.Join(y.r)
	signed = all.Lo().Sign() < 0
	w := width(all, signed)
	for _, n := range []number{x, y} { // no narrower than a variable is
		if n.t.IsVar() && n.signed == signed {
			w = max(w, n.t.Sort().Width())
		}
	}
	if w > maxWidth {
		return nil, nil, false
	}
	return m.as(x, w), m.as(y, w), signed
}

// in makes numbers of w bits from those of an operation, which hold all of r.
func (m *Machine) in(r interval.Interval, ns []number, op func(a, b *logic.Term) *logic.Term) number {
	signed := r.Lo().Sign() < 0
	for _, n := range ns {
		signed = signed || n.r.Lo().Sign() < 0
		r = r.Join(n.r)
	}
	w := width(r, signed)
	if w > maxWidth {
		return number{}
	}
	t := m.as(ns[0], w)
	for _, n := range ns[1:] {
		t = op(t, m.as(n, w))
	}
	return number{t, signed, r}
}

func (m *Machine) sum(ns []number) number {
	var parts []number
	zero := new(big.Int)
	r := interval.Of(zero, zero)
	for _, n := range ns {
		if n.t == nil {
			return number{}
		}
		if v, ok := n.r.Value(); ok && v.Sign() == 0 {
			continue
		}
		parts = append(parts, n)
		r = r.Add(n.r)
	}
	switch len(parts) {
	case 0:
		return m.constant(zero)
	case 1:
		return parts[0]
	}
	n := m.in(r, parts, func(a, b *logic.Term) *logic.Term { return m.f.BVOp(logic.OpBVAdd, a, b) })
	n.r = r
	return n
}

func (m *Machine) scale(n number, k *big.Int) number {
	if n.t == nil || k.IsInt64() && k.Int64() == 1 {
		return n
	}
	return m.product(n, m.constant(k))
}

func (m *Machine) product(a, b number) number {
	if a.t == nil || b.t == nil {
		return number{}
	}
	r := a.r.Mul(b.r)
	n := m.in(r, []number{a, b}, func(a, b *logic.Term) *logic.Term { return m.f.BVOp(logic.OpBVMul, a, b) })
	n.r = r
	return n
}

// divide translates Euclidean division and remainder by a positive constant.
func (m *Machine) divide(t *logic.Term) number {
	a, d := m.number(t.Arg(0)), t.Arg(1)
	if a.t == nil || !d.IsConst() || d.Rational().Sign() <= 0 {
		return number{}
	}
	k := d.Rational().Num()
	one := big.NewInt(1)
	rest := interval.Of(new(big.Int), new(big.Int).Sub(k, one))
	c := m.constant(k)
	if a.r.Lo().Sign() >= 0 {
		p, q, _ := m.same(a, c)
		switch {
		case p == nil:
			return number{}
		case t.Op() == logic.OpMod:
			return number{m.f.BVOp(logic.OpBVURem, p, q), false, rest}
		}
		return number{m.f.BVOp(logic.OpBVUDiv, p, q), false, a.r.EuclidDiv(c.r)}
	}
	p, q, signed := m.same(a, c)
	if p == nil || !signed {
		return number{}
	}
	f := m.f
	zero := f.BV(0, p.Sort().Width())
	rem := f.BVOp(logic.OpBVSRem, p, q)
	mod := f.Ite(f.SLt(rem, zero), f.BVOp(logic.OpBVAdd, rem, q), rem)
	if t.Op() == logic.OpMod {
		return number{mod, true, rest}
	}
	wide := width(a.r.Join(a.r.Sub(rest)), true)
	if wide > maxWidth {
		return number{}
	}
	w := p.Sort().Width()
	wide = max(wide, w)
	ext := func(t *logic.Term) *logic.Term { return f.SignExt(wide-w, t) }
	return number{f.BVOp(logic.OpBVSDiv, f.BVOp(logic.OpBVSub, ext(p), ext(mod)), ext(q)), true, a.r.EuclidDiv(c.r)}
}

// array translates an array term, with the variable whose type determines the view of its elements; nil: it has no translation.
func (m *Machine) array(t *logic.Term) (*logic.Term, *program.Var) {
	switch t.Op() {
	case logic.OpVar:
		if v := m.vars[t]; v != nil {
			return v.Sym, v
		}
	case logic.OpStore:
		a, v := m.array(t.Arg(0))
		if a == nil || !t.Arg(1).Sort().IsInt() || !t.Arg(2).Sort().IsInt() {
			return nil, nil
		}
		i, e := m.bits(m.number(t.Arg(1)), a.Sort().Index()), m.bits(m.number(t.Arg(2)), a.Sort().Elem())
		if i != nil && e != nil {
			return m.f.Store(a, i, e), v
		}
	case logic.OpIte:
		c := m.Formula(t.Arg(0))
		a, v := m.array(t.Arg(1))
		b, _ := m.array(t.Arg(2))
		if c != nil && a != nil && b != nil && a.Sort() == b.Sort() {
			return m.f.Ite(c, a, b), v
		}
	}
	return nil, nil
}

// bits returns a number modulo 2^width as a bit-vector of the given sort.
func (m *Machine) bits(n number, s *logic.Sort) *logic.Term {
	if n.t == nil || !s.IsBV() {
		return nil
	}
	return m.as(n, s.Width())
}
