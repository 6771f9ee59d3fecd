package interp

import (
	"math/big"

	"cupel/logic"
	"cupel/program"
)

// wordOf returns the machine word of a constant of a word sort.
func wordOf(t *logic.Term) (uint64, bool) {
	if t.Sort().IsBool() {
		if t.IsTrue() {
			return 1, true
		}
		return 0, t.IsFalse()
	}
	return t.BVUint64()
}

// constOf returns the constant of sort s for a machine word.
func constOf(f *logic.Factory, s *logic.Sort, u uint64) *logic.Term {
	switch {
	case s.IsBool():
		return f.BoolConst(u != 0)
	case s.IsFloat():
		return f.FloatBits(s, new(big.Int).SetUint64(u))
	}
	return f.BV(u, s.Width())
}

// set stores a constant (for arrays: stores over a constant array) in a variable.
func (m *Machine) set(i int, v *logic.Term) {
	switch m.vars[i].st {
	case word:
		u, ok := wordOf(v)
		if !ok {
			m.fault = "a value that is no constant"
		}
		m.words[i] = u
	case wordArray:
		a, ok := arrayOf(v)
		if !ok {
			m.fault = "an array value that is no constant"
			return
		}
		m.arrays[i] = a
	default:
		m.terms[i] = v
	}
}

// arrayOf reads stores over a constant array.
func arrayOf(t *logic.Term) (*array, bool) {
	a := &array{m: map[uint64]uint64{}}
	var stores []*logic.Term
	for t.Op() == logic.OpStore {
		stores = append(stores, t)
		t = t.Arg(0)
	}
	if t.Op() != logic.OpConstArray {
		return nil, false
	}
	var ok bool
	if a.def, ok = wordOf(t.Arg(0)); !ok {
		return nil, false
	}
	for i := len(stores) - 1; i >= 0; i-- {
		k, ok1 := wordOf(stores[i].Arg(1))
		v, ok2 := wordOf(stores[i].Arg(2))
		if !ok1 || !ok2 {
			return nil, false
		}
		a.m[k] = v
	}
	return a, true
}

// term returns a variable's value as a term.
func (m *Machine) term(i int) *logic.Term {
	s := m.vars[i].v.Sort()
	switch m.vars[i].st {
	case word:
		return constOf(m.f, s, m.words[i])
	case wordArray:
		a := m.arrays[i]
		t := m.f.ConstArray(s, constOf(m.f, s.Elem(), a.def))
		for _, k := range sortedKeys(a.m) {
			t = m.f.Store(t, constOf(m.f, s.Index(), k), constOf(m.f, s.Elem(), a.m[k]))
		}
		return t
	}
	return m.terms[i]
}

// slow evaluates any term through the folding builders.
func (m *Machine) slow(t *logic.Term) *logic.Term {
	v, err := m.f.Eval(t, func(sym *logic.Term) *logic.Term {
		if i, ok := m.idx[sym]; ok {
			return m.term(i)
		}
		return nil
	})
	if err != nil {
		m.fault = err.Error()
		return m.f.Zero(t.Sort())
	}
	return v
}

// assign compiles Var := Expr.
func (m *Machine) assign(op *program.Op) func() {
	i := m.idx[op.Var.Sym]
	switch m.vars[i].st {
	case word:
		w := m.word(op.Expr)
		return func() { m.words[i] = w() }
	case wordArray:
		if up := m.update(op.Expr, op.Var.Sym); up != nil {
			return func() { up(m.arrays[i]) }
		}
		a := m.array(op.Expr)
		return func() {
			v, fresh := a()
			if !fresh {
				v = v.clone()
			}
			m.arrays[i] = v
		}
	}
	return func() { m.terms[i] = m.slow(op.Expr) }
}

// update compiles stores over the assigned variable itself into changes in
// place; nil when t has another form. All values are computed before the first
// change.
func (m *Machine) update(t, self *logic.Term) func(*array) {
	if t == self {
		return func(*array) {}
	}
	if t.Op() != logic.OpStore {
		return nil
	}
	inner := m.update(t.Arg(0), self)
	if inner == nil {
		return nil
	}
	k, v := m.word(t.Arg(1)), m.word(t.Arg(2))
	return func(a *array) {
		kk, vv := k(), v()
		inner(a)
		a.m[kk] = vv
	}
}

// array compiles an array term; the function says whether its result may be
// kept (fresh) or belongs to a variable.
func (m *Machine) array(t *logic.Term) func() (a *array, fresh bool) {
	switch t.Op() {
	case logic.OpVar:
		if i, ok := m.idx[t]; ok {
			return func() (*array, bool) { return m.arrays[i], false }
		}
	case logic.OpConstArray:
		w := m.word(t.Arg(0))
		return func() (*array, bool) { return &array{def: w(), m: map[uint64]uint64{}}, true }
	case logic.OpStore:
		b, k, v := m.array(t.Arg(0)), m.word(t.Arg(1)), m.word(t.Arg(2))
		return func() (*array, bool) {
			kk, vv := k(), v()
			a, fresh := b()
			if !fresh {
				a = a.clone()
			}
			a.m[kk] = vv
			return a, true
		}
	case logic.OpIte:
		c, x, y := m.word(t.Arg(0)), m.array(t.Arg(1)), m.array(t.Arg(2))
		return func() (*array, bool) {
			if c() != 0 {
				return x()
			}
			return y()
		}
	}
	return func() (*array, bool) {
		a, ok := arrayOf(m.slow(t))
		if !ok {
			m.fault = "an array term that cannot be evaluated"
			return &array{m: map[uint64]uint64{}}, true
		}
		return a, true
	}
}
