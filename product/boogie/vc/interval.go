package vc

import "math/big"

// interval is the set of integers from lo to hi, both included; nil is unbounded.
type interval struct{ lo, hi *big.Int }

func (i interval) top() bool { return i.lo == nil && i.hi == nil }

func (i interval) empty() bool { return i.lo != nil && i.hi != nil && i.lo.Cmp(i.hi) > 0 }

func point(n *big.Int) interval { return interval{n, n} }

func (i interval) equal(j interval) bool { return sameEnd(i.lo, j.lo) && sameEnd(i.hi, j.hi) }

func sameEnd(a, b *big.Int) bool { return a == b || a != nil && b != nil && a.Cmp(b) == 0 }

func (i interval) join(j interval) interval {
	var r interval
	if i.lo != nil && j.lo != nil {
		r.lo = pick(i.lo, j.lo, -1)
	}
	if i.hi != nil && j.hi != nil {
		r.hi = pick(i.hi, j.hi, 1)
	}
	return r
}

func (i interval) meet(j interval) interval {
	r := i
	if r.lo == nil || j.lo != nil && j.lo.Cmp(r.lo) > 0 {
		r.lo = j.lo
	}
	if r.hi == nil || j.hi != nil && j.hi.Cmp(r.hi) < 0 {
		r.hi = j.hi
	}
	return r
}

// widen moves the bounds of i that j exceeds to the next threshold, or removes them.
func (i interval) widen(j interval, thresholds []*big.Int) interval {
	r := i
	if r.lo != nil && (j.lo == nil || j.lo.Cmp(r.lo) < 0) {
		r.lo = nil
		for k := len(thresholds) - 1; k >= 0 && j.lo != nil && r.lo == nil; k-- {
			if thresholds[k].Cmp(j.lo) <= 0 {
				r.lo = thresholds[k]
			}
		}
	}
	if r.hi != nil && (j.hi == nil || j.hi.Cmp(r.hi) > 0) {
		r.hi = nil
		for k := 0; k < len(thresholds) && j.hi != nil && r.hi == nil; k++ {
			if thresholds[k].Cmp(j.hi) >= 0 {
				r.hi = thresholds[k]
			}
		}
	}
	return r
}

// pick returns the smaller (sign -1) or larger (sign 1) number.
func pick(a, b *big.Int, sign int) *big.Int {
	if a.Cmp(b)*sign >= 0 {
		return a
	}
	return b
}

func (i interval) add(j interval) interval {
	var r interval
	if i.lo != nil && j.lo != nil {
		r.lo = new(big.Int).Add(i.lo, j.lo)
	}
	if i.hi != nil && j.hi != nil {
		r.hi = new(big.Int).Add(i.hi, j.hi)
	}
	return r
}

func (i interval) neg() interval {
	var r interval
	if i.hi != nil {
		r.lo = new(big.Int).Neg(i.hi)
	}
	if i.lo != nil {
		r.hi = new(big.Int).Neg(i.lo)
	}
	return r
}

func (i interval) mul(j interval) interval {
	if i.lo == nil || i.hi == nil || j.lo == nil || j.hi == nil {
		zero := new(big.Int)
		nonneg := interval{lo: zero}
		if i.meet(nonneg).equal(i) && j.meet(nonneg).equal(j) {
			return interval{lo: new(big.Int).Mul(i.lo, j.lo)}
		}
		return interval{}
	}
	var r interval
	for _, a := range []*big.Int{i.lo, i.hi} {
		for _, b := range []*big.Int{j.lo, j.hi} {
			r2 := point(new(big.Int).Mul(a, b))
			if r.top() {
				r = r2
			} else {
				r = r.join(r2)
			}
		}
	}
	return r
}

// intervals maps int variables to their intervals; others are unconstrained. A nil map is bottom: unreachable.
type intervals map[*variable]interval

func (s intervals) clone() intervals {
	r := make(intervals, len(s))
	for v, i := range s {
		r[v] = i
	}
	return r
}

func (s intervals) set(v *variable, i interval) {
	if i.top() {
		delete(s, v)
	} else {
		s[v] = i
	}
}

func merge(a, b intervals, f func(x, y interval) interval) intervals {
	if a == nil {
		return b
	}
	if b == nil {
		return a
	}
	r := intervals{}
	for v, i := range a {
		if j, ok := b[v]; ok {
			r.set(v, f(i, j))
		}
	}
	return r
}

func (s intervals) equal(t intervals) bool {
	if (s == nil) != (t == nil) || len(s) != len(t) {
		return false
	}
	for v, i := range s {
		if j, ok := t[v]; !ok || !i.equal(j) {
			return false
		}
	}
	return true
}
