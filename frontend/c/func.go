package c

import (
	"fmt"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/frontend/c/alias"

	"modernc.org/cc/v4"
)

// declareFunc makes the program.Func of c with its parameters and result, so
// that calls can be lowered before its body.
func (l *lowerer) declareFunc(c *cfunc) {
	fn := &program.Func{Name: c.name, Pos: l.posOf(c.def.Declarator), Order: c.order}
	c.fn = fn
	own := func(name string, s *logic.Sort) *program.Var {
		v := l.newVar(name, s)
		v.Func = c.name
		fn.Locals = append(fn.Locals, v)
		return v
	}
	for i, p := range c.params {
		t := l.tt.of(p.Type())
		if t.kind == tArray {
			t = l.tt.pointerTo(t.elem)
		}
		c.mail = append(c.mail, nil)
		if !direct(t) {
			c.paramObj = append(c.paramObj, nil)
			if d := p.Declarator; d != nil && copyable(t) {
				c.mail[i] = l.mailbox(fmt.Sprintf("%s::#arg%d", c.name, i), t, l.alias.ClassOfObject(d))
			}
			continue
		}
		name, cname := fmt.Sprintf("%s::#arg%d", c.name, i), ""
		if p.Declarator != nil && p.Declarator.Name() != "" {
			cname = p.Declarator.Name()
			name = c.name + "::" + cname
			if l.alias.Escapes(p.Declarator) {
				name, cname = name+"#in", ""
			}
		}
		n := l.newNode(t, 0, name, cname, nil, own)
		if cname != "" {
			l.describeNode(n, cname)
		}
		for _, lf := range n.leaves() {
			lf.v.Temp = cname == ""
			fn.Params = append(fn.Params, lf.v)
		}
		c.paramObj = append(c.paramObj, n)
	}
	if _, ok := l.alias.VariableArguments(c.name); ok && (c.typ.IsVariadic() || l.tt.modern && c.typ.MaxArgs() < 0 && len(c.params) == 0) { // C23's (...) is ()
		c.args = own(c.name+"::#arguments", logic.BVSort(l.tt.ptrW))
		c.args.Temp = true
		fn.Params = append(fn.Params, c.args)
	}
	if c.result.kind != tVoid && c.name != l.o.Entry && l.completes(c.def.CompoundStatement) {
		// Assigned right before each return and read right after it.
		c.fell = l.newVar(c.name+"::#fell", logic.BVSort(8))
		c.fell.Temp = true
		l.mod.Globals = append(l.mod.Globals, c.fell)
	}
	switch {
	case c.result.isScalar():
		fn.Result = own(c.name+"::#result", c.result.sort)
		fn.Result.Temp = true
		fn.Result.Signed = c.result.signed && c.result.kind == tInt
		fn.Result.Bool = c.result.bool
		if l.o.Types {
			fn.Result.Part = &program.Part{Name: resultName, Type: l.describe(c.result)}
		}
	case c.result.kind == tRecord && direct(c.result):
		// A record is returned in variables of the module, which the caller reads directly after the call. No other call happens in between, so this is correct under
		// recursion.
		c.out = l.newNode(c.result, 0, c.name+"::#result", "", nil, func(n string, s *logic.Sort) *program.Var {
			v := l.newVar(n, s)
			v.Temp = true
			l.mod.Globals = append(l.mod.Globals, v)
			return v
		})
	case copyable(c.result):
		c.outMem = l.mailbox(c.name+"::#result", c.result, private)
	}
}

// private is a points-to class for the lowering's own memory, into which no pointer of the program points. It has byte cells.
const private alias.ClassID = 1 << 30

// copyable reports whether t is a record that is copied byte by byte.
func copyable(t *ctype) bool {
	return t.kind == tRecord && t.size >= 0 && t.size <= maxCells && !direct(t)
}

// mailbox makes the static object through which a record with a union goes
// into or out of a function. It is read right after the transfer of control, so
// that it stays right under recursion.
func (l *lowerer) mailbox(name string, t *ctype, class alias.ClassID) *object {
	o := &object{name: name, t: t, class: class}
	l.entry.newMemory(o, name, "")
	return o
}

// lowerFunc lowers the body of c.
func (l *lowerer) lowerFunc(c *cfunc) {
	b := l.newBuilder(c.fn)
	b.cf = c
	b.pos = c.fn.Pos
	c.fn.Entry, c.fn.Exit = b.newLoc(), b.newLoc()
	b.cur = c.fn.Entry
	b.cur.Pos = c.fn.Pos
	for i, p := range c.params {
		n, d := c.paramObj[i], p.Declarator
		if m := c.mail[i]; m != nil {
			o := &object{name: d.Name(), t: m.t, class: m.class}
			b.newMemory(o, c.name+"::"+d.Name(), c.name)
			o.mem.ReadOnly = alias.Constant(d)
			b.bear(o)
			b.copyAggregate(b.objectPlace(o), b.objectPlace(m), c.fn.Pos)
			b.vars[d] = o
			continue
		}
		if n == nil {
			b.cut("parameter of type "+b.tt.of(p.Type()).String(), c.fn.Pos)
			continue
		}
		if d == nil {
			continue
		}
		if b.alias.Escapes(d) {
			o := &object{name: d.Name(), t: n.t, class: b.alias.ClassOfObject(d)}
			b.newMemory(o, c.name+"::"+d.Name(), c.name)
			o.mem.ReadOnly = alias.Constant(d)
			b.bear(o)
			b.copyAny(b.objectPlace(o), place{t: n.t, node: n})
			b.vars[d] = o
			continue
		}
		b.vars[d] = &object{name: d.Name(), t: n.t, node: n}
	}
	if c.result.kind != tVoid && c.result.kind != tRecord && c.fn.Result == nil || c.result.kind == tRecord && c.out == nil && c.outMem == nil {
		b.cut("function result of type "+c.result.String(), c.fn.Pos)
	}
	for _, p := range c.params {
		b.fixParameter(p.Type(), p)
	}
	b.flush()
	if cs := c.def.CompoundStatement; cs != nil {
		b.labelled.named, b.labelled.blocks = labelBlocks(cs)
		if b.mayCleanUp {
			b.inForce, b.labelOf = cleanupsAtLabels(cs)
		}
		b.block(cs)
		b.begin(b.pos2(cs.Token2))
	}
	if c.fn.Result != nil {
		if c.name == "main" && c.fn.Result.Sym.Sort().IsBV() { // gcc takes another type, with a warning
			b.assign(c.fn.Result, b.f.BV(0, c.fn.Result.Sym.Sort().Width()))
		} else {
			end := b.setUnknown(program.NoResult, c.name, b.pos)
			b.havoc(c.fn.Result)
			end()
		}
	}
	b.leaveFunction(true)
}

// leaveFunction returns from the function; fell: its end was reached without a return statement.
func (b *builder) leaveFunction(fell bool) {
	if b.proc.noreturn[b.cf.name] {
		b.check(b.f.False(), program.OtherCheck, "return from a function that is declared not to return")
	}
	if v := b.cf.fell; v != nil {
		n := uint64(0)
		if fell {
			n = 1
		}
		b.assign(v, b.f.BV(n, 8))
	}
	b.bury(0)
	b.leave(b.fn.Exit)
}

// checkReturned adds the check that a used value of a call of c comes from a return statement (C11 6.9.1 p12).
func (b *builder) checkReturned(c *cfunc, used bool) {
	if used && c.fell != nil {
		b.check(b.f.Eq(c.fell.Sym, b.f.BV(0, 8)), program.MissingResult, "the value of a function that reached its end is used")
	}
}

// copyAny copies a scalar or aggregate.
func (b *builder) copyAny(dst, src place) {
	if dst.t.isScalar() {
		b.store(dst, b.load(src))
		return
	}
	b.copyAggregate(dst, src, b.pos)
}

// newEntry makes the synthetic function that initialises static objects and
// calls the program's entry function.
func (l *lowerer) newEntry() *builder {
	fn := &program.Func{Name: "#entry"}
	b := l.newBuilder(fn)
	fn.Entry, fn.Exit = b.newLoc(), b.newLoc()
	b.cur = fn.Entry
	return b
}

// finishEntry puts the start of memory before the initialisers.
func (l *lowerer) finishEntry(main *cfunc) {
	b := l.entry
	var first []program.Op
	if l.heapTop != nil {
		first = append(first, program.Op{Kind: program.OpAssign, Var: l.heapTop, Expr: l.heapObj.Base})
	}
	first = append(first, l.regionStarts()...)
	first = append(first, l.proc.starts...)
	if len(first) > 0 {
		for i := range first {
			first[i].Pos = main.fn.Pos
		}
		start := b.newLoc()
		e := &program.Edge{Src: start, Dst: b.fn.Entry, Ops: first, Pos: main.fn.Pos}
		start.Out = append(start.Out, e)
		b.fn.Entry = start
	}
}

// callSite is a call through a pointer. Its candidates, the functions whose address is taken, are known only after all reachable functions are lowered.
type callSite struct {
	b      *builder
	call   *cc.PostfixExpression // nil: not of the program's text
	src    *program.Location
	dst    *program.Location
	fp     *logic.Term
	args   []val
	result *ctype
	res    place // where the result goes; zero: nowhere
	pos    program.Pos
	used   bool // the value of the call
	done   int  // candidates of lowerer.taken already added
	none   []*logic.Term
}

// expandSites adds edges for new candidates; it reports whether that made work.
func (l *lowerer) expandSites() bool {
	more := false
	for i := 0; i < len(l.sites); i++ {
		for s := l.sites[i]; s.done < len(l.taken); {
			name := l.taken[s.done]
			s.done++
			if s.expand(name) {
				more = true
			}
		}
	}
	return more || len(l.work) > 0 || len(l.initWork) > 0
}

// closeSites adds the targets of computed gotos and ends the behaviour of calls
// through pointers to no candidate.
func (l *lowerer) closeSites() {
	for _, s := range l.sites {
		s.close()
	}
	for _, s := range l.gotos {
		s.close()
	}
	l.sites = nil
}

// expand adds the candidate name when its type fits the call.
func (s *callSite) expand(name string) bool {
	b := s.b
	c := b.defs[name]
	if c != nil && !s.fits(c) || s.call != nil && !b.alias.MayCall(s.call, name) {
		return false
	}
	eq := b.f.Eq(s.fp, b.funcObjs[name].Base)
	if eq.IsFalse() {
		return false
	}
	s.none = append(s.none, b.f.Not(eq))
	save, pos, cur := b.ops, b.pos, b.cur
	b.ops, b.pos = nil, s.pos
	loc := b.newLoc()
	b.edge(s.src, loc, []program.Op{{Kind: program.OpAssume, Expr: eq, Pos: s.pos}}, nil)
	b.cur = loc
	var r val
	if b.isError[name] {
		b.fail()
	} else if name == foreign {
		b.cut("call of a function that the caller chose", s.pos)
	} else if c != nil {
		r = b.callDefined(c, s.args, nil)
		b.checkReturned(c, s.used)
	} else {
		r = b.callUndefined(name, nil, s.args, s.result, true, s.pos)
	}
	if s.res.t != nil && r.t != nil && r.t.kind != tVoid {
		if s.res.t.isScalar() {
			b.store(s.res, b.convert(r, s.res.t, nil))
		} else if r.t.kind == tRecord {
			b.copyAggregate(s.res, r.place, s.pos)
		}
	}
	b.goTo(s.dst)
	b.ops, b.pos, b.cur = save, pos, cur
	return true
}

// close ends the behaviour of pointers to no candidate.
func (s *callSite) close() {
	b := s.b
	b.edge(s.src, b.mod.Halt, []program.Op{{Kind: program.OpAssume, Expr: b.f.And(s.none...), Pos: s.pos},
		{Kind: program.OpCheck, Expr: b.f.False(), Check: program.InvalidCall, Note: "call through an invalid pointer", Pos: s.pos}}, nil)
}

// fits reports whether the function can be the target of the call: as many
// parameters of the same sizes, and a result of the same size.
func (s *callSite) fits(c *cfunc) bool {
	if !sameSize(s.result, c.result) && s.result.kind != tVoid {
		return false
	}
	if len(s.args) < len(c.params) || len(s.args) > len(c.params) && !c.typ.IsVariadic() && c.typ.MaxArgs() >= 0 {
		return false
	}
	for i, n := range c.paramObj {
		if n != nil && !sameSize(n.t, s.args[i].t) || c.mail[i] != nil && !sameSize(c.mail[i].t, s.args[i].t) {
			return false
		}
	}
	if c.fn == nil {
		for i, p := range c.params {
			if !sameSize(s.b.tt.of(p.Type().Decay()), s.args[i].t) {
				return false
			}
		}
	}
	return true
}

func sameSize(a, b *ctype) bool {
	if a.kind == tVoid || b.kind == tVoid {
		return a.kind == b.kind
	}
	return (a.kind == tFloat) == (b.kind == tFloat) && (a.kind == tRecord) == (b.kind == tRecord) && a.size == b.size
}
