package relational

import (
	"math/big"

	"cupel/analysis/absint/interval"
	"cupel/core/rational"
)

// span is a closed interval of rationals; a nil bound is infinite.
type span struct {
	lo, hi     rational.Q
	noLo, noHi bool
}

func point(q rational.Q) span { return span{lo: q, hi: q} }

func spanOf(i interval.Interval) span {
	s := span{noLo: i.Lo() == nil, noHi: i.Hi() == nil}
	if !s.noLo {
		s.lo = rational.FromBig(i.Lo())
	}
	if !s.noHi {
		s.hi = rational.FromBig(i.Hi())
	}
	return s
}

// integers returns the integers of the span.
func (s span) integers() interval.Interval {
	var lo, hi *big.Int
	if !s.noLo {
		lo = s.lo.Ceil().Num()
	}
	if !s.noHi {
		hi = s.hi.Floor().Num()
	}
	return interval.Of(lo, hi)
}

func (s span) isPoint() bool { return !s.noLo && !s.noHi && s.lo.Equal(s.hi) }

func (s span) add(t span) span {
	return span{s.lo.Add(t.lo), s.hi.Add(t.hi), s.noLo || t.noLo, s.noHi || t.noHi}
}

func (s span) scale(c rational.Q) span {
	switch c.Sign() {
	case 0:
		return span{}
	case 1:
		return span{s.lo.Mul(c), s.hi.Mul(c), s.noLo, s.noHi}
	}
	return span{s.hi.Mul(c), s.lo.Mul(c), s.noHi, s.noLo}
}

func (s span) meet(t span) span {
	if s.noLo || !t.noLo && t.lo.Cmp(s.lo) > 0 {
		s.lo, s.noLo = t.lo, t.noLo
	}
	if s.noHi || !t.noHi && t.hi.Cmp(s.hi) < 0 {
		s.hi, s.noHi = t.hi, t.noHi
	}
	return s
}

// above reports whether all elements are at least c.
func (s span) above(c int64) bool { return !s.noLo && s.lo.Cmp(rational.FromInt(c)) >= 0 }

// below reports whether all elements are at most c.
func (s span) below(c int64) bool { return !s.noHi && s.hi.Cmp(rational.FromInt(c)) <= 0 }

// mono is c times the variable with number v.
type mono struct {
	v int
	c rational.Q
}

// form is an interval linear form (Mine, "Symbolic methods to enhance the
// precision of numerical abstract domains", VMCAI 2006): the sum of its
// monomials, which are sorted by variable, plus some element of k.
type form struct {
	ms []mono
	k  span
}

func constant(s span) form { return form{k: s} }

func (f form) scale(c rational.Q) form {
	if c.IsZero() {
		return form{}
	}
	r := form{make([]mono, len(f.ms)), f.k.scale(c)}
	for i, m := range f.ms {
		r.ms[i] = mono{m.v, m.c.Mul(c)}
	}
	return r
}

func (f form) neg() form { return f.scale(rational.FromInt(-1)) }

func (f form) addSpan(s span) form { return form{f.ms, f.k.add(s)} }

func (f form) add(g form) form {
	r := form{k: f.k.add(g.k)}
	i, j := 0, 0
	for i < len(f.ms) || j < len(g.ms) {
		switch {
		case j == len(g.ms) || i < len(f.ms) && f.ms[i].v < g.ms[j].v:
			r.ms = append(r.ms, f.ms[i])
			i++
		case i == len(f.ms) || g.ms[j].v < f.ms[i].v:
			r.ms = append(r.ms, g.ms[j])
			j++
		default:
			if c := f.ms[i].c.Add(g.ms[j].c); !c.IsZero() {
				r.ms = append(r.ms, mono{f.ms[i].v, c})
			}
			i++
			j++
		}
	}
	return r
}
