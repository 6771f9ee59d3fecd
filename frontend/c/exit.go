package c

import (
	"fmt"
	"sort"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/frontend/c/attr"

	"modernc.org/cc/v4"
)

// process models start and end of a program (C11 7.22.4, glibc): constructors before main, handlers of atexit and destructors at exit, handlers of
// at_quick_exit at quick_exit, handlers of signals at raise and abort.
type process struct {
	start, end []hook // constructors and destructors in their order
	noreturn   map[string]bool
	lists      [2]*handlerList // of exit and of quick_exit
	sites      []endSite
	raise      *program.Func // calls the handler of a signal
	handlers   *program.Var  // by signal
	busy       *program.Var  // by signal: its handler is running
	starts     []program.Op  // initial values of all this
	bodies     []func()      // of synthetic functions, made when the program's own are lowered
}

// hook is a constructor or a destructor.
type hook struct {
	c        *cfunc
	priority int
	ranked   bool // has a priority
}

// handlerList are the functions registered for an end of the program.
type handlerList struct {
	n           *program.Var // how many
	fn, on, arg *program.Var // by number: the function, whether on_exit registered it, with which argument
	run         *program.Func
}

// endSite is a location where the program ends; the code executed there is known only after everything is lowered.
type endSite struct {
	b      *builder
	src    *program.Location
	list   int         // 0: exit, 1: quick_exit, less: the signal -list
	status *logic.Term // exit status; nil when there is none
	pos    program.Pos
}

// collectHooks finds constructors, destructors and functions that do not return.
func (l *lowerer) collectHooks() {
	l.proc.noreturn = map[string]bool{}
	note := func(name string, vs []attr.Value) {
		if _, ok := attr.Find(vs, "noreturn"); ok {
			l.proc.noreturn[name] = true
		}
		c := l.defs[name]
		if c == nil {
			return
		}
		for _, list := range []struct {
			name  string
			hooks *[]hook
		}{{"constructor", &l.proc.start}, {"destructor", &l.proc.end}} {
			v, ok := attr.Find(vs, list.name)
			if !ok {
				continue
			}
			h := hook{c: c, priority: 65535}
			if len(v.Args) == 1 {
				if p, ok := intValue(v.Args[0]); ok {
					h.priority, h.ranked = int(p), true
				}
			}
			known := false
			for i, o := range *list.hooks {
				if o.c == c {
					known = true
					if h.ranked {
						(*list.hooks)[i] = h
					}
				}
			}
			if !known {
				*list.hooks = append(*list.hooks, h)
			}
		}
	}
	for u := l.ast.TranslationUnit; u != nil; u = u.TranslationUnit {
		switch ed := u.ExternalDeclaration; ed.Case {
		case cc.ExternalDeclarationFuncDef:
			note(ed.FunctionDefinition.Declarator.Name(), attr.OfFunction(ed.FunctionDefinition))
		case cc.ExternalDeclarationDecl:
			for il := ed.Declaration.InitDeclaratorList; il != nil; il = il.InitDeclaratorList {
				d := il.InitDeclarator.Declarator
				if d.Type() != nil && d.Type().Kind() == cc.Function && !d.IsTypename() {
					note(d.Name(), attr.OfDeclarator(ed.Declaration, il))
				}
			}
		}
	}
	order := func(hs []hook) {
		sort.SliceStable(hs, func(i, j int) bool {
			if hs[i].priority != hs[j].priority {
				return hs[i].priority < hs[j].priority
			}
			return hs[i].c.index < hs[j].c.index
		})
	}
	if l.o.Function != "" {
		l.proc.start = nil // their effects are part of the state in which the function is called
	}
	order(l.proc.start)
	order(l.proc.end)
	for _, hs := range [][]hook{l.proc.start, l.proc.end} {
		for _, h := range hs {
			l.require(h.c)
		}
	}
	if len(l.proc.end) > 0 {
		l.handlers(0)
	}
}

// intValue is the value of an integer constant expression.
func intValue(e cc.ExpressionNode) (int64, bool) {
	switch v := e.Value().(type) {
	case cc.Int64Value:
		return int64(v), true
	case cc.UInt64Value:
		return int64(v), true
	}
	return 0, false
}

// processVar makes a variable of the process model that starts as zero.
func (l *lowerer) processVar(name string, s *logic.Sort) *program.Var {
	v := l.newVar(name, s)
	v.Temp = true
	l.mod.Globals = append(l.mod.Globals, v)
	l.proc.starts = append(l.proc.starts, program.Op{Kind: program.OpAssign, Var: v, Expr: l.entry.zeroOf(s)})
	return v
}

// handlers returns the list of functions to be called at exit (0) or
// quick_exit (1).
func (l *lowerer) handlers(k int) *handlerList {
	if h := l.proc.lists[k]; h != nil {
		return h
	}
	name := []string{"#exit", "#quick_exit"}[k]
	w := logic.BVSort(l.tt.ptrW)
	table := logic.ArraySort(w, w)
	h := &handlerList{n: l.processVar(name+".n", w), fn: l.processVar(name+".fn", table), run: &program.Func{Name: name}}
	if k == 0 {
		h.on, h.arg = l.processVar(name+".on", table), l.processVar(name+".arg", table)
	}
	l.proc.lists[k] = h
	b := l.newBuilder(h.run)
	h.run.Entry, h.run.Exit = b.newLoc(), b.newLoc()
	b.cur = h.run.Entry
	status := b.newVar(name+"::status", logic.BVSort(32))
	b.own(status)
	h.run.Params = []*program.Var{status}
	l.proc.bodies = append(l.proc.bodies, func() { b.runHandlers(h, status.Sym, k == 0) })
	return h
}

// runHandlers is the body of the function that ends the program: as long as there are handlers, the last one is removed and called; then the destructors run,
// once. Handlers registered meanwhile are called too.
func (b *builder) runHandlers(h *handlerList, status *logic.Term, destructors bool) {
	f, w := b.f, b.tt.ptrW
	void := b.tt.kind(cc.Void)
	head, some, none := b.newLoc(), b.newLoc(), b.newLoc()
	b.goTo(head)
	head.LoopPos = b.pos
	b.split(f.Eq(h.n.Sym, f.BV(0, w)), branchTo{loc: none}, branchTo{loc: some})
	b.cur = some
	b.assign(h.n, f.BVOp(logic.OpBVSub, h.n.Sym, f.BV(1, w)))
	fp := b.snapshot(f.Select(h.fn.Sym, h.n.Sym), false)
	if h.on == nil {
		b.callPointer(nil, fp, nil, void, false)
		b.goTo(head)
	} else {
		plain, with := b.newLoc(), b.newLoc()
		on := b.snapshot(f.Select(h.on.Sym, h.n.Sym), false)
		arg := b.snapshot(f.Select(h.arg.Sym, h.n.Sym), false)
		b.split(f.Eq(on, f.BV(0, w)), branchTo{loc: plain}, branchTo{loc: with})
		b.cur = plain
		b.callPointer(nil, fp, nil, void, false)
		b.goTo(head)
		b.cur = with
		b.callPointer(nil, fp, []val{{t: b.intT(), x: status}, {t: b.tt.ptrs, x: arg}}, void, false)
		b.goTo(head)
	}
	b.cur = none
	if destructors && len(b.proc.end) > 0 {
		done := b.processVar("#destructors", logic.BVSort(8))
		first, again := b.newLoc(), b.newLoc()
		b.split(f.Eq(done.Sym, f.BV(0, 8)), branchTo{loc: first}, branchTo{loc: again})
		b.cur = first
		b.assign(done, f.BV(1, 8))
		for i := len(b.proc.end) - 1; i >= 0; i-- {
			b.callHook(b.proc.end[i])
		}
		b.goTo(head)
		b.cur = again
	}
	b.leave(b.mod.Halt)
}

// callHook calls a constructor or destructor.
func (b *builder) callHook(h hook) {
	if len(h.c.params) > 0 {
		b.cut("constructor or destructor with parameters ("+h.c.name+")", h.c.fn.Pos)
		return
	}
	b.callDefined(h.c, nil, nil)
	b.flush()
}

// exit ends the program here: list 0 is exit, 1 is quick_exit, and less is by
// the signal -list.
func (b *builder) exit(list int, status *logic.Term) {
	b.flush()
	b.proc.sites = append(b.proc.sites, endSite{b: b, src: b.cur, list: list, status: status, pos: b.pos})
	b.cur = b.newLoc()
}

// register is a call of atexit, at_quick_exit or on_exit.
func (b *builder) register(k int, fp, arg *logic.Term) val {
	h := b.handlers(k)
	f, w := b.f, b.tt.ptrW
	put := func(v *program.Var, x *logic.Term) {
		if v != nil {
			b.assign(v, f.Store(v.Sym, h.n.Sym, x))
		}
	}
	put(h.fn, fp)
	on := uint64(0)
	if arg != nil {
		on = 1
		put(h.arg, arg)
	}
	put(h.on, f.BV(on, w))
	b.assign(h.n, f.BVOp(logic.OpBVAdd, h.n.Sym, f.BV(1, w)))
	return b.intVal(0, b.intT())
}

// synthesize makes the bodies of the functions that run handlers; it reports
// whether there were any.
func (l *lowerer) synthesize() bool {
	bodies := l.proc.bodies
	l.proc.bodies = nil
	for _, f := range bodies {
		f()
	}
	return len(bodies) > 0
}

// synthetic are the functions of the process model that the program needs.
func (l *lowerer) synthetic() (fns []*program.Func) {
	for _, h := range l.proc.lists {
		if h != nil {
			fns = append(fns, h.run)
		}
	}
	if l.proc.raise != nil {
		fns = append(fns, l.proc.raise)
	}
	return fns
}

// callMain calls the constructors and the program's entry function, and then exit.
func (l *lowerer) callMain(main *cfunc) {
	b := l.entry
	b.begin(main.fn.Pos)
	for _, h := range l.proc.start {
		b.callHook(h)
	}
	var args []*logic.Term
	if l.o.Function != "" {
		args = l.given
	} else {
		args = b.arguments(main)
		if main.args != nil {
			args = append(args, b.f.BV(0, b.tt.ptrW))
		}
	}
	b.flush()
	var res *program.Var
	status := b.f.BV(0, 32)
	if l.o.Function != "" {
		b.emit(program.Op{Kind: program.OpCall, Callee: main.fn, Args: args})
		b.flush()
		b.leave(b.fn.Exit) // the program continues elsewhere
		l.closeEnds()
		return
	}
	if l.proc.lists[0] != nil && main.fn.Result != nil && main.fn.Result.Sym.Sort() == status.Sort() {
		res = b.temp(status.Sort(), true)
		status = res.Sym
	}
	b.emit(program.Op{Kind: program.OpCall, Var: res, Callee: main.fn, Args: args})
	if l.proc.lists[0] != nil && res == nil {
		// The result is no int: the status is unspecified (C11 5.1.2.2.3).
		v := b.temp(status.Sort(), true)
		end := b.setUnknown(program.NoResult, main.name, b.pos)
		b.havoc(v)
		end()
		status = v.Sym
	}
	b.flush()
	if l.proc.lists[0] == nil {
		b.leave(b.fn.Exit)
	} else {
		b.exit(0, status)
	}
	l.closeEnds()
}

// closeEnds completes the places where the program ends.
func (l *lowerer) closeEnds() {
	for _, s := range l.proc.sites {
		s.close()
	}
}

// close inserts the code that the end of the program at s executes.
func (s endSite) close() {
	b := s.b
	op := program.Op{Kind: program.OpCall, Pos: s.pos}
	switch {
	case s.list >= 0 && b.proc.lists[s.list] != nil:
		op.Callee = b.proc.lists[s.list].run
		if s.status == nil {
			s.status = b.f.BV(0, 32)
		}
		op.Args = []*logic.Term{s.status}
	case s.list < 0 && b.proc.raise != nil:
		op.Callee = b.proc.raise
		op.Args = []*logic.Term{b.f.BVInt(int64(-s.list), 32)}
	}
	b.pos = s.pos
	if op.Callee == nil {
		b.edge(s.src, b.mod.Halt, nil, nil)
		return
	}
	back := b.newLoc()
	b.edge(s.src, back, []program.Op{op}, nil)
	if s.list < 0 && s.list != -sigabrt {
		// The handler returns to the instruction that caused the signal.
		back.Pos, back.Cut = s.pos, fmt.Sprintf("unsupported: return from the handler of a fault at %s", s.pos)
		return
	}
	b.edge(back, b.mod.Halt, nil, nil)
}
