package program

import (
	"errors"
	"fmt"

	"cupel/core/logic"
)

// A checker collects violations of the representation's invariants.
type checker struct {
	errs    []error
	symbols map[*logic.Term]bool
	vars    map[*Var]bool
	module  bool
	large   bool
	// incoming counts how often an edge is listed in a location's In.
	incoming map[*Edge]int
}

func (c *checker) count(locs ...*Location) {
	if c.incoming == nil {
		c.incoming = map[*Edge]int{}
	}
	for _, l := range locs {
		for _, e := range l.In {
			c.incoming[e]++
		}
	}
}

func (c *checker) errorf(format string, args ...any) {
	if len(c.errs) < maxReported {
		c.errs = append(c.errs, fmt.Errorf("program: "+format, args...))
	}
}

// SanityProgram checks every invariant of a program that passes and engines
// rely on and returns what is violated, joined, or nil.
func SanityProgram(p *Program) error {
	c := &checker{large: p.LargeBlocks}
	if p.Terms == nil || p.Init == nil || p.Error == nil {
		c.errorf("Terms, Init or Error is nil")
		return errors.Join(c.errs...)
	}
	c.declare(p.Objects, p.Vars)
	for i, l := range p.Locs {
		if l.ID != i {
			c.errorf("location at index %d has ID %d", i, l.ID)
			return errors.Join(c.errs...)
		}
	}
	own := p.Has
	if !own(p.Init) || !own(p.Error) {
		c.errorf("Init or Error is not in Locs")
		return errors.Join(c.errs...)
	}
	for i, e := range p.Edges {
		if e.ID != i {
			c.errorf("edge at index %d has ID %d", i, e.ID)
		}
		if !own(e.Src) || !own(e.Dst) {
			c.errorf("edge %d leads from or to a foreign location", i)
			return errors.Join(c.errs...)
		}
	}
	c.count(p.Locs...)
	in, out := 0, 0
	for _, l := range p.Locs {
		in, out = in+len(l.In), out+len(l.Out)
		c.location(l, func(e *Edge) bool { return e.ID >= 0 && e.ID < len(p.Edges) && p.Edges[e.ID] == e })
	}
	if in != len(p.Edges) || out != len(p.Edges) {
		c.errorf("%d edges, but the locations have %d incoming and %d outgoing ones", len(p.Edges), in, out)
	}
	if len(p.Error.Out) > 0 {
		c.errorf("the error location has outgoing edges")
	}
	if p.Error.Cut != "" {
		c.errorf("the error location is a cut")
	}
	if len(c.errs) == 0 {
		if l := uncutCycle(p); l != nil {
			c.errorf("%v is on a cycle without a loop head (MarkLoopHeads)", l)
		}
	}
	return errors.Join(c.errs...)
}

// SanityModule checks every invariant of a module and returns what is violated,
// joined, or nil. Location and edge IDs of a module are not significant.
func SanityModule(m *Module) error {
	c := &checker{module: true}
	if m.Terms == nil || m.Entry == nil || m.Error == nil || m.Halt == nil {
		c.errorf("Terms, Entry, Error or Halt is nil")
		return errors.Join(c.errs...)
	}
	if len(m.Error.Out)+len(m.Halt.Out) > 0 {
		c.errorf("Error or Halt has outgoing edges")
	}
	known := map[*Func]bool{}
	names := map[string]bool{}
	for _, fn := range m.Funcs {
		if names[fn.Name] {
			c.errorf("two functions are called %s", fn.Name)
		}
		known[fn], names[fn.Name] = true, true
	}
	if !known[m.Entry] {
		c.errorf("the entry function is not in Funcs")
	}
	c.count(m.Error, m.Halt)
	for _, fn := range m.Funcs {
		c.count(fn.Locs...)
	}
	for _, fn := range m.Funcs {
		c.function(m, fn, known)
	}
	return errors.Join(c.errs...)
}

func (c *checker) function(m *Module, fn *Func, known map[*Func]bool) {
	c.declare(append(append([]*Object(nil), m.Objects...), fn.Objects...), append(append([]*Var(nil), m.Globals...), fn.Locals...))
	owned := map[*Var]bool{}
	for _, v := range fn.Locals {
		owned[v] = true
	}
	for _, v := range fn.Params {
		if !owned[v] {
			c.errorf("%s: parameter %v is not in Locals", fn.Name, v)
		}
	}
	if fn.Result != nil && !owned[fn.Result] {
		c.errorf("%s: result %v is not in Locals", fn.Name, fn.Result)
	}
	if fn.Contract != nil {
		c.contract(m, fn)
	}
	if fn.Declared() {
		if len(fn.Locs) > 0 || fn.Exit != nil {
			c.errorf("%s: locations, but no entry", fn.Name)
		}
		return
	}
	locs := map[*Location]bool{m.Error: true, m.Halt: true}
	for _, l := range fn.Locs {
		if l == m.Error || l == m.Halt {
			c.errorf("%s: Error and Halt belong to no function", fn.Name)
		}
		if locs[l] {
			c.errorf("%s: %v is listed twice", fn.Name, l)
		}
		locs[l] = true
	}
	if fn.Entry == nil || !locs[fn.Entry] {
		c.errorf("%s: Entry is not in Locs", fn.Name)
	}
	if fn.Exit == nil || !locs[fn.Exit] {
		c.errorf("%s: Exit is not in Locs", fn.Name)
		return
	}
	if len(fn.Exit.Out) > 0 {
		c.errorf("%s: Exit has outgoing edges", fn.Name)
	}
	for _, l := range fn.Locs {
		c.location(l, nil)
		for _, e := range l.Out {
			if !locs[e.Dst] {
				c.errorf("%s: edge %v leaves the function", fn.Name, e)
			}
			for i := range e.Ops {
				if o := &e.Ops[i]; o.Kind == OpCall && !known[o.Callee] {
					c.errorf("%s: %v: the callee is not in Funcs", fn.Name, e)
				}
			}
		}
	}
}

func (c *checker) declare(objects []*Object, vars []*Var) {
	c.symbols, c.vars = map[*logic.Term]bool{}, map[*Var]bool{}
	names := map[string]bool{}
	for _, v := range vars {
		switch {
		case v.Sym == nil || !v.Sym.IsVar():
			c.errorf("variable %s has no symbol", v.Name)
			continue
		case names[v.Name]:
			c.errorf("two variables are called %s", v.Name)
		case c.symbols[v.Sym]:
			c.errorf("two variables share the symbol %s", v.Sym.Name())
		case v.Bool && !(v.Sort().IsBV() || v.Sort().IsInt() || v.Sort().IsArray()):
			c.errorf("_Bool variable %s has sort %v", v.Name, v.Sort())
		}
		names[v.Name], c.symbols[v.Sym], c.vars[v] = true, true, true
	}
	for _, o := range objects {
		if o.Base == nil {
			c.errorf("object %s has no base", o.Name)
		} else if o.Base.IsVar() {
			c.symbols[o.Base] = true
		}
	}
}

func (c *checker) location(l *Location, owned func(*Edge) bool) {
	if l.Cut != "" && len(l.Out) > 0 {
		c.errorf("cut %v has outgoing edges", l)
	}
	for _, e := range l.In {
		if e == nil || e.Dst != l || owned != nil && !owned(e) {
			c.errorf("%v: foreign incoming edge", l)
		}
	}
	for _, e := range l.Out {
		if e == nil || e.Src != l || e.Dst == nil || owned != nil && !owned(e) {
			c.errorf("%v: foreign outgoing edge", l)
			continue
		}
		if len(l.Out) > 1 && !c.large && (len(e.Ops) == 0 || e.Ops[0].Kind != OpAssume) {
			c.errorf("%v: one of several outgoing edges starts without an assumption", e)
		}
		if n := c.incoming[e]; n != 1 {
			c.errorf("%v is %d times among its target's incoming edges", e, n)
		}
		c.ops(e, e.Ops)
	}
}

func (c *checker) ops(e *Edge, ops []Op) {
	for i := range ops {
		o := &ops[i]
		if err := c.op(o); err != "" {
			c.errorf("%v -> %v: %v: %s", e.Src, e.Dst, o.Kind, err)
			continue
		}
		for _, alt := range o.Alts {
			c.ops(e, alt)
		}
		for _, t := range []*logic.Term{o.Expr, o.Size, o.Origin} {
			c.term(e, t)
		}
		for _, t := range o.Args {
			c.term(e, t)
		}
	}
}

func (c *checker) op(o *Op) string {
	if o.Var != nil && !c.vars[o.Var] {
		return "undeclared variable " + o.Var.Name
	}
	switch {
	case o.Origin == nil:
	case o.Kind != OpAccess && o.Kind != OpFree:
		return "an origin of no address"
	case o.Expr != nil && o.Origin.Sort() != o.Expr.Sort():
		return "address and origin of different sorts"
	}
	switch o.Kind {
	case OpAssume, OpCheck:
		if o.Expr == nil || !o.Expr.Sort().IsBool() {
			return "the condition is not Boolean"
		}
	case OpAssign:
		switch {
		case o.Var == nil || o.Expr == nil:
			return "variable or value is missing"
		case o.Var.Sort() != o.Expr.Sort():
			return fmt.Sprintf("%v of sort %v gets a value of sort %v", o.Var, o.Var.Sort(), o.Expr.Sort())
		}
	case OpHavoc:
		switch {
		case o.Var == nil:
			return "the variable is missing"
		case o.Input != nil && o.Input.Sort != nil && o.Input.Sort != o.Var.Sort() && !(o.Var.Sort().IsInt() && o.Input.Sort.IsBV()):
			return fmt.Sprintf("%v of sort %v gets an input of sort %v", o.Var, o.Var.Sort(), o.Input.Sort)
		}
	case OpAccess, OpAlloc:
		if o.Expr == nil || o.Size == nil {
			return "address or size is missing"
		}
	case OpFree:
		if o.Expr == nil {
			return "the address is missing"
		}
	case OpCall:
		switch {
		case !c.module:
			return "a call in a program"
		case o.Callee == nil:
			return "the callee is missing"
		}
		for i, p := range o.Callee.Params {
			if i < len(o.Args) && o.Args[i].Sort() != p.Sort() {
				return fmt.Sprintf("argument %d of sort %v for parameter %v of sort %v", i+1, o.Args[i].Sort(), p, p.Sort())
			}
		}
		if r := o.Callee.Result; o.Var != nil && r != nil && r.Sort() != o.Var.Sort() {
			return fmt.Sprintf("%v of sort %v gets a result of sort %v", o.Var, o.Var.Sort(), r.Sort())
		}
	case OpChoice:
		switch {
		case !c.large:
			return "a choice outside of large blocks"
		case len(o.Alts) == 0:
			return "no alternatives"
		}
	default:
		return "unknown kind"
	}
	return ""
}

func (c *checker) term(e *Edge, t *logic.Term) {
	if t == nil {
		return
	}
	var free []*logic.Term
	bound := map[*logic.Term]bool{}
	logic.Walk(func(x *logic.Term) bool {
		switch x.Op() {
		case logic.OpVar:
			free = append(free, x)
		case logic.OpForall, logic.OpExists:
			for _, b := range x.Args()[:x.NumArgs()-1] {
				bound[b] = true
			}
		}
		return !x.IsGround()
	}, t)
	for _, x := range free {
		if !c.symbols[x] && !bound[x] {
			c.errorf("%v -> %v: unknown symbol %s", e.Src, e.Dst, x.Name())
		}
	}
}

// String returns the name of the kind.
func (k OpKind) String() string {
	names := [...]string{"assume", "assign", "havoc", "check", "access", "alloc", "free", "call", "choice"}
	if int(k) < len(names) {
		return names[k]
	}
	return fmt.Sprintf("op(%d)", uint8(k))
}
