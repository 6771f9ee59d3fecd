package c

import (
	"fmt"
	"slices"
	"strings"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/frontend/c/alias"
	"cupel/frontend/c/library"
	"cupel/frontend/c/tree"

	"modernc.org/cc/v4"
)

// A function that is verified in isolation is called in an arbitrary state that a caller can produce: its parameters and the variables that are not const are
// havocked. A pointer from the environment is null or points to an object of its own, on the heap, since every operation allowed on another object is allowed
// on a heap object.

// outside lists the objects whose contents come from the environment.
func (l *lowerer) outside() []*cc.Declarator {
	if l.o.Function == "" {
		return nil
	}
	var ds []*cc.Declarator
	if c := l.defs[l.o.Function]; c != nil {
		for _, p := range c.params {
			if p.Declarator != nil {
				ds = append(ds, p.Declarator)
			}
		}
	}
	tree.Visit(l.ast.TranslationUnit, func(n cc.Node) bool {
		if id, ok := n.(*cc.InitDeclarator); ok {
			if d := id.Declarator; !d.IsTypename() && d.Type() != nil && d.Type().Kind() != cc.Function && (d.IsStatic() || d.Linkage() != cc.None) && l.fromOutside(d) {
				ds = append(ds, d)
			}
		}
		return true
	})
	return ds
}

// fromOutside reports whether the initial contents of the object of static storage duration that d declares are unknown, as left by earlier calls and the rest of
// the program.
func (l *lowerer) fromOutside(d *cc.Declarator) bool {
	return l.o.Function != "" && !alias.Constant(d) && !strings.HasPrefix(l.pos(d.Position()).File, library.Dir)
}

// noFunction is the error of a function that is not there.
func (l *lowerer) noFunction() error {
	e := &Error{Pos: program.Pos{File: l.path}, Msg: fmt.Sprintf("no function %s with a body", l.o.Function)}
	var names []string
	for _, c := range l.cfuncs {
		if !strings.HasPrefix(l.pos(c.def.Declarator.Position()).File, library.Dir) {
			names = append(names, c.name)
		}
	}
	switch n := len(names); {
	case n == 0:
		e.Msg += "; there is none"
	case n > maxNamed:
		e.Msg += fmt.Sprintf("; there are %s and %d more", strings.Join(names[:maxNamed], ", "), n-maxNamed)
	default:
		e.Msg += "; there are: " + strings.Join(names, ", ")
	}
	return e
}

// A supply fills objects with environment values.
type supply struct {
	*builder
	kind program.UnknownKind
	root string // how messages call the parameter or variable
	fn   string // where its name is in scope; "": everywhere
	at   program.Pos
}

// anyArguments are arguments of a call of c with any values.
func (b *builder) anyArguments(c *cfunc) []*logic.Term {
	var args []*logic.Term
	for i, n := range c.paramObj {
		p := c.params[i]
		s := &supply{builder: b, kind: program.Parameter, fn: c.name, at: c.fn.Pos}
		name, class := fmt.Sprintf("parameter %d", i+1), alias.Nowhere
		if d := p.Declarator; d != nil && d.Name() != "" {
			name, class, s.at = d.Name(), b.alias.ClassOfObject(d), b.posOf(d)
		}
		s.root = fmt.Sprintf("parameter %s of %s", name, c.name)
		if p.Declarator == nil || p.Declarator.Name() == "" {
			s.root = fmt.Sprintf("%s of %s", name, c.name)
		}
		if n == nil {
			if m := c.mail[i]; m != nil {
				s.fill(b.objectPlace(m), class, name, 0)
			}
			continue
		}
		own := b.newNode(n.t, 0, b.fn.Name+"::"+name, "", nil, func(name string, sort *logic.Sort) *program.Var {
			v := b.newVar(name, sort)
			v.Temp = true
			b.own(v)
			return v
		})
		// The parameter's own type determines the type of the pointer's target.
		s.fill(place{t: b.tt.of(p.Type().Decay()), node: own}, class, name, 0)
		for _, lf := range own.leaves() {
			args = append(args, lf.v.Sym)
		}
	}
	if c.args != nil {
		b.cut("variable arguments of "+c.name+", which is verified by itself", c.fn.Pos)
		args = append(args, b.f.BV(0, b.tt.ptrW))
	}
	return args
}

// anyState havocs an object of static storage duration.
func (b *builder) anyState(o *object, d *cc.Declarator, fn string) {
	s := &supply{builder: b, kind: program.Global, root: "variable " + d.Name(), fn: fn, at: b.posOf(d)}
	s.fill(b.objectPlace(o), b.alias.ClassOfObject(d), d.Name(), 0)
}

// fill havocs the place, in an object of a class; name is its C expression, and depth the number of pointers followed to reach it.
func (s *supply) fill(p place, class alias.ClassID, name string, depth int) {
	switch p.t.kind {
	case tInt, tFloat:
		s.value(p, name)
	case tPtr:
		s.pointer(p, class, name, depth)
	case tArray:
		if p.t.n < 0 || p.t.scalars() > maxListed {
			s.unknown(p, name)
			return
		}
		for i := range p.t.n {
			s.fill(s.index(p, s.f.BVInt(i, s.tt.ptrW)), class, fmt.Sprintf("%s[%d]", name, i), depth)
		}
	case tRecord:
		if p.t.union {
			s.union(p, class, name, depth)
			return
		}
		for _, f := range p.t.fields {
			if f.bits >= 0 && !f.flex && (f.bits > 0 || f.typ.size != 0) {
				s.fill(s.field(p, f), class, member(name, f), depth)
			}
		}
	default:
		s.unknown(p, name)
	}
}

// member returns the C expression for a member of the object denoted by name.
func member(name string, f *field) string {
	if f.name == "" {
		return name
	}
	if p, ok := strings.CutSuffix(name, "->"); ok {
		return p + "->" + f.name
	}
	return name + "." + f.name
}

// scalars returns the number of scalars in an object of type t, as far as it is known.
func (t *ctype) scalars() int64 {
	switch {
	case t.kind == tArray && t.n >= 0:
		n := t.elem.scalars()
		if n > 0 && t.n > maxListed/n {
			return maxListed + 1
		}
		return n * t.n
	case t.kind == tRecord && t.union:
		return max(t.size, 0)
	case t.kind == tRecord:
		n := int64(0)
		for _, f := range t.fields {
			n += f.typ.scalars()
		}
		return n
	}
	return 1
}

// listed is how many inputs the contents of an object of type t are.
func (t *ctype) listed() int64 {
	switch {
	case t.kind == tArray && t.scalars() > maxListed:
		return 0
	case t.kind == tRecord && !t.union:
		n := int64(0)
		for _, f := range t.fields {
			n += f.typ.listed()
		}
		return n
	}
	return t.scalars()
}

// pointersIn records the assumptions on pointers in an object of type t whose contents are not separate inputs.
func (s *supply) pointersIn(t *ctype) {
	if t.hasPointer() {
		s.assume("pointers in contents of %s that are too many, or in unions, point to nothing that the function comes to otherwise")
	}
}

// hasPointer reports whether an object of type t contains a pointer.
func (t *ctype) hasPointer() bool {
	switch t.kind {
	case tPtr:
		return true
	case tArray:
		return t.elem.hasPointer()
	case tRecord:
		return slices.ContainsFunc(t.fields, func(f *field) bool { return f.typ.hasPointer() })
	}
	return false
}

// setSource sets the source of the values of the following havocs.
func (s *supply) setSource(kind program.UnknownKind, name, typ string) (end func()) {
	end = s.setUnknown(kind, name, s.at)
	s.builder.unknown.Type, s.builder.unknown.Func = typ, s.fn
	return end
}

// value stores any number.
func (s *supply) value(p place, name string) {
	sort := p.t.sort
	if p.bits > 0 {
		sort = logic.BVSort(p.bits)
	}
	v := s.temp(sort, p.t.signed && p.t.kind == tInt)
	v.Bool = p.t.bool
	end := s.setSource(s.kind, name, p.t.name)
	s.havoc(v)
	end()
	s.store(p, s.widen(v.Sym, p.t, p.bits))
}

// unknown fills a place with contents that are no separate inputs.
func (s *supply) unknown(p place, name string) {
	s.pointersIn(p.t)
	end := s.setSource(program.Contents, name, "")
	s.uninitialized(p, p.idx == nil)
	end()
}

// union fills a union, which is always in memory: with a number of the union's size, or byte by byte.
func (s *supply) union(p place, class alias.ClassID, name string, depth int) {
	s.pointersIn(p.t)
	for _, f := range p.t.fields {
		whole := f.bits == 0 && f.typ.size == p.t.size && !f.typ.bool
		if whole && (f.typ.kind == tInt || f.typ.isScalar() && !s.alias.ByteLevel(p.class)) {
			s.fill(s.field(p, f), class, member(name, f), depth)
			return
		}
	}
	if c := s.cell(p.class); c == nil || c.size != 1 || p.t.size > maxListed {
		s.unknown(p, name)
		return
	}
	for i := range p.t.size {
		q := p
		q.t, q.addr = s.tt.kind(cc.UChar), s.addr(p.addr, i)
		s.value(q, fmt.Sprintf("%s byte %d", strings.TrimSuffix(name, "->"), i))
	}
}

// pointer stores null or the address of an object of its own.
func (s *supply) pointer(p place, class alias.ClassID, name string, depth int) {
	null := s.f.BV(0, s.tt.ptrW)
	if depth >= alias.MaxDepth {
		s.assume("pointers behind %s are null where more than %d lead to them", alias.MaxDepth)
		s.store(p, null)
		return
	}
	isNull := s.temp(logic.Bool, false)
	end := s.setSource(s.kind, name+" is null", "_Bool")
	s.havoc(isNull)
	end()
	addr := s.target(p, class, name, depth)
	s.store(p, s.f.Ite(isNull.Sym, null, addr))
}

// target returns the address of the object of a non-null pointer.
func (s *supply) target(p place, class alias.ClassID, name string, depth int) *logic.Term {
	t, n := s.tt.pointee(p.t), int64(s.o.Elements)
	if t.kind == tFunc {
		return s.function(t, name)
	}
	to, ok := s.alias.Pointee(class, p.t.cc)
	if !ok {
		s.cut("pointer "+name+" from outside", s.at)
		return s.f.BV(0, s.tt.ptrW)
	}
	s.extent[to] += 2
	s.aligned(to, 1)
	size := max(t.size, 0) * n
	what := "element"
	if t.kind == tVoid {
		what = "byte"
	}
	if n != 1 {
		what += "s"
	}
	s.assume("pointers from %s are null or point to %d "+what+" of their own, which nothing else points to", n)
	if size == 0 { // of an incomplete type: it cannot be accessed
		size = 1
	}
	addr := s.allocate(s.f.BVInt(size, s.tt.ptrW), "")
	q := place{t: t, addr: addr, class: to, inside: true}
	if c := s.cell(to); t.kind == tVoid && c != nil && n%c.size == 0 {
		t, n, q.t = c, n/c.size, c
	}
	switch {
	case t.size <= 0:
	case t.kind == tVoid || t.listed()*n > maxInputs || t.kind != tRecord && t.scalars()*n > maxListed:
		s.pointersIn(t)
		end := s.setSource(program.Contents, name, "")
		s.blockOperation(blockOp{kind: blockHavoc, class: to, addr: addr, size: s.f.BVInt(size, s.tt.ptrW), align: s.mallocAlign(), ifZeroed: true})
		end()
	case n == 1 && t.kind == tRecord:
		s.fill(q, to, name+"->", depth+1)
	default:
		for i := range n {
			q.addr = s.addr(addr, i*t.size)
			s.fill(q, to, fmt.Sprintf("%s[%d]", name, i), depth+1)
		}
	}
	return addr
}

// function is the address of a function that a caller may have chosen.
func (s *supply) function(t *ctype, name string) *logic.Term {
	s.assume("pointers to functions from %s are null or point to functions of the program whose addresses it takes, or to others: calls of those end the model")
	addr := s.funcAddr(foreign)
	var fit []*cfunc
	for _, n := range s.alias.Taken() {
		if c := s.defs[n]; c != nil && s.mayBe(t, c) {
			fit = append(fit, c)
		}
	}
	if len(fit) > maxChosen {
		return addr
	}
	for _, c := range fit {
		is := s.temp(logic.Bool, false)
		end := s.setSource(s.kind, name+" is "+c.name, "_Bool")
		s.havoc(is)
		end()
		addr = s.f.Ite(is.Sym, s.funcAddr(c.name), addr)
	}
	return addr
}

// mayBe reports whether a pointer to functions of type t may point to a function of the program.
func (s *supply) mayBe(t *ctype, c *cfunc) bool {
	ft, ok := t.cc.(*cc.FunctionType)
	if !ok || strings.HasPrefix(s.lowerer.pos(c.def.Declarator.Position()).File, library.Dir) || ft.IsVariadic() != c.typ.IsVariadic() || !sameSize(s.tt.of(ft.Result()), c.result) {
		return false
	}
	var ps []*cc.Parameter
	for _, p := range ft.Parameters() {
		if p.Type() != nil && p.Type().Kind() != cc.Void {
			ps = append(ps, p)
		}
	}
	if ft.MaxArgs() >= 0 && len(ps) != len(c.params) {
		return false
	}
	for i, p := range ps {
		if i >= len(c.params) || !sameSize(s.tt.of(p.Type().Decay()), s.tt.of(c.params[i].Type().Decay())) {
			return false
		}
	}
	return true
}

// cell returns the type of the cells of a class if they all have the same; else nil.
func (s *supply) cell(class alias.ClassID) *ctype {
	cells := s.alias.Cells(class)
	if len(cells) != 1 || cells[0].Float {
		return nil
	}
	for _, k := range []cc.Kind{cc.UChar, cc.UShort, cc.UInt, cc.ULongLong} {
		if t := s.tt.kind(k); t.width == cells[0].Bits {
			return t
		}
	}
	return nil
}

// assume records an assumption on the parameter or variable.
func (s *supply) assume(format string, args ...any) {
	s.lowerer.assumeAt(program.AboutEnvironment, fmt.Sprintf(format, append([]any{s.root}, args...)...), s.at)
}

// lowestObject is a lower bound of the addresses of objects.
const lowestObject = 4096

// foreign is the placeholder of functions that the source does not declare.
const foreign = "#function"
