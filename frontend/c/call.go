package c

import (
	"fmt"
	"slices"
	"strings"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/frontend/c/library"
	"cupel/frontend/c/tree"

	"modernc.org/cc/v4"
)

// callResult is a variable the result of a call may go into directly.
type callResult struct {
	v *program.Var
	t *ctype
}

// call lowers a call. used: the value is needed; into: a variable of the result's type that may receive it.
func (b *builder) call(n *cc.PostfixExpression, used bool, into *callResult) val {
	pos := b.posOf(n)
	if name, ok := tree.CalleeName(n.PostfixExpression); ok {
		return b.callNamed(name, n, used, into, pos)
	}
	ft := tree.FuncType(n.PostfixExpression.Type())
	if ft == nil {
		return b.unsupported("call of "+short(cc.NodeSource(n.PostfixExpression)), n, b.typeOf(n))
	}
	if es := append([]cc.ExpressionNode{n.PostfixExpression}, tree.Args(n)...); slices.Contains(b.ordering(es).indices, 0) {
		b.otherOrders(es...)
	}
	fp := b.rvalue(n.PostfixExpression)
	if fp.x == nil {
		return b.unsupported("call of "+short(cc.NodeSource(n.PostfixExpression)), n, b.typeOf(n))
	}
	fp.x = b.snapshot(fp.x, false)
	args := b.args(n, ft)
	for i, p := range ft.Parameters() {
		if i < len(args) && args[i].x != nil && b.tt.of(p.Type()).kind == tRecord {
			return b.unsupported("argument for a parameter of type "+b.tt.of(p.Type()).String()+" of a function behind a pointer", n, b.typeOf(n))
		}
	}
	for i := range args {
		if args[i].x != nil {
			args[i].x = b.snapshot(args[i].x, args[i].t.signed)
		}
	}
	return b.callPointer(n, fp.x, args, b.tt.of(ft.Result()), used)
}

// callPointer calls the function fp points to. The call is n, nil where it is none of the program's text.
func (b *builder) callPointer(n *cc.PostfixExpression, fp *logic.Term, args []val, result *ctype, used bool) val {
	b.flush()
	s := &callSite{b: b, call: n, src: b.cur, dst: b.newLoc(), fp: fp, args: args, result: result, used: used, pos: b.pos}
	var r val
	switch {
	case s.result.isScalar():
		v := b.temp(s.result.sort, s.result.signed)
		s.res = place{t: s.result, node: &node{t: s.result, v: v}}
		r = val{t: s.result, x: v.Sym}
	case s.result.kind == tRecord && direct(s.result):
		s.res = place{t: s.result, node: b.tempNode(s.result)}
		r = val{t: s.result, place: s.res}
	default:
		r = val{t: b.tt.kind(cc.Void)}
	}
	b.sites = append(b.sites, s)
	b.cur = s.dst
	return r
}

// args evaluates the arguments of a call, and converts them to the parameter types, or by the default argument promotions.
func (b *builder) args(n *cc.PostfixExpression, ft *cc.FunctionType) []val {
	es := tree.Args(n)
	var params []*cc.Parameter
	if ft != nil {
		params = ft.Parameters()
		if len(params) == 1 && params[0].Type() != nil && params[0].Type().Kind() == cc.Void {
			params = nil
		}
	}
	return b.evaluate(es, func(i int) val {
		v := b.rvalue(es[i])
		var to *ctype
		if i < len(params) {
			to = b.tt.of(params[i].Type())
			if to.kind == tArray || to.kind == tFunc {
				to = b.tt.pointerTo(b.tt.kind(cc.Void))
			}
		} else if v.t.kind == tFloat && v.t.rank < 2 {
			to = b.tt.kind(cc.Double)
		} else if v.t.kind == tInt {
			to = b.tt.promote(v.t, v.bits)
		}
		if to != nil && to.isScalar() && v.x != nil {
			v = val{t: to, x: b.convert(v, to, es[i]), derived: v.derived}
		}
		return v
	})
}

// unreadArgs evaluates the arguments of a call that ends the program. Texts have no objects, which nobody looks at and which may be one with others.
func (b *builder) unreadArgs(n *cc.PostfixExpression) {
	if es := tree.Args(n); slices.ContainsFunc(es, func(e cc.ExpressionNode) bool { return !isText(e) }) {
		b.evaluate(es, func(i int) val {
			if isText(es[i]) {
				return b.intVal(0, b.intT())
			}
			return b.rvalue(es[i])
		})
	}
}

// keep makes a value independent of later side effects.
func (b *builder) keep(v val) val {
	switch {
	case v.x != nil:
		v.x = b.snapshot(v.x, v.t.signed)
	case v.t.kind == tRecord && direct(v.t):
		p := place{t: v.t, node: b.tempNode(v.t)}
		b.copyAggregate(p, v.place, b.pos)
		v.place = p
	case copyable(v.t) && !v.place.any:
		o := b.tempMemory(v.t)
		b.copyAggregate(b.objectPlace(o), v.place, b.pos)
		from := v.place.memory()
		v.place = b.objectPlace(o)
		v.place.result = from
	}
	return v
}

// tempMemory makes an object for a copy of a record with a union. It is one of
// the function's own, unlike a mailbox: the function may be called again before the
// copy is used.
func (b *builder) tempMemory(t *ctype) *object {
	b.temps++
	name := fmt.Sprintf("%s::#t%d", b.fn.Name, b.temps)
	o := &object{name: name, t: t, class: private}
	b.newMemory(o, name, b.fn.Name)
	b.bear(o)
	return o
}

// callNamed lowers a call of a function by its name.
func (b *builder) callNamed(name string, n *cc.PostfixExpression, used bool, into *callResult, pos program.Pos) val {
	ft := tree.FuncType(n.PostfixExpression.Type())
	target, why := b.target(name)
	if b.isError[name] || b.isError[target] {
		b.unreadArgs(n)
		b.fail()
		return b.anyVal(b.typeOf(n))
	}
	if c := b.defs[target]; c != nil {
		args := b.args(n, c.typ)
		r := b.callDefined(c, args, into)
		b.checkReturned(c, used)
		return r
	}
	if b.undefinedWeak(name) {
		b.args(n, ft)
		b.check(b.f.False(), program.InvalidCall, "call of a weak function that is not defined")
		b.stop(b.mod.Halt)
		return b.anyVal(b.typeOf(n))
	}
	if why != "" {
		return b.unsupported("call of "+why, n, b.typeOf(n))
	}
	defer b.setUnknown(program.LibraryValue, name, pos)()
	if body := b.defs[b.lib.Calls[n]]; body != nil {
		return b.callBody(body, n, into)
	}
	b.unjudged(name, n, pos)
	if v, ok := b.intrinsic(name, n, ft); ok {
		return v
	}
	if v, ok := b.builtin(name, n, ft, used, into, pos); ok {
		return v
	}
	if unmodelledBuiltin(name) && !listed(name) {
		return b.callBuiltin(name, n, pos)
	}
	args := b.args(n, ft)
	return b.callUndefined(name, n, args, b.typeOf(n), used, pos)
}

// unjudged notes a call of a library function that may access what its arguments point to, and whose model only bounds its results.
func (b *builder) unjudged(name string, n *cc.PostfixExpression, pos program.Pos) {
	f, ok := library.Lookup(name)
	if !ok || f.Kind != library.Bounded || f.InC {
		return
	}
	for _, e := range tree.Args(n) {
		if t := e.Type(); t != nil && (t.Kind() == cc.Ptr || t.Kind() == cc.Array) && !isText(e) {
			b.mod.Unjudged = append(b.mod.Unjudged, program.Assumption{Text: name, Pos: pos})
			return
		}
	}
}

// isText reports whether e is a string literal.
func isText(e cc.ExpressionNode) bool {
	p, ok := tree.Uncast(e).(*cc.PrimaryExpression)
	return ok && (p.Case == cc.PrimaryExpressionString || p.Case == cc.PrimaryExpressionLString)
}

// callDefined calls a function with a body.
func (b *builder) callDefined(c *cfunc, args []val, into *callResult) val {
	fn := b.require(c)
	if b.mayJump {
		into = nil // the call may not return
	}
	var terms []*logic.Term
	for i, n := range c.paramObj {
		switch {
		case n == nil && c.mail[i] == nil:
			// The callee is cut at its start.
		case n == nil:
			switch {
			case i >= len(args):
			case args[i].t.kind == tRecord:
				b.copyAggregate(b.objectPlace(c.mail[i]), args[i].place, b.pos)
			default:
				b.memberArgument(b.objectPlace(c.mail[i]), args[i])
			}
		case i >= len(args) || args[i].x == nil && n.t.isScalar() || args[i].t.kind != tRecord && n.t.kind == tRecord:
			// Too few arguments, or of another kind: undefined, any value will do.
			end := b.setUnknown(program.Argument, fmt.Sprintf("argument %d of %s", i+1, c.name), b.pos)
			for _, lf := range n.leaves() {
				v := b.temp(lf.v.Sym.Sort(), lf.v.Signed)
				b.havoc(v)
				terms = append(terms, v.Sym)
			}
			end()
		case n.t.isScalar():
			terms = append(terms, b.convert(args[i], n.t, nil))
		default:
			terms = append(terms, b.flatten(args[i].place, n)...)
		}
	}
	if c.args != nil {
		terms = append(terms, b.placeArguments(c, args[min(len(args), len(c.params)):]))
	}
	var res *program.Var
	r := val{t: c.result}
	switch {
	case fn.Result == nil:
	case into != nil && into.v.Sym.Sort() == fn.Result.Sym.Sort() && into.t.bool == c.result.bool && into.t.kind == c.result.kind:
		res = into.v
		r.x = res.Sym
		r.t = into.t
	default:
		res = b.temp(fn.Result.Sym.Sort(), fn.Result.Signed)
		res.Bool = fn.Result.Bool
		r.x = res.Sym
	}
	b.flush()
	b.emit(program.Op{Kind: program.OpCall, Var: res, Callee: fn, Args: terms})
	b.flush()
	if c.result.kind == tRecord {
		switch {
		case c.outMem != nil:
			r.place = b.objectPlace(c.outMem)
			return r
		case c.out == nil:
			return b.anyVal(c.result) // cut in the callee
		}
		r.place = place{t: c.result, node: c.out}
	}
	return r
}

// memberArgument passes a value to a parameter whose type is a union with the attribute transparent_union: as the member of that type.
func (b *builder) memberArgument(p place, v val) {
	best := -1
	for i, f := range p.t.fields {
		if f.bits == 0 && f.typ.isScalar() && f.typ.kind == v.t.kind && f.typ.size == v.t.size && (best < 0 || f.typ == v.t && p.t.fields[best].typ != v.t) {
			best = i
		}
	}
	if !p.t.union || v.x == nil || best < 0 {
		b.cut("argument for a parameter of type "+p.t.String(), b.pos)
		return
	}
	f := p.t.fields[best]
	b.store(b.field(p, f), b.convert(v, f.typ, nil))
}

// flatten reads a record for the leaves of a parameter.
func (b *builder) flatten(src place, n *node) []*logic.Term {
	if src.node != nil && src.idx == nil {
		var ts []*logic.Term
		for _, lf := range src.node.leaves() {
			ts = append(ts, lf.v.Sym)
		}
		return ts
	}
	p := place{t: n.t, node: b.tempNode(n.t)}
	b.copyAggregate(p, src, b.pos)
	return b.flatten(p, n)
}

// callUndefined lowers a call of a function without a body, through a pointer or in a form without a model. used: the result matters.
func (b *builder) callUndefined(name string, n *cc.PostfixExpression, args []val, t *ctype, used bool, pos program.Pos) val {
	f, known := library.Lookup(name)
	format, output := outputs[library.Canonical(name)]
	kind := program.LibraryValue
	if !known && !unmodelledBuiltin(name) {
		kind = program.Bodiless
	}
	defer b.setUnknown(kind, name, pos)()
	switch {
	case kind == program.Bodiless && b.o.ErrorsEnd && (name == "reach_error" || name == "__VERIFIER_error" || b.proc.noreturn[name]):
		b.stop(b.mod.Halt)
	case strings.HasPrefix(name, "pthread_"), name == "fork":
		b.cut("threads ("+name+")", pos)
	case asynchronous[library.Canonical(name)]:
		b.cut("signals ("+name+")", pos)
	case b.formatFault(n, name, used) != "":
		b.cut("library function "+name+" "+b.formatFault(n, name, used), pos)
	case output && format >= 0 && (n == nil || mayStore(n, format) || used && f.Kind == library.Exact):
		b.cut("format of the library function "+name, pos)
	case output && !used:
	case known && f.Kind == library.Bounded && !f.InC:
		b.anyErrno(f.Name)
		if t.isScalar() && used {
			b.lowerer.assumeAt(program.AboutFunctions, fmt.Sprintf("%s returns any value", name), pos)
			return b.anyResult(f.Name, t)
		}
	case known && f.Kind == library.Cut:
		b.cut("library function "+name, pos)
	case known && n == nil:
		b.cut("indirect call of the library function "+name, pos)
	case known:
		b.cut("library function "+name+", which is not called as the C library declares it", pos)
	case unmodelledBuiltin(name):
		b.cut("built-in function "+name, pos)
	case b.mayBeWritten(n, args):
		b.cut(fmt.Sprintf("function %s without a body, which may write through a pointer", name), pos)
	default:
		b.lowerer.assumeAt(program.AboutFunctions, fmt.Sprintf("%s has no body: it returns any value and has no side effect", name), pos)
	}
	return b.anyVal(t)
}

// formatFault says what of a call of a printf or scanf function has no model, where the result or what the call writes needs one.
func (b *builder) formatFault(n *cc.PostfixExpression, name string, used bool) string {
	base := library.Canonical(name)
	if _, ok := library.Generated(base); !ok || n == nil {
		return ""
	}
	if format, output := outputs[base]; output && !used && !mayStore(n, format) {
		return ""
	}
	_, fault := (&libraryUse{tt: b.tt}).formatBody(n, base)
	return fault
}

// mayBeWritten reports whether some argument of a call points to an object that the called function may change: not a constant one, a literal, a function, or
// one of an incomplete type.
func (b *builder) mayBeWritten(n *cc.PostfixExpression, args []val) bool {
	if n == nil { // through a pointer
		return slices.ContainsFunc(args, func(a val) bool { return a.t != nil && a.t.kind == tPtr })
	}
	var params []*cc.Parameter
	if ft := tree.FuncType(n.PostfixExpression.Type()); ft != nil {
		params = ft.Parameters()
	}
	for i, e := range tree.Args(n) {
		t := e.Type()
		if i < len(params) && params[i].Type() != nil {
			t = params[i].Type()
		}
		p, ok := t.Decay().(*cc.PointerType)
		if !ok || i < len(args) && args[i].x != nil && args[i].x.IsConst() {
			continue
		}
		if at := p.Elem().Attributes(); at != nil && at.IsConst() {
			continue
		}
		if _, literal := tree.Strip(e).Value().(cc.StringValue); literal || p.Elem().Kind() == cc.Function {
			continue
		}
		if p.Elem().Kind() != cc.Void && p.Elem().IsIncomplete() {
			continue
		}
		return true
	}
	return false
}

// listed reports whether the table has a model for a function that needs no
// lowering of its own.
func listed(name string) bool {
	f, ok := library.Lookup(name)
	_, output := outputs[library.Canonical(name)]
	return ok && (output || f.Kind == library.Bounded && !f.InC)
}

// anyErrno lets a library function leave any value in errno: that of the bodies,
// and one that the program declares in its own way.
func (b *builder) anyErrno(name string) {
	for _, v := range []*fileVar{b.fileVars[library.Prefix+"errno"], b.ownErrno()} {
		if v != nil {
			b.store(b.objectPlace(b.fileObject(v.d)), b.anyResult(name, b.tt.of(v.d.Type())).x)
		}
	}
}

// ownErrno returns the variable errno of the C library if the program declares it itself. The library's bodies do not access it.
func (b *builder) ownErrno() *fileVar {
	if v := b.fileVars["errno"]; v != nil && !v.def && b.tt.of(v.d.Type()).isScalar() {
		return v
	}
	return nil
}

// nondetTypes maps the suffixes of __VERIFIER_nondet_X to types for programs
// that do not declare the function.
var nondetTypes = map[string]cc.Kind{
	"bool": cc.Bool, "_Bool": cc.Bool, "char": cc.Char, "schar": cc.SChar, "uchar": cc.UChar, "unsigned_char": cc.UChar,
	"short": cc.Short, "ushort": cc.UShort, "int": cc.Int, "uint": cc.UInt, "unsigned": cc.UInt, "unsigned_int": cc.UInt,
	"long": cc.Long, "ulong": cc.ULong, "longlong": cc.LongLong, "ulonglong": cc.ULongLong,
	"int128": cc.Int128, "uint128": cc.UInt128, "float": cc.Float, "double": cc.Double,
	"u8": cc.UChar, "s8": cc.SChar, "u16": cc.UShort, "u32": cc.UInt, "S32": cc.Int, "u64": cc.ULongLong,
	"loff_t": cc.LongLong, "sector_t": cc.ULong, "size_t": cc.ULong, "pthread_t": cc.ULong,
	"pointer": cc.Ptr, "pchar": cc.Ptr, "charp": cc.Ptr,
}

// nondet lowers a call of a __VERIFIER_nondet function to an input.
func (b *builder) nondet(name string, n *cc.PostfixExpression, into *callResult, pos program.Pos) val {
	t := b.typeOf(n)
	declared := false
	if p, ok := tree.Strip(n.PostfixExpression).(*cc.PrimaryExpression); ok {
		if d, ok := p.ResolvedTo().(*cc.Declarator); ok {
			declared = !d.IsSynthetic() && d.DirectDeclarator != nil
			if ft, ok := d.Type().(*cc.FunctionType); ok && ft.Parameters() == nil && d.IsSynthetic() {
				declared = false
			}
		}
	}
	if k, ok := nondetTypes[strings.TrimPrefix(strings.TrimPrefix(name, "__VERIFIER_"), "nondet_")]; ok && !declared {
		if k == cc.Ptr {
			t = b.tt.ptrs
		} else {
			t = b.tt.kind(k)
		}
	}
	if !t.isScalar() {
		if t.kind == tVoid {
			return val{t: t}
		}
		return b.unsupported("input of type "+t.String(), n, t)
	}
	var v *program.Var
	if into != nil && into.v.Sym.Sort() == t.sort && into.t.bool == t.bool && into.t.kind == t.kind {
		v = into.v
	} else {
		v = b.temp(t.sort, t.signed && t.kind == tInt)
		v.Bool = t.bool
	}
	b.inputs++
	typ := t.name
	if ct := n.Type(); ct != nil && declared {
		typ = ct.String()
	}
	in := &program.Input{ID: b.inputs, Callee: name, Type: typ, Sort: t.sort, Signed: t.signed && t.kind == tInt,
		Pos: pos, Paren: b.pos2(n.Token2), Func: b.fn.Name}
	b.emit(program.Op{Kind: program.OpHavoc, Var: v, Input: in})
	if t.bool {
		b.emit(program.Op{Kind: program.OpAssume, Expr: b.f.ULe(v.Sym, b.f.BV(1, 8))})
	}
	return val{t: t, x: v.Sym}
}
