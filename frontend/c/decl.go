package c

import (
	"fmt"
	"math/big"
	"slices"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/frontend/c/alias"
	"cupel/frontend/c/attr"
	"cupel/frontend/c/tree"

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
	b.bear(o)
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
		if d.Type() == nil || d.Type().Kind() == cc.Function || d.IsExtern() {
			continue
		}
		if len(b.tt.varying(d.Type())) > 0 {
			b.begin(b.posOf(d))
			b.fixSizes(d.Type(), d)
			b.flush()
		}
		if d.IsTypename() {
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
			b.zeroArray(o, n, il)
		case id.Case == cc.InitDeclaratorInit:
			b.initialize(b.objectPlace(o), id.Initializer)
		default:
			end := b.setUnknown(program.Uninitialized, d.Name(), b.posOf(d))
			b.uninitialized(b.objectPlace(o), true)
			end()
		}
		if f := attr.Cleanup(n, il); f != "" {
			b.cleanups = append(b.cleanups, cleanup{d, o, f})
		}
		b.flush()
	}
}

// uninitialized havocs the contents of an object. fresh: it is a whole object whose lifetime begins.
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
	scopes := b.labelScopes
	started := false
	start := func(e *builder) {
		if started {
			return
		}
		started = true
		if id != nil {
			e.startConstants(id.Initializer, b)
		}
		e.begin(e.posOf(d))
		saved := b.labelScopes
		e.labelOwner, b.labelScopes = b, scopes
		defer func() { e.labelOwner, b.labelScopes = nil, saved }()
		if e.fromOutside(d) {
			e.anyState(o, d, b.fn.Name)
		} else if id != nil && id.Case == cc.InitDeclaratorInit {
			e.initStatic(o, id.Initializer)
		} else {
			e.zero(e.objectPlace(o))
		}
		e.flush()
	}
	b.staticStart[d] = start
	b.initWork = append(b.initWork, start)
	return o
}

// fileObject returns the storage of a variable with linkage.
func (b *builder) fileObject(d *cc.Declarator) *object {
	v := b.fileVars[d.Name()]
	if v == nil {
		v = b.addFileVar(d, nil)
	}
	v = b.fileVars[b.variableFor(v.name)]
	if v.obj != nil {
		return v.obj
	}
	t := b.tt.of(v.d.Type())
	if a, ok := v.d.Type().(*cc.ArrayType); ok && a.SizeExpression() == nil && t.kind == tArray && t.n < 0 && v.def { // C11 6.9.2p5
		t = &ctype{kind: tArray, name: "array", elem: t.elem, n: 1, size: t.elem.size, align: t.elem.align, cc: t.cc}
	}
	if v.d.IsThreadLocal() {
		b.diag(Warning, v.pos, fmt.Sprintf("thread-local %s is modelled as an ordinary variable", v.name))
	}
	v.obj = b.newObject(v.d, t, v.name, v.name, true)
	if n := v.obj.node; n != nil {
		for _, lf := range n.leaves() {
			lf.v.Order = v.order
		}
	}
	b.order = append(b.order, v)
	b.initWork = append(b.initWork, func(e *builder) { e.start(v) })
	return v.obj
}

// start initialises a variable with linkage, once.
func (b *builder) start(v *fileVar) {
	if v.started {
		return
	}
	v.started = true
	b.startConstants(v.init, nil)
	b.begin(v.pos)
	switch {
	case b.fromOutside(v.d):
		b.anyState(v.obj, v.d, "")
	case v.init != nil:
		b.initStatic(v.obj, v.init)
	case v.def:
		b.zero(b.objectPlace(v.obj))
	default:
		b.lowerer.assumeAt(program.AboutVariables, fmt.Sprintf("%s is declared but not defined: it starts with any value", v.name), v.pos)
		end := b.setUnknown(program.Undefined, v.name, v.pos)
		b.uninitialized(b.objectPlace(v.obj), true)
		end()
	}
	b.flush()
}

// startConstants starts the constants that an initialiser of static storage, within the function of owner or outside of
// all (nil), may read, as gcc lets it.
func (b *builder) startConstants(n *cc.Initializer, owner *builder) {
	if n == nil {
		return
	}
	tree.Visit(n, func(n cc.Node) bool {
		x, ok := n.(*cc.PrimaryExpression)
		if !ok || x.Case != cc.PrimaryExpressionIdent {
			return true
		}
		d, ok := x.ResolvedTo().(*cc.Declarator)
		if !ok || d.Type() == nil || d.Type().Kind() == cc.Function || !d.IsConst() && d.Pointer == nil {
			return true
		}
		if d.Linkage() == cc.None {
			if owner != nil && d.IsStatic() {
				owner.object(d, x)
				b.staticStart[d](b)
			}
		} else if v := b.fileVars[d.Name()]; v != nil && v.init != nil {
			b.fileObject(d)
			b.start(b.fileVars[b.variableFor(v.name)])
		}
		return true
	})
}

// initStatic initialises an object of static storage duration. Only there may a flexible array
// have initialisers (GNU C): the object is as large as they need.
func (b *builder) initStatic(o *object, n *cc.Initializer) {
	f, length := b.flexibleLength(o.t, n)
	if f == nil || o.mem == nil {
		b.initialize(b.objectPlace(o), n)
		return
	}
	if length > maxRange {
		b.cut("initialiser of a large flexible array", b.posOf(n))
		return
	}
	o.mem.Size = max(o.mem.Size, f.off+length*f.typ.elem.size)
	b.initialize(b.objectPlace(o), n, initEntry{path: []initStep{{f: f}, {lo: 0, hi: length - 1}}, t: f.typ.elem})
}

// flexibleLength returns the flexible array of t and how many elements of it an initialiser is for;
// nil: none.
func (b *builder) flexibleLength(t *ctype, n *cc.Initializer) (f *field, length int64) {
	if t.kind != tRecord || n.Case != cc.InitializerInitList {
		return nil, 0
	}
	entries, _ := b.initEntries(t, n)
	for _, e := range entries {
		switch {
		case len(e.path) == 0 || e.path[0].f == nil || !e.path[0].f.flex:
		case len(e.path) > 1:
			f, length = e.path[0].f, max(length, e.path[1].hi+1)
		case isString(e.expr):
			if units, ok := stringUnits(e.expr); ok {
				f, length = e.path[0].f, max(length, int64(len(units)))
			}
		}
	}
	return f, length
}

// initialize assigns the object at p the value of an initialiser; first are entries before its own.
func (b *builder) initialize(p place, n *cc.Initializer, first ...initEntry) {
	if n.Case == cc.InitializerExpr && p.t.kind != tArray {
		b.initScalarOrRecord(p, n.AssignmentExpression)
		return
	}
	entries, fault := b.initEntries(p.t, n)
	if fault != "" {
		b.cut(fault, b.posOf(n))
		return
	}
	if p.t.isScalar() && len(entries)+len(first) == 0 {
		b.store(p, b.zeroOf(p.t.sort)) // {}
		return
	}
	start := len(b.ops)
	if !p.t.isScalar() {
		b.zero(p)
		b.unspecify(p, true)
	}
	b.initItems(b.pin(p), slices.Concat(first, entries))
	b.dropDead(start)
}

// initItems stores initialisers into the object at p, which is zero.
func (b *builder) initItems(p place, entries []initEntry) {
	var es []cc.ExpressionNode
	for _, it := range entries {
		if it.expr != nil {
			es = append(es, it.expr)
		}
	}
	item := func(it initEntry) bool {
		places := b.partsOf(p, it.path)
		if places == nil {
			b.cut("initialiser of many elements", b.pos)
			return false
		}
		b.initParts(places, it)
		return true
	}
	if o := b.ordering(es); len(o.indices) > 0 { // the order of initialisers is open (C11 6.7.9 p23)
		if perms := o.permutations(len(entries)); !o.partial && len(es) == len(entries) && disjoint(entries) && b.repeatable(len(perms), es...) {
			b.inAnyOrder(perms, b.posOf(es[len(es)-1]), func(order []int) {
				for _, i := range order {
					if !item(entries[i]) {
						return
					}
				}
			})
			return
		}
		b.otherOrders(es...)
	}
	for _, it := range entries {
		if !item(it) {
			return
		}
	}
}

// partsOf returns the places of a part of p; ranges make it several.
func (b *builder) partsOf(p place, path []initStep) []place {
	ps := []place{p}
	for _, s := range path {
		if s.f != nil {
			for i := range ps {
				ps[i] = b.field(ps[i], s.f)
			}
			continue
		}
		if int64(len(ps))*(s.hi-s.lo+1) > maxRange {
			return nil
		}
		var qs []place
		for _, q := range ps {
			for i := s.lo; i <= s.hi; i++ {
				e := b.index(q, b.f.BVInt(i, b.tt.ptrW))
				e.inside = q.inside
				qs = append(qs, e)
			}
		}
		ps = qs
	}
	return ps
}

// initParts stores one initialiser; it is evaluated once.
func (b *builder) initParts(ps []place, it initEntry) {
	switch {
	case it.expr == nil:
		for _, q := range ps {
			b.clear(q)
		}
	case it.t.kind == tArray && isString(it.expr):
		for _, q := range ps {
			b.initString(q, it.expr)
		}
	case it.t.kind == tArray:
		v, ok := b.arrayPlace(it.expr)
		if !ok || v.t.kind != tArray || v.t.n > it.t.n {
			b.cut("array initialiser "+short(cc.NodeSource(it.expr)), b.posOf(it.expr))
			return
		}
		for _, q := range ps {
			q.t = v.t
			b.copyAggregate(q, v, b.posOf(it.expr))
		}
	case len(ps) == 1:
		b.initScalarOrRecord(ps[0], it.expr)
	default:
		v := b.rvalue(it.expr)
		if it.t.kind == tRecord {
			if v.t.kind != tRecord {
				b.cut("initialiser of "+it.t.String(), b.posOf(it.expr))
				return
			}
			for _, q := range ps {
				b.copyAggregate(q, v.place, b.posOf(it.expr))
			}
			return
		}
		x := b.convert(v, it.t, it.expr)
		if x != nil && reads(x) {
			x = b.snapshot(x, it.t.signed)
		}
		for _, q := range ps {
			b.store(q, x)
		}
	}
}

// clear sets a part of an object to zero by stores.
func (b *builder) clear(p place) {
	if p.node != nil || p.t.isScalar() {
		b.zero(p)
		return
	}
	cs, ok := b.cells(p)
	b.zeroCells(p, b.alias.ByteLevel(p.class), cs, ok)
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

// initString initialises a character array from a string literal.
func (b *builder) initString(p place, e cc.ExpressionNode) {
	units, ok := stringUnits(e)
	if !ok {
		b.cut("array initialiser "+short(cc.NodeSource(e)), b.posOf(e))
		return
	}
	if p.t.elem.kind != tInt {
		b.cut("string initialiser of "+p.t.String(), b.posOf(e))
		return
	}
	b.storeUnits(p, units)
}

// stringUnits are the values of a string's characters with the end.
func stringUnits(e cc.ExpressionNode) (units []int64, ok bool) {
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
		return nil, false
	}
	return units, true
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
		if p.t.n >= 0 && int64(i) >= p.t.n {
			break // not of a flexible array
		}
		q := b.index(p, b.f.BV(uint64(i), b.tt.ptrW))
		q.inside = true
		b.store(q, b.f.BVBig(big.NewInt(u), w))
	}
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
		b.cut("initialisation of "+p.t.described(), b.pos)
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
	var constant *program.Object // that of p, if it is const
	if address || t.kind == tArray || !direct(t) {
		o := &object{name: "literal", t: t, class: b.alias.ClassOfPointee(n)}
		fn := b.fn.Name
		if b == b.entry {
			fn = ""
			if b.o.Function != "" && !alias.ConstantLiteral(n) {
				b.lowerer.assumeAt(program.AboutEnvironment, "compound literals that const objects are initialised with keep their values", b.posOf(n))
			}
		}
		b.newMemory(o, b.fn.Name+"::#literal", fn)
		if alias.ConstantLiteral(n) {
			o.mem.ReadOnly, constant = true, o.mem
		}
		b.bear(o)
		p = b.objectPlace(o)
	} else {
		p = place{t: t, node: b.tempNode(t)}
	}
	entries, fault := b.literalEntries(t, n.InitializerList)
	if fault != "" {
		b.cut(fault, b.posOf(n))
		return p
	}
	if constant != nil {
		constant.Literal = b.contents(t, entries)
		b.literals[p.class] = append(b.literals[p.class], constant)
	}
	if !t.isScalar() || len(entries) == 0 {
		b.zero(p)
	}
	b.unspecify(p, true)
	b.initItems(p, entries)
	return p
}

// funcAddr returns the address of a function and makes it a candidate of
// indirect calls.
func (b *builder) funcAddr(name string) *logic.Term {
	o := b.funcObjs[name]
	if o == nil {
		o = &program.Object{Name: b.unique("&" + name), Size: 1, Align: 1}
		o.Base = b.f.Var(o.Name, logic.BVSort(b.tt.ptrW))
		b.funcObjs[name] = o
		b.taken = append(b.taken, name)
		b.mod.Objects = append(b.mod.Objects, o)
	}
	return o.Base
}
