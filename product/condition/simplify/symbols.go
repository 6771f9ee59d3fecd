package simplify

import (
	"cupel/core/logic"
)

// symbol is a symbol whose values are kept as sets: a Bool or a bit-vector. Values are
// keys, which have the order of the symbol's type: of a signed one, 0 is the least number.
type symbol struct {
	term   *logic.Term
	width  int
	signed bool
	bool   bool
	all    set // the keys of values that the domain allows
}

func (s *symbol) top() uint64 { return ones(s.width) }

// bias is what turns keys into bits and back, by exclusive or.
func (s *symbol) bias() uint64 {
	if s.signed {
		return 1 << (s.width - 1)
	}
	return 0
}

// view turns a set of bits into one of keys, and back.
func (s *symbol) view(bits set) set {
	if s.signed {
		return bits.flip(s.width)
	}
	return bits
}

// zero is the key of 0.
func (s *symbol) zero() uint64 { return s.bias() }

// value is the bit-vector with a key.
func (z *simplifier) value(s *symbol, key uint64) *logic.Term {
	return z.f.BV(key^s.bias(), s.width)
}

// symbols numbers what inputs and terms mention: the inputs in their order, then others.
func (z *simplifier) symbols(inputs []Input, ts ...*logic.Term) {
	add := func(v *logic.Term, signed bool) {
		if z.order[v] > 0 {
			return
		}
		z.order[v] = len(z.order) + 1
		sort := v.Sort()
		s := symbol{term: v, signed: signed, bool: sort.IsBool()}
		switch {
		case sort.IsBool():
			s.width, s.signed = 1, false
		case sort.IsBV() && sort.Width() <= 64:
			s.width = sort.Width()
		default:
			return
		}
		s.all = set{{0, s.top()}}
		z.index[v] = len(z.syms)
		z.syms = append(z.syms, s)
	}
	for _, in := range inputs {
		add(in.Sym, in.Signed)
	}
	for _, v := range logic.FreeVars(ts...) {
		add(v, true)
	}
}

// allowed reads from the domain which values symbols have.
func (z *simplifier) allowed(domain *logic.Term) {
	for _, t := range logic.Conjuncts(domain) {
		if i, s, ok := z.setOf(t); ok {
			if r := z.syms[i].all.intersect(s); len(r) > 0 { // an empty domain is left to the solver
				z.syms[i].all = r
			}
		}
	}
	z.known = map[*logic.Term]known{}
}
