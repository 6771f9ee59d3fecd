package interp

import "cupel/core/logic"

// integer compiles the operators whose first argument is an Int. The code
// gives up where a result does not fit int64; nil for what needs folding.
func (c *compiler) integer(t *logic.Term) func() uint64 {
	a := t.Args()
	m := c.m
	switch t.Op() {
	case logic.OpAdd, logic.OpMul:
		fs := make([]func() uint64, len(a))
		for i, x := range a {
			fs[i] = c.word(x)
		}
		if len(fs) == 2 {
			return c.integer2(t.Op(), fs[0], fs[1])
		}
		step := addInt
		if t.Op() == logic.OpMul {
			step = mulInt
		}
		return func() uint64 {
			s := int64(fs[0]())
			for _, f := range fs[1:] {
				var ok bool
				if s, ok = step(s, int64(f())); !ok {
					m.giveUp = true
					return 0
				}
			}
			return uint64(s)
		}
	case logic.OpLe:
		x, y := c.word(a[0]), c.word(a[1])
		return func() uint64 { return b2u(int64(x()) <= int64(y())) }
	case logic.OpInt2BV:
		x, mk := c.word(a[0]), maskOf(t.Sort().Width())
		return func() uint64 { return x() & mk }
	case logic.OpDiv, logic.OpMod:
		x, y := c.word(a[0]), c.word(a[1])
		mod := t.Op() == logic.OpMod
		return func() uint64 {
			p, q := int64(x()), int64(y())
			if q == 0 || q == -1 { // undefined, or may overflow
				m.giveUp = true
				return 0
			}
			return euclid(p, q, mod)
		}
	}
	return nil
}

func (c *compiler) integer2(op logic.Op, x, y func() uint64) func() uint64 {
	m := c.m
	if op == logic.OpAdd {
		return func() uint64 {
			s, ok := addInt(int64(x()), int64(y()))
			if !ok {
				m.giveUp = true
			}
			return uint64(s)
		}
	}
	return func() uint64 {
		s, ok := mulInt(int64(x()), int64(y()))
		if !ok {
			m.giveUp = true
		}
		return uint64(s)
	}
}

func addInt(p, q int64) (int64, bool) {
	s := p + q
	return s, (s < p) == (q < 0)
}

// euclid divides as SMT-LIB does: the remainder is never negative.
func euclid(p, q int64, mod bool) uint64 {
	d, r := p/q, p%q
	if r < 0 {
		if q > 0 {
			d--
			r += q
		} else {
			d++
			r -= q
		}
	}
	if mod {
		return uint64(r)
	}
	return uint64(d)
}
