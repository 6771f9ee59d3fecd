package interp

import (
	"math/big"

	"cupel/core/logic"
)

// class is the representation of a variable's value.
type class uint8

const (
	word  class = iota // words
	whole              // words, as int64; terms when it does not fit
	cells              // arrays
	other              // terms
)

func classOf(s *logic.Sort) class {
	switch {
	case s.IsInt():
		return whole
	case isWord(s):
		return word
	case s.IsArray() && !s.Index().IsArray() && !s.Elem().IsArray():
		return cells
	}
	return other
}

// isWord reports whether values of s are computed as words; for Int, code may leave the word range at run time.
func isWord(s *logic.Sort) bool {
	return s.IsBool() || s.IsInt() || s.IsBV() && s.Width() <= 64 || s == logic.Float32 || s == logic.Float64
}

// wordOf returns the machine word of a constant.
func wordOf(t *logic.Term) (uint64, bool) {
	switch s := t.Sort(); {
	case !t.IsConst():
		return 0, false
	case s.IsBool():
		return b2u(t.IsTrue()), true
	case s.IsInt():
		n, ok := t.Rational().Int64()
		return uint64(n), ok
	}
	return t.BVUint64()
}

// constOf returns the constant of the word sort s for a machine word.
func constOf(f *logic.Factory, s *logic.Sort, u uint64) *logic.Term {
	switch {
	case s.IsBool():
		return f.BoolConst(u != 0)
	case s.IsInt():
		return f.IntConst(int64(u))
	case s.IsFloat():
		return f.FloatBits(s, new(big.Int).SetUint64(u))
	}
	return f.BV(u, s.Width())
}

// set assigns a variable a value from any factory.
func (m *Machine) set(i int, v *logic.Term) {
	switch m.slots[i].class {
	case word, whole:
		u, ok := wordOf(v)
		m.words[i], m.terms[i] = u, nil
		if !ok {
			m.setTerm(i, v)
		}
	case cells:
		a, ok := m.arrayOf(v)
		if !ok {
			m.fail("a value that is no constant array")
			return
		}
		m.arrays[i] = a
	default:
		m.setTerm(i, v)
	}
}

func (m *Machine) setTerm(i int, v *logic.Term) {
	if !v.IsGround() || m.slots[i].class == word {
		m.fail("a value that is no constant")
		return
	}
	if v.IsConst() && v.Sort().IsArith() {
		bits := v.Rational().Num().BitLen()
		if bits > maxBits {
			m.fail("a number of too many digits")
			return
		}
		m.kept += bits/8 + keptTerm
	}
	m.terms[i] = m.f.Import(v)
}

// Kept is the memory, in bytes, of the numbers beyond machine words that executions computed: about that much is held until the machine is
// released.
func (m *Machine) Kept() int { return m.kept }

// fail records that a term has no value. Words computed after the word range was left are meaningless, and so are their
// failures.
func (m *Machine) fail(why string) {
	if m.fault == "" && !m.giveUp {
		m.fault = why
	}
}

// arrayOf reads stores over a constant array.
func (m *Machine) arrayOf(t *logic.Term) (*array, bool) {
	var stores []*logic.Term
	for t.Op() == logic.OpStore {
		stores = append(stores, t)
		t = t.Arg(0)
	}
	if t.Op() != logic.OpConstArray || !t.Arg(0).IsConst() {
		return nil, false
	}
	a := newArray(m, t.Sort(), m.f.Import(t.Arg(0)))
	for i := len(stores) - 1; i >= 0; i-- {
		k, v := stores[i].Arg(1), stores[i].Arg(2)
		if !k.IsConst() || !v.IsConst() {
			return nil, false
		}
		a.store(m.f.Import(k), m.f.Import(v))
	}
	return a, true
}

// term returns a variable's value as a term of the machine's factory.
func (m *Machine) term(i int) *logic.Term {
	switch {
	case m.slots[i].class == cells:
		return m.arrays[i].term(m.f)
	case m.terms[i] != nil:
		return m.terms[i]
	}
	return constOf(m.f, m.slots[i].v.Sort(), m.words[i])
}
