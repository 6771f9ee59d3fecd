package simplify

import (
	"slices"
	"strconv"
)

// span is a closed interval of values.
type span struct{ lo, hi uint64 }

// set is a set of values. Invariant: spans are ascending and separated by gaps (see normal).
type set []span

// point is the set of one value.
func point(v uint64) set { return set{{v, v}} }

// normal sorts spans and joins those that touch.
func normal(s set) set {
	slices.SortFunc(s, func(a, b span) int {
		switch {
		case a.lo < b.lo:
			return -1
		case a.lo > b.lo:
			return 1
		}
		return 0
	})
	out := s[:0]
	for _, p := range s {
		if n := len(out); n > 0 && (out[n-1].hi >= p.lo || out[n-1].hi+1 == p.lo) {
			out[n-1].hi = max(out[n-1].hi, p.hi)
			continue
		}
		out = append(out, p)
	}
	return out
}

func (s set) union(o set) set { return normal(append(slices.Clone(s), o...)) }

func (s set) intersect(o set) set {
	var out set
	for i, j := 0, 0; i < len(s) && j < len(o); {
		if lo, hi := max(s[i].lo, o[j].lo), min(s[i].hi, o[j].hi); lo <= hi {
			out = append(out, span{lo, hi})
		}
		if s[i].hi < o[j].hi {
			i++
		} else {
			j++
		}
	}
	return out
}

// complement is what of [0, top] is not in s.
func (s set) complement(top uint64) set {
	var out set
	next := uint64(0)
	for _, p := range s {
		if p.lo > next {
			out = append(out, span{next, p.lo - 1})
		}
		if p.hi >= top {
			return out
		}
		next = p.hi + 1
	}
	return append(out, span{next, top})
}

func (s set) minus(o set, top uint64) set { return s.intersect(o.complement(top)) }

func (s set) equal(o set) bool { return slices.Equal(s, o) }

func (s set) subset(o set) bool { return s.intersect(o).equal(s) }

// count is the number of values, at most limit.
func (s set) count(limit uint64) uint64 {
	n := uint64(0)
	for _, p := range s {
		if p.hi-p.lo >= limit || n+p.hi-p.lo+1 >= limit {
			return limit
		}
		n += p.hi - p.lo + 1
	}
	return n
}

// each calls visit for every value, ascending.
func (s set) each(visit func(v uint64)) {
	for _, p := range s {
		for v := p.lo; ; v++ {
			visit(v)
			if v == p.hi {
				break
			}
		}
	}
}

// flip moves a set between the unsigned order and that of signed numbers of a width.
func (s set) flip(width int) set {
	top := uint64(1) << (width - 1)
	var out set
	for _, half := range []span{{0, top - 1}, {top, top - 1 + top}} {
		for _, p := range s.intersect(set{half}) {
			out = append(out, span{p.lo ^ top, p.hi ^ top})
		}
	}
	return normal(out)
}

// shift adds d to every value, modulo 2^width.
func (s set) shift(d uint64, width int) set {
	m := ones(width)
	var out set
	for _, p := range s {
		lo, hi := (p.lo+d)&m, (p.hi+d)&m
		switch {
		case p.hi-p.lo == m:
			return set{{0, m}}
		case lo <= hi:
			out = append(out, span{lo, hi})
		default:
			out = append(out, span{0, hi}, span{lo, m})
		}
	}
	return normal(out)
}

// mirror is -v-1 for every value v, that is its complement by bits.
func (s set) mirror(width int) set {
	var out set
	for _, p := range s {
		out = append(out, span{p.hi ^ ones(width), p.lo ^ ones(width)})
	}
	return normal(out)
}

// key identifies a set in a text.
func (s set) key(b []byte) []byte {
	for _, p := range s {
		b = strconv.AppendUint(b, p.lo, 36)
		b = append(b, '-')
		b = strconv.AppendUint(b, p.hi, 36)
		b = append(b, ',')
	}
	return b
}

func ones(width int) uint64 {
	if width >= 64 {
		return ^uint64(0)
	}
	return 1<<width - 1
}
