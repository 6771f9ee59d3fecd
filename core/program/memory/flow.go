package memory

import (
	"cupel/core/logic"
	"cupel/core/program"
)

// A site is an object with a name, or all blocks that are made at one place.
type site struct {
	number int
	object *program.Object // nil: a place of allocation
	alloc  *program.Op     // of a place of allocation
	fn     *program.Func   // nil: static
	size   *logic.Term     // constant, or nil
	edge   *program.Edge   // of alloc
}

// heap reports whether the site makes blocks that are to be released.
func (s *site) heap() bool { return s.object == nil && !s.alloc.OnStack() }

// releasable reports whether the site makes blocks that the program may release: an object that the caller of a function has may be of any kind.
func (s *site) releasable() bool { return s.heap() && !s.alloc.FromOutside() }

// A set is a set of sites by number.
type set []uint64

func (s set) has(i int) bool { return i/64 < len(s) && s[i/64]>>(i%64)&1 == 1 }

// add reports whether s changes.
func (s set) add(t set) bool {
	changed := false
	for i, w := range t {
		if w&^s[i] != 0 {
			s[i] |= w
			changed = true
		}
	}
	return changed
}

func (s set) meets(t set) bool {
	for i, w := range t {
		if s[i]&w != 0 {
			return true
		}
	}
	return false
}

func (s set) empty() bool {
	for _, w := range s {
		if w != 0 {
			return false
		}
	}
	return true
}

// flow says where pointers come from, whatever the order of operations.
type flow struct {
	m       *program.Module
	f       *logic.Factory
	width   int
	sites   []*site
	objects map[*logic.Term]*site // by address
	allocs  map[*program.Op]*site // by operation
	vars    map[*logic.Term]*program.Var
	owner   map[*program.Var]*program.Func // of locals
	derived map[*logic.Term]*logic.Term    // pointers by what they are computed from; nil: by several
	points  map[*program.Var]set
}

// newFlow analyses a module.
func newFlow(m *program.Module) *flow {
	x := &flow{m: m, f: m.Terms, width: m.Model.PointerWidth(), objects: map[*logic.Term]*site{}, allocs: map[*program.Op]*site{}, vars: map[*logic.Term]*program.Var{},
		owner: map[*program.Var]*program.Func{}, derived: map[*logic.Term]*logic.Term{}, points: map[*program.Var]set{}}
	for _, o := range m.Objects {
		x.object(o, nil)
	}
	for _, v := range m.Globals {
		x.vars[v.Sym] = v
	}
	for _, fn := range m.Funcs {
		for _, o := range fn.Objects {
			x.object(o, fn)
		}
		for _, v := range fn.Locals {
			x.vars[v.Sym], x.owner[v] = v, fn
		}
	}
	x.each(func(fn *program.Func, e *program.Edge, op *program.Op) {
		switch op.Kind {
		case program.OpAlloc:
			if op.Note != program.Automatic && op.Expr.IsVar() {
				s := &site{number: len(x.sites), alloc: op, fn: fn, edge: e}
				if op.Size.IsConst() {
					s.size = op.Size
				}
				x.sites, x.allocs[op] = append(x.sites, s), s
			} else if s := x.objects[op.Expr]; s != nil && op.Size != s.size { // an object whose size depends on the execution
				s.size = nil
			}
		case program.OpAccess, program.OpFree:
			if from := op.From(); from != op.Expr && op.Check != program.PointerOrder && op.Check != program.PointerEquality {
				if old, known := x.derived[op.Expr]; known && old != from {
					from = nil
				}
				x.derived[op.Expr] = from
			}
		}
	})
	x.solve()
	return x
}

// object adds an object with a name.
func (x *flow) object(o *program.Object, fn *program.Func) {
	if o.Name == program.HeapStart {
		return
	}
	s := &site{number: len(x.sites), object: o, fn: fn, size: x.f.BVInt(o.Size, x.width)}
	x.sites, x.objects[o.Base] = append(x.sites, s), s
}

// each visits all operations.
func (x *flow) each(visit func(*program.Func, *program.Edge, *program.Op)) {
	for _, fn := range x.m.Funcs {
		for _, l := range fn.Locs {
			for _, e := range l.Out {
				for i := range e.Ops {
					visit(fn, e, &e.Ops[i])
				}
			}
		}
	}
}

// holds reports whether variables of a sort may hold pointers: values of a pointer's width, arrays of them, or of bytes.
func (x *flow) holds(s *logic.Sort) bool {
	if x.bytes(s) {
		return true
	}
	if s.IsArray() {
		s = s.Elem()
	}
	return s.IsBV() && s.Width() == x.width
}

// A step is how the provenance of a term comes from those of others.
type step uint8

const (
	none     step = iota // no object
	named                // an object with a name
	variable             // the value of a variable
	choice               // one of two terms
	cell                 // of an array
	stored               // an array with another cell
	computed             // from another pointer
	inBytes              // the bytes of a pointer, in an array
	copied               // an array with another byte that is one of an array
	written              // an array with another byte that is the highest one of a pointer
)

// step analyses a term. args are those that it comes from.
func (x *flow) step(t *logic.Term) (step, []*logic.Term) {
	if x.objects[t] != nil {
		return named, nil
	}
	switch t.Op() {
	case logic.OpVar:
		if v := x.vars[t]; v != nil && v.Name != program.HeapTop && x.holds(v.Sort()) {
			return variable, nil
		}
	case logic.OpIte:
		return choice, []*logic.Term{t.Arg(1), t.Arg(2)}
	case logic.OpSelect:
		return cell, []*logic.Term{t.Arg(0)}
	case logic.OpStore:
		if !x.bytes(t.Sort()) {
			return stored, []*logic.Term{t.Arg(0), t.Arg(2)}
		}
		switch b := t.Arg(2); {
		case b.Op() == logic.OpSelect && x.bytes(b.Arg(0).Sort()):
			return copied, []*logic.Term{t.Arg(0), b.Arg(0)}
		case x.highest(b):
			return written, []*logic.Term{t.Arg(0), b.Arg(0)}
		}
		return computed, []*logic.Term{t.Arg(0)} // the pointers whose bytes it changes are told by their values
	case logic.OpConcat:
		if a, _ := x.loaded(t); a != nil {
			return inBytes, []*logic.Term{a}
		}
	case logic.OpConst:
	default:
		if from := x.derived[t]; from != nil {
			return computed, []*logic.Term{from}
		}
		if from := x.within(t); from != nil {
			return computed, []*logic.Term{from}
		}
		if from := x.flagged(t); from != nil {
			return computed, []*logic.Term{from}
		}
	}
	return none, nil
}

// flagged is the pointer whose lowest bits a term changes, as programs do that keep flags there: the integer that it is converted to has its provenance.
// nil: t is no such term.
func (x *flow) flagged(t *logic.Term) *logic.Term {
	if t.NumArgs() != 2 || !x.holds(t.Sort()) {
		return nil
	}
	a, b := t.Arg(0), t.Arg(1)
	switch t.Op() {
	case logic.OpBVAnd: // without flags
		switch {
		case x.isMask(b):
			return a
		case x.isMask(a):
			return b
		}
	case logic.OpBVOr, logic.OpBVXor:
		switch {
		case x.isFlags(b):
			return a
		case x.isFlags(a):
			return b
		}
	}
	return nil
}

// isMask reports whether a constant leaves all but the lowest bits.
func (x *flow) isMask(t *logic.Term) bool {
	u, ok := t.BVUint64()
	return ok && ^u&(^uint64(0)>>(64-x.width))>>flagBits == 0
}

// isFlags reports whether a term has no other bits than flags.
func (x *flow) isFlags(t *logic.Term) bool {
	switch t.Op() {
	case logic.OpConst:
		u, ok := t.BVUint64()
		return ok && u>>flagBits == 0
	case logic.OpBVAnd:
		return x.isFlags(t.Arg(0)) || x.isFlags(t.Arg(1))
	case logic.OpBVOr, logic.OpBVXor:
		return x.isFlags(t.Arg(0)) && x.isFlags(t.Arg(1))
	case logic.OpZeroExt:
		return t.Arg(0).Sort().Width() <= flagBits
	}
	return false
}

// within is the object that a sum of its address and a constant points into; nil: t is none.
func (x *flow) within(t *logic.Term) *logic.Term {
	if t.Op() != logic.OpBVAdd || t.NumArgs() != 2 {
		return nil
	}
	a, b := t.Arg(0), t.Arg(1)
	switch {
	case x.objects[a] != nil && b.IsConst():
		return a
	case x.objects[b] != nil && a.IsConst():
		return b
	}
	return nil
}

// roots visits the variables and the objects that a term comes from.
func (x *flow) roots(t *logic.Term, seen map[*logic.Term]bool, visit func(*program.Var, *site)) {
	if seen[t] {
		return
	}
	seen[t] = true
	k, from := x.step(t)
	switch k {
	case named:
		visit(nil, x.objects[t])
	case variable:
		visit(x.vars[t], nil)
	}
	for _, a := range from {
		x.roots(a, seen, visit)
	}
}

// solve computes the sites that each variable may point to.
func (x *flow) solve() {
	next := map[*program.Var][]*program.Var{}
	var todo []*program.Var
	of := func(v *program.Var) set {
		if x.points[v] == nil {
			x.points[v] = make(set, len(x.sites)/64+1)
		}
		return x.points[v]
	}
	join := func(v *program.Var, s *site) {
		of(v)[s.number/64] |= 1 << (s.number % 64)
		todo = append(todo, v)
	}
	assign := func(v *program.Var, t *logic.Term) {
		if v == nil || !x.holds(v.Sort()) || v.Name == program.HeapTop {
			return
		}
		x.roots(t, map[*logic.Term]bool{}, func(w *program.Var, s *site) {
			if s != nil {
				join(v, s)
			} else if w != v {
				next[w] = append(next[w], v)
			}
		})
	}
	x.each(func(_ *program.Func, _ *program.Edge, op *program.Op) {
		switch op.Kind {
		case program.OpAssign:
			assign(op.Var, op.Expr)
		case program.OpAlloc:
			if s := x.allocs[op]; s != nil {
				join(x.vars[op.Expr], s)
			}
		case program.OpCall:
			for i, a := range op.Args {
				if i < len(op.Callee.Params) {
					assign(op.Callee.Params[i], a)
				}
			}
			if op.Callee.Result != nil {
				assign(op.Var, op.Callee.Result.Sym)
			}
		}
	})
	for len(todo) > 0 {
		v := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, w := range next[v] {
			if of(w).add(x.points[v]) {
				todo = append(todo, w)
			}
		}
	}
}

// sitesOf are the sites that a term may point to.
func (x *flow) sitesOf(t *logic.Term) set {
	out := make(set, len(x.sites)/64+1)
	x.roots(t, map[*logic.Term]bool{}, func(v *program.Var, s *site) {
		if s != nil {
			out[s.number/64] |= 1 << (s.number % 64)
		} else {
			out.add(x.points[v])
		}
	})
	return out
}

// list is the sites of a set.
func (x *flow) list(s set) []*site {
	var out []*site
	for _, k := range x.sites {
		if s.has(k.number) {
			out = append(out, k)
		}
	}
	return out
}
