package z3

import (
	"math/big"

	"cupel/core/logic"
)

// Elimination of a bit-vector v that occurs in an equation as a multiple, c*v = r. With c = 2^k * m, m odd, it has solutions exactly where the last k bits of r
// are 0, and the solutions agree in all but the first k bits:
//
//	exists v. 6*v = r                     iff  the last bit of r is 0
//	exists v. 3*v = r && v > 5            iff  3^-1 * r > 5
//	exists v. 6*v = r && no overflow && v > 5
//	                                      iff  r % 6 == 0 && r / 6 > 5, signed
//
// Where v occurs extended only, its extension is eliminated, which has to be one.

// multiple removes v from the conjuncts that mention it.
func (e *eliminator) multiple(v *logic.Term, with []*logic.Term) ([]*logic.Term, bool) {
	if !v.Sort().IsBV() {
		return nil, false
	}
	if out, ok := e.multipleOf(v, with, func(*logic.Term) bool { return false }); ok {
		return out, true
	}
	x := e.extended(v, with)
	if x == nil {
		return nil, false
	}
	f := e.f
	whole := f.Fresh("extended", x.Sort())
	n := x.Sort().Width() - v.Sort().Width()
	again := f.ZeroExt(n, f.Extract(v.Sort().Width()-1, 0, whole))
	if x.Op() == logic.OpSignExt {
		again = f.SignExt(n, f.Extract(v.Sort().Width()-1, 0, whole))
	}
	cs := []*logic.Term{f.Eq(whole, again)}
	for _, c := range with {
		cs = append(cs, f.Subst(c, map[*logic.Term]*logic.Term{x: whole}))
	}
	return e.multipleOf(whole, cs, func(k *logic.Term) bool { return f.SignedOK(logic.OpSMulOK, k, x).IsTrue() })
}

// extended returns the extension of v as which alone v occurs, or nil.
func (e *eliminator) extended(v *logic.Term, with []*logic.Term) *logic.Term {
	var x *logic.Term
	only := true
	logic.Walk(func(t *logic.Term) bool {
		switch {
		case t == v:
			only = false
		case (t.Op() == logic.OpZeroExt || t.Op() == logic.OpSignExt) && t.Arg(0) == v:
			only = only && (x == nil || x == t)
			x = t
			return false
		}
		return only
	}, with...)
	if !only {
		return nil
	}
	return x
}

// multipleOf is multiple for v as it is. fits reports that a multiple of v cannot overflow.
func (e *eliminator) multipleOf(v *logic.Term, with []*logic.Term, fits func(k *logic.Term) bool) ([]*logic.Term, bool) {
	f, w := e.f, v.Sort().Width()
	for i, c := range with {
		k, r := e.equatedMultiple(c, v)
		if r == nil {
			continue
		}
		rest := make([]*logic.Term, 0, len(with))
		exact := fits(k)
		for j, d := range with {
			switch {
			case j == i:
			case d == f.SignedOK(logic.OpSMulOK, k, v) || d == f.SignedOK(logic.OpSMulOK, v, k):
				exact = true
			default:
				rest = append(rest, d)
			}
		}
		shift := int(k.BVBig().TrailingZeroBits())
		minus := k.BVSigned().Cmp(big.NewInt(-1)) == 0 // the least number times -1 overflows
		var def *logic.Term
		var cond []*logic.Term
		switch {
		case exact && !minus:
			def = f.BVOp(logic.OpBVSDiv, r, k)
			cond = append(cond, f.Eq(f.BVOp(logic.OpBVSRem, r, k), f.Zero(v.Sort())))
		case exact:
			continue
		case shift == 0:
			inverse := new(big.Int).ModInverse(k.BVBig(), new(big.Int).Lsh(big.NewInt(1), uint(w)))
			def = f.BVOp(logic.OpBVMul, f.BVBig(inverse, w), r)
		case len(rest) == 0:
			cond = append(cond, f.Eq(f.Extract(shift-1, 0, r), f.BV(0, shift)))
		default:
			continue
		}
		if def == nil {
			return cond, true
		}
		m := map[*logic.Term]*logic.Term{v: def}
		for _, d := range rest {
			cond = append(cond, f.Subst(d, m))
		}
		return cond, true
	}
	return nil, false
}

// equatedMultiple returns k and r if c is equivalent to k*v = r, where k is a constant other than 0 and r does not mention v; nil otherwise.
func (e *eliminator) equatedMultiple(c, v *logic.Term) (k, r *logic.Term) {
	if c.Op() != logic.OpEq {
		return nil, nil
	}
	a, b := c.Arg(0), c.Arg(1)
	if e.has(b, v) {
		a, b = b, a
	}
	if e.has(b, v) || a.Sort() != v.Sort() {
		return nil, nil
	}
	for depth := 0; depth < maxMoved; depth++ { // what is added goes to the other side
		switch a.Op() {
		case logic.OpBVAdd, logic.OpBVAddNSW, logic.OpBVSub, logic.OpBVSubNSW:
			x, y := a.Arg(0), a.Arg(1)
			minus := a.Op() == logic.OpBVSub || a.Op() == logic.OpBVSubNSW
			switch {
			case a.NumArgs() != 2:
				return nil, nil
			case !e.has(y, v) && minus:
				a, b = x, e.f.BVOp(logic.OpBVAdd, b, y)
			case !e.has(y, v):
				a, b = x, e.f.BVOp(logic.OpBVSub, b, y)
			case !e.has(x, v) && minus:
				a, b = y, e.f.BVOp(logic.OpBVSub, x, b)
			case !e.has(x, v):
				a, b = y, e.f.BVOp(logic.OpBVSub, b, x)
			default:
				return nil, nil
			}
		case logic.OpBVMul, logic.OpBVMulNSW:
			if a.NumArgs() != 2 {
				return nil, nil
			}
			x, y := a.Arg(0), a.Arg(1)
			if y.IsConst() {
				x, y = y, x
			}
			if !x.IsConst() || y != v || x.BVBig().Sign() == 0 {
				return nil, nil
			}
			return x, b
		case logic.OpBVShl:
			n, ok := a.Arg(1).BVUint64()
			if !ok || a.Arg(0) != v || n >= uint64(v.Sort().Width()) {
				return nil, nil
			}
			return e.f.BVBig(new(big.Int).Lsh(big.NewInt(1), uint(n)), v.Sort().Width()), b
		default:
			return nil, nil
		}
	}
	return nil, nil
}
