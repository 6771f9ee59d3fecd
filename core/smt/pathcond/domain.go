package pathcond

import (
	"math/big"
	"math/bits"
	"slices"

	"cupel/core/logic"
)

// A set is a set of values of a symbol, by their position among those of its domain.
type set [maxValues / 64]uint64

func (s *set) and(o *set) {
	for i := range s {
		s[i] &= o[i]
	}
}

// some returns the position of one of the values, -1: there is none.
func (s *set) some() int {
	for i, w := range s {
		if w != 0 {
			return 64*i + bits.TrailingZeros64(w)
		}
	}
	return -1
}

// A span is a symbol with the least of its values and their number.
type span struct {
	symbol *logic.Term
	least  int64
	n      int
}

// A domain is the possible values of a symbol, with the subsets that satisfy conjuncts over it alone.
type domain struct {
	values []*logic.Term
	evals  []*logic.Evaluator  // one for each value: conjuncts share subterms
	sets   map[*logic.Term]set // of the values that satisfy a conjunct
	vague  map[*logic.Term]bool
}

// single decides conjuncts over a single symbol with enumerable values: it returns a value that satisfies all, or nil if there is none. known is false if it
// cannot decide.
func (d *Decider) single(symbol *logic.Term, all []*conjunct) (value *logic.Term, known bool) {
	sp, ok := spanOf(symbol, all)
	if !ok {
		return nil, false
	}
	m := d.domain(sp)
	var left set
	for i := range m.values {
		left[i/64] |= 1 << (i % 64)
	}
	for _, c := range all {
		s, ok := d.satisfying(m, c)
		if !ok {
			return nil, false
		}
		left.and(&s)
	}
	if i := left.some(); i >= 0 {
		return m.values[i], true
	}
	return nil, true
}

// satisfying returns the values that satisfy a conjunct; false: undecided.
func (d *Decider) satisfying(m *domain, c *conjunct) (set, bool) {
	if s, ok := m.sets[c.term]; ok {
		return s, true
	}
	if c.size > maxEvaluated || m.vague[c.term] {
		return set{}, false
	}
	if len(m.sets) >= maxSets {
		m.forget(d.f)
	}
	var s set
	for i, e := range m.evals {
		before := e.Steps()
		holds, err := e.Bool(c.term)
		d.evaluated(1 + e.Steps() - before)
		if err != nil {
			m.vague[c.term] = true
			return set{}, false
		}
		if holds {
			s[i/64] |= 1 << (i % 64)
		}
	}
	m.sets[c.term] = s
	return s, true
}

func (d *Decider) domain(sp span) *domain {
	m := d.domains[sp]
	if m == nil {
		if len(d.domains) >= maxDomains {
			clear(d.domains)
		}
		m = &domain{values: make([]*logic.Term, sp.n)}
		for i := range m.values {
			m.values[i] = constant(d.f, sp.symbol.Sort(), sp.least+int64(i))
		}
		m.forget(d.f)
		d.domains[sp] = m
	}
	return m
}

// forget clears the cached subsets.
func (m *domain) forget(f *logic.Factory) {
	m.sets, m.vague = map[*logic.Term]set{}, map[*logic.Term]bool{}
	m.evals = make([]*logic.Evaluator, len(m.values))
	for i, v := range m.values {
		m.evals[i] = f.NewEvaluator(func(s *logic.Term) *logic.Term {
			if s.IsVar() {
				return v
			}
			return nil
		})
	}
}

func constant(f *logic.Factory, s *logic.Sort, n int64) *logic.Term {
	switch s.Kind() {
	case logic.KindBool:
		return f.BoolConst(n != 0)
	case logic.KindInt:
		return f.IntConst(n)
	}
	return f.BVBig(big.NewInt(n), s.Width())
}

// spanOf finds the possible values of a symbol: all of its sort, or those between bounds among the conjuncts. The first bounds are those of its type, which all
// queries share; tighter ones are used if these are too wide.
func spanOf(s *logic.Term, all []*conjunct) (span, bool) {
	switch sort := s.Sort(); sort.Kind() {
	case logic.KindBool:
		return span{s, 0, 2}, true
	case logic.KindBV:
		if w := sort.Width(); w <= 8 {
			return span{s, 0, 1 << w}, true
		}
	case logic.KindInt:
	default:
		return span{}, false
	}
	var lo, hi []int64
	if s.Sort().Kind() == logic.KindBV {
		lo = append(lo, 0)
	}
	for _, c := range all {
		if n, up, ok := bound(s, c.term); ok && up {
			hi = append(hi, n)
		} else if ok {
			lo = append(lo, n)
		}
	}
	if len(lo) == 0 || len(hi) == 0 {
		return span{}, false
	}
	l, h := lo[0], hi[0]
	if h-l >= maxValues {
		l, h = slices.Max(lo), slices.Min(hi)
	}
	if l > h || h-l >= maxValues {
		return span{}, false
	}
	return span{s, l, int(h-l) + 1}, true
}

// bound reads a conjunct that compares the symbol with a constant, as numbers without a sign
// where they are bit-vectors.
func bound(s, t *logic.Term) (n int64, up, ok bool) {
	if op := t.Op(); op != logic.OpLe && op != logic.OpULe && op != logic.OpEq {
		return 0, false, false
	}
	a, b := t.Arg(0), t.Arg(1)
	switch {
	case a == s && b.IsConst():
		n, ok = number(b)
		return n, true, ok
	case b == s && a.IsConst() && t.Op() != logic.OpEq:
		n, ok = number(a)
		return n, false, ok
	}
	return 0, false, false
}

// number returns a constant of moderate size.
func number(t *logic.Term) (int64, bool) {
	var n int64
	switch t.Sort().Kind() {
	case logic.KindInt:
		v, ok := t.Rational().Int64()
		if !ok {
			return 0, false
		}
		n = v
	case logic.KindBV:
		u, ok := t.BVUint64()
		if !ok || u >= 1<<40 {
			return 0, false
		}
		n = int64(u)
	}
	return n, -1<<40 < n && n < 1<<40
}
