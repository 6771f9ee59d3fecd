package passes

import (
	"fmt"
	"math/big"
	"slices"

	"cupel/core/logic"
	"cupel/core/program"
)

// A Closure describes the recursive functions whose calls InlineClosed closed. The program contains marks,
// assumptions of uninterpreted predicates that passes and the integer lowering preserve; package
// analysis/summary/procedure replaces them by function summaries.
type Closure struct {
	Functions []*AbstractFunc

	calls  *callGraph
	of     map[*program.Func]*AbstractFunc
	marked map[string]mark
}

// An AbstractFunc is a recursive function with a single instance that all its closed calls share.
type AbstractFunc struct {
	Func  *program.Func
	Slots []Slot // the arguments of its marks
	Calls []CallSite

	inst   *instance
	gate   *program.Location // every closed call enters here
	args   []*program.Var    // of a call: arguments, by parameter
	in     []*program.Var    // of an activation: values before it, by slot
	after  []*program.Var    // of a call: values after it, by slot
	result *program.Var      // of a call: receives the return value; nil: none
	lost   []*program.Var    // variables that a call may change and no slot is about
}

// A CallSite is a closed call: a location with a call edge and a summary edge.
type CallSite struct {
	At     *program.Location
	Enter  *program.Edge // passes the arguments to the abstract instance
	Return *program.Edge // steps over the call; nil: it never returns
}

// Instance returns the data needed to run the abstract instance with a stack: its last location (nil if the
// function does not return), the variables of an activation, its result variable and the variable in which the
// caller finds the result (nil if no result is used).
func (a *AbstractFunc) Instance() (exit *program.Location, locals []*program.Var, result, after *program.Var) {
	for _, v := range a.Func.Locals {
		locals = append(locals, a.inst.variable(v))
	}
	for _, v := range a.in {
		if v != nil {
			locals = append(locals, v)
		}
	}
	if a.result != nil {
		result, after = a.inst.variable(a.Func.Result), a.result
	}
	return a.inst.exit, locals, result, after
}

// A Slot is an argument of a summary: the value of a parameter or a global variable before the call, or of a global
// variable or the result after it. In marks it is an integer, the variable's bits read as a signed or unsigned
// number by its C type.
type Slot struct {
	Var    *program.Var // of the module
	Before bool
	Result bool
}

// Name is the C name, primed for the value of a global afterwards.
func (s Slot) Name() string {
	switch {
	case s.Result:
		return "result"
	case s.Before:
		return plainName(s.Var)
	}
	return plainName(s.Var) + "'"
}

func plainName(v *program.Var) string {
	if v.CName != "" {
		return v.CName
	}
	return v.Name
}

// MarkKind is the kind of a mark.
type MarkKind uint8

// The kinds of marks.
const (
	// MarkEntry stands on an edge from where the calls enter the shared instance
	// to a cut: the Slots before the call are its arguments.
	MarkEntry MarkKind = iota
	// MarkExit stands on an edge from the exit of the shared instance to a cut; all
	// Slots are its arguments.
	MarkExit
	// MarkCall stands where a closed call returns; all Slots are its arguments. It
	// holds whenever the call may return with these values.
	MarkCall
)

type mark struct {
	fn   *AbstractFunc
	kind MarkKind
}

// InlineClosed is Inline, except that calls beyond the bound are closed instead of cut: each recursive function has
// one abstract instance, shared by all such calls of it, and the call becomes two edges.
//
//   - The call edge passes the arguments to the abstract instance, whose other locals are havocked. There is no
//     return edge: the end of the instance is a dead end (a cut that carries MarkExit).
//   - The summary edge steps over the call: every variable that the callee may write, directly or not, is
//     havocked, restricted by MarkCall.
//
// Within an abstract instance all recursive calls are closed.
//
// Soundness: if MarkCall over-approximates the calls that return, the result reaches the error whenever the module
// does. At the moment an execution reaches the error, it is in a nest of activations: calls that have returned are
// stepped over by summary edges, and each activation that is still open was entered by a call edge whose return is
// not needed. The variables of an activation entered this way are not read after a deeper one of the same function
// is entered, so one instance suffices. Executions over call edges only are executions of the module.
//
// Functions with objects are not closed, because each activation has objects of its own; their calls beyond the
// bound are Cuts, as with Inline.
func InlineClosed(m *program.Module, o InlineOptions) (*program.Program, *Closure, error) {
	g := newCallGraph(m)
	return inlineWithin(m, o, func() *Closure {
		return &Closure{calls: g, of: map[*program.Func]*AbstractFunc{}, marked: map[string]mark{}}
	})
}

// Closable reports whether InlineClosed may close calls of some function of m.
func Closable(m *program.Module) bool {
	for _, ok := range newCallGraph(m).closable {
		if ok {
			return true
		}
	}
	return false
}

// MarkOf returns the function and kind of the mark that an operation is; nil: it is none.
func (c *Closure) MarkOf(o *program.Op) (*AbstractFunc, MarkKind) {
	if o.Kind != program.OpAssume || o.Expr.Op() != logic.OpApp {
		return nil, 0
	}
	m := c.marked[o.Expr.Name()]
	return m.fn, m.kind
}

// closed returns the function to be entered by a closed call from inst, or nil.
func (in *inliner) closed(inst *instance, fn *program.Func) *AbstractFunc {
	if in.closure == nil || !in.closure.calls.closable[fn] {
		return nil
	}
	if inst.abstract == nil && inst.activations(fn) < in.o.RecursionBound {
		return nil
	}
	a := in.closure.of[fn]
	if a == nil {
		a = &AbstractFunc{Func: fn}
		in.closure.of[fn] = a
		in.closure.Functions = append(in.closure.Functions, a)
	}
	return a
}

// temporary declares a variable like v.
func (in *inliner) temporary(v *program.Var, name string) *program.Var {
	for in.names[name] {
		name += "'"
	}
	in.names[name] = true
	t := &program.Var{Name: name, Sym: in.p.Terms.Var(name, v.Sort()), Signed: v.Signed, Bool: v.Bool, Pointer: v.Pointer, Temp: true}
	in.declare(t)
	return t
}

// open makes the abstract instance when its function is first called.
func (in *inliner) open(a *AbstractFunc) error {
	if a.inst != nil {
		return nil
	}
	fn := a.Func
	inst, err := in.instantiate(fn, nil, [2]int{-1, len(in.closure.Functions)})
	if err != nil {
		return err
	}
	inst.abstract, a.inst = a, inst
	f := in.p.Terms
	for _, p := range fn.Params {
		a.args = append(a.args, in.temporary(p, fn.Name+"::call::"+plainName(p)))
	}
	in.slots(a)
	for _, s := range a.Slots {
		var before, after *program.Var
		if s.Before {
			before = in.temporary(s.Var, fn.Name+"::before::"+plainName(s.Var))
		} else {
			after = in.temporary(s.Var, fn.Name+"::after::"+s.Name())
		}
		a.in, a.after = append(a.in, before), append(a.after, after)
	}
	if r := fn.Result; r != nil {
		if i := slices.IndexFunc(a.Slots, func(s Slot) bool { return s.Result }); i >= 0 {
			a.result = a.after[i]
		} else {
			a.result = in.temporary(r, fn.Name+"::after::result")
		}
	}
	at := place{inst, -1}
	a.gate = in.newLocation(fn.Name, fn.Pos, at)
	start := in.p.NewEdge(a.gate, inst.entry, program.Assume(f.True()))
	start.Pos = fn.Pos
	var now []*logic.Term
	for i, s := range a.Slots {
		if s.Before {
			v := inst.variable(s.Var)
			start.Ops = append(start.Ops, program.Assign(a.in[i], v.Sym))
			now = append(now, integer(f, v, v.Sym))
		}
	}
	in.dead(a.gate, a, MarkEntry, now)
	if inst.exit == nil {
		return nil
	}
	var both []*logic.Term
	for i, s := range a.Slots {
		v := a.in[i]
		if !s.Before {
			v = inst.variable(s.Var)
		}
		both = append(both, integer(f, v, v.Sym))
	}
	in.dead(inst.exit, a, MarkExit, both)
	return nil
}

// dead adds an edge from a location to a cut of its own.
func (in *inliner) dead(l *program.Location, a *AbstractFunc, k MarkKind, args []*logic.Term) {
	cut := in.newLocation(l.Func, l.Pos, place{})
	cut.Cut = fmt.Sprintf("summary of %s", a.Func.Name)
	e := in.p.NewEdge(l, cut, program.Assume(in.p.Terms.True()), in.mark(a, k, args))
	e.Pos = l.Pos
}

func (in *inliner) mark(a *AbstractFunc, k MarkKind, args []*logic.Term) program.Op {
	name := fmt.Sprintf("%s of %s", [...]string{"entry", "exit", "call"}[k], a.Func.Name)
	in.closure.marked[name] = mark{a, k}
	return program.Assume(in.p.Terms.App(name, logic.Bool, args...))
}

// integer returns t, a value of v, as an integer: signed or unsigned by v's C type.
func integer(f *logic.Factory, v *program.Var, t *logic.Term) *logic.Term {
	if !v.Signed {
		return f.BV2Nat(t)
	}
	w := t.Sort().Width()
	half := f.BVBig(new(big.Int).Lsh(big.NewInt(1), uint(w-1)), w)
	return f.Sub(f.BV2Nat(f.BVOp(logic.OpBVAdd, t, half)), f.BV2Nat(half))
}

// slots chooses the slots of a function: bit-vector parameters, globals that it
// reads or writes, the result.
func (in *inliner) slots(a *AbstractFunc) {
	g, fn := in.closure.calls, a.Func
	for _, p := range fn.Params {
		if p.Sort().IsBV() {
			a.Slots = append(a.Slots, Slot{Var: p, Before: true})
		}
	}
	var result []Slot
	if fn.Result != nil && fn.Result.Sort().IsBV() {
		result = append(result, Slot{Var: fn.Result, Result: true})
	}
	uses := g.uses(fn)
	var after []Slot
	for _, v := range in.m.Globals {
		written := uses.written[v]
		if room := maxSlots - len(a.Slots) - len(after) - len(result); v.Sort().IsBV() && (uses.read[v] || written) && room >= 2 {
			a.Slots = append(a.Slots, Slot{Var: v, Before: true})
			if written {
				after = append(after, Slot{Var: v})
			}
			continue
		}
		if written {
			a.lost = append(a.lost, v)
		}
	}
	a.Slots = append(a.Slots, append(after, result...)...)
}

// closeCall makes the two edges of a closed call; x is an edge of src up to it.
func (in *inliner) closeCall(src *program.Location, x *expansion, a *AbstractFunc, pos program.Pos) error {
	if err := in.open(a); err != nil {
		return err
	}
	f, o := in.p.Terms, x.edge.Ops[x.next]
	rank := in.bodies[x.inst.fn].rank[x.edge.Src]
	at := in.newLocation(src.Func, pos, place{x.inst, rank})
	for i := range a.Func.Params {
		pass := program.Havoc(a.args[i], nil) // a call without a prototype may pass too few arguments
		if i < len(o.Args) {
			pass = program.Assign(a.args[i], x.inst.term(o.Args[i]))
		}
		x.ops = append(x.ops, pass)
	}
	in.finish(src, x, at)

	call := []program.Op{program.Assume(f.True())}
	for _, v := range a.Func.Locals {
		if i := slices.Index(a.Func.Params, v); i >= 0 {
			call = append(call, program.Assign(a.inst.variable(v), a.args[i].Sym))
		} else {
			call = append(call, program.Havoc(a.inst.variable(v), nil))
		}
	}
	e := in.p.NewEdge(at, a.gate, call...)
	e.Pos, e.Origin = pos, x.edge
	a.Calls = append(a.Calls, CallSite{At: at, Enter: e})
	if a.inst.exit == nil {
		return nil // never returns
	}
	e = in.p.NewEdge(at, in.newLocation(src.Func, pos, place{x.inst, rank}), in.step(a)...)
	e.Pos, e.Origin = pos, x.edge
	a.Calls[len(a.Calls)-1].Return = e
	rest := &expansion{inst: x.inst, edge: x.edge, next: x.next + 1, rest: true}
	if o.Var != nil {
		v := x.inst.variable(o.Var)
		r := program.Havoc(v, nil)
		if a.result != nil {
			r = program.Assign(v, a.result.Sym)
		}
		r.Pos = pos
		rest.ops = append(rest.ops, r)
	}
	in.pending[e.Dst.ID] = append(in.pending[e.Dst.ID], rest)
	return nil
}

// step is the summary edge: arguments are in a.args.
func (in *inliner) step(a *AbstractFunc) []program.Op {
	f := in.p.Terms
	ops := []program.Op{program.Assume(f.True())}
	var values []*logic.Term
	var assign []program.Op
	for i, s := range a.Slots {
		v := a.after[i]
		switch {
		case !s.Before:
			ops = append(ops, program.Havoc(v, nil))
			if !s.Result {
				assign = append(assign, program.Assign(s.Var, v.Sym))
			}
		default:
			v = s.Var // a global
			if j := slices.Index(a.Func.Params, s.Var); j >= 0 {
				v = a.args[j]
			}
		}
		values = append(values, integer(f, v, v.Sym))
	}
	if r := a.result; r != nil && !slices.Contains(a.after, r) { // no slot is about it
		ops = append(ops, program.Havoc(r, nil))
	}
	ops = append(ops, in.mark(a, MarkCall, values))
	ops = append(ops, assign...)
	for _, v := range a.lost {
		ops = append(ops, program.Havoc(v, nil))
	}
	return ops
}
