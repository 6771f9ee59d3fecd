package intlower

import (
	"math/big"

	"cupel/analysis/absint/interval"
	"cupel/core/logic"
	"cupel/internal/sabotage"
)

// value is an Int term with an interval that contains it in every execution
// without undefined behaviour.
type value struct {
	t *logic.Term
	r interval.Interval
}

// piece is one case of a wrapped value: v, where lo and hi hold. The pieces of
// a value are in ascending order, so hi implies that no later one applies.
type piece struct {
	lo, hi *logic.Term
	v      value
}

// val makes a value; a term that can only be one number is that number.
func (x *translator) val(t *logic.Term, r interval.Interval) value {
	if c, ok := r.Value(); ok && !t.IsVar() {
		t = x.f.IntBig(c)
	}
	return value{t, r}
}

func (x *translator) num(c *big.Int) value { return value{x.f.IntBig(c), interval.Single(c)} }

func (x *translator) add(a, b value) value { return x.val(x.f.Add(a.t, b.t), a.r.Add(b.r)) }

func (x *translator) sub(a, b value) value { return x.val(x.f.Sub(a.t, b.t), a.r.Sub(b.r)) }

func (x *translator) scale(a value, c *big.Int) value {
	return x.val(x.f.Mul(x.f.IntBig(c), a.t), a.r.Scale(c))
}

// floorDiv returns v / c rounded down, c > 0.
func (x *translator) floorDiv(v value, c *big.Int) value {
	if c.Cmp(big.NewInt(1)) == 0 {
		return v
	}
	r := v.r.FloorDiv(c)
	if _, single := r.Value(); !single {
		x.stats.Divs++
	}
	return x.val(x.f.Div(v.t, x.f.IntBig(c)), r)
}

// ite returns a value that is a where c holds and b elsewhere.
func (x *translator) ite(c *logic.Term, a, b value) value {
	switch {
	case c.IsTrue():
		return a
	case c.IsFalse():
		return b
	}
	return x.val(x.f.Ite(c, a.t, b.t), a.r.Join(b.r))
}

// wrap brings v, which counts modulo 2^width, into the range of a view.
func (x *translator) wrap(v value, width int, signed bool) value {
	ps := x.pieces(v, width, signed)
	r := ps[len(ps)-1].v
	for i := len(ps) - 2; i >= 0; i-- {
		r = x.ite(ps[i].hi, ps[i].v, r)
	}
	return r
}

// pieces splits v by the period of 2^width it falls in and moves each part into
// the range of the view. The conditions exclude each other and cover all of v's
// interval.
func (x *translator) pieces(v value, width int, signed bool) []piece {
	t := interval.TypeRange(width, signed)
	if v.r.In(t) && !v.r.IsEmpty() || sabotage.Active(sabotage.LowerWrap) {
		return []piece{{x.f.True(), x.f.True(), v}}
	}
	size := interval.Pow2(width)
	ks, parts := v.r.Periods(width, signed, maxPeriods)
	if ks == nil {
		x.stats.Mods++
		base := x.f.IntBig(t.Lo())
		m := x.f.Add(x.f.Mod(x.f.Sub(v.t, base), x.f.IntBig(size)), base)
		return []piece{{x.f.True(), x.f.True(), x.val(m, t)}}
	}
	ps := make([]piece, len(ks))
	x.stats.Cases += len(ks) - 1
	for i, k := range ks {
		off := new(big.Int).Mul(k, size)
		off.Neg(off)
		lo, hi := x.f.True(), x.f.True()
		if i > 0 {
			lo = x.f.Le(x.f.IntBig(parts[i].Lo()), v.t)
		}
		if i < len(ks)-1 {
			hi = x.f.Le(v.t, x.f.IntBig(parts[i].Hi()))
		}
		ps[i] = piece{lo, hi, x.val(x.f.Add(v.t, x.f.IntBig(off)), parts[i].AddConst(off))}
	}
	return ps
}
