package passes

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"cupel/core/logic"
	"cupel/core/priority"
	"cupel/core/program"
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
	// SymbolicBases leaves the objects' addresses symbols instead of constants.
	SymbolicBases bool
	// SharedLiterals makes string literals one object where they may be.
	SharedLiterals bool
	// Partial makes calls beyond MaxLocations Cuts, which name the limit, where inlining would otherwise fail.
	Partial bool
	// All copies code that constant propagation finds unreachable, too.
	All bool
	// Spend is charged the work, in units of package work; an error ends inlining with it. nil: the work is not bounded.
	Spend func(units int) error
	// Entered is told of each function that is copied; nil: not.
	Entered func(function string)
}

// ErrTooLarge is returned when a program exceeds a size limit.
var ErrTooLarge = errors.New("program too large")

// Inline replaces calls by copies of the callees, from m.Entry on, and returns the single automaton. Each copy has
// locations, locals, objects and inputs of its own; the n-th copy of f (n > 1) calls its variable f::x f@n::x. A copy
// that is entered again, in a loop, has the values of its locals from the previous time: a front end havocs locals
// where they are declared.
//
// A call is only expanded once conditional constant propagation, which runs along, finds it reachable: recursion over
// a constant argument is unrolled completely.
func Inline(m *program.Module, o InlineOptions) (*program.Program, error) {
	p, _, err := inlineWithin(m, o, nil)
	return p, err
}

// inlineWithin tries smaller recursion bounds until the program is small enough.
func inlineWithin(m *program.Module, o InlineOptions, close func() *Closure) (*program.Program, *Closure, error) {
	if o.RecursionBound <= 0 {
		o.RecursionBound = DefaultRecursionBound
	}
	if o.MaxLocations <= 0 {
		o.MaxLocations = DefaultMaxLocations
	}
	for {
		var c *Closure
		if close != nil {
			c = close()
		}
		p, err := inline(m, o, c)
		if err == nil || !errors.Is(err, ErrTooLarge) || o.RecursionBound == 1 {
			return p, c, err
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
	names   map[string]bool
	cuts    map[*program.Func]*program.Location // one for all calls that are too deep
	beyond  *program.Location                   // the Cut of all calls that do not fit, see Partial; nil: there is none yet
	known   *constants
	pending [][]*expansion // by location ID: edges that wait for their source to be reached
	places  []place        // by location ID
	queued  []bool         // by location ID
	queue   *priority.Queue[*program.Location]
	closure *Closure // nil: calls that are too deep are Cuts
	unspent int      // work that has not been charged yet
}

// A body is the data of a function that all its copies share.
type body struct {
	locs    []*program.Location // the reachable ones in reverse postorder
	rank    map[*program.Location]int
	returns bool
	copies  int
}

// An instance is one copy of a function.
type instance struct {
	fn          *program.Func
	caller      *instance
	depth       int // of the call stack
	site        [2]int
	entry, exit *program.Location
	locs        map[*program.Location]*program.Location
	vars        map[*program.Var]*program.Var
	inputs      map[*program.Input]*program.Input
	subst       *logic.Substitution // nil: none needed
	abstract    *AbstractFunc       // the shared instance of a function, or a copy called from there
}

// A place is the position of a location in the call tree.
type place struct {
	inst *instance
	rank int
}

// An expansion is an edge of an instance, or the rest of it after a call.
type expansion struct {
	inst *instance
	edge *program.Edge
	next int          // first operation of edge that is not in ops
	ops  []program.Op // copied
	rest bool         // behind a call
}

func inline(m *program.Module, o InlineOptions, c *Closure) (*program.Program, error) {
	p := &program.Program{
		Terms: m.Terms, Model: m.Model, Files: m.Files,
		Assumptions: m.Assumptions,
	}
	n := number(p)
	n.depth = trieDepth(8*o.MaxLocations + len(m.Globals))
	in := &inliner{m: m, o: o, p: p, closure: c, bodies: map[*program.Func]*body{}, names: map[string]bool{},
		cuts:  map[*program.Func]*program.Location{},
		known: &constants{p: p, f: p.Terms, n: n, copies: map[int][]int{}}}
	in.queue = priority.New(in.earlier)
	for _, v := range m.Globals {
		in.names[v.Name] = true
		in.declare(v)
	}
	for _, ob := range m.Objects {
		p.Objects = append(p.Objects, copyObject(ob, ob.Name, ob.Base))
	}
	root, err := in.instantiate(m.Entry, nil, [2]int{})
	if err != nil {
		return nil, err
	}
	p.Init = root.entry
	if err := in.expandAll(); err != nil {
		return nil, err
	}
	in.error()
	program.MarkLoopHeads(p)
	if !o.SymbolicBases {
		addresses := assignAddresses
		if o.SharedLiterals {
			addresses = sharedAddresses
		}
		if err := addresses(p); err != nil {
			return nil, err
		}
	}
	p.VarOf(nil)
	numberHavocs(p)
	return p, nil
}

// numberHavocs assigns every havoc its ID.
func numberHavocs(p *program.Program) {
	id := 0
	for _, l := range p.Locs {
		for _, e := range l.Out {
			for i := range e.Ops {
				if e.Ops[i].Kind == program.OpHavoc {
					id++
					e.Ops[i].ID = id
				}
			}
		}
	}
}

func (in *inliner) declare(v *program.Var) {
	n := in.known.n
	n.index[v], n.bySym[v.Sym] = len(in.p.Vars), len(in.p.Vars)
	in.p.Vars = append(in.p.Vars, v)
	n.vars = in.p.Vars
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
	b := &body{rank: map[*program.Location]int{}}
	in.bodies[fn] = b
	type frame struct {
		loc  *program.Location
		next int
	}
	seen := map[*program.Location]bool{in.m.Error: true, in.m.Halt: true, fn.Entry: true}
	stack := []frame{{loc: fn.Entry}}
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		if top.next == len(top.loc.Out) {
			b.locs = append(b.locs, top.loc)
			b.returns = b.returns || top.loc == fn.Exit
			stack = stack[:len(stack)-1]
			continue
		}
		d := top.loc.Out[top.next].Dst
		top.next++
		if !seen[d] {
			seen[d] = true
			stack = append(stack, frame{loc: d})
		}
	}
	slices.Reverse(b.locs)
	for i, l := range b.locs {
		b.rank[l] = i
	}
	return b
}

func (in *inliner) error() *program.Location {
	if in.p.Error == nil {
		in.p.Error = in.copyLocation(in.m.Error, place{})
	}
	return in.p.Error
}

func (in *inliner) target(inst *instance, l *program.Location) *program.Location {
	switch l {
	case in.m.Error:
		return in.error()
	case in.m.Halt:
		if in.halt == nil {
			in.halt = in.copyLocation(in.m.Halt, place{})
		}
		return in.halt
	}
	return inst.locs[l]
}

func (in *inliner) copyLocation(l *program.Location, at place) *program.Location {
	n := in.newLocation(l.Func, l.Pos, at)
	n.LoopPos, n.Cut, n.CutByRecursion, n.Origin = l.LoopPos, l.Cut, l.CutByRecursion, l
	return n
}

func (in *inliner) newLocation(fn string, pos program.Pos, at place) *program.Location {
	in.places = append(in.places, at)
	in.pending = append(in.pending, nil)
	in.queued = append(in.queued, false)
	in.known.at = append(in.known.at, trie[*logic.Term]{})
	in.known.seen = append(in.known.seen, false)
	return in.p.NewLocation(fn, pos)
}

// instantiate copies fn; its edges wait for their sources to be reached.
func (in *inliner) instantiate(fn *program.Func, caller *instance, site [2]int) (*instance, error) {
	b := in.body(fn)
	if len(in.p.Locs)+len(b.locs) > in.o.MaxLocations || len(in.p.Vars)+len(fn.Locals) > 8*in.o.MaxLocations {
		return nil, fmt.Errorf("%w: inlining (recursion bound %d) needs more than %d locations; the limit is met in %s",
			ErrTooLarge, in.o.RecursionBound, in.o.MaxLocations, fn.Name)
	}
	if in.o.Entered != nil {
		in.o.Entered(fn.Name)
	}
	b.copies++
	inst := &instance{fn: fn, caller: caller, site: site, inputs: map[*program.Input]*program.Input{},
		locs: make(map[*program.Location]*program.Location, len(b.locs))}
	if caller != nil {
		inst.depth, inst.abstract = caller.depth+1, caller.abstract
	}
	in.storage(inst, b.copies)
	for i, l := range b.locs {
		n := in.copyLocation(l, place{inst, i})
		inst.locs[l] = n
		if l.Cut == "" {
			for _, e := range l.Out {
				in.pending[n.ID] = append(in.pending[n.ID], &expansion{inst: inst, edge: e})
			}
		}
	}
	inst.entry = inst.locs[fn.Entry]
	if b.returns {
		inst.exit = inst.locs[fn.Exit]
	}
	return inst, nil
}

// storage allocates the variables and objects of the n-th copy. The first copy takes the function's own symbols, so
// that its terms need no substitution.
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
		in.declare(&c)
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

// activations counts the calls of fn on the stack that ends with inst.
func (inst *instance) activations(fn *program.Func) int {
	n := 0
	for ; inst != nil; inst = inst.caller {
		if inst.fn == fn {
			n++
		}
	}
	return n
}

// expandAll runs constant propagation over the growing program, callees before the code after the call, until no
// reachable edge waits.
func (in *inliner) expandAll() error {
	c := in.known
	c.seen[in.p.Init.ID] = true
	in.add(in.p.Init)
	for in.queue.Len() > 0 {
		l := in.queue.Pop()
		in.queued[l.ID] = false
		if err := in.spend(l); err != nil {
			return err
		}
		env := c.at[l.ID]
		var waiting []*expansion
		for _, x := range in.pending[l.ID] {
			done, err := in.expand(l, x, env)
			if err != nil {
				return err
			}
			if !done {
				waiting = append(waiting, x)
			}
		}
		in.pending[l.ID] = waiting
		for _, e := range l.Out {
			_, after, ok := c.ops(e.Ops, env, false)
			if !ok {
				continue
			}
			d := e.Dst.ID
			if !c.seen[d] {
				c.seen[d], c.at[d] = true, after
				in.add(e.Dst)
			} else if m := meet(c.at[d], after); m != c.at[d] {
				c.at[d] = m
				in.add(e.Dst)
			}
		}
	}
	if in.o.All {
		if err := in.expandUnreached(); err != nil {
			return err
		}
	}
	// Code that was never reached and calls nothing is copied unchanged, so that branches keep their outcomes.
	for id := 0; id < len(in.p.Locs); id++ {
		for _, x := range in.pending[id] {
			if c.seen[id] && !x.calls() {
				in.copyOps(x)
				in.finish(in.p.Locs[id], x, in.target(x.inst, x.edge.Dst))
				continue
			}
			in.copyOps(x)
			in.p.Pruned = append(in.p.Pruned, program.Pruned{At: in.p.Locs[id], Ops: x.ops, Pos: x.edge.Pos})
		}
	}
	return nil
}

// expandUnreached expands the edges that wait as if nothing were known where they begin.
func (in *inliner) expandUnreached() error {
	for id := 0; id < len(in.p.Locs); id++ { // copies of callees are added behind
		if err := in.spend(in.p.Locs[id]); err != nil {
			return err
		}
		var waiting []*expansion
		for _, x := range in.pending[id] {
			done, err := in.expand(in.p.Locs[id], x, trie[*logic.Term]{})
			if err != nil {
				return err
			}
			if !done {
				waiting = append(waiting, x)
			}
		}
		in.pending[id] = waiting
	}
	return nil
}

// spend charges the work on a location.
func (in *inliner) spend(l *program.Location) error {
	if in.o.Spend == nil {
		return nil
	}
	n := 1
	for _, x := range in.pending[l.ID] {
		n += len(x.edge.Ops) - x.next
	}
	for _, e := range l.Out {
		n += len(e.Ops)
	}
	if in.unspent += n * opWork; in.unspent < charge {
		return nil
	}
	n, in.unspent = in.unspent, 0
	return in.o.Spend(n)
}

// calls reports whether a call is left in x.
func (x *expansion) calls() bool {
	for _, o := range x.edge.Ops[x.next:] {
		if o.Kind == program.OpCall {
			return true
		}
	}
	return false
}

// copyOps copies operations up to the next call.
func (in *inliner) copyOps(x *expansion) {
	for x.next < len(x.edge.Ops) && x.edge.Ops[x.next].Kind != program.OpCall {
		x.ops = append(x.ops, x.inst.op(x.edge.Ops[x.next]))
		x.next++
	}
}

// finish creates the program edge for the part of x copied so far.
func (in *inliner) finish(src *program.Location, x *expansion, dst *program.Location) {
	n := in.p.NewEdge(src, dst, x.ops...)
	n.Pos, n.Origin = x.edge.Pos, x.edge
	if !x.rest {
		n.Branch = x.edge.Branch
	}
	if dst == in.p.Error {
		n.Goal = x.edge.Goal
	}
}

// expand adds the edge x, if it can be taken in the environment of its source: up to its end, or up to a call, where
// it continues at the entry of a new copy of the callee and resumes from its exit. It reports false while the edge
// cannot be taken.
func (in *inliner) expand(src *program.Location, x *expansion, env trie[*logic.Term]) (bool, error) {
	in.copyOps(x)
	if _, _, ok := in.known.ops(x.ops, env, false); !ok {
		return false, nil
	}
	if x.next == len(x.edge.Ops) {
		in.finish(src, x, in.target(x.inst, x.edge.Dst))
		return true, nil
	}
	o := x.edge.Ops[x.next]
	fn, pos := o.Callee, o.Pos
	if !pos.IsValid() {
		pos = x.edge.Pos
	}
	if a := in.closed(x.inst, fn); a != nil {
		return true, in.closeCall(src, x, a, pos)
	}
	if x.inst.activations(fn) >= in.o.RecursionBound {
		cut := in.cuts[fn]
		if cut == nil {
			cut = in.newLocation(x.inst.fn.Name, pos, place{})
			cut.CutByRecursion = true
			cut.Cut = fmt.Sprintf("recursion deeper than %d calls of %s", in.o.RecursionBound, fn.Name)
			in.cuts[fn] = cut
		}
		in.finish(src, x, cut)
		return true, nil
	}
	callee, err := in.instantiate(fn, x.inst, [2]int{in.bodies[x.inst.fn].rank[x.edge.Src], x.next})
	if in.o.Partial && errors.Is(err, ErrTooLarge) {
		if in.beyond == nil {
			in.beyond = in.newLocation(x.inst.fn.Name, pos, place{})
			in.beyond.Cut = fmt.Sprintf("a call of %s, beyond the %d locations that are inlined", fn.Name, in.o.MaxLocations)
		}
		in.finish(src, x, in.beyond)
		return true, nil
	}
	if err != nil {
		return false, err
	}
	for i, param := range fn.Params {
		v := callee.variable(param)
		a := program.Havoc(v, nil) // a call without a prototype may pass too few arguments
		if i < len(o.Args) {
			a = program.Assign(v, x.inst.term(o.Args[i]))
		}
		a.Pos = pos
		x.ops = append(x.ops, a)
	}
	in.finish(src, x, callee.entry)
	if callee.exit == nil {
		return true, nil // the callee never returns
	}
	rest := &expansion{inst: x.inst, edge: x.edge, next: x.next + 1, rest: true}
	if o.Var != nil {
		v := x.inst.variable(o.Var)
		r := program.Havoc(v, nil)
		if fn.Result != nil {
			r = program.Assign(v, callee.variable(fn.Result).Sym)
		}
		r.Pos = pos
		rest.ops = append(rest.ops, r)
	}
	in.pending[callee.exit.ID] = append(in.pending[callee.exit.ID], rest)
	return true, nil
}

func (in *inliner) add(l *program.Location) {
	if !in.queued[l.ID] {
		in.queued[l.ID] = true
		in.queue.Push(l)
	}
}

// earlier orders places; locations are in reverse postorder of the inlined program: a location comes before the copies
// of functions called on its outgoing edges, and these come before later locations.
func (in *inliner) earlier(l, m *program.Location) bool {
	a, b := in.places[l.ID], in.places[m.ID]
	if a.inst == nil || b.inst == nil {
		return a.inst != nil && b.inst == nil
	}
	x, y := a.inst, b.inst
	ka, kb := [2]int{a.rank, -1}, [2]int{b.rank, -1}
	for x != y {
		if x.depth >= y.depth {
			deeper := x.depth > y.depth
			ka, x = x.site, x.caller
			if deeper {
				continue
			}
		}
		kb, y = y.site, y.caller
	}
	if ka[0] != kb[0] {
		return ka[0] < kb[0]
	}
	return ka[1] < kb[1]
}
