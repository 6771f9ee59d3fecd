package c

import (
	"fmt"
	"math/big"
	"sort"

	"cupel/logic"
	"cupel/program"

	"modernc.org/cc/v4"
)

// object returns the storage of the object d denotes.
func (b *builder) object(d *cc.Declarator, at cc.Node) *object {
	if o := b.vars[d]; o != nil {
		return o
	}
	switch {
	case d.IsParam():
		// A parameter named in another declaration of the function.
	case d.Linkage() != cc.None:
		return b.fileObject(d)
	case d.IsStatic():
		if o := b.statics[d]; o != nil {
			return o
		}
		return b.staticLocal(d, b.staticInit[d])
	}
	o := b.local(d)
	return o
}

// local makes the storage of an automatic variable.
func (b *builder) local(d *cc.Declarator) *object {
	t := b.tt.of(d.Type())
	name := d.Name()
	o := b.newLocal(d, t, b.fn.Name+"::"+name, name)
	b.vars[d] = o
	return o
}

func (b *builder) newLocal(d *cc.Declarator, t *ctype, name, cname string) *object {
	if t.kind == tArray && t.size < 0 {
		// A variable length array: its address is a variable.
		p := b.newVar(name+"#addr", logic.BVSort(b.tt.ptrW))
		n := b.newVar(name+"#size", logic.BVSort(b.tt.ptrW))
		p.Temp, n.Temp = true, true
		b.own(p)
		b.own(n)
		return &object{name: name, t: t, addr: p.Sym, class: b.alias.ClassOfObject(d), vla: n}
	}
	return b.newObject(d, t, name, cname, false)
}

// declaration executes a declaration in a block.
func (b *builder) declaration(n *cc.Declaration) {
	switch n.Case {
	case cc.DeclarationAuto:
		d := n.Declarator
		b.begin(b.posOf(n))
		o := b.local(d)
		if n.Initializer.Case == cc.InitializerExpr {
			b.initScalarOrRecord(b.objectPlace(o), n.Initializer.AssignmentExpression)
		}
		b.flush()
		return
	case cc.DeclarationDecl:
	default:
		return
	}
	for il := n.InitDeclaratorList; il != nil; il = il.InitDeclaratorList {
		id := il.InitDeclarator
		d := id.Declarator
		if d.IsTypename() || d.Type() == nil || d.Type().Kind() == cc.Function || d.IsExtern() {
			continue
		}
		if d.IsStatic() {
			b.staticInit[d] = id // made when it is referenced
			continue
		}
		b.begin(b.posOf(d))
		o := b.vars[d]
		if o == nil {
			o = b.local(d)
		}
		switch {
		case o.vla != nil:
			b.declareVLA(o, d)
		case id.Case == cc.InitDeclaratorInit:
			b.initialize(b.objectPlace(o), id.Initializer)
		default:
			b.uninitialized(b.objectPlace(o), true)
		}
		b.flush()
	}
}

// maxHavocCells bounds how many cells of an uninitialised object in memory
// are made arbitrary each time its declaration is executed.
const maxHavocCells = 32

// uninitialized gives an object arbitrary contents. fresh tells that it is the
// whole of an object that comes into existence.
func (b *builder) uninitialized(p place, fresh bool) {
	if p.node != nil {
		for _, lf := range p.node.leaves() {
			b.havoc(lf.v)
		}
		return
	}
	b.scramble(p.class, p.addr, p.t, fresh)
}

// staticLocal makes the storage of a static local variable.
func (b *builder) staticLocal(d *cc.Declarator, id *cc.InitDeclarator) *object {
	t := b.tt.of(d.Type())
	o := b.newObject(d, t, b.fn.Name+"::"+d.Name(), d.Name(), true)
	if o.node != nil {
		for _, lf := range o.node.leaves() {
			lf.v.Func = b.fn.Name
		}
	}
	b.statics[d] = o
	b.initWork = append(b.initWork, func(e *builder) {
		e.begin(e.posOf(d))
		if id != nil && id.Case == cc.InitDeclaratorInit {
			e.initStatic(o, id.Initializer)
		} else {
			e.zero(e.objectPlace(o))
		}
		e.flush()
	})
	return o
}

// fileObject returns the storage of a variable with linkage.
func (b *builder) fileObject(d *cc.Declarator) *object {
	v := b.fileVars[d.Name()]
	if v == nil {
		v = b.addFileVar(d, nil)
	}
	if v.obj != nil {
		return v.obj
	}
	t := b.tt.of(v.d.Type())
	if t.kind == tArray && t.n < 0 && v.def {
		t = &ctype{kind: tArray, name: "array", elem: t.elem, n: 1, size: t.elem.size, align: t.elem.align, cc: t.cc}
	}
	if v.d.IsThreadLocal() {
		b.diag(Warning, v.pos, fmt.Sprintf("thread-local %s is modelled as an ordinary variable", v.name))
	}
	v.obj = b.newObject(v.d, t, v.name, v.name, true)
	b.order = append(b.order, v)
	b.initWork = append(b.initWork, func(e *builder) {
		e.begin(v.pos)
		switch {
		case v.init != nil:
			e.initStatic(v.obj, v.init)
		case v.def:
			e.zero(e.objectPlace(v.obj))
		default:
			e.lowerer.assume(fmt.Sprintf("%s is declared but not defined: it starts with any value", v.name))
			e.uninitialized(e.objectPlace(v.obj), true)
		}
		e.flush()
	})
	return v.obj
}

// initStatic initialises an object of static storage duration.
func (b *builder) initStatic(o *object, n *cc.Initializer) { b.initialize(b.objectPlace(o), n) }

// initialize gives the object at p the value of an initialiser.
func (b *builder) initialize(p place, n *cc.Initializer) {
	if n.Case == cc.InitializerExpr && p.t.kind != tArray {
		b.initScalarOrRecord(p, n.AssignmentExpression)
		return
	}
	items, ok := collectItems(n)
	if !ok {
		b.cut("initialiser", b.posOf(n))
		return
	}
	start := len(b.ops)
	if !p.t.isScalar() {
		b.zero(p)
	}
	pin := b.pin(p)
	for _, it := range items {
		b.initItem(pin, p.t, it)
	}
	b.dropDead(start)
}

// dropDead removes the pending assignments of constants, from operation start
// on, that a later pending one overwrites before anything reads the variable.
func (b *builder) dropDead(start int) {
	if start > len(b.ops) {
		return // flushed in between
	}
	var kept []program.Op
	for i, op := range b.ops[start:] {
		if op.Kind == program.OpAssign && op.Expr.IsConst() && overwritten(op.Var, b.ops[start+i+1:]) {
			continue
		}
		kept = append(kept, op)
	}
	b.ops = append(b.ops[:start], kept...)
}

func overwritten(v *program.Var, ops []program.Op) bool {
	for _, op := range ops {
		for _, t := range []*logic.Term{op.Expr, op.Size} {
			if t != nil && mentions(t, v.Sym) {
				return false
			}
		}
		if op.Var == v {
			return op.Kind == program.OpAssign || op.Kind == program.OpHavoc
		}
	}
	return false
}

func mentions(t, sym *logic.Term) bool {
	if t.IsGround() {
		return false
	}
	found := false
	logic.Walk(func(s *logic.Term) bool {
		found = found || s == sym
		return !found && !s.IsGround()
	}, t)
	return found
}

func (b *builder) initScalarOrRecord(p place, e cc.ExpressionNode) {
	if p.t.kind == tRecord {
		v := b.rvalue(e)
		if v.t.kind != tRecord {
			b.cut("initialiser of "+p.t.String(), b.posOf(e))
			return
		}
		b.copyAggregate(p, v.place, b.posOf(e))
		return
	}
	if c, ok := b.callOf(e); ok && p.node != nil && p.idx == nil && p.bits == 0 {
		r := b.call(c, true, &callResult{v: p.node.v, t: p.t})
		if r.x != p.node.v.Sym {
			b.store(p, b.convert(r, p.t, e))
		}
		return
	}
	b.store(p, b.convert(b.rvalue(e), p.t, e))
}

// collectItems lists the initialisers with an expression, in source order.
func collectItems(n *cc.Initializer) (items []*cc.Initializer, ok bool) {
	ok = true
	var walk func(n *cc.Initializer)
	walk = func(n *cc.Initializer) {
		if n.Case == cc.InitializerExpr {
			items = append(items, n)
			return
		}
		for l := n.InitializerList; l != nil; l = l.InitializerList {
			walk(l.Initializer)
		}
	}
	walk(n)
	sort.SliceStable(items, func(i, j int) bool { return items[i].Order() < items[j].Order() })
	return items, ok
}

// ccSize is the size of a type in cc's layout, which differs from gcc's (and
// ours) for some structs with bit-fields.
func ccSize(t *ctype) int64 {
	if t.cc != nil && (t.kind == tRecord || t.kind == tArray) {
		return t.cc.Size()
	}
	return t.size
}

// initItem stores one initialiser of the aggregate p of type t. cc resolves
// designators to a byte offset in its own layout, and a field.
func (b *builder) initItem(p place, t *ctype, n *cc.Initializer) {
	e := n.AssignmentExpression
	it := b.tt.of(n.Type())
	for k := int64(0); k < n.Len(); k++ {
		stride := ccSize(it)
		q, ok := b.placeAt(p, t.cc, n.Offset()+k*stride, it, n.Field())
		if !ok {
			b.cut("initialiser "+short(cc.NodeSource(n)), b.posOf(n))
			return
		}
		switch {
		case q.t.kind == tArray:
			b.initString(q, e)
		default:
			b.initScalarOrRecord(q, e)
		}
	}
}

// initString initialises a character array from a string literal.
func (b *builder) initString(p place, e cc.ExpressionNode) {
	var units []int64
	switch s := e.Value().(type) {
	case cc.StringValue:
		for i := 0; i < len(s); i++ {
			units = append(units, int64(s[i]))
		}
	case cc.UTF16StringValue:
		for _, u := range s {
			units = append(units, int64(u))
		}
	case cc.UTF32StringValue:
		for _, u := range s {
			units = append(units, int64(u))
		}
	default:
		b.cut("array initialiser "+short(cc.NodeSource(e)), b.posOf(e))
		return
	}
	if p.t.elem.kind != tInt {
		b.cut("string initialiser of "+p.t.String(), b.posOf(e))
		return
	}
	b.storeUnits(p, units)
}

// storeUnits writes integers to the elements of the array p; the rest keeps
// its value.
func (b *builder) storeUnits(p place, units []int64) {
	w := p.t.elem.width
	if p.node != nil && p.node.elem.v != nil {
		v := p.node.elem.v
		m := v.Sym
		for i, u := range units {
			if int64(i) >= p.t.n {
				break
			}
			m = b.f.Store(m, b.index(p, b.f.BV(uint64(i), b.tt.ptrW)).idx, b.f.BVBig(big.NewInt(u), w))
		}
		b.assign(v, m)
		return
	}
	for i, u := range units {
		if int64(i) >= p.t.n {
			break
		}
		q := b.index(p, b.f.BV(uint64(i), b.tt.ptrW))
		q.inside = true
		b.store(q, b.f.BVBig(big.NewInt(u), w))
	}
}

// placeAt finds the part of p (whose C type is t) at byte offset off that an
// initialiser of type want is for.
func (b *builder) placeAt(p place, t cc.Type, off int64, want *ctype, f *cc.Field) (place, bool) {
	for depth := 0; depth < 64; depth++ {
		switch p.t.kind {
		case tArray:
			if want.kind == tArray && off == 0 && sameShape(p.t, want) {
				return p, true
			}
			es := ccSize(p.t.elem)
			if es <= 0 {
				return p, false
			}
			i := off / es
			if p.t.n >= 0 && i >= p.t.n {
				return p, false
			}
			off -= i * es
			inside := p.inside
			p = b.index(p, b.f.BVInt(i, b.tt.ptrW))
			p.inside = inside
		case tRecord:
			if want.kind == tRecord && off == 0 && p.t.size == want.size && sameRecord(p.t, want) {
				return p, true
			}
			var best *field
			for _, g := range p.t.fields {
				if g.bits < 0 {
					continue
				}
				if f != nil && g.cc == f {
					best = g
					break
				}
				if f != nil && f.IsBitfield() && g.bits > 0 && g.name == f.Name() && g.name != "" && g.cc.Offset() == f.Offset() {
					best = g
					break
				}
				if g.bits > 0 {
					continue
				}
				o, size := g.cc.Offset(), ccSize(g.typ)
				if off >= o && (off < o+size || size < 0) && (best == nil || !p.t.union) {
					if f != nil && p.t.union && !containsField(g.typ, f) && g.name != f.Name() {
						continue
					}
					best = g
				}
			}
			if best == nil {
				return p, false
			}
			if best.bits == 0 {
				off -= best.cc.Offset()
			} else {
				off = 0
			}
			p = b.field(p, best)
			if best.bits > 0 {
				return p, true
			}
		default:
			return p, off == 0
		}
	}
	return p, false
}

func containsField(t *ctype, f *cc.Field) bool {
	switch t.kind {
	case tArray:
		return containsField(t.elem, f)
	case tRecord:
		for _, g := range t.fields {
			if g.cc == f || containsField(g.typ, f) {
				return true
			}
		}
	}
	return false
}

// sameShape reports whether two array types have the same element size; an
// initialiser for a whole array is a string literal.
func sameShape(a, b *ctype) bool {
	return a.elem.kind == b.elem.kind && a.elem.size == b.elem.size
}

// sameRecord compares two record types member by member.
func sameRecord(a, b *ctype) bool {
	if a.union != b.union || len(a.fields) != len(b.fields) {
		return false
	}
	for i := range a.fields {
		if a.fields[i].name != b.fields[i].name || a.fields[i].off != b.fields[i].off {
			return false
		}
	}
	return true
}

// zero sets all scalars of p to zero.
func (b *builder) zero(p place) {
	if p.node != nil && p.idx == nil {
		for _, lf := range p.node.leaves() {
			b.assign(lf.v, b.zeroOf(lf.v.Sym.Sort()))
		}
		return
	}
	if p.t.isScalar() {
		b.store(p, b.zeroOf(p.t.sort))
		return
	}
	if p.node == nil {
		b.zeroMemory(p)
		return
	}
	cs, ok := b.cells(p)
	if !ok {
		b.cut("initialisation of a large aggregate", b.pos)
		return
	}
	for _, c := range cs {
		b.store(c, b.zeroOf(c.t.sort))
	}
}

func (b *builder) zeroOf(s *logic.Sort) *logic.Term {
	switch {
	case s.IsArray():
		return b.f.ConstArray(s, b.zeroOf(s.Elem()))
	case s.IsFloat():
		return b.f.FloatBits(s, new(big.Int))
	}
	return b.f.BV(0, s.Width())
}

// compoundLiteral makes the object of (T){...}.
func (b *builder) compoundLiteral(n *cc.PostfixExpression, address bool) place {
	t := b.tt.of(n.TypeName.Type())
	if t.kind == tArray && t.n < 0 {
		// The type of the literal is completed by its initialiser.
		t = b.tt.of(n.Type().Undecay())
	}
	var p place
	if address || t.kind == tArray || !direct(t) {
		o := &object{name: "literal", t: t, class: b.alias.ClassOfPointee(n)}
		fn := b.fn.Name
		if b == b.entry {
			fn = ""
		}
		b.newMemory(o, b.fn.Name+"::#literal", fn)
		p = b.objectPlace(o)
	} else {
		p = place{t: t, node: b.tempNode(t)}
	}
	if n.InitializerList == nil {
		b.zero(p)
		return p
	}
	if t.isScalar() {
		b.initScalarOrRecord(p, n.InitializerList.Initializer.AssignmentExpression)
		return p
	}
	b.zero(p)
	for l := n.InitializerList; l != nil; l = l.InitializerList {
		items, _ := collectItems(l.Initializer)
		for _, it := range items {
			b.initItem(p, t, it)
		}
	}
	return p
}

// funcAddr returns the address of a function and makes it a candidate of
// indirect calls.
func (b *builder) funcAddr(name string) *logic.Term {
	o := b.funcObjs[name]
	if o == nil {
		o = &program.Object{Name: b.unique("&" + name), Size: 1, Align: 16}
		o.Base = b.f.Var(o.Name, logic.BVSort(b.tt.ptrW))
		b.funcObjs[name] = o
		b.taken = append(b.taken, name)
		b.mod.Objects = append(b.mod.Objects, o)
	}
	return o.Base
}
