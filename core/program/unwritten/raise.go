package unwritten

import (
	"slices"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/program/passes"
	"cupel/internal/sabotage"
)

// note is what a goal says.
const note = "what was never written decides"

// Check adds checks of the kind UnwrittenUse, of which the caller makes goals with Raise: one before each use of what may come from a chosen source. The caller must be the
// module's only user.
func Check(m *program.Module, from func(Source) bool) {
	r := &raiser{newFlags(m, from)}
	if len(r.order) == 0 {
		return
	}
	for _, fn := range m.Funcs {
		for _, l := range fn.Locs { // those that are added need no look
			r.branch(fn, l)
		}
	}
	for _, fn := range m.Funcs {
		r.parameters(fn)
	}
	r.globals()
}

// Raise makes goals of the checks.
func Raise(m *program.Module) {
	passes.RaiseChecks(m, func(k program.CheckKind) passes.Raising {
		if k == program.UnwrittenUse {
			return passes.Fail
		}
		return passes.Keep
	})
}

// raiser adds flags and goals.
type raiser struct{ *flags }

// goal is the check that no term depends on what was never written; false: none can.
func (r *raiser) goal(pos program.Pos, ts ...*logic.Term) (program.Op, bool) {
	var some []*logic.Term
	for _, t := range ts {
		if t != nil {
			some = append(some, r.holds(t))
		}
	}
	return r.check(pos, r.f.Or(some...))
}

func (r *raiser) check(pos program.Pos, bad *logic.Term) (program.Op, bool) {
	return program.Op{Kind: program.OpCheck, Check: program.UnwrittenUse, Expr: r.f.Not(bad), Note: note, Pos: pos}, !bad.IsFalse()
}

// branch rewrites what leaves a location. Where that is several edges, the goal about their conditions comes before all of them.
func (r *raiser) branch(fn *program.Func, l *program.Location) {
	hoisted := len(l.Out) > 1
	if hoisted {
		var conditions []*logic.Term
		pos := l.Pos
		for _, e := range l.Out {
			if len(e.Ops) > 0 && e.Ops[0].Kind == program.OpAssume {
				conditions = append(conditions, e.Ops[0].Expr)
				pos = e.Ops[0].At(e)
			}
		}
		if op, some := r.goal(pos, conditions...); some && !sabotage.Active(sabotage.UnwrittenBranch) {
			n := fn.NewLocation(l.Pos)
			n.Out, l.Out = l.Out, nil
			for _, e := range n.Out {
				e.Src = n
			}
			program.Connect(l, n, op).Pos = pos
			l = n
		}
	}
	for _, e := range l.Out {
		r.edge(e, hoisted)
	}
}

// edge rewrites the operations of an edge; hoisted: there is a goal about its first condition.
func (r *raiser) edge(e *program.Edge, hoisted bool) {
	var ops []program.Op
	for i := range e.Ops {
		op := &e.Ops[i]
		if bad := r.uses(e.Ops, i); !(hoisted && i == 0 && op.Kind == program.OpAssume) {
			if c, some := r.check(op.At(e), bad); some {
				ops = append(ops, c)
			}
		}
		before, after := r.follow(e.Ops, i)
		ops = append(ops, before...)
		n := *op
		if op.Kind == program.OpCall {
			n.Args = append(slices.Clip(n.Args), r.arguments(op)...)
		}
		ops = append(append(ops, n), after...)
	}
	e.Ops = ops
}

// uses is the condition that the operation number i uses what was never written.
func (r *raiser) uses(ops []program.Op, i int) *logic.Term {
	op, f := &ops[i], r.f
	any := func(ts ...*logic.Term) *logic.Term {
		var some []*logic.Term
		for _, t := range ts {
			some = append(some, r.holds(t))
		}
		return f.Or(some...)
	}
	switch op.Kind {
	case program.OpAssume:
		if !restricts(ops, i) {
			return any(op.Expr)
		}
	case program.OpAssign:
		return r.choices(op.Expr)
	case program.OpCheck:
		return any(op.Expr)
	case program.OpFree, program.OpAlloc:
		return any(op.Expr, op.Size)
	case program.OpAccess:
		if op.Check != program.PointerRange && op.Check != program.PointerEquality { // what uses the result depends on it
			return any(op.Expr, op.Origin, op.Size)
		}
	}
	return f.False()
}

// follow returns the operations that keep the flags of what operation number i defines: before and after it.
func (r *raiser) follow(ops []program.Op, i int) (before, after []program.Op) {
	op := &ops[i]
	w := r.beside[op.Var]
	if w == nil {
		return nil, nil
	}
	set := func(t *logic.Term) []program.Op {
		if t == w.Sym {
			return nil
		}
		return []program.Op{{Kind: program.OpAssign, Var: w, Expr: t, Pos: op.Pos}}
	}
	switch op.Kind {
	case program.OpAssign:
		return set(r.ofTerm(op.Expr)), nil
	case program.OpHavoc:
		if x := pattern(ops, i); x != nil {
			return set(r.ofTerm(x)), nil
		}
		return set(r.all(op.Var.Sort(), r.unknown(op))), nil
	case program.OpCall:
		if op.Callee.Result != nil {
			return nil, set(r.ofTerm(op.Callee.Result.Sym))
		}
		return nil, set(r.all(op.Var.Sort(), false))
	}
	return nil, nil
}

// unknown reports whether a havoc makes what was never written.
func (r *raiser) unknown(op *program.Op) bool {
	if op.Unknown == nil && op.Input == nil && r.region(op.Var) { // the beginning of memory
		return r.first()
	}
	s, memory, ok := Of(op)
	return ok && !memory && r.from(s) && !sabotage.Active(sabotage.UnwrittenDeclared)
}

// first reports whether memory has its flags set at the beginning.
func (r *raiser) first() bool { return r.memory && !sabotage.Active(sabotage.UnwrittenBlock) }

// arguments are the flags that a call passes.
func (r *raiser) arguments(op *program.Op) (args []*logic.Term) {
	for i, v := range op.Callee.Params {
		switch {
		case r.beside[v] == nil:
		case i < len(op.Args) && !sabotage.Active(sabotage.UnwrittenArgument):
			args = append(args, r.ofTerm(op.Args[i]))
		default:
			args = append(args, r.all(v.Sort(), false))
		}
	}
	return args
}

// parameters adds the flags of a function's variables. What begins without a value may be jumped over.
func (r *raiser) parameters(fn *program.Func) {
	passed := map[*program.Var]bool{}
	for _, v := range slices.Clone(fn.Params) {
		if w := r.beside[v]; w != nil {
			fn.Params = append(fn.Params, w)
			passed[v] = true
		}
	}
	var ops []program.Op
	for _, v := range r.order {
		if r.owner[v] != fn || v == fn.Result {
			continue
		}
		fn.Locals = append(fn.Locals, r.beside[v])
		if !passed[v] {
			ops = append(ops, program.Assign(r.beside[v], r.all(v.Sort(), r.begins[v] && !v.Temp)))
		}
	}
	begin(fn, ops)
}

// globals adds the flags of variables of the file, and of results, which are read after the call.
func (r *raiser) globals() {
	var ops []program.Op
	for _, v := range r.order {
		if fn := r.owner[v]; fn == nil || v == fn.Result {
			r.m.Globals = append(r.m.Globals, r.beside[v])
			ops = append(ops, program.Assign(r.beside[v], r.all(v.Sort(), r.first() && r.region(v))))
		}
	}
	begin(r.m.Entry, ops)
}

// begin puts operations before a function's body.
func begin(fn *program.Func, ops []program.Op) {
	if len(ops) == 0 || fn.Entry == nil {
		return
	}
	for i := range ops {
		ops[i].Pos = fn.Pos
	}
	start := fn.NewLocation(fn.Entry.Pos)
	program.Connect(start, fn.Entry, ops...).Pos = fn.Pos
	fn.Entry = start
}
