package interpolation

import (
	"math/big"

	"cupel/core/logic"
)

// byOrder eliminates the bit-vector symbol v where every conjunct compares it,
// as a whole, with terms that do not hold it, all comparisons being unsigned or
// all signed: a finite total order has a v between l and u exactly when l <= u.
// A single disequality always has a solution.
func (p *projector) byOrder(with []*logic.Term, v *logic.Term) ([]*logic.Term, bool) {
	if !v.Sort().IsBV() {
		return nil, false
	}
	if len(with) == 1 && with[0].Op() == logic.OpNot && with[0].Arg(0).Op() == logic.OpEq {
		e := with[0].Arg(0)
		for i := 0; i < 2; i++ {
			if e.Arg(i) == v && !mentions(e.Arg(1-i), []*logic.Term{v}) {
				return nil, true
			}
		}
	}
	type side struct {
		t      *logic.Term
		strict bool
	}
	var lower, upper []side
	signed, unsigned := false, false
	for _, c := range with {
		switch c.Op() {
		case logic.OpULe, logic.OpULt:
			unsigned = true
		case logic.OpSLe, logic.OpSLt:
			signed = true
		default:
			return nil, false
		}
		strict := c.Op() == logic.OpULt || c.Op() == logic.OpSLt
		a, b := c.Arg(0), c.Arg(1)
		switch {
		case a == v && !mentions(b, []*logic.Term{v}):
			upper = append(upper, side{b, strict})
		case b == v && !mentions(a, []*logic.Term{v}):
			lower = append(lower, side{a, strict})
		default:
			return nil, false
		}
	}
	if signed && unsigned || len(lower)*len(upper) > 64 {
		return nil, false
	}
	f, w := p.f, v.Sort().Width()
	least, greatest := f.BV(0, w), f.BVNot(f.BV(0, w))
	le, lt := f.ULe, f.ULt
	if signed {
		half := new(big.Int).Lsh(big.NewInt(1), uint(w-1))
		least, greatest = f.BVBig(half, w), f.BVBig(new(big.Int).Sub(half, big.NewInt(1)), w)
		le, lt = f.SLe, f.SLt
	}
	var out []*logic.Term
	for _, l := range lower {
		if l.strict {
			out = append(out, f.Ne(l.t, greatest))
		}
	}
	for _, u := range upper {
		if u.strict {
			out = append(out, f.Ne(u.t, least))
		}
	}
	one := f.BV(1, w)
	for _, l := range lower {
		for _, u := range upper {
			switch {
			case l.strict && u.strict: // l + 1 < u, and l + 1 does not wrap because l < u
				out = append(out, lt(l.t, u.t), f.Ne(f.BVOp(logic.OpBVAdd, l.t, one), u.t))
			case l.strict || u.strict:
				out = append(out, lt(l.t, u.t))
			default:
				out = append(out, le(l.t, u.t))
			}
		}
	}
	return out, true
}

// splitInside finds a conditional, or a read of an updated array, that holds one
// of vs inside the literal c, and splits c into its two cases; nil when there
// is none.
func splitInside(f *logic.Factory, c *logic.Term, vs []*logic.Term) []*logic.Term {
	var at *logic.Term
	logic.Walk(func(t *logic.Term) bool {
		ite := t.Op() == logic.OpIte && t.Sort() != logic.Bool
		read := t.Op() == logic.OpSelect && t.Arg(0).Op() == logic.OpStore
		// Arguments have smaller IDs: the least one is innermost.
		if (ite || read) && mentions(t, vs) && (at == nil || t.ID() < at.ID()) {
			at = t
		}
		return t.Op() != logic.OpForall && t.Op() != logic.OpExists
	}, c)
	if at == nil {
		return nil
	}
	var cond, yes, no *logic.Term
	if at.Op() == logic.OpIte {
		cond, yes, no = at.Arg(0), at.Arg(1), at.Arg(2)
	} else {
		s := at.Arg(0)
		cond, yes, no = f.Eq(s.Arg(1), at.Arg(1)), s.Arg(2), f.Select(s.Arg(0), at.Arg(1))
	}
	return []*logic.Term{f.And(cond, replace(f, c, at, yes)), f.And(f.Not(cond), replace(f, c, at, no))}
}

// replace returns t with every occurrence of the subterm old replaced.
func replace(f *logic.Factory, t, old, by *logic.Term) *logic.Term {
	return logic.Transform(t, func(u *logic.Term, args []*logic.Term) *logic.Term {
		switch {
		case u == old:
			return by
		case u.Op() == logic.OpForall, u.Op() == logic.OpExists:
			return u
		}
		return f.With(u, args)
	})
}
