package passes

import (
	"errors"
	"fmt"
	"strings"

	"cupel/logic"
	"cupel/program"
)

// The limits InlineOptions falls back to.
const (
	DefaultRecursionBound = 10
	DefaultMaxLocations   = 400_000
)

// InlineOptions bound inlining.
type InlineOptions struct {
	// RecursionBound is how many activations of one function may be on the call
	// stack at once; a further call is a Cut. 0 means DefaultRecursionBound. When
	// the program would have more than MaxLocations locations, smaller bounds
	// are tried, and the Cuts name the one used.
	RecursionBound int
	// MaxLocations is the size limit; 0 means DefaultMaxLocations.
	MaxLocations int
	// SymbolicBases leaves the objects' addresses symbols; see AssignAddresses.
	SymbolicBases bool
}

// ErrTooLarge says that a program exceeds a size limit.
var ErrTooLarge = errors.New("program too large")

// Inline replaces calls by copies of the callees, from m.Entry on, and returns
// the single automaton. Each copy has locations, locals, objects and inputs of
// its own; the n-th copy of f (n > 1) calls its variable f::x f@n::x. A copy
// that is entered again, in a loop, finds its locals as it left them: a front
// end gives them their indeterminate values where they are declared.
func Inline(m *program.Module, o InlineOptions) (*program.Program, error) {
	if o.RecursionBound <= 0 {
		o.RecursionBound = DefaultRecursionBound
	}
	if o.MaxLocations <= 0 {
		o.MaxLocations = DefaultMaxLocations
	}
	for {
		p, err := inline(m, o)
		if err == nil || !errors.Is(err, ErrTooLarge) || o.RecursionBound == 1 {
			return p, err
		}
		o.RecursionBound = max(1, o.RecursionBound/2)
	}
}

type inliner struct {
	m       *program.Module
	o       InlineOptions
	p       *program.Program
	halt    *program.Location
	bodies  map[*program.Func]*body
	globals map[*program.Var]bool
	names   map[string]bool
}

// A body is what every copy of a function needs to know about it.
type body struct {
	locs    []*program.Location // reachable ones, in depth-first order
	active  int                 // activations on the call stack
	copies  int
	results bool
}

// An instance is one copy of a function.
type instance struct {
	fn          *program.Func
	entry, exit *program.Location
	locs        map[*program.Location]*program.Location
	vars        map[*program.Var]*program.Var // nil: the originals
	inputs      map[*program.Input]*program.Input
	subst       *logic.Substitution // nil: none needed
}

func inline(m *program.Module, o InlineOptions) (*program.Program, error) {
	p := &program.Program{
		Terms: m.Terms, Model: m.Model, Files: m.Files,
		Vars:        append([]*program.Var(nil), m.Globals...),
		Assumptions: m.Assumptions,
	}
	in := &inliner{m: m, o: o, p: p, bodies: map[*program.Func]*body{}, globals: map[*program.Var]bool{}, names: map[string]bool{}}
	for _, v := range m.Globals {
		in.globals[v], in.names[v.Name] = true, true
	}
	for _, ob := range m.Objects {
		p.Objects = append(p.Objects, copyObject(ob, ob.Name, ob.Base))
	}
	root, err := in.instantiate(m.Entry)
	if err != nil {
		return nil, err
	}
	p.Init = root.entry
	in.error()
	program.MarkLoopHeads(p)
	if !o.SymbolicBases {
		if err := assignAddresses(p); err != nil {
			return nil, err
		}
	}
	p.VarOf(nil)
	return p, nil
}

func copyObject(o *program.Object, name string, base *logic.Term) *program.Object {
	c := *o
	c.Name, c.Base = name, base
	return &c
}

func (in *inliner) body(fn *program.Func) *body {
	if b := in.bodies[fn]; b != nil {
		return b
	}
	b := &body{}
	in.bodies[fn] = b
	seen := map[*program.Location]bool{in.m.Error: true, in.m.Halt: true, fn.Entry: true}
	stack := []*program.Location{fn.Entry}
	for len(stack) > 0 {
		l := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		b.locs = append(b.locs, l)
		b.results = b.results || l == fn.Exit
		for i := len(l.Out) - 1; i >= 0; i-- {
			if d := l.Out[i].Dst; !seen[d] {
				seen[d] = true
				stack = append(stack, d)
			}
		}
	}
	return b
}

func (in *inliner) error() *program.Location {
	if in.p.Error == nil {
		in.p.Error = in.copyLocation(in.m.Error)
	}
	return in.p.Error
}

func (in *inliner) target(inst *instance, l *program.Location) *program.Location {
	switch l {
	case in.m.Error:
		return in.error()
	case in.m.Halt:
		if in.halt == nil {
			in.halt = in.copyLocation(in.m.Halt)
		}
		return in.halt
	}
	return inst.locs[l]
}

func (in *inliner) copyLocation(l *program.Location) *program.Location {
	n := in.p.NewLocation(l.Func, l.Pos)
	n.LoopPos, n.Cut, n.Origin = l.LoopPos, l.Cut, l
	return n
}

// instantiate copies fn, its callees included.
func (in *inliner) instantiate(fn *program.Func) (*instance, error) {
	b := in.body(fn)
	if len(in.p.Locs)+len(b.locs) > in.o.MaxLocations {
		return nil, fmt.Errorf("%w: inlining (recursion bound %d) needs more than %d locations; the limit is met in %s",
			ErrTooLarge, in.o.RecursionBound, in.o.MaxLocations, fn.Name)
	}
	b.active++
	b.copies++
	inst := &instance{fn: fn, locs: make(map[*program.Location]*program.Location, len(b.locs)), inputs: map[*program.Input]*program.Input{}}
	in.storage(inst, b.copies)
	for _, l := range b.locs {
		inst.locs[l] = in.copyLocation(l)
	}
	inst.entry = inst.locs[fn.Entry]
	if b.results {
		inst.exit = inst.locs[fn.Exit]
	}
	for _, l := range b.locs {
		if l.Cut != "" {
			continue
		}
		for _, e := range l.Out {
			if err := in.edge(inst, e); err != nil {
				return nil, err
			}
		}
	}
	b.active--
	return inst, nil
}

// storage gives the n-th copy its variables and objects. The first copy takes
// the function's own symbols, so that its terms need no substitution.
func (in *inliner) storage(inst *instance, n int) {
	fn, f := inst.fn, in.p.Terms
	name := func(s string) string {
		if n > 1 {
			s = fmt.Sprintf("%s@%d::%s", fn.Name, n, strings.TrimPrefix(s, fn.Name+"::"))
		}
		for in.names[s] {
			s += "'"
		}
		in.names[s] = true
		return s
	}
	symbols := map[*logic.Term]*logic.Term{}
	inst.vars = make(map[*program.Var]*program.Var, len(fn.Locals))
	for _, v := range fn.Locals {
		c := *v
		c.Name, c.Origin = name(v.Name), v
		if n > 1 {
			c.Sym = f.Var(c.Name, v.Sort())
			symbols[v.Sym] = c.Sym
		}
		inst.vars[v] = &c
		in.p.Vars = append(in.p.Vars, &c)
	}
	for _, o := range fn.Objects {
		oname, base := o.Name, o.Base
		if n > 1 {
			oname = fmt.Sprintf("%s@%d::%s", fn.Name, n, strings.TrimPrefix(o.Name, fn.Name+"::"))
			base = f.Fresh("&"+oname, o.Base.Sort())
			symbols[o.Base] = base
		}
		in.p.Objects = append(in.p.Objects, copyObject(o, oname, base))
	}
	if len(symbols) > 0 {
		inst.subst = f.NewSubst(func(v *logic.Term) *logic.Term { return symbols[v] })
	}
}

func (inst *instance) variable(v *program.Var) *program.Var {
	if c := inst.vars[v]; c != nil {
		return c
	}
	return v
}

func (inst *instance) term(t *logic.Term) *logic.Term {
	if inst.subst == nil {
		return t
	}
	return inst.subst.Apply(t)
}

func (inst *instance) op(o program.Op) program.Op {
	o = o.Map(inst.term, inst.variable)
	if o.Input != nil {
		c := inst.inputs[o.Input]
		if c == nil {
			x := *o.Input
			c = &x
			inst.inputs[o.Input] = c
		}
		o.Input = c
	}
	return o
}

// edge copies one edge; a call ends the copy at the callee's entry and goes on
// from its exit.
func (in *inliner) edge(inst *instance, e *program.Edge) error {
	src := inst.locs[e.Src]
	var ops []program.Op
	first := true
	finish := func(dst *program.Location) {
		n := in.p.NewEdge(src, dst, ops...)
		n.Pos, n.Origin = e.Pos, e
		if first {
			n.Branch = e.Branch
		}
		first, ops = false, nil
	}
	for _, o := range e.Ops {
		if o.Kind != program.OpCall {
			ops = append(ops, inst.op(o))
			continue
		}
		fn := o.Callee
		pos := o.Pos
		if !pos.IsValid() {
			pos = e.Pos
		}
		if b := in.body(fn); b.active >= in.o.RecursionBound {
			cut := in.p.NewLocation(inst.fn.Name, pos)
			cut.Cut = fmt.Sprintf("recursion deeper than %d calls of %s", in.o.RecursionBound, fn.Name)
			finish(cut)
			return nil
		}
		callee, err := in.instantiate(fn)
		if err != nil {
			return err
		}
		for i, param := range fn.Params {
			v := callee.variable(param)
			x := program.Havoc(v, nil) // a call without a prototype may pass too few arguments
			if i < len(o.Args) {
				x = program.Assign(v, inst.term(o.Args[i]))
			}
			x.Pos = pos
			ops = append(ops, x)
		}
		finish(callee.entry)
		if callee.exit == nil {
			return nil // the callee never returns
		}
		src = callee.exit
		if o.Var != nil {
			v := inst.variable(o.Var)
			x := program.Havoc(v, nil)
			if fn.Result != nil {
				x = program.Assign(v, callee.variable(fn.Result).Sym)
			}
			x.Pos = pos
			ops = append(ops, x)
		}
	}
	finish(in.target(inst, e.Dst))
	return nil
}
