package interp

import (
	"cupel/logic"
	"cupel/program"
)

// write is one pending change of an array.
type write struct {
	key, val   uint64
	keyT, valT *logic.Term // set when one of the two is no word
}

// assign compiles Var := Expr.
func (m *Machine) assign(op *program.Op) func() {
	i := m.idx[op.Var.Sym]
	switch m.slots[i].class {
	case word:
		f, p := m.expr(op.Expr), &m.words[i]
		return func() { *p = f() }
	case whole:
		return m.assignInt(i, op.Expr)
	case cells:
		return m.assignArray(i, op)
	}
	f := newCompiler(m, op.Expr).general(op.Expr)
	return func() {
		m.gen++
		m.terms[i] = f()
	}
}

func (m *Machine) assignInt(i int, t *logic.Term) func() {
	c := newCompiler(m, t)
	f, p := c.word(t), &m.words[i]
	var slow func() *logic.Term
	return func() {
		m.gen++
		u := f()
		if !m.giveUp {
			*p, m.terms[i] = u, nil
			return
		}
		m.giveUp = false
		m.gen++
		if slow == nil {
			slow = c.node(t)
		}
		m.set(i, slow())
	}
}

func (m *Machine) assignArray(i int, op *program.Op) func() {
	c := newCompiler(m, op.Expr)
	if up := c.update(op.Expr, op.Var.Sym); up != nil {
		return func() {
			m.gen++
			m.writes = m.writes[:0]
			up()
			a := m.arrays[i]
			for _, w := range m.writes {
				switch {
				case w.keyT != nil:
					a.store(w.keyT, w.valT)
				case a.plain():
					a.put(w.key, w.val)
				default:
					a.store(constOf(m.f, a.sort.Index(), w.key), constOf(m.f, a.sort.Elem(), w.val))
				}
			}
		}
	}
	value := c.arrayValue(op.Expr)
	return func() {
		m.gen++
		a, fresh := value()
		if !fresh {
			a = a.clone()
		}
		m.arrays[i] = a
	}
}

// update compiles t, when it consists of stores to and choices of the assigned
// array self, into code that appends the changes to m.writes; nil otherwise.
// All of them are computed before the first takes effect.
func (c *compiler) update(t, self *logic.Term) func() {
	var stores []func()
	for t.Op() == logic.OpStore {
		stores = append(stores, c.write(t))
		t = t.Arg(0)
	}
	base := func() {}
	switch {
	case t == self:
	case t.Op() == logic.OpIte:
		x, y, z := c.word(t.Arg(0)), c.update(t.Arg(1), self), c.update(t.Arg(2), self)
		if y == nil || z == nil {
			return nil
		}
		base = func() {
			if c.decide(t.Arg(0), x) {
				y()
			} else {
				z()
			}
		}
	default:
		return nil
	}
	if len(stores) == 1 && t == self {
		return stores[0]
	}
	return func() {
		base()
		for i := len(stores) - 1; i >= 0; i-- {
			stores[i]()
		}
	}
}

// decide evaluates a condition whose word code is given.
func (c *compiler) decide(t *logic.Term, code func() uint64) bool {
	u := code()
	if c.m.giveUp {
		c.m.giveUp = false
		c.m.gen++
		return c.node(t)().IsTrue()
	}
	return u != 0
}

// write compiles one store of a chain.
func (c *compiler) write(t *logic.Term) func() {
	m := c.m
	k, v := t.Arg(1), t.Arg(2)
	var keyT, valT func() *logic.Term
	terms := func() {
		if keyT == nil {
			keyT, valT = c.general(k), c.general(v)
		}
		m.writes = append(m.writes, write{keyT: keyT(), valT: valT()})
	}
	if !isWord(k.Sort()) || !isWord(v.Sort()) {
		return terms
	}
	key, val := c.word(k), c.word(v)
	return func() {
		w := write{key: key(), val: val()}
		if m.giveUp {
			m.giveUp = false
			m.gen++
			terms()
			return
		}
		m.writes = append(m.writes, w)
	}
}

// read compiles reading of an array by words.
func (c *compiler) read(t *logic.Term) func(uint64) uint64 {
	if f := c.reads[t]; f != nil {
		return f
	}
	f := c.readNode(t)
	c.reads[t] = f
	return f
}

func (c *compiler) readNode(t *logic.Term) func(uint64) uint64 {
	m := c.m
	switch t.Op() {
	case logic.OpVar:
		if i, ok := m.idx[t]; ok {
			return func(k uint64) uint64 {
				a := m.arrays[i]
				if !a.plain() {
					m.giveUp = true
					return 0
				}
				return a.get(k)
			}
		}
	case logic.OpStore:
		if isWord(t.Arg(2).Sort()) {
			base, i, v := c.read(t.Arg(0)), c.word(t.Arg(1)), c.word(t.Arg(2))
			return func(k uint64) uint64 {
				if i() == k {
					return v()
				}
				return base(k)
			}
		}
	case logic.OpConstArray:
		if isWord(t.Arg(0).Sort()) {
			v := c.word(t.Arg(0))
			return func(uint64) uint64 { return v() }
		}
	case logic.OpIte:
		x, y, z := c.word(t.Arg(0)), c.read(t.Arg(1)), c.read(t.Arg(2))
		return func(k uint64) uint64 {
			if x() != 0 {
				return y(k)
			}
			return z(k)
		}
	}
	r := c.readTerm(t)
	s := t.Sort().Index()
	return func(k uint64) uint64 { return c.must(r(constOf(m.f, s, k))) }
}

// readTerm compiles reading of an array at a constant.
func (c *compiler) readTerm(t *logic.Term) func(*logic.Term) *logic.Term {
	m := c.m
	switch t.Op() {
	case logic.OpVar:
		if i, ok := m.idx[t]; ok {
			return func(k *logic.Term) *logic.Term { return m.arrays[i].at(m.f, k) }
		}
	case logic.OpStore:
		base, i, v := c.readTerm(t.Arg(0)), c.general(t.Arg(1)), c.general(t.Arg(2))
		return func(k *logic.Term) *logic.Term {
			if i() == k {
				return v()
			}
			return base(k)
		}
	case logic.OpConstArray:
		v := c.general(t.Arg(0))
		return func(*logic.Term) *logic.Term { return v() }
	case logic.OpIte:
		x, y, z := c.general(t.Arg(0)), c.readTerm(t.Arg(1)), c.readTerm(t.Arg(2))
		return func(k *logic.Term) *logic.Term {
			if x().IsTrue() {
				return y(k)
			}
			return z(k)
		}
	}
	v := c.node(t)
	return func(k *logic.Term) *logic.Term { return m.f.Select(v(), k) }
}

// arrayValue compiles an array term of class cells; the code says whether its
// result may be kept (fresh) or belongs to a variable.
func (c *compiler) arrayValue(t *logic.Term) func() (a *array, fresh bool) {
	m := c.m
	switch t.Op() {
	case logic.OpVar:
		if i, ok := m.idx[t]; ok {
			return func() (*array, bool) { return m.arrays[i], false }
		}
	case logic.OpConstArray:
		v := c.general(t.Arg(0))
		return func() (*array, bool) { return newArray(m, t.Sort(), v()), true }
	case logic.OpStore:
		base, k, v := c.arrayValue(t.Arg(0)), c.general(t.Arg(1)), c.general(t.Arg(2))
		return func() (*array, bool) {
			kk, vv := k(), v()
			a, fresh := base()
			if !fresh {
				a = a.clone()
			}
			a.store(kk, vv)
			return a, true
		}
	case logic.OpIte:
		x, y, z := c.general(t.Arg(0)), c.arrayValue(t.Arg(1)), c.arrayValue(t.Arg(2))
		return func() (*array, bool) {
			if x().IsTrue() {
				return y()
			}
			return z()
		}
	}
	return func() (*array, bool) {
		var v *logic.Term
		switch t.Op() {
		case logic.OpSelect: // of an array of arrays
			v = m.f.Select(c.general(t.Arg(0))(), c.general(t.Arg(1))())
		default:
			v = c.failing(t, "an array that cannot be evaluated: "+t.StringN(200))()
		}
		a, ok := m.arrayOf(v)
		if !ok {
			m.fail("no value of " + t.StringN(200))
			a = newArray(m, t.Sort(), m.f.Zero(t.Sort().Elem()))
		}
		return a, true
	}
}
