package interp

import (
	"cupel/core/logic"
	"cupel/core/program"
)

// compile translates an edge on its first execution.
func (m *Machine) compile(e *edge) {
	e.ready = true
	e.code = make([]instr, len(e.e.Ops))
	for i := range e.e.Ops {
		op := &e.e.Ops[i]
		in := &e.code[i]
		in.op = op
		switch op.Kind {
		case program.OpAssume, program.OpCheck:
			in.value = m.expr(op.Expr)
			if op.Kind == program.OpAssume && e.guards == i {
				e.guards++
			}
		case program.OpAssign:
			in.run = m.assign(op)
		case program.OpAccess, program.OpAlloc, program.OpFree:
			in.value = m.expr(op.Expr)
			in.size = func() uint64 { return 0 }
			if op.Size != nil {
				in.size = m.expr(op.Size)
			}
			if op.Origin != nil {
				in.origin = m.expr(op.Origin)
			}
		case program.OpHavoc:
			e.havocs = true
			if op.Input == nil && i+1 < len(e.e.Ops) {
				in.solve, in.nan, in.pattern = m.solvedHavoc(op.Var, &e.e.Ops[i+1])
				if m.tracking && in.solve != nil {
					e.code[i+1].defined = true
				}
			}
		}
	}
}

// solvedHavoc recognises the idiom "havoc v; assume v read as a float = x", which assigns v the bit pattern of x. It
// returns code for x's pattern, code that reports whether the last pattern was a NaN (which has several patterns), and
// x; nil for all other operations.
func (m *Machine) solvedHavoc(v *program.Var, next *program.Op) (solve func() *logic.Term, nan func() bool, pattern *logic.Term) {
	if next.Kind != program.OpAssume || next.Expr.Op() != logic.OpEq || !v.Sort().IsBV() {
		return nil, nil, nil
	}
	for i, a := range next.Expr.Args() {
		x := next.Expr.Arg(1 - i)
		if a.Op() != logic.OpFPFromBits || a.Arg(0) != v.Sym || logic.Occurs(v.Sym, x) {
			continue
		}
		value := newCompiler(m, x).general(x)
		var last *logic.Term
		return func() *logic.Term {
			m.gen++
			t := value()
			last = t
			if !t.IsConst() {
				m.fail("a float without a value")
				return m.f.Zero(v.Sort())
			}
			return m.p.Terms.BVBig(t.BVBig(), v.Sort().Width())
		}, func() bool { return m.f.FP(logic.OpFPIsNaN, logic.RNE, last).IsTrue() }, x
	}
	return nil, nil, nil
}

// compiler translates the terms of one operation.
type compiler struct {
	m *Machine
	// shared terms have several parents: they are evaluated once.
	shared map[*logic.Term]bool
	code   map[*logic.Term]func() uint64
	reads  map[*logic.Term]func(uint64) uint64
	terms  map[*logic.Term]func() *logic.Term
}

func newCompiler(m *Machine, ts ...*logic.Term) *compiler {
	c := &compiler{m: m, shared: map[*logic.Term]bool{}, code: map[*logic.Term]func() uint64{},
		reads: map[*logic.Term]func(uint64) uint64{}, terms: map[*logic.Term]func() *logic.Term{}}
	seen := map[*logic.Term]bool{}
	logic.Walk(func(t *logic.Term) bool {
		for _, a := range t.Args() {
			if seen[a] && a.NumArgs() > 0 {
				c.shared[a] = true
			}
			seen[a] = true
		}
		return true
	}, ts...)
	return c
}

// expr compiles a condition, an address or a size.
func (m *Machine) expr(t *logic.Term) func() uint64 {
	c := newCompiler(m, t)
	f := c.word(t)
	simple := len(c.shared) == 0
	if simple && narrow(t) {
		return f
	}
	var slow func() *logic.Term
	retry := func() uint64 {
		m.giveUp = false
		m.gen++
		if slow == nil {
			slow = c.node(t)
		}
		u := c.must(slow())
		if m.giveUp {
			m.giveUp = false
			m.fail("an address beyond 64 bits")
		}
		return u
	}
	if simple {
		return func() uint64 {
			u := f()
			if m.giveUp {
				return retry()
			}
			return u
		}
	}
	return func() uint64 {
		m.gen++
		u := f()
		if m.giveUp {
			return retry()
		}
		return u
	}
}

// narrow reports whether all of t are words at any time, so that its code never gives up.
func narrow(t *logic.Term) bool {
	narrow := true
	logic.Walk(func(t *logic.Term) bool {
		narrow = narrow && hasForm(t.Sort()) && t.Op() != logic.OpSelect
		return narrow
	}, t)
	return narrow
}

// must returns the word of a constant.
func (c *compiler) must(t *logic.Term) uint64 {
	u, ok := wordOf(t)
	if !ok {
		if t.IsConst() && t.Sort().IsInt() {
			c.m.giveUp = true
		} else {
			c.m.fail("no value of " + t.StringN(200))
		}
	}
	return u
}

// word compiles a term of a word sort.
func (c *compiler) word(t *logic.Term) func() uint64 {
	if f := c.code[t]; f != nil {
		return f
	}
	f := c.wordNode(t)
	if c.shared[t] {
		f = c.cached(f)
	}
	c.code[t] = f
	return f
}

// cached evaluates f once per generation.
func (c *compiler) cached(f func() uint64) func() uint64 {
	m := c.m
	var gen, val uint64
	if m.tracking {
		var tainted bool
		return func() uint64 {
			if gen != m.gen {
				var v uint64
				tainted = m.tracked(func() { v = f() })
				gen, val = m.gen, v
			}
			m.tainted = m.tainted || tainted
			return val
		}
	}
	return func() uint64 {
		if gen != m.gen {
			// f may leave the word range, which starts a new generation.
			v := f()
			gen, val = m.gen, v
		}
		return val
	}
}

func (c *compiler) wordNode(t *logic.Term) func() uint64 {
	m := c.m
	args := t.Args()
	switch t.Op() {
	case logic.OpConst:
		u, ok := wordOf(t)
		if !ok {
			return c.slow(t)
		}
		return func() uint64 { return u }
	case logic.OpVar:
		i, ok := m.idx[t]
		if !ok {
			return c.slow(t)
		}
		p := &m.words[i]
		if m.slots[i].class == whole {
			return m.readsVar(i, func() uint64 {
				if m.terms[i] != nil {
					m.giveUp = true
				}
				return *p
			})
		}
		return m.readsVar(i, func() uint64 { return *p })
	case logic.OpSelect:
		if classOf(args[0].Sort()) != cells || !isWord(args[1].Sort()) {
			return c.slow(t)
		}
		r, k := c.read(args[0]), c.word(args[1])
		return func() uint64 { return r(k()) }
	}
	for _, a := range args {
		if !isWord(a.Sort()) {
			return c.slow(t)
		}
	}
	var f func() uint64
	switch t.Op() {
	case logic.OpNot:
		x := c.word(args[0])
		return func() uint64 { return x() ^ 1 }
	case logic.OpAnd, logic.OpOr:
		return c.connective(t)
	case logic.OpIte:
		x, y, z := c.word(args[0]), c.word(args[1]), c.word(args[2])
		return func() uint64 {
			if x() != 0 {
				return y()
			}
			return z()
		}
	case logic.OpEq:
		return c.equal(args[0], args[1])
	default:
		if len(args) > 0 {
			switch s := args[0].Sort(); {
			case s.IsInt():
				f = c.integer(t)
			case s.IsFloat():
				f = c.float(t)
			default:
				f = c.bits(t)
			}
		}
	}
	if f == nil {
		return c.slow(t)
	}
	return f
}

// slow evaluates a term of a word sort by folding.
func (c *compiler) slow(t *logic.Term) func() uint64 {
	f := c.node(t)
	return func() uint64 { return c.must(f()) }
}

func (c *compiler) equal(a, b *logic.Term) func() uint64 {
	x, y := c.word(a), c.word(b)
	switch s := a.Sort(); {
	case s.IsFloat(): // all NaN patterns are one value
		single := s == logic.Float32
		return func() uint64 {
			p, q := x(), y()
			return b2u(p == q || isNaN(p, single) && isNaN(q, single))
		}
	case b.IsConst():
		if k, ok := wordOf(b); ok {
			return func() uint64 { return b2u(x() == k) }
		}
	case a.IsConst():
		return c.equal(b, a)
	}
	return func() uint64 { return b2u(x() == y()) }
}

func (c *compiler) connective(t *logic.Term) func() uint64 {
	fs := make([]func() uint64, t.NumArgs())
	for i, a := range t.Args() {
		fs[i] = c.word(a)
	}
	stop := b2u(t.Op() == logic.OpOr)
	if len(fs) == 2 {
		x, y := fs[0], fs[1]
		return func() uint64 {
			if x() == stop {
				return stop
			}
			return y()
		}
	}
	return func() uint64 {
		for _, f := range fs {
			if f() == stop {
				return stop
			}
		}
		return 1 - stop
	}
}
