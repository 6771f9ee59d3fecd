package memory

import (
	"slices"

	"cupel/core/logic"
	"cupel/core/program"
)

// part is one of the numbers that a pointer has as metadata.
type part uint8

const (
	base  part = iota // first address of the object; 0: the pointer belongs to none
	room              // size of the object in bytes
	value             // the pointer itself, where it lies in bytes: see bytes.go
	parts
)

var partNames = [...]string{base: "#base", room: "#size", value: "#pointer"}

// metadata are the variables beside pointers. They are made where a term asks for them.
type metadata struct {
	*flow
	beside  [parts]map[*program.Var]*program.Var
	order   []shadow               // as they were made
	sizes   map[*site]*program.Var // of objects whose size depends on the execution
	terms   [parts]map[*logic.Term]*logic.Term
	unknown func(*site) bool // blocks of a site whose provenance is not followed
}

// A shadow is a variable beside another one.
type shadow struct {
	of, v *program.Var
	part  part
}

func newMetadata(x *flow) *metadata {
	d := &metadata{flow: x, sizes: map[*site]*program.Var{}}
	for p := range d.beside {
		d.beside[p], d.terms[p] = map[*program.Var]*program.Var{}, map[*logic.Term]*logic.Term{}
	}
	return d
}

func (d *metadata) zero() *logic.Term { return d.f.BV(0, d.width) }

// nothing is the metadata of a pointer, or of an array of pointers, that belongs to no object.
func (d *metadata) nothing(s *logic.Sort) *logic.Term {
	if s.IsArray() {
		return d.f.ConstArray(d.sort(s), d.zero())
	}
	return d.zero()
}

// sort is that of metadata beside values of a sort: of bytes, a number for each address.
func (d *metadata) sort(s *logic.Sort) *logic.Sort {
	if d.bytes(s) {
		return logic.ArraySort(s.Index(), logic.BVSort(d.width))
	}
	return s
}

// variable is the variable beside v.
func (d *metadata) variable(p part, v *program.Var) *program.Var {
	if w := d.beside[p][v]; w != nil {
		return w
	}
	w := &program.Var{Name: v.Name + partNames[p], Sym: d.f.Var(v.Name+partNames[p], d.sort(v.Sort())), Temp: true}
	d.beside[p][v] = w
	d.order = append(d.order, shadow{v, w, p})
	return w
}

// of is the metadata of a term: of a pointer, or of an array of pointers.
func (d *metadata) of(p part, t *logic.Term) *logic.Term {
	if old := d.terms[p][t]; old != nil {
		return old
	}
	out := d.make(p, t)
	d.terms[p][t] = out
	return out
}

func (d *metadata) make(p part, t *logic.Term) *logic.Term {
	if p == room {
		if s := d.sameSize(t); s != nil {
			return s
		}
	}
	k, from := d.step(t)
	if p == value && !t.Sort().IsArray() {
		return t
	}
	switch k {
	case named:
		if p == base {
			return t
		}
		return d.sizeOf(d.objects[t])
	case variable:
		v := d.vars[t]
		if pts := d.points[v]; pts == nil || pts.empty() {
			return d.nothing(t.Sort())
		}
		return d.variable(p, v).Sym
	case choice:
		return d.f.Ite(t.Arg(0), d.of(p, from[0]), d.of(p, from[1]))
	case cell:
		return d.f.Select(d.of(p, from[0]), t.Arg(1))
	case stored:
		return d.f.Store(d.of(p, from[0]), t.Arg(1), d.of(p, from[1]))
	case computed:
		return d.of(p, from[0])
	case copied, written, inBytes:
		return d.ofBytes(p, t, k, from)
	}
	return d.nothing(t.Sort())
}

// sizeOf is the size of a named object.
func (d *metadata) sizeOf(s *site) *logic.Term {
	if s.size != nil {
		return s.size
	}
	if d.sizes[s] == nil {
		name := "#size." + s.object.Name
		d.sizes[s] = &program.Var{Name: name, Sym: d.f.Var(name, logic.BVSort(d.width)), Temp: true}
	}
	return d.sizes[s].Sym
}

// sameSize is the size of what a pointer with an object points into, if it follows from the first address: all have one size, but for a few objects with names.
// nil: it does not, or t is no pointer.
func (d *metadata) sameSize(t *logic.Term) *logic.Term {
	if t.Sort().IsArray() {
		return nil
	}
	var usual *logic.Term
	var others []*site
	sites := d.list(d.sitesOf(t))
	for _, s := range sites { // blocks first, which have many addresses
		switch {
		case s.size == nil:
			return nil
		case s.object == nil && usual != nil && usual != s.size:
			return nil
		case s.object == nil:
			usual = s.size
		}
	}
	for _, s := range sites {
		switch {
		case s.object == nil || s.size == usual:
		case usual == nil:
			usual = s.size
		default:
			others = append(others, s)
		}
	}
	local := func(s *site) bool { return s.fn != nil } // its address is known in its function only
	if usual == nil || len(others) > maxSizes || slices.ContainsFunc(others, local) {
		return nil
	}
	out := usual
	slices.Reverse(others)
	for _, s := range others {
		out = d.f.Ite(d.f.Eq(d.of(base, t), s.object.Base), s.size, out)
	}
	return out
}

// follow returns the operations that keep the metadata of what op defines: before and after it.
func (d *metadata) follow(op *program.Op) (before, after []program.Op) {
	set := func(v *program.Var, t func(part) *logic.Term) (ops []program.Op) {
		for _, p := range []part{value, room, base} { // sizes may depend on first addresses
			if w := d.beside[p][v]; w != nil {
				if x := t(p); x != w.Sym {
					ops = append(ops, program.Op{Kind: program.OpAssign, Var: w, Expr: x, Pos: op.Pos})
				}
			}
		}
		return ops
	}
	switch op.Kind {
	case program.OpAssign:
		before = set(op.Var, func(p part) *logic.Term { return d.of(p, op.Expr) })
	case program.OpHavoc:
		before = set(op.Var, func(part) *logic.Term { return d.nothing(op.Var.Sort()) })
	case program.OpAlloc:
		if s := d.allocs[op]; s != nil {
			after = set(d.vars[op.Expr], func(p part) *logic.Term {
				switch {
				case d.unknown(s):
					return d.zero()
				case p == base:
					return op.Expr
				}
				return op.Size
			})
		} else if s := d.objects[op.Expr]; s != nil && d.sizes[s] != nil {
			after = append(after, program.Op{Kind: program.OpAssign, Var: d.sizes[s], Expr: op.Size, Pos: op.Pos})
		}
	case program.OpCall:
		if r := op.Callee.Result; op.Var != nil && r != nil {
			after = set(op.Var, func(p part) *logic.Term { return d.of(p, r.Sym) })
		} else if op.Var != nil {
			after = set(op.Var, func(part) *logic.Term { return d.nothing(op.Var.Sort()) })
		}
	}
	return before, after
}

// close makes the metadata that other metadata is computed from.
func (d *metadata) close() {
	for n := -1; n != len(d.order)+len(d.sizes); {
		n = len(d.order) + len(d.sizes)
		d.each(func(_ *program.Func, _ *program.Edge, op *program.Op) {
			d.follow(op)
			if op.Kind == program.OpCall {
				d.arguments(op)
			}
		})
	}
}

// arguments is the metadata that a call passes, for the parameters beside those of the callee.
func (d *metadata) arguments(op *program.Op) (args []*logic.Term) {
	for i, v := range op.Callee.Params {
		for p := range d.beside {
			switch {
			case d.beside[p][v] == nil:
			case i < len(op.Args):
				args = append(args, d.of(part(p), op.Args[i]))
			default:
				args = append(args, d.nothing(v.Sort()))
			}
		}
	}
	return args
}
