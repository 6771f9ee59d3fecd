package hull

import (
	"errors"

	"cupel/core/logic"
	"cupel/core/rational"
	"cupel/core/smt"
)

// valuation evaluates terms under a model.
type valuation struct {
	m  smt.Model
	ev *logic.Evaluator
}

func newValuation(f *logic.Factory, m smt.Model) *valuation {
	values := map[*logic.Term]*logic.Term{}
	return &valuation{m: m, ev: f.NewEvaluator(func(v *logic.Term) *logic.Term {
		t, ok := values[v]
		if !ok {
			t = m.Value(v)
			values[v] = t
		}
		return t
	})}
}

// value returns the constant that t evaluates to, nil when the model has no value for it. Terms that SMT-LIB leaves unspecified are evaluated by the model itself.
func (v *valuation) value(t *logic.Term) *logic.Term {
	x, err := v.ev.Eval(t)
	if err != nil && !errors.Is(err, logic.ErrUnassigned) {
		x = v.m.Value(t)
	} else if err != nil {
		return nil
	}
	if x == nil || !x.IsConst() {
		return nil
	}
	return x
}

func (v *valuation) truth(t *logic.Term) (value, ok bool) {
	x := v.value(t)
	if x == nil {
		return false, false
	}
	return x.IsTrue(), true
}

func (v *valuation) number(t *logic.Term) (rational.Q, bool) {
	x := v.value(t)
	if x == nil {
		return rational.Zero, false
	}
	return x.Rational(), true
}

// linear adds factor*t to r. A nonlinear subterm becomes a column, with the linear constraints that hold of it; conditionals and reads from stores are
// resolved by the model.
func (c *cube) linear(t *logic.Term, factor rational.Q, r *form) {
	terms, coeffs, constant := logic.Linear(t)
	r.constant = r.constant.Add(factor.Mul(constant))
	for i, s := range terms {
		c.monomial(s, factor.Mul(coeffs[i]), r)
	}
}

func (c *cube) monomial(t *logic.Term, factor rational.Q, r *form) {
	a := t.Args()
	switch t.Op() {
	case logic.OpIte:
		if v, ok := c.decide(a[0]); ok {
			branch := a[1]
			if !v {
				branch = a[2]
			}
			c.linear(branch, factor, r)
			return
		}
	case logic.OpToReal:
		c.linear(a[0], factor, r)
		return
	case logic.OpDiv:
		if k := divisor(a[1]); !k.IsZero() {
			r.add(c.quotient(a[0], a[1], k), factor)
			return
		}
	case logic.OpMod:
		if k := divisor(a[1]); !k.IsZero() {
			q := c.quotient(a[0], a[1], k)
			c.linear(a[0], factor, r)
			r.add(q, factor.Mul(k).Neg())
			return
		}
	case logic.OpToInt:
		c.floor(t, r, factor)
		return
	case logic.OpBV2Nat:
		col, fresh := c.column(t)
		r.add(col, factor)
		if w := a[0].Sort().Width(); fresh && w < 63 {
			c.between(col, rational.Zero, rational.FromInt(1<<w-1))
		}
		return
	case logic.OpSelect:
		if s := c.read(a[0], a[1]); s != t {
			c.linear(s, factor, r)
			return
		}
	}
	col, _ := c.column(t)
	r.add(col, factor)
}

// divisor returns t's value when it is a constant, else 0.
func divisor(t *logic.Term) rational.Q {
	if t.IsConst() {
		return t.Rational()
	}
	return rational.Zero
}

// quotient returns the column q of t div k: 0 <= t - k q <= |k|-1.
func (c *cube) quotient(t, divisor *logic.Term, k rational.Q) int {
	col, fresh := c.column(c.f.Div(t, divisor))
	if fresh {
		rest := func(sign int64) *form {
			r := newForm()
			c.linear(t, rational.FromInt(sign), r)
			r.add(col, k.Mul(rational.FromInt(-sign)))
			return r
		}
		c.constrain(rest(1), atLeast)
		r := rest(-1)
		r.constant = r.constant.Add(k.Abs()).Sub(rational.One)
		c.constrain(r, atLeast)
	}
	return col
}

// floor adds factor times the floor q of a real: q <= t <= q+1.
func (c *cube) floor(t *logic.Term, r *form, factor rational.Q) {
	col, fresh := c.column(t)
	r.add(col, factor)
	if fresh {
		low, high := newForm(), newForm()
		c.linear(t.Arg(0), rational.One, low)
		low.add(col, rational.FromInt(-1))
		c.constrain(low, atLeast)
		c.linear(t.Arg(0), rational.FromInt(-1), high)
		high.add(col, rational.One)
		high.constant = high.constant.Add(rational.One)
		c.constrain(high, above)
	}
}

func (c *cube) between(col int, low, high rational.Q) {
	r := newForm()
	r.add(col, rational.One)
	r.constant = low.Neg()
	c.constrain(r, atLeast)
	r = newForm()
	r.add(col, rational.FromInt(-1))
	r.constant = high
	c.constrain(r, atLeast)
}

// read returns the element of array at index, looking through conditionals and
// stores as the model decides them.
func (c *cube) read(array, index *logic.Term) *logic.Term {
	for {
		switch a := array.Args(); array.Op() {
		case logic.OpIte:
			v, ok := c.decide(a[0])
			if !ok {
				return c.f.Select(array, index)
			}
			if array = a[1]; !v {
				array = a[2]
			}
		case logic.OpStore:
			same, ok := c.decide(c.f.Eq(a[1], index))
			switch {
			case !ok:
				return c.f.Select(array, index)
			case same:
				return a[2]
			}
			array = a[0]
		default:
			return c.f.Select(array, index)
		}
	}
}
