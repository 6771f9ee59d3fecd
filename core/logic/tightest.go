package logic

import "cupel/core/rational"

// Tightest returns the conjuncts of a conjunction of terms without those that others
// of the form t <= c, c <= t or t = c imply. Such comparisons are in a normal form
// in which equal sums are the same term.
func Tightest(f *Factory, ts []*Term) []*Term {
	cs := Conjuncts(f.And(ts...))
	type limits struct {
		lo, hi, eq *Term // comparisons
	}
	best := map[*Term]*limits{}
	for _, c := range cs {
		t, kind, q := comparison(c)
		if t == nil {
			continue
		}
		b := best[t]
		if b == nil {
			b = &limits{}
			best[t] = b
		}
		slot := map[byte]**Term{'<': &b.hi, '>': &b.lo, '=': &b.eq}[kind]
		if *slot != nil {
			_, _, old := comparison(*slot)
			if kind == '=' || kind == '<' && old.Cmp(q) <= 0 || kind == '>' && old.Cmp(q) >= 0 {
				continue
			}
		}
		*slot = c
	}
	var out []*Term
	for _, c := range cs {
		t, kind, _ := comparison(c)
		if t != nil {
			b := best[t]
			if kind != '=' && b.eq != nil && implied(b.eq, c) {
				continue
			}
			if kind == '<' && b.hi != c || kind == '>' && b.lo != c {
				continue
			}
		}
		out = append(out, c)
	}
	return out
}

// implied reports whether the equation e implies the bound c of the same term.
func implied(e, c *Term) bool {
	_, _, v := comparison(e)
	_, kind, q := comparison(c)
	return kind == '<' && v.Cmp(q) <= 0 || kind == '>' && v.Cmp(q) >= 0
}

// comparison reads t <= q ('<'), q <= t ('>') and t = q ('='); t is nil for other
// terms.
func comparison(c *Term) (t *Term, kind byte, q rational.Q) {
	if op := c.Op(); op != OpLe && op != OpEq || !c.Arg(0).Sort().IsArith() {
		return nil, 0, q
	}
	l, r := c.Arg(0), c.Arg(1)
	switch {
	case c.Op() == OpEq && r.IsConst():
		return l, '=', r.Rational()
	case c.Op() == OpEq:
		return nil, 0, q
	case r.IsConst():
		return l, '<', r.Rational()
	case l.IsConst():
		return r, '>', l.Rational()
	}
	return nil, 0, q
}
