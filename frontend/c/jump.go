package c

import (
	"fmt"
	"sort"

	"cupel/core/logic"
	"cupel/core/program"

	"modernc.org/cc/v4"
)

// setjmp and longjmp (C11 7.13). Each execution of setjmp gets a number, stored in a table by the address of its jmp_buf and in a local variable of the
// activation. longjmp makes the number pending: the function it is called in, and then each caller, continues after the setjmp whose variable has the number,
// or returns. If none has it, the function that executed the setjmp has returned, which is undefined.

// jumps is the state of the model.
type jumps struct {
	last    *program.Var // number of the last setjmp
	pending *program.Var // number jumped to, 0: none
	value   *program.Var // return value of that setjmp
	table   *program.Var // numbers by address of the jmp_buf
	sets    []*setSite
	longs   []*longSite
}

// setSite is a call of setjmp.
type setSite struct {
	b          *builder
	src, after *program.Location
	number     *program.Var // local: of its last execution
	result     *program.Var
	env        *logic.Term
	alive      []*object // automatic objects of the blocks around
	pos        program.Pos
}

// longSite is a call of longjmp.
type longSite struct {
	b   *builder
	src *program.Location
	pos program.Pos
}

func (l *lowerer) jumpState() *jumps {
	j := &l.jumps
	if j.last == nil {
		int32s, w := logic.BVSort(32), logic.BVSort(l.tt.ptrW)
		j.last, j.pending, j.value = l.processVar("#jump.last", int32s), l.processVar("#jump", int32s), l.processVar("#jump.value", int32s)
		j.table = l.processVar("#jump.table", logic.ArraySort(w, int32s))
	}
	return j
}

// setjmp lowers a call of setjmp; its value is 0 or longjmp's argument.
func (b *builder) setjmp(env *logic.Term) val {
	j := b.jumpState()
	env = b.snapshot(env, false)
	b.flush()
	s := &setSite{b: b, src: b.cur, after: b.newLoc(), number: b.temp(logic.BVSort(32), false), result: b.temp(logic.BVSort(32), true),
		env: env, alive: append([]*object(nil), b.mortals...), pos: b.pos}
	j.sets = append(j.sets, s)
	b.cur = s.after
	return val{t: b.intT(), x: s.result.Sym}
}

// longjmp lowers a call of longjmp.
func (b *builder) longjmp(env, value *logic.Term) {
	j := b.jumpState()
	f := b.f
	n := b.snapshot(f.Select(j.table.Sym, env), false)
	value = b.snapshot(value, true)
	b.when(f.Eq(n, f.BV(0, 32)), func() { b.cut("longjmp to what setjmp did not fill", b.pos) })
	b.assign(j.pending, n)
	b.assign(j.value, f.Ite(f.Eq(value, f.BV(0, 32)), f.BV(1, 32), value))
	b.flush()
	j.longs = append(j.longs, &longSite{b: b, src: b.cur, pos: b.pos})
	b.cur = b.newLoc()
}

// wireJumps adds the control flow of jumps when everything else is there.
func (l *lowerer) wireJumps() {
	j := &l.jumps
	if j.last == nil {
		return
	}
	builders := map[*program.Func]*builder{}
	sets := map[*program.Func][]*setSite{}
	for _, s := range j.sets {
		builders[s.b.fn] = s.b
		sets[s.b.fn] = append(sets[s.b.fn], s)
	}
	fns := append([]*program.Func{l.entry.fn}, l.synthetic()...)
	for _, c := range l.cfuncs {
		if c.queued {
			fns = append(fns, c.fn)
		}
	}
	jumping := map[*program.Func]bool{} // may be left by a jump
	for _, s := range j.longs {
		builders[s.b.fn] = s.b
		jumping[s.b.fn] = true
	}
	calls := func(fn *program.Func, visit func(e *program.Edge, callee *program.Func)) {
		for _, loc := range append([]*program.Location(nil), fn.Locs...) {
			for _, e := range append([]*program.Edge(nil), loc.Out...) {
				for _, op := range e.Ops {
					if op.Kind == program.OpCall {
						visit(e, op.Callee)
					}
				}
			}
		}
	}
	for more := true; more; {
		more = false
		for _, fn := range fns {
			calls(fn, func(_ *program.Edge, callee *program.Func) {
				if jumping[callee] && !jumping[fn] {
					jumping[fn], more = true, true
				}
			})
		}
	}
	for _, s := range j.sets {
		s.wire()
	}
	for _, fn := range fns {
		if !jumping[fn] {
			continue
		}
		b := builders[fn]
		if b == nil {
			b = l.newBuilder(fn)
		}
		target := b.dispatch(sets[fn])
		calls(fn, func(e *program.Edge, callee *program.Func) {
			if !jumping[callee] {
				return
			}
			b.pos = e.Pos
			none := l.f.Eq(j.pending.Sym, l.f.BV(0, 32))
			back := b.newLoc()
			dst := e.Dst
			e.Dst = back
			b.edge(back, dst, []program.Op{{Kind: program.OpAssume, Expr: none, Pos: e.Pos}}, nil)
			b.edge(back, target, []program.Op{{Kind: program.OpAssume, Expr: l.f.Not(none), Pos: e.Pos}}, nil)
		})
		for _, s := range j.longs {
			if s.b.fn == fn {
				b.pos = s.pos
				b.edge(s.src, target, nil, nil)
			}
		}
	}
}

// wire executes setjmp: it takes a number and notes the values of the variables
// that a jump may spoil.
func (s *setSite) wire() {
	b, f, j := s.b, s.b.f, &s.b.jumps
	op := func(v *program.Var, x *logic.Term) program.Op {
		return program.Op{Kind: program.OpAssign, Var: v, Expr: x, Pos: s.pos}
	}
	b.edge(s.src, s.after, []program.Op{
		op(j.last, f.BVOp(logic.OpBVAdd, j.last.Sym, f.BV(1, 32))),
		op(s.number, j.last.Sym),
		op(j.table, f.Store(j.table.Sym, s.env, j.last.Sym)),
		op(s.result, f.BV(0, 32)),
	}, nil)
	e := s.src.Out[len(s.src.Out)-1]
	e.Pos = s.pos
	// A new activation has executed nothing.
	start := b.newLoc()
	start.Pos = b.fn.Entry.Pos
	start.Out = append(start.Out, &program.Edge{Src: start, Dst: b.fn.Entry, Ops: []program.Op{op(s.number, f.BV(0, 32))}, Pos: start.Pos})
	b.fn.Entry = start
}

// dispatch is the location where a function continues while a jump is pending.
func (b *builder) dispatch(sets []*setSite) *program.Location {
	j, f := &b.jumps, b.f
	head := b.newLoc()
	b.cur, b.ops = head, nil
	for _, s := range sets {
		b.pos = s.pos
		here, not := b.newLoc(), b.newLoc()
		b.split(f.Eq(s.number.Sym, j.pending.Sym), branchTo{loc: here}, branchTo{loc: not})
		b.cur = here
		for _, o := range s.alive {
			b.emit(b.birth(o, s.pos))
		}
		b.spoil(s)
		b.assign(s.result, j.value.Sym)
		b.assign(j.pending, f.BV(0, 32))
		b.goTo(s.after)
		b.cur = not
	}
	if b.fn == b.entry.fn {
		b.check(f.False(), program.LibraryUse, "longjmp to a function that has returned")
		b.leave(b.mod.Halt)
	} else {
		b.leave(b.fn.Exit)
	}
	return head
}

// spoil havocs the automatic variables of the function that are not volatile and have changed since the setjmp (C11 7.13.2.1 p3).
func (b *builder) spoil(s *setSite) {
	vars := make([]*cc.Declarator, 0, len(b.vars))
	for d, o := range b.vars {
		if o.node != nil && o.mem == nil && !d.IsStatic() && d.Linkage() == cc.None && !isVolatile(d.Type()) && len(o.node.leaves()) > 0 {
			vars = append(vars, d)
		}
	}
	sort.Slice(vars, func(i, j int) bool {
		return b.vars[vars[i]].node.leaves()[0].v.Name < b.vars[vars[j]].node.leaves()[0].v.Name
	})
	e := s.src.Out[len(s.src.Out)-1]
	for _, d := range vars {
		for _, lf := range b.vars[d].node.leaves() {
			v := lf.v
			if v.Sym.Sort().IsArray() {
				continue // arrays stay in memory
			}
			old := b.temp(v.Sym.Sort(), v.Signed)
			e.Ops = append(e.Ops, program.Op{Kind: program.OpAssign, Var: old, Expr: v.Sym, Pos: s.pos})
			same := b.f.Eq(v.Sym, old.Sym)
			any := b.temp(v.Sym.Sort(), v.Signed)
			any.Bool = v.Bool
			end := b.setUnknown(program.Uninitialized, d.Name(), b.posOf(d))
			b.havocFor(any, fmt.Sprintf("%s after longjmp", d.Name()))
			end()
			b.assign(v, b.f.Ite(same, v.Sym, any.Sym))
		}
	}
}

// isVolatile reports whether an object is defined volatile.
func isVolatile(t cc.Type) bool {
	for {
		a, ok := t.(*cc.ArrayType)
		if !ok {
			at := t.Attributes()
			return at != nil && at.IsVolatile()
		}
		t = a.Elem()
	}
}
