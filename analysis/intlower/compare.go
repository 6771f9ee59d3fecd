package intlower

import (
	"math/big"

	"cupel/analysis/absint/interval"
	"cupel/core/logic"
	"cupel/internal/sabotage"
)

// compare translates a <= b, or a < b when strict, in a view. When only one
// side needs a case distinction, the comparison is made in every case, where
// the intervals often decide it.
func (x *translator) compare(a, b *logic.Term, signed, strict bool) *logic.Term {
	w := a.Sort().Width()
	pa := x.pieces(x.raw(a, signed), w, signed)
	pb := x.pieces(x.raw(b, signed), w, signed)
	if len(pa) > 1 && len(pb) > 1 {
		one := x.f.True()
		pa = []piece{{one, one, x.view(a, signed)}}
		pb = []piece{{one, one, x.view(b, signed)}}
	}
	var cases []*logic.Term
	for _, p := range pa {
		for _, q := range pb {
			cases = append(cases, x.f.And(p.lo, p.hi, q.lo, q.hi, x.less(p.v, q.v, strict)))
		}
	}
	return x.f.Or(cases...)
}

// less is a <= b, or a < b, decided by the intervals where they allow it.
func (x *translator) less(a, b value, strict bool) *logic.Term {
	if strict && sabotage.Active(sabotage.LowerStrict) {
		b = value{x.f.Sub(b.t, x.f.IntConst(1)), b.r.AddConst(big.NewInt(-1))}
	}
	if strict {
		a = value{x.f.Add(a.t, x.f.IntConst(1)), a.r.AddConst(big.NewInt(1))}
	}
	switch {
	case a.r.Hi() != nil && b.r.Lo() != nil && a.r.Hi().Cmp(b.r.Lo()) <= 0:
		return x.f.True()
	case a.r.Lo() != nil && b.r.Hi() != nil && a.r.Lo().Cmp(b.r.Hi()) > 0:
		return x.f.False()
	}
	return x.f.Le(a.t, b.t)
}

// equal translates the equality of bit-vectors: the difference is a multiple
// of 2^width, and the intervals leave few multiples.
func (x *translator) equal(a, b *logic.Term) *logic.Term {
	w := a.Sort().Width()
	va, vb := x.raw(a, true), x.raw(b, true)
	if sabotage.Active(sabotage.LowerEqual) {
		return x.f.Eq(va.t, vb.t)
	}
	d := va.r.Sub(vb.r)
	size := interval.Pow2(w)
	if d.IsFinite() && !d.IsEmpty() {
		ks := d.CeilDiv(size).Lo()
		last := d.FloorDiv(size).Hi()
		if new(big.Int).Sub(last, ks).Cmp(big.NewInt(maxPeriods)) < 0 {
			var cases []*logic.Term
			for k := new(big.Int).Set(ks); k.Cmp(last) <= 0; k.Add(k, big.NewInt(1)) {
				off := x.f.IntBig(new(big.Int).Mul(k, size))
				cases = append(cases, x.f.Eq(va.t, x.f.Add(vb.t, off)))
			}
			if len(cases) > 1 {
				x.stats.Cases += len(cases) - 1
			}
			return x.f.Or(cases...)
		}
	}
	x.stats.Mods++
	return x.f.Eq(x.f.Mod(x.f.Sub(va.t, vb.t), x.f.IntBig(size)), x.f.IntConst(0))
}

// representable translates the conditions that a signed operation does not overflow.
func (x *translator) representable(t *logic.Term) *logic.Term {
	a, b := x.view(t.Arg(0), true), x.view(t.Arg(1), true)
	var v value
	switch t.Op() {
	case logic.OpSAddOK:
		v = x.add(a, b)
	case logic.OpSSubOK:
		v = x.sub(a, b)
	default:
		v = x.product(a, b)
	}
	r := interval.TypeRange(t.Arg(0).Sort().Width(), true)
	return x.f.And(x.less(x.num(r.Lo()), v, false), x.less(v, x.num(r.Hi()), false))
}
