package interp

import "cupel/core/logic"

// general compiles any term; the code returns a value of the machine's factory.
func (c *compiler) general(t *logic.Term) func() *logic.Term {
	if f := c.terms[t]; f != nil {
		return f
	}
	var f func() *logic.Term
	if isWord(t.Sort()) {
		f = c.wordTerm(t)
	} else {
		f = c.node(t)
	}
	c.terms[t] = f
	return f
}

// wordTerm tries word code first.
func (c *compiler) wordTerm(t *logic.Term) func() *logic.Term {
	m, s := c.m, t.Sort()
	fast := c.word(t)
	var slow func() *logic.Term
	return func() *logic.Term {
		if m.giveUp { // the caller will evaluate again
			return m.f.Zero(s)
		}
		u := fast()
		if !m.giveUp {
			return constOf(m.f, s, u)
		}
		m.giveUp = false
		m.gen++
		if slow == nil {
			slow = c.node(t)
		}
		return slow()
	}
}

// node compiles a term's top symbol, applied to the general values of its
// arguments.
func (c *compiler) node(t *logic.Term) func() *logic.Term {
	m, args := c.m, t.Args()
	switch t.Op() {
	case logic.OpConst:
		v := m.f.Import(t)
		return func() *logic.Term { return v }
	case logic.OpVar:
		i, ok := m.idx[t]
		if !ok {
			return c.failing(t, "no value of symbol "+t.Name())
		}
		return func() *logic.Term {
			if m.tracking && (m.unknown[i] && m.slots[i].class != cells || m.slots[i].class == cells && m.arrays[i].anyUnknown()) {
				m.tainted = true
			}
			return m.term(i)
		}
	case logic.OpForall, logic.OpExists, logic.OpApp:
		return c.failing(t, "a term that is not executable: "+t.StringN(200))
	case logic.OpIte:
		x, y, z := c.general(args[0]), c.general(args[1]), c.general(args[2])
		return func() *logic.Term {
			if x().IsTrue() {
				return y()
			}
			return z()
		}
	case logic.OpAnd, logic.OpOr:
		return c.junction(t)
	case logic.OpSelect:
		if classOf(args[0].Sort()) == cells {
			r, k := c.readTerm(args[0]), c.general(args[1])
			return func() *logic.Term { return r(k()) }
		}
	}
	if classOf(t.Sort()) == cells {
		a := c.arrayValue(t)
		return func() *logic.Term {
			v, _ := a()
			if m.tracking && v.anyUnknown() {
				m.tainted = true
			}
			return v.term(m.f)
		}
	}
	fs := make([]func() *logic.Term, len(args))
	for i, a := range args {
		fs[i] = c.general(a)
	}
	scalar := !t.Sort().IsArray()
	return func() *logic.Term {
		vs := make([]*logic.Term, len(fs))
		for i, f := range fs {
			vs[i] = f()
		}
		v := m.f.Rebuild(t, vs)
		if scalar && !v.IsConst() {
			var err error
			if v, err = m.f.Eval(v, func(*logic.Term) *logic.Term { return nil }); err != nil {
				m.fail(err.Error())
				return m.f.Zero(t.Sort())
			}
		}
		return v
	}
}

func (c *compiler) junction(t *logic.Term) func() *logic.Term {
	fs := make([]func() *logic.Term, t.NumArgs())
	for i, a := range t.Args() {
		fs[i] = c.general(a)
	}
	stop := t.Op() == logic.OpOr
	return func() *logic.Term {
		for _, f := range fs {
			if f().IsTrue() == stop {
				return c.m.f.BoolConst(stop)
			}
		}
		return c.m.f.BoolConst(!stop)
	}
}

func (c *compiler) failing(t *logic.Term, why string) func() *logic.Term {
	s := t.Sort()
	return func() *logic.Term {
		c.m.fail(why)
		return c.m.f.Zero(s)
	}
}
