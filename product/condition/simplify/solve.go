package simplify

import (
	"math/big"
	"math/bits"

	"cupel/core/logic"
)

// known is what was found out about a formula: the keys of the one symbol that it is about.
type known struct {
	sym int
	set set
	ok  bool
}

// setOf returns the values for which t holds, if t is about one symbol and they are few
// intervals. Within the domain: values outside may be missing.
func (z *simplifier) setOf(t *logic.Term) (int, set, bool) {
	k, seen := z.known[t]
	if !seen {
		k = z.solve(t)
		if len(k.set) > maxSpans {
			k = known{}
		}
		if k.ok {
			k.set = k.set.intersect(z.syms[k.sym].all)
		}
		z.known[t] = k
	}
	return k.sym, k.set, k.ok
}

func (z *simplifier) solve(t *logic.Term) known {
	switch t.Op() {
	case logic.OpNot:
		i, s, ok := z.setOf(t.Arg(0))
		if !ok {
			return known{}
		}
		return known{i, s.complement(z.syms[i].top()), true}
	case logic.OpAnd, logic.OpOr:
		i, s, ok := z.setOf(t.Arg(0))
		for _, a := range t.Args()[1:] {
			j, r, also := z.setOf(a)
			if ok = ok && also && i == j; !ok {
				return known{}
			}
			if t.Op() == logic.OpAnd {
				s = s.intersect(r)
			} else {
				s = s.union(r)
			}
		}
		return known{i, s, ok}
	case logic.OpVar:
		if i, ok := z.index[t]; ok && t.Sort().IsBool() {
			return known{i, point(1), true}
		}
	case logic.OpEq, logic.OpULe, logic.OpULt, logic.OpSLe, logic.OpSLt:
		return z.comparison(t)
	case logic.OpSAddOK, logic.OpSSubOK, logic.OpSMulOK:
		return z.representable(t)
	}
	return known{}
}

// representable solves that a sum, a difference or a product with a constant does not overflow.
func (z *simplifier) representable(t *logic.Term) known {
	x, c, w := t.Arg(0), t.Arg(1), t.Arg(0).Sort().Width()
	left := x.IsConst()
	if left {
		x, c = c, x
	}
	if !c.IsConst() || x.IsConst() || w > 64 {
		return known{}
	}
	half := new(big.Int).Lsh(big.NewInt(1), uint(w-1))
	lo, hi, k := new(big.Int).Neg(half), new(big.Int).Sub(half, big.NewInt(1)), c.BVSigned()
	least, greatest := lo, hi
	switch {
	case t.Op() == logic.OpSAddOK:
		lo, hi = new(big.Int).Sub(lo, k), new(big.Int).Sub(hi, k)
	case t.Op() == logic.OpSSubOK && left:
		lo, hi = new(big.Int).Sub(k, hi), new(big.Int).Sub(k, lo)
	case t.Op() == logic.OpSSubOK:
		lo, hi = new(big.Int).Add(lo, k), new(big.Int).Add(hi, k)
	case k.Sign() > 0: // rounded to zero, and the ends lie on both sides of it
		lo, hi = new(big.Int).Quo(lo, k), new(big.Int).Quo(hi, k)
	case k.Sign() < 0:
		lo, hi = new(big.Int).Quo(hi, k), new(big.Int).Quo(lo, k)
	}
	if lo.Cmp(least) < 0 {
		lo = least
	}
	if hi.Cmp(greatest) > 0 {
		hi = greatest
	}
	if lo.Cmp(hi) > 0 {
		return z.pull(x, nil)
	}
	return z.pull(x, set{{new(big.Int).Add(lo, half).Uint64(), new(big.Int).Add(hi, half).Uint64()}}.flip(w))
}

// comparison solves a comparison with a constant.
func (z *simplifier) comparison(t *logic.Term) known {
	a, b := t.Arg(0), t.Arg(1)
	if !a.Sort().IsBV() || a.Sort().Width() > 64 || a.IsConst() == b.IsConst() {
		return known{}
	}
	w := a.Sort().Width()
	c, x, left := b, a, true // x op c, or c op x
	if a.IsConst() {
		c, x, left = a, b, false
	}
	v, _ := c.BVUint64()
	op := t.Op()
	if op == logic.OpEq {
		return z.pull(x, point(v))
	}
	signed := op == logic.OpSLe || op == logic.OpSLt
	if signed {
		v ^= 1 << (w - 1)
	}
	s := set{{0, v}}
	strict := op == logic.OpULt || op == logic.OpSLt
	if strict == left { // x < c and c <= x begin or end at c
		s = nil
		if v > 0 {
			s = set{{0, v - 1}}
		}
	}
	if !left {
		s = s.complement(ones(w))
	}
	if signed {
		s = s.flip(w)
	}
	return z.pull(x, s)
}

// pull finds the values of the symbol in x for which x has bits in s.
func (z *simplifier) pull(x *logic.Term, s set) known {
	for range maxPull {
		a, w := x.Args(), x.Sort().Width()
		if w > 64 || len(s) > maxSpans {
			return known{}
		}
		c, constant := uint64(0), false
		if len(a) == 2 {
			if c, constant = a[1].BVUint64(); !constant {
				if c, constant = a[0].BVUint64(); constant && x.Op() != logic.OpConcat {
					if x.Op() != logic.OpBVSub && x.Op() != logic.OpBVSubNSW {
						return known{}
					}
					x, s = a[1], s.mirror(w).shift(c+1, w) // c - y = v: y = c - v
					continue
				}
			}
		}
		switch op := x.Op(); {
		case op == logic.OpVar:
			i, ok := z.index[x]
			if !ok {
				return known{}
			}
			return known{i, z.syms[i].view(s), true}
		case op == logic.OpBVNot:
			s = s.mirror(w)
		case op == logic.OpBVNeg || op == logic.OpBVNegNSW:
			s = s.mirror(w).shift(1, w)
		case op == logic.OpZeroExt:
			s = s.intersect(set{{0, ones(a[0].Sort().Width())}})
		case op == logic.OpSignExt:
			s = narrow(s, w, a[0].Sort().Width())
		case op == logic.OpExtract && x.Hi() == a[0].Sort().Width()-1 && x.Hi() < 64:
			s = scale(s, x.Lo())
		case op == logic.OpConcat && a[0].IsConst() && !a[1].IsConst():
			n := a[1].Sort().Width()
			c, _ := a[0].BVUint64()
			x, s = a[1], s.intersect(set{{c << n, c<<n | ones(n)}}).shift(-(c<<n), w)
			continue
		case !constant:
			return known{}
		case op == logic.OpBVAdd || op == logic.OpBVAddNSW:
			s = s.shift(-c, w)
		case op == logic.OpBVSub || op == logic.OpBVSubNSW:
			s = s.shift(c, w)
		case op == logic.OpBVLShr && c < uint64(w):
			s = scale(s.intersect(set{{0, ones(w - int(c))}}), int(c))
		case op == logic.OpBVAShr && c < uint64(w):
			s = scale(narrow(s, w, w-int(c)), int(c))
		case op == logic.OpBVAnd && -c&ones(w) == c&-c: // the top bits
			s = blocks(s, bits.TrailingZeros64(c))
		case op == logic.OpBVUDiv && c > 0:
			s = multiples(s, c, w)
		default:
			return known{}
		}
		x = a[0]
	}
	return known{}
}

// narrow finds the values of n bits whose sign extensions to w bits are in s.
func narrow(s set, w, n int) set {
	least := ones(w) - ones(n-1)
	low, high := s.intersect(set{{0, ones(n - 1)}}), s.intersect(set{{least, ones(w)}})
	return normal(append(low, high.shift(ones(n)-ones(w), w)...))
}

// scale finds the values with the top bits in s: those that are in s after a shift by k.
func scale(s set, k int) set {
	var out set
	for _, p := range s {
		out = append(out, span{p.lo << k, p.hi<<k | ones(k)})
	}
	return normal(out)
}

// blocks finds the values that are in s when their last k bits are 0.
func blocks(s set, k int) set {
	var out set
	for _, p := range s {
		lo := p.lo
		if lo&ones(k) > 0 {
			if lo |= ones(k); lo == ^uint64(0) {
				continue
			}
			lo++
		}
		if lo <= p.hi {
			out = append(out, span{lo, p.hi | ones(k)})
		}
	}
	return normal(out)
}

// multiples finds the values of w bits with a quotient by c in s.
func multiples(s set, c uint64, w int) set {
	var out set
	for _, p := range s {
		over, lo := bits.Mul64(p.lo, c)
		if over > 0 || lo > ones(w) {
			continue
		}
		over, hi := bits.Mul64(p.hi, c)
		hi, carry := bits.Add64(hi, c-1, 0)
		if over > 0 || carry > 0 || hi > ones(w) {
			hi = ones(w)
		}
		out = append(out, span{lo, hi})
	}
	return normal(out)
}
