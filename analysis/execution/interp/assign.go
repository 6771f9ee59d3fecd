package interp

import (
	"cupel/core/logic"
	"cupel/core/program"
)

// write is one pending change of an array.
type write struct {
	key, val   uint64
	keyT, valT *logic.Term // set when one of the two is no word
	unknown    bool        // the value, on a tracking machine
	bits       uint64      // the unknown ones, when it is a word
}

// assign compiles Var := Expr.
func (m *Machine) assign(op *program.Op) func() {
	i := m.idx[op.Var.Sym]
	switch m.slots[i].class {
	case word:
		f, p := m.expr(op.Expr), &m.words[i]
		if m.tracking {
			return m.follows(i, op.Expr, func() {
				outer := m.tainted
				m.tainted = false
				*p = f()
				m.unknown[i], m.tainted = m.tainted, outer
			})
		}
		return func() { *p = f() }
	case whole:
		return m.tracks(i, m.assignInt(i, op.Expr))
	case cells:
		return m.assignArray(i, op)
	}
	f := newCompiler(m, op.Expr).general(op.Expr)
	return m.tracks(i, func() {
		m.gen++
		m.terms[i] = f()
	})
}

// tracks returns assign extended to record whether the value assigned to the scalar i is known.
func (m *Machine) tracks(i int, assign func()) func() {
	if !m.tracking {
		return assign
	}
	return func() {
		m.unknown[i] = m.tracked(assign)
		if m.symbolic != nil {
			m.symbolic[i] = nil
		}
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
			m.writes, m.rewritten = m.writes[:0], false
			up()
			a := m.arrays[i]
			for _, w := range m.writes {
				switch {
				case w.keyT != nil:
					a.store(w.keyT, w.valT)
					if m.tracking {
						a.mark(w.keyT, w.unknown)
					}
				case a.plain():
					a.put(w.key, w.val)
					if m.tracking {
						a.markBits(w.key, w.bits)
					}
				default:
					k := constOf(m.f, a.sort.Index(), w.key)
					a.store(k, constOf(m.f, a.sort.Elem(), w.val))
					if m.tracking {
						a.mark(k, w.unknown)
					}
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
		m.arrays[i], m.rewritten = a, true
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
	var u uint64
	m := c.m
	m.blind = m.tracked(func() {
		u = code()
		if m.giveUp {
			m.giveUp = false
			m.gen++
			u = b2u(c.node(t)().IsTrue())
		}
	}) || m.blind
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
		w := write{}
		m.blind = m.tracked(func() { w.keyT = keyT() }) || m.blind
		w.unknown = m.tracked(func() { w.valT = valT() })
		m.writes = append(m.writes, w)
	}
	if !isWord(k.Sort()) || !isWord(v.Sort()) {
		return terms
	}
	key, val := c.word(k), c.word(v)
	unknown := func() uint64 { return allBits }
	if m.tracking && composed(v) {
		unknown = c.unknownBits(v)
	}
	return func() {
		w := write{}
		if m.tracking {
			m.blind = m.tracked(func() { w.key = key() }) || m.blind
			if w.unknown = m.tracked(func() { w.val = val() }); w.unknown && !m.giveUp {
				w.bits = unknown()
			}
		} else {
			w.key, w.val = key(), val()
		}
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
				if m.tracking && a.unknownAt(k) {
					m.tainted = true
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
			return func(k *logic.Term) *logic.Term {
				if m.tracking && m.arrays[i].unknownCell(k) {
					m.tainted = true
				}
				return m.arrays[i].at(m.f, k)
			}
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

// arrayValue compiles an array term of class cells; the result is fresh if the caller may keep and modify it, otherwise
// it belongs to a variable.
func (c *compiler) arrayValue(t *logic.Term) func() (a *array, fresh bool) {
	m := c.m
	switch t.Op() {
	case logic.OpVar:
		if i, ok := m.idx[t]; ok {
			return func() (*array, bool) { return m.arrays[i], false }
		}
	case logic.OpConstArray:
		v := c.general(t.Arg(0))
		return func() (a *array, fresh bool) {
			unknown := m.tracked(func() { a = newArray(m, t.Sort(), v()) })
			a.defUnknown = unknown
			return a, true
		}
	case logic.OpStore:
		base, k, v := c.arrayValue(t.Arg(0)), c.general(t.Arg(1)), c.general(t.Arg(2))
		return func() (*array, bool) {
			var kk, vv *logic.Term
			m.blind = m.tracked(func() { kk = k() }) || m.blind
			unknown := m.tracked(func() { vv = v() })
			a, fresh := base()
			if !fresh {
				a = a.clone()
			}
			a.store(kk, vv)
			if m.tracking {
				a.mark(kk, unknown)
			}
			return a, true
		}
	case logic.OpIte:
		x, y, z := c.general(t.Arg(0)), c.arrayValue(t.Arg(1)), c.arrayValue(t.Arg(2))
		return func() (*array, bool) {
			var yes bool
			m.blind = m.tracked(func() { yes = x().IsTrue() }) || m.blind
			if yes {
				return y()
			}
			return z()
		}
	}
	return func() (*array, bool) {
		var v *logic.Term
		m.blind = m.tracked(func() {
			switch t.Op() {
			case logic.OpSelect: // of an array of arrays
				v = m.f.Select(c.general(t.Arg(0))(), c.general(t.Arg(1))())
			default:
				v = c.failing(t, "an array that cannot be evaluated: "+t.StringN(200))()
			}
		}) || m.blind
		a, ok := m.arrayOf(v)
		if !ok {
			m.fail("no value of " + t.StringN(200))
			a = newArray(m, t.Sort(), m.f.Zero(t.Sort().Elem()))
		}
		return a, true
	}
}
