package alias

import (
	"cmp"
	"maps"
	"slices"

	"cupel/frontend/c/tree"

	"modernc.org/cc/v4"
)

// object is a declared object: all declarations of one entity.
type object struct {
	node    *node
	typ     cc.Type
	escapes bool
	class   ClassID // in the result
}

// function is a function of the program or the library.
type function struct {
	name   string
	def    *cc.FunctionDefinition // nil without a body
	typ    *cc.FunctionType
	params []*cc.Parameter
	ret    *node // an object of the result type
	self   *node // the function as an object
	taken  bool  // its address is used as a value
	args   *node // its variable arguments
	starts bool  // it uses them
	order  int
}

// indirectCall is a call through a pointer.
type indirectCall struct {
	typ    *cc.FunctionType
	args   []argument
	result *node // an object of the result type
	done   map[*function]bool
}

// argument is an evaluated argument with the type it is passed as.
type argument struct {
	val *node // pointee, or the object of a record
	typ cc.Type
}

// analysis is the state of one run.
type analysis struct {
	solver
	*types
	objects map[*cc.Declarator]*object
	order   []*object
	named   map[string]*object
	// variables maps variables declared with the attribute alias to their targets.
	variables map[string]string
	funcs     map[string]*function
	funcList  []*function
	values    map[cc.ExpressionNode]*node
	callees   map[*cc.PostfixExpression]*node // of the targets of calls through pointers
	literals  map[cc.Node]*node
	compared  [][2]*node // operands of == and !=
	memcopy   [][2]*node // classes copied to each other in a way that must agree on ByteLevel
	fn        *function  // being walked
	lib       Library
	tokens    *node // the pointer strtok keeps between calls
	threads   *node // results of threads
	handlers  *node // handlers of signals
	given     []behind
	// allocates: what is converted is the result of a call that allocates.
	allocates bool
	// unused are calls whose result is not used.
	unused map[*cc.PostfixExpression]bool
	// dereferenced is an operand of *: the sum there is no value.
	dereferenced cc.ExpressionNode
}

func newAnalysis(ast *cc.AST) *analysis {
	bits := 64
	if ast.ABI != nil {
		if t, ok := ast.ABI.Types[cc.Ptr]; ok && t.Size > 0 {
			bits = int(8 * t.Size)
		}
	}
	a := &analysis{
		types:     newTypes(bits),
		objects:   map[*cc.Declarator]*object{},
		named:     map[string]*object{},
		variables: map[string]string{},
		funcs:     map[string]*function{},
		callees:   map[*cc.PostfixExpression]*node{},
		values:    map[cc.ExpressionNode]*node{},
		literals:  map[cc.Node]*node{},
		unused:    map[*cc.PostfixExpression]bool{},
	}
	a.tokens, a.threads = a.newNode(), a.newNode()
	return a
}

// linked reports whether all declarations of d's name denote one entity.
func linked(d *cc.Declarator) bool {
	if d.LexicalScope() == nil {
		return !d.IsParam()
	}
	return d.Linkage() != cc.None
}

// objectOf returns the object d declares.
func (a *analysis) objectOf(d *cc.Declarator) *object {
	if o := a.objects[d]; o != nil {
		return o
	}
	var o *object
	if linked(d) {
		if o = a.named[d.Name()]; o == nil {
			o = a.named[a.variables[d.Name()]]
		}
	}
	if o == nil {
		o = &object{node: a.newNode(), typ: d.Type()}
		a.order = append(a.order, o)
	}
	if linked(d) {
		a.named[d.Name()] = o
		if s := a.variables[d.Name()]; s != "" {
			a.named[s] = o
		}
	}
	a.objects[d] = o
	a.view(o.node, d.Type())
	if Constant(d) {
		o.node.find().readOnly = true
	}
	if at, ok := d.Type().(*cc.ArrayType); ok && at.IsVLA() || a.hasUnion(d.Type()) {
		o.escapes = true
	}
	return o
}

// funcOf returns the function d declares.
func (a *analysis) funcOf(d *cc.Declarator) *function {
	f := a.funcs[d.Name()]
	if f == nil {
		f = &function{name: d.Name(), ret: a.newNode(), self: a.newNode(), order: len(a.funcList)}
		f.self.funcs = []*function{f}
		a.funcs[f.name] = f
		a.funcList = append(a.funcList, f)
	}
	if ft, ok := d.Type().(*cc.FunctionType); ok && f.typ == nil {
		f.typ = ft
	}
	return f
}

// define records the body of a function.
func (a *analysis) define(def *cc.FunctionDefinition) *function {
	f := a.funcOf(def.Declarator)
	ft, ok := def.Declarator.Type().(*cc.FunctionType)
	if !ok || f.def != nil {
		return f
	}
	f.def, f.typ = def, ft
	for _, p := range ft.Parameters() {
		if !isKind(p.Type(), cc.Void) {
			f.params = append(f.params, p)
		}
	}
	a.view(f.ret, ft.Result())
	return f
}

// view records that the class holds objects of type t.
func (a *analysis) view(n *node, t cc.Type) {
	e, _ := element(t)
	if n == nil || e == nil || isKind(e, cc.Void) || isKind(e, cc.Function) {
		return
	}
	n = n.find()
	k := a.layoutKey(e)
	if _, ok := n.views[k]; !ok {
		if n.views == nil {
			n.views = map[string]cc.Type{}
		}
		n.views[k] = e
		a.changed = true
	}
}

// pun records that a pointer to t into the class was converted from or to
// another pointer type or an integer.
func (a *analysis) pun(n *node, t cc.Type) {
	e, array := element(t)
	if n == nil || e == nil || isKind(e, cc.Void) || isKind(e, cc.Function) {
		return
	}
	if r, ok := e.(record); ok && r.IsIncomplete() {
		return // no access through it is possible
	}
	if array {
		a.setArith(n, e)
	}
	n = n.find()
	k := a.key(e) + "|" + a.layoutKey(e)
	if _, ok := n.punned[k]; !ok {
		if n.punned == nil {
			n.punned = map[string]cc.Type{}
		}
		n.punned[k] = e
		a.changed = true
	}
}

func (a *analysis) setArith(n *node, t cc.Type) {
	e, _ := element(t)
	if n == nil || e == nil {
		return
	}
	n = n.find()
	if k := a.key(e); !n.arith[k] {
		if n.arith == nil {
			n.arith = map[string]bool{}
		}
		n.arith[k] = true
		a.changed = true
	}
}

func (a *analysis) setInterior(n *node, t cc.Type) {
	e, _ := element(t)
	if n == nil || e == nil {
		return
	}
	n = n.find()
	if k := a.key(e); !n.interior[k] {
		if n.interior == nil {
			n.interior = map[string]bool{}
		}
		n.interior[k] = true
		a.changed = true
	}
}

// load returns the targets of a cell of type t in the class.
func (a *analysis) load(n *node, t cc.Type) *node {
	if n == nil {
		return nil
	}
	k, ct := a.cellKey(t)
	return a.slotIn(n.find().cont.find(), k, ct).to
}

// store makes objects of type t in the class hold the value v of type from.
func (a *analysis) store(n *node, t cc.Type, v *node, from cc.Type) {
	if n == nil || t == nil {
		return
	}
	if e, array := element(t); isRecord(e) || array {
		if from != nil && !array && isKind(e, cc.Union) && !isRecord(from) {
			a.storeMember(n, e, v, from)
			return
		}
		a.copied(n, v)
		if v != nil && a.hasUnion(t) {
			a.memcopy = append(a.memcopy, [2]*node{n, v})
		}
		return
	}
	v = a.convert(v, from, t)
	if v == nil {
		return
	}
	a.unify(a.load(n, t), v)
}

// storeMember makes unions of type t in the class hold the value v of a scalar type: as the member of that type, or of one it is converted to.
func (a *analysis) storeMember(n *node, t cc.Type, v *node, from cc.Type) {
	r, ok := t.(record)
	if !ok || v == nil || r.IsIncomplete() {
		return
	}
	var to cc.Type
	for i := range r.NumFields() {
		m := r.FieldByIndex(i).Type()
		if same := isKind(m, cc.Ptr) == isKind(from.Decay(), cc.Ptr); to == nil && same {
			to = m
		}
		if k, _ := a.cellKey(m); pointee(m) != nil && pointee(from.Decay()) != nil && k == "*"+a.key(pointee(from.Decay())) {
			to = m
			break
		}
	}
	if to != nil {
		a.store(n, to, v, from)
	}
}

// storeValue is store for the value v of an expression.
func (a *analysis) storeValue(n *node, t cc.Type, v *node, e cc.ExpressionNode) {
	a.allocates = allocation(e)
	a.store(n, t, v, e.Type())
	a.allocates = false
}

// convert records the conversion of the value v from one type to another and
// returns the value.
func (a *analysis) convert(v *node, from, to cc.Type) *node {
	if v == nil || from == nil || to == nil {
		return v
	}
	p, q := pointee(from.Decay()), pointee(to)
	switch {
	case p != nil && q != nil:
		if a.key(p) != a.key(q) || a.differ(p, q) {
			a.pun(v, p)
			a.pun(v, q)
			a.converted(v, p, q)
		}
	case p != nil: // to an integer
		if isKind(to, cc.Void) || isKind(to, cc.Bool) {
			return nil
		}
		a.pun(v, p)
	case q != nil: // from an integer
		a.pun(v, q)
		a.converted(v, nil, q)
		if n := v.find(); !n.fromInt {
			n.fromInt, a.changed = true, true
		}
	default:
		x, _ := a.scalar(from)
		y, _ := a.scalar(to)
		if x.Float != y.Float {
			return nil
		}
	}
	return v
}

// differ reports whether two records of the same tag are different types, from different scopes.
func (a *analysis) differ(p, q cc.Type) bool {
	e, _ := element(p)
	f, _ := element(q)
	r, ok1 := e.(record)
	s, ok2 := f.(record)
	if !ok1 || !ok2 || r.IsIncomplete() || s.IsIncomplete() {
		return false
	}
	return a.layoutKey(e) != a.layoutKey(f)
}

// converted records that a pointer into v is converted from one to p, nil for an integer, to one to q.
func (a *analysis) converted(v *node, p, q cc.Type) {
	add := func(to *map[string]bool, t cc.Type) {
		if e, _ := element(t); e != nil {
			if *to == nil {
				*to = map[string]bool{}
			}
			(*to)[a.key(e)] = true
		}
	}
	n := v.find()
	if add(&n.from, p); !a.allocates {
		add(&n.into, q)
	}
}

// allocation reports whether e calls a function that returns a new block.
func allocation(e cc.ExpressionNode) bool {
	c, ok := tree.Strip(e).(*cc.PostfixExpression)
	if !ok || c.Case != cc.PostfixExpressionCall {
		return false
	}
	name, ok := tree.CalleeName(c.PostfixExpression)
	return ok && allocators[name]
}

// endsOf are the types that pointers to the end of objects may point to. Those to a type that pointers are converted from, or to any, may become pointers to
// each type that pointers are converted to.
func (a *analysis) endsOf(n *node) map[string]bool {
	for k := range n.ends {
		if k == anyType || n.from[k] {
			all := maps.Clone(n.ends)
			maps.Copy(all, n.into)
			return all
		}
	}
	return n.ends
}

// heldIn are the classes that the pointers in a class point into.
func heldIn(n *node, ids map[*node]ClassID) []ClassID {
	c := n.cont.find()
	var held []ClassID
	for _, k := range sortedKeys(c.slots) {
		if c.slots[k].typ == nil {
			continue
		}
		if id := ids[c.slots[k].to.find()]; !slices.Contains(held, id) {
			held = append(held, id)
		}
	}
	return held
}

// result numbers the classes.
func (a *analysis) result() *Result {
	r := &Result{objects: a.objects, named: a.named, types: a.types, arguments: map[string]ClassID{}, pointees: map[pointer]ClassID{}, foreign: map[ClassID]bool{}, functions: map[string]ClassID{}, callees: map[*cc.PostfixExpression]ClassID{}, values: make(map[cc.ExpressionNode]ClassID, len(a.values)),
		bytes: []bool{true}, frozen: []bool{false}, numeric: []bool{false}, mixed: []bool{false}, copied: []bool{false}, held: [][]ClassID{nil}, ends: []map[string]bool{nil}, cells: [][]Cell{{{Bits: 8}}}}
	ids := map[*node]ClassID{}
	for _, n := range a.nodes {
		if n.up != nil {
			continue
		}
		ids[n] = ClassID(len(r.bytes))
		r.bytes = append(r.bytes, n.bytes)
		r.frozen = append(r.frozen, n.readOnly)
		r.numeric = append(r.numeric, n.numeric)
		r.copied = append(r.copied, n.copied)
		r.ends = append(r.ends, a.endsOf(n))
		if n.bytes {
			r.cells = append(r.cells, []Cell{{Bits: 8}})
			continue
		}
		set := map[Cell]bool{}
		for _, k := range sortedKeys(n.views) {
			a.kinds(n.views[k], set)
		}
		for _, k := range sortedKeys(n.punned) {
			a.kinds(n.punned[k], set)
		}
		cells := make([]Cell, 0, len(set))
		for c := range set {
			cells = append(cells, c)
		}
		slices.SortFunc(cells, func(x, y Cell) int {
			if x.Float != y.Float {
				if y.Float {
					return -1
				}
				return 1
			}
			return cmp.Compare(x.Bits, y.Bits)
		})
		r.cells = append(r.cells, cells)
	}
	for _, n := range a.nodes {
		if n.up == nil {
			r.held = append(r.held, heldIn(n, ids))
			c := n.cont.find() // of all classes that are copied to each other
			c.mixed = c.mixed || n.bytes && len(r.held[len(r.held)-1]) > 0
		}
	}
	for _, n := range a.nodes {
		if n.up == nil {
			r.mixed = append(r.mixed, n.cont.find().mixed)
		}
	}
	for _, o := range a.order {
		o.class = ids[o.node.find()]
	}
	for name, f := range a.funcs {
		r.functions[name] = ids[f.self.find()]
	}
	for n, x := range a.callees {
		if x = x.find(); !x.external {
			r.callees[n] = ids[x]
		}
	}
	for _, f := range a.funcList {
		if f.taken && f.def != nil {
			r.taken = append(r.taken, f.name)
		}
		if f.starts {
			r.arguments[f.name] = ids[a.argumentsOf(f).find()]
		}
	}
	for _, g := range a.given {
		r.pointees[pointer{ids[g.in.find()], g.key}] = ids[g.to.find()]
		r.foreign[ids[g.to.find()]] = true
	}
	for e, n := range a.values {
		if n != nil {
			r.values[e] = ids[n.find()]
		}
	}
	return r
}
