package unwritten

import (
	"slices"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/internal/sabotage"
)

// flagWidth is the number of bits of a flag. They are numbers, since those are what the analyses know best.
const flagWidth = 8

// flags are the variables beside others.
type flags struct {
	m      *program.Module
	f      *logic.Factory
	from   func(Source) bool
	memory bool // memory has the flags set at the beginning
	vars   map[*logic.Term]*program.Var
	owner  map[*program.Var]*program.Func // of locals
	begins map[*program.Var]bool          // variables that begin without a value somewhere
	beside map[*program.Var]*program.Var
	order  []*program.Var // of which there are flags
	terms  map[*logic.Term]*logic.Term
	stores map[*logic.Term]*logic.Term // flags of arrays
}

// newFlags finds the variables that may hold what was never written, whatever the order of operations.
func newFlags(m *program.Module, from func(Source) bool) *flags {
	x := &flags{m: m, f: m.Terms, from: from, vars: map[*logic.Term]*program.Var{}, owner: map[*program.Var]*program.Func{}, begins: map[*program.Var]bool{},
		beside: map[*program.Var]*program.Var{}, terms: map[*logic.Term]*logic.Term{}, stores: map[*logic.Term]*logic.Term{}}
	for _, v := range m.Globals {
		x.vars[v.Sym] = v
	}
	for _, fn := range m.Funcs {
		for _, v := range fn.Locals {
			x.vars[v.Sym], x.owner[v] = v, fn
		}
	}
	next := map[*program.Var][]*program.Var{} // what is assigned terms with a variable
	var todo []*program.Var
	reach := func(v *program.Var) {
		if v != nil && x.beside[v] == nil && v.Name != program.HeapTop {
			x.beside[v] = &program.Var{Name: v.Name + "#unwritten", Sym: x.f.Var(v.Name+"#unwritten", x.sort(v.Sort())), Temp: true}
			x.order = append(x.order, v)
			todo = append(todo, v)
		}
	}
	flow := func(v *program.Var, t *logic.Term) {
		if v == nil || t == nil {
			return
		}
		for _, s := range logic.FreeVars(t) {
			if w := x.vars[s]; w != nil && w != v {
				next[w] = append(next[w], v)
			}
		}
	}
	x.each(func(_ *program.Func, e *program.Edge, i int) {
		op := &e.Ops[i]
		if s, memory, ok := Of(op); ok && from(s) {
			if memory {
				x.memory = true
			} else {
				x.begins[op.Var] = true
				reach(op.Var)
			}
		}
		switch op.Kind {
		case program.OpAssign:
			flow(op.Var, op.Expr)
		case program.OpHavoc:
			flow(op.Var, pattern(e.Ops, i))
		case program.OpCall:
			for k, a := range op.Args {
				if k < len(op.Callee.Params) {
					flow(op.Callee.Params[k], a)
				}
			}
			if r := op.Callee.Result; r != nil {
				flow(op.Var, r.Sym)
			}
		}
	})
	for v, s := range Unset(m) {
		if from(s) {
			x.begins[v] = true
		}
	}
	for _, fn := range m.Funcs { // in order
		for _, v := range fn.Locals {
			if x.begins[v] {
				reach(v)
			}
		}
	}
	if x.memory {
		for _, v := range m.Globals {
			if x.region(v) {
				reach(v)
			}
		}
	}
	for len(todo) > 0 {
		v := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, w := range next[v] {
			reach(w)
		}
	}
	return x
}

// each visits all operations.
func (x *flags) each(visit func(*program.Func, *program.Edge, int)) {
	for _, fn := range x.m.Funcs {
		for _, l := range fn.Locs {
			for _, e := range l.Out {
				for i := range e.Ops {
					visit(fn, e, i)
				}
			}
		}
	}
}

// region reports whether a variable of the file is memory.
func (x *flags) region(v *program.Var) bool {
	return (&program.Program{Model: x.m.Model}).IsMemory(v)
}

// sort is that of the flags beside values of a sort.
func (x *flags) sort(s *logic.Sort) *logic.Sort {
	if s.IsArray() {
		return logic.ArraySort(s.Index(), x.sort(s.Elem()))
	}
	return logic.BVSort(flagWidth)
}

// all is the flags of a value of a sort, all of them set or not.
func (x *flags) all(s *logic.Sort, set bool) *logic.Term {
	if s.IsArray() {
		return x.f.ConstArray(x.sort(s), x.all(s.Elem(), set))
	}
	switch {
	case !set:
		return x.f.BV(0, flagWidth)
	case isByte(s):
		return x.f.BVInt(-1, flagWidth)
	}
	return x.f.BV(1, flagWidth)
}

// set is the condition that a flag is set, or one of several.
func (x *flags) set(flag *logic.Term) *logic.Term {
	return x.f.Ne(flag, x.f.BV(0, flag.Sort().Width()))
}

// flag is the flag that is set on a condition.
func (x *flags) flag(c *logic.Term) *logic.Term {
	if c.Op() == logic.OpNot && c.Arg(0).Op() == logic.OpEq { // that of a flag itself
		for i, a := range c.Arg(0).Args() {
			if c.Arg(0).Arg(1-i) == x.f.BV(0, flagWidth) && x.isFlag(a) {
				return a
			}
		}
	}
	return x.f.Ite(c, x.f.BV(1, flagWidth), x.f.BV(0, flagWidth))
}

// isFlag reports whether a term is the flag of a variable or of a cell.
func (x *flags) isFlag(t *logic.Term) bool {
	for t.Op() == logic.OpSelect || t.Op() == logic.OpStore {
		t = t.Arg(0)
	}
	return t.IsVar() && x.vars[t] == nil
}

// holds is the condition that the value of a term depends on what was never written.
func (x *flags) holds(t *logic.Term) *logic.Term {
	if t == nil || t.IsGround() {
		return x.f.False()
	}
	if old := x.terms[t]; old != nil {
		return old
	}
	out := x.make(t)
	x.terms[t] = out
	return out
}

func (x *flags) make(t *logic.Term) *logic.Term {
	f := x.f
	if t.Sort().IsArray() { // as a whole
		if slices.ContainsFunc(logic.FreeVars(t), func(s *logic.Term) bool { return x.beside[x.vars[s]] != nil }) {
			return f.True()
		}
		return f.False()
	}
	switch t.Op() {
	case logic.OpVar:
		if w := x.beside[x.vars[t]]; w != nil {
			return x.set(w.Sym)
		}
		return f.False()
	case logic.OpSelect:
		return f.Or(x.holds(t.Arg(1)), x.choices(t.Arg(0)), x.set(f.Select(x.cells(t.Arg(0)), t.Arg(1))))
	case logic.OpIte:
		return f.Or(x.holds(t.Arg(0)), f.Ite(t.Arg(0), x.holds(t.Arg(1)), x.holds(t.Arg(2))))
	case logic.OpExtract:
		if m := x.bits(t); m != nil {
			return x.set(m)
		}
	case logic.OpAnd, logic.OpOr: // an argument that decides alone is all that matters
		var some, decides []*logic.Term
		for _, a := range t.Args() {
			h := x.holds(a)
			if t.Op() == logic.OpAnd {
				a = f.Not(a)
			}
			some, decides = append(some, h), append(decides, f.And(f.Not(h), a))
		}
		if any := f.Or(some...); any.IsFalse() {
			return any
		}
		return f.And(f.Or(some...), f.Not(f.Or(decides...)))
	}
	var some []*logic.Term
	for _, a := range t.Args() {
		some = append(some, x.holds(a))
	}
	return f.Or(some...)
}

// cells are the flags of an array.
func (x *flags) cells(t *logic.Term) *logic.Term {
	f := x.f
	switch t.Op() {
	case logic.OpVar:
		if v := x.vars[t]; v != nil && x.beside[v] != nil {
			return x.beside[v].Sym
		}
		return x.all(t.Sort(), false)
	case logic.OpStore:
		if old := x.stores[t]; old != nil {
			return old
		}
		var value *logic.Term
		if e := t.Sort().Elem(); e.IsArray() {
			value = x.cells(t.Arg(2))
		} else if value = x.value(t.Arg(2)); sabotage.Active(sabotage.UnwrittenStore) {
			value = x.all(e, false)
		}
		out := f.Store(x.cells(t.Arg(0)), t.Arg(1), value)
		x.stores[t] = out
		return out
	case logic.OpConstArray:
		if t.Sort().Elem().IsArray() {
			return f.ConstArray(x.sort(t.Sort()), x.cells(t.Arg(0)))
		}
		return f.ConstArray(x.sort(t.Sort()), x.value(t.Arg(0)))
	case logic.OpIte:
		return f.Ite(t.Arg(0), x.cells(t.Arg(1)), x.cells(t.Arg(2)))
	case logic.OpSelect:
		return f.Select(x.cells(t.Arg(0)), t.Arg(1))
	}
	return x.all(t.Sort(), !t.IsGround())
}

// choices is the condition that what was never written decides which cells an array has: an index of a store, or a choice of arrays.
func (x *flags) choices(t *logic.Term) *logic.Term {
	some := []*logic.Term{}
	for t.Sort().IsArray() {
		switch t.Op() {
		case logic.OpStore:
			some = append(some, x.holds(t.Arg(1)))
			if t.Sort().Elem().IsArray() {
				some = append(some, x.choices(t.Arg(2)))
			}
		case logic.OpIte:
			return x.f.Or(append(some, x.holds(t.Arg(0)), x.choices(t.Arg(1)), x.choices(t.Arg(2)))...)
		case logic.OpSelect:
			some = append(some, x.holds(t.Arg(1)))
		default:
			return x.f.Or(some...)
		}
		t = t.Arg(0)
	}
	return x.f.Or(some...)
}

// ofTerm is the flags of a term.
func (x *flags) ofTerm(t *logic.Term) *logic.Term {
	if t.Sort().IsArray() {
		return x.cells(t)
	}
	return x.value(t)
}

// pattern is the float of which the havoc number i of some operations makes the bits, which the assumption after it says; nil: it is none that does.
func pattern(ops []program.Op, i int) *logic.Term {
	if i+1 >= len(ops) || ops[i].Kind != program.OpHavoc || ops[i+1].Kind != program.OpAssume || ops[i+1].Expr.Op() != logic.OpEq {
		return nil
	}
	v, eq := ops[i].Var.Sym, ops[i+1].Expr
	for k, a := range eq.Args() {
		if a.Op() == logic.OpFPFromBits && a.Arg(0) == v && !logic.Occurs(v, eq.Arg(1-k)) {
			return eq.Arg(1 - k)
		}
	}
	return nil
}

// restricts reports whether the assumption number i of some operations only restricts the havoc before it.
func restricts(ops []program.Op, i int) bool {
	if i == 0 || ops[i-1].Kind != program.OpHavoc {
		return false
	}
	if pattern(ops, i-1) != nil {
		return true
	}
	for _, s := range logic.FreeVars(ops[i].Expr) {
		if s != ops[i-1].Var.Sym {
			return false
		}
	}
	return true
}
