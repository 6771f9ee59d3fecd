package c

import (
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/frontend/c/tree"

	"modernc.org/cc/v4"
)

// Numbers of Linux on x86 (signal(7)).
const (
	sigill    = 4
	sigabrt   = 6
	sigkill   = 9
	sigstop   = 19
	signalMax = 64
	signalErr = -1
)

var (
	// ignoredSignals are ignored by default.
	ignoredSignals = []uint64{17, 18, 23, 28}
	// stoppingSignals stop the process by default.
	stoppingSignals = []uint64{19, 20, 21, 22}
)

// asynchronous are functions that let signals arrive at any time, change how they arrive, or wait for them: without a model. Signals come from raise and abort
// only; that none comes from outside is an assumption.
var asynchronous = set("alarm", "ualarm", "setitimer", "timer_create", "timer_settime", "kill", "killpg", "sigqueue", "pthread_kill",
	"pthread_sigmask", "sigprocmask", "sigsuspend", "sigwait", "sigwaitinfo", "sigtimedwait", "sigpause", "sigblock", "sigsetmask", "sighold", "sigrelse",
	"sigignore", "sigset", "bsd_signal", "sysv_signal", "ssignal", "gsignal", "sigaction", "sigvec", "siginterrupt", "sigaltstack", "pause",
	"tgkill", "raise", "signal", "psignal")

// signalState returns the table of signal handlers.
func (l *lowerer) signalState() *program.Var {
	if l.proc.handlers == nil {
		w := logic.BVSort(l.tt.ptrW)
		table := logic.ArraySort(w, w)
		l.proc.handlers = l.processVar("#signal.handler", table)
		l.proc.busy = l.processVar("#signal.busy", table)
		fn := &program.Func{Name: "#raise"}
		l.proc.raise = fn
		b := l.newBuilder(fn)
		fn.Entry, fn.Exit = b.newLoc(), b.newLoc()
		b.cur = fn.Entry
		sig := b.newVar("#raise::signal", logic.BVSort(32))
		b.own(sig)
		fn.Params = []*program.Var{sig}
		l.proc.bodies = append(l.proc.bodies, func() { b.runSignal(sig.Sym) })
	}
	return l.proc.handlers
}

func (b *builder) oneOf(x *logic.Term, ns []uint64) *logic.Term {
	var cs []*logic.Term
	for _, n := range ns {
		cs = append(cs, b.f.Eq(x, b.f.BV(n, x.Sort().Width())))
	}
	return b.f.Or(cs...)
}

// when lowers then under the condition cond and continues where cond is false.
func (b *builder) when(cond *logic.Term, then func()) {
	yes, no := b.newLoc(), b.newLoc()
	b.split(cond, branchTo{loc: yes}, branchTo{loc: no})
	b.cur = yes
	then()
	b.cur = no
}

// runSignal is the body of the function that delivers a signal the program
// sends to itself. A signal is blocked while its handler runs.
func (b *builder) runSignal(sig *logic.Term) {
	f, w := b.f, b.tt.ptrW
	back := func() { b.leave(b.fn.Exit) }
	at := b.resize(sig, w, false)
	h := b.snapshot(f.Select(b.proc.handlers.Sym, at), false)
	b.when(f.Eq(sig, f.BV(0, 32)), back)
	b.when(f.Not(f.And(f.SLt(f.BV(0, 32), sig), f.SLe(sig, f.BV(signalMax, 32)))), func() { b.cut("raise of no signal", b.pos) })
	b.when(f.Eq(h, f.BV(1, w)), back)
	b.when(f.And(f.Eq(h, f.BV(0, w)), b.oneOf(sig, ignoredSignals)), back)
	b.when(f.And(f.Eq(h, f.BV(0, w)), b.oneOf(sig, stoppingSignals)), func() { b.cut("signal that stops the process", b.pos) })
	b.when(f.Eq(h, f.BV(0, w)), func() { b.leave(b.mod.Halt) })
	b.when(f.Ne(f.Select(b.proc.busy.Sym, at), f.BV(0, w)), func() { b.cut("signal raised in its own handler", b.pos) })
	b.assign(b.proc.busy, f.Store(b.proc.busy.Sym, at, f.BV(1, w)))
	b.callPointer(nil, h, []val{{t: b.intT(), x: sig}}, b.tt.kind(cc.Void), false)
	b.assign(b.proc.busy, f.Store(b.proc.busy.Sym, at, f.BV(0, w)))
	back()
}

// signal is the library function signal: it returns the old handler.
func (b *builder) signal(sig, h *logic.Term, t *ctype) val {
	table := b.signalState()
	b.lowerer.assumeAt(program.AboutEnvironment, "signals come from the program itself only", b.pos)
	f, w := b.f, b.tt.ptrW
	sig, h = b.snapshot(sig, true), b.snapshot(h, false)
	bad := f.Or(f.Not(f.And(f.SLt(f.BV(0, 32), sig), f.SLe(sig, f.BV(signalMax, 32)))),
		b.oneOf(sig, []uint64{sigkill, sigstop, 32, 33}), f.Eq(h, f.BVInt(signalErr, w)))
	b.when(bad, func() { b.cut("signal that no handler can be set for", b.pos) })
	at := b.resize(sig, w, false)
	old := b.snapshot(f.Select(table.Sym, at), false)
	b.assign(table, f.Store(table.Sym, at, h))
	return val{t: t, x: old}
}

// raiseSignal is the library function raise.
func (b *builder) raiseSignal(sig *logic.Term) val {
	b.signalState()
	b.flush()
	b.emit(program.Op{Kind: program.OpCall, Callee: b.proc.raise, Args: []*logic.Term{sig}})
	b.flush()
	return b.intVal(0, b.intT())
}

// processCall lowers calls that end the program, register handlers for its end, or concern signals.
func (b *builder) processCall(base string, n *cc.PostfixExpression) (val, bool) {
	es := tree.Args(n)
	ft := tree.FuncType(n.PostfixExpression.Type())
	need := map[string]int{"exit": 1, "quick_exit": 1, "_exit": 1, "_Exit": 1, "abort": 0, "trap": 0, "atexit": 1, "at_quick_exit": 1, "on_exit": 2,
		"signal": 2, "raise": 1, "gsignal": 1, "kill": 2,
		"setjmp": 1, "_setjmp": 1, "sigsetjmp": 2, "__sigsetjmp": 2, "longjmp": 2, "_longjmp": 2, "siglongjmp": 2}
	if k, ok := need[base]; !ok || len(es) != k {
		return val{}, false
	}
	if base == "kill" {
		// kill(getpid(), sig) is raise(sig).
		c, ok := b.callOf(es[0])
		if !ok {
			return val{}, false
		}
		if name, _ := tree.CalleeName(c.PostfixExpression); name != "getpid" || b.defs[name] != nil {
			return val{}, false
		}
		return b.raiseSignal(b.convert(b.rvalue(es[1]), b.intT(), n)), true
	}
	args := b.args(n, ft)
	for _, a := range args {
		if a.x == nil {
			return b.unsupported("call of "+base, n, b.typeOf(n)), true
		}
	}
	toInt := func(i int) *logic.Term { return b.convert(args[i], b.intT(), n) }
	toPtr := func(i int) *logic.Term { return b.convert(args[i], b.tt.ptrs, n) }
	switch base {
	case "setjmp", "_setjmp", "sigsetjmp", "__sigsetjmp":
		return b.setjmp(toPtr(0)), true
	case "longjmp", "_longjmp", "siglongjmp":
		b.longjmp(toPtr(0), toInt(1))
	case "exit":
		b.exit(0, b.snapshot(toInt(0), true))
	case "quick_exit":
		b.exit(1, nil)
	case "_exit", "_Exit":
		b.stop(b.mod.Halt)
	case "abort":
		b.exit(-sigabrt, nil)
	case "trap":
		b.exit(-sigill, nil)
	case "atexit":
		return b.register(0, toPtr(0), nil), true
	case "at_quick_exit":
		return b.register(1, toPtr(0), nil), true
	case "on_exit":
		return b.register(0, toPtr(0), toPtr(1)), true
	case "signal":
		return b.signal(toInt(0), toPtr(1), b.typeOf(n)), true
	case "raise", "gsignal":
		return b.raiseSignal(toInt(0)), true
	}
	return b.anyVal(b.typeOf(n)), true
}
