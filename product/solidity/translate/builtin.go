package translate

import (
	"math/big"

	"cupel/product/boogie"
	"cupel/product/solidity/ast"
)

// builtin translates a call of a built-in function.
func (b *body) builtin(x *ast.FunctionCall, kind string) value {
	none := value{t: x.Type()}
	arg := func(i int) ast.Expr {
		if i >= len(x.Args) {
			fail(x, "This call is not supported")
		}
		return x.Args[i]
	}
	switch kind {
	case "require":
		vs := b.inOrder(func() value { return value{e: b.boolean(arg(0)), sort: boogie.Bool} }, func() value {
			for _, a := range x.Args[1:] { // evaluated also where the condition holds
				b.message(a)
			}
			return value{}
		})
		b.emit(&boogie.Assume{Cond: vs[0].e})
		return none
	case "assert":
		c := b.boolean(arg(0))
		b.check(x, CheckAssert, c, "Assertion might not hold.")
		return none
	case "revert":
		for _, a := range x.Args {
			b.message(a)
		}
		b.emit(&boogie.Assume{Cond: boogie.B(false)})
		return none
	case "arraypush", "bytearraypush":
		return b.push(x)
	case "arraypop":
		return b.pop(x)
	case "objectcreation":
		t := x.Type()
		if t.Kind == ast.String {
			fail(x, "New strings are not supported")
		}
		n := b.as(arg(0), uint256)
		b.lengthFact(n.e)
		most := b.t.uintConst(new(big.Int).Sub(pow2(64), big.NewInt(1))).e // larger values panic
		b.emit(&boogie.Assume{Cond: b.uintOp(">=", most, n.e)})
		t = t.At(ast.Memory, true)
		return value{e: b.newMemory(x, t, n.e), t: t, sort: boogie.Int}
	case "addmod", "mulmod":
		return b.modular(x, kind)
	case "keccak256", "sha3", "sha256", "ripemd160":
		if v, ok := b.hashOfText(x, kind); ok {
			return v
		}
		if len(x.Args) == 1 && x.Args[0].Type().Kind == ast.Bytes {
			if s := stringOf(x.Args[0]); s != nil {
				return b.stringFunction(x, s, kind+"_string", x.Type())
			}
			return b.hash(x, kind)
		}
		return b.unknownResult(x)
	case "blockhash":
		if !b.spec {
			return b.blockHash(x, arg(0))
		}
		return b.unknownResult(x)
	case "gasleft":
		return b.gasLeft(x)
	case "ecrecover":
		return b.unknownResult(x)
	case "abiencode", "abiencodepacked", "abiencodewithselector", "abiencodewithsignature", "abiencodecall", "bytesconcat":
		if v, ok := b.encoded(x, kind); ok {
			return v
		}
		return b.unknownResult(x)
	case "abidecode":
		if v, ok := b.decoded(x); ok {
			return v
		}
		if len(x.Args) > 0 {
			b.message(x.Args[0]) // the other arguments are types
		}
		return b.resultOf(x)
	case "stringconcat":
		return b.concatenated(x)
	case "selfdestruct":
		b.selfdestruct(x, b.as(arg(0), addressType).e)
		return none
	case "wrap", "unwrap":
		v := b.expr(arg(0))
		t := x.Type()
		if v.t.Kind == ast.Rational {
			return b.value(x, b.constant(x, v.t.Rat, b.t.underlying(x, t)), t)
		}
		if kind == "wrap" {
			v = b.convert(x, v, b.t.underlying(x, t))
		}
		return b.value(x, v.e, t)
	case "metatype":
		fail(x, "type(...) is supported only with min and max")
	case "event":
		b.emitCall(x)
		return none
	}
	fail(x, "Calls of kind %s are not supported", kind)
	return none
}

var addressType = &ast.Type{Kind: ast.Address, Text: "address"}

// message evaluates an argument of a message, an event or call data, if that could have an effect or panic.
func (b *body) message(x ast.Expr) {
	x = unparen(x)
	if c, ok := x.(*ast.FunctionCall); ok && (c.Kind == "typeConversion" && c.Type().IsReference() || c.Kind == "functionCall" && opaque[c.Func.Type().Func]) {
		for _, a := range c.Args {
			b.message(a)
		}
		return
	}
	if hasEffects(x) || computes(x) {
		b.discard(x)
	}
}

// opaque are the functions with arbitrary results.
var opaque = map[string]bool{
	"abiencode": true, "abiencodepacked": true, "abiencodewithselector": true, "abiencodewithsignature": true, "abiencodecall": true,
	"abidecode": true, "keccak256": true, "sha3": true, "sha256": true, "ripemd160": true, "ecrecover": true, "blockhash": true,
	"gasleft": true, "bytesconcat": true, "stringconcat": true, "error": true,
}

// computes reports whether evaluating an expression may overflow or panic.
func computes(x ast.Expr) bool {
	found := false
	ast.Walk(x, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Binary:
			found = found || n.Common != nil && n.Common.Kind != ast.Rational && n.Op != "&&" && n.Op != "||"
		case *ast.Unary:
			found = found || n.Op == "-"
		case *ast.IndexAccess:
			found = true
		case *ast.FunctionCall:
			found = found || n.Kind == "functionCall" || n.Kind == "typeConversion" && n.Type().Kind == ast.Enum
		}
		return true
	})
	return found
}

// harmless are built-in functions without effects.
var harmless = map[string]bool{"addmod": true, "mulmod": true, "wrap": true, "unwrap": true, "metatype": true, "objectcreation": true}

// hasEffects reports whether an expression may have side effects.
func hasEffects(x ast.Expr) bool {
	effect := false
	ast.Walk(x, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Assignment:
			effect = true
		case *ast.Unary:
			effect = effect || n.Op == "++" || n.Op == "--" || n.Op == "delete"
		case *ast.FunctionCall:
			effect = effect || n.Kind == "functionCall" && !harmless[n.Func.Type().Func] && !opaque[n.Func.Type().Func]
		}
		return true
	})
	return effect
}

// unknownResult evaluates the arguments and returns an arbitrary value of the type.
func (b *body) unknownResult(x *ast.FunctionCall) value {
	for i, a := range x.Args {
		if i == 0 && x.Func.Type().Func == "abiencodecall" { // only its selector is used
			continue
		}
		b.message(a)
	}
	return b.resultOf(x)
}

// resultOf returns an arbitrary value of a call's type.
func (b *body) resultOf(x *ast.FunctionCall) value {
	t := x.Type()
	if t.Kind == ast.TupleOf {
		var parts []value
		for _, c := range t.Components {
			parts = append(parts, b.arbitrary(x, c))
		}
		return value{t: t, parts: parts}
	}
	return b.arbitrary(x, t)
}

// blockHash translates blockhash(n), which within one block is a function of n.
func (b *body) blockHash(x *ast.FunctionCall, n ast.Expr) value {
	number := b.as(n, uint256)
	sort := b.t.sortOf(x, x.Type())
	b.t.function("blockhash", nil, sort, nil, b.t.uintSort(), b.t.uintSort())
	r := b.value(x, b.save(boogie.App("blockhash", b.blockValue("block_number", uint256).e, number.e), sort), x.Type())
	b.known_(r)
	return r
}

// gasLeft translates gasleft(), which never grows within a call. What other calls leave is less than what was there.
func (b *body) gasLeft(x *ast.FunctionCall) value {
	r := b.unknownResult(x)
	if b.spec {
		return r
	}
	if b.gas == nil {
		b.gas = b.local("?gas", r.sort)
	}
	b.fact(b.uintOp(">=", b.gas, r.e))
	b.set(b.gas, r.e)
	return r
}

// hash translates a hash as an uninterpreted function of the content.
func (b *body) hash(x *ast.FunctionCall, kind string) value {
	v := b.as(x.Args[0], x.Args[0].Type().At(ast.Memory, true))
	rec := b.t.memoryArray(x, v.t)
	content := variable(memoryArrayName(rec), v.t).element(v.e, v.t).read()
	b.t.function(kind, nil, b.t.sortOf(x, x.Type()), nil, boogie.TypeName(rec.name))
	r := b.value(x, boogie.App(kind, content), x.Type())
	b.known_(r)
	return r
}

// stringOf returns the string s in bytes(s), or nil. As bytes(s) aliases s, it is supported only where it is
// read immediately.
func stringOf(x ast.Expr) ast.Expr {
	c, ok := unparen(x).(*ast.FunctionCall)
	if !ok || c.Kind != "typeConversion" || len(c.Args) != 1 || c.Type().Kind != ast.Bytes {
		return nil
	}
	if k := c.Args[0].Type().Kind; k == ast.String {
		return c.Args[0]
	}
	return nil
}

// stringFunction applies an uninterpreted function of a string's content.
func (b *body) stringFunction(n ast.Node, s ast.Expr, name string, t *ast.Type) value {
	v := b.expr(s)
	b.t.function(name, nil, b.t.sortOf(n, t), nil, boogie.Int)
	r := b.value(n, boogie.App(name, v.e), t)
	b.known_(r)
	return r
}

func (b *body) modular(x *ast.FunctionCall, kind string) value {
	if b.t.o.Mode == BV || len(x.Args) != 3 {
		fail(x, "%s is not supported in arithmetic bv", kind)
	}
	var fs []func() value
	for _, a := range x.Args {
		fs = append(fs, func() value { return b.as(a, uint256) })
	}
	vs := b.evaluate(b.operands(x.Args...), fs...)
	op := boogie.Add
	if kind == "mulmod" {
		op = boogie.Mul
	}
	b.check(x, CheckDivision, boogie.Bin(boogie.Ne, vs[2].e, boogie.N(0)), "Division by zero")
	return b.value(x, boogie.Bin(boogie.Mod, boogie.Bin(op, vs[0].e, vs[1].e), vs[2].e), uint256)
}

// arrayOf returns the array before .push or .pop.
func (b *body) arrayOf(x *ast.FunctionCall) (value, *ast.Type) {
	m, ok := unparen(x.Func).(*ast.MemberAccess)
	if !ok {
		fail(x, "This call is not supported")
	}
	v := b.expr(m.X)
	if v.place == nil || v.place.root == nil && !b.defaultContext(v.place) && !v.place.unknown && len(v.place.choices()) == 0 {
		fail(x, "This array in storage is not supported")
	}
	v.place = b.freeze(x, v.place)
	_, _, elem := b.arrayParts(x, v)
	if elem.IsReference() {
		elem = elem.At(ast.Storage, false)
	}
	return v, elem
}

// push translates array.push, with or without a value.
func (b *body) push(x *ast.FunctionCall) value {
	var val value
	var v value
	var elem *ast.Type
	fs := []func() value{func() value { v, elem = b.arrayOf(x); return value{} }}
	if len(x.Args) == 1 {
		fs = append(fs, func() value {
			e := elem
			r := b.expr(x.Args[0])
			if r.t.Kind == ast.StringLiteral {
				return b.value(x, b.stringLiteral(x.Args[0], r.t, e), e)
			}
			return b.prepare(x, r, e)
		})
	}
	vs := b.inOrder(fs...)
	if len(vs) == 2 {
		val = vs[1]
		if val.e == nil {
			fail(x, "This value cannot be assigned")
		}
	}
	cs := v.place.choices()
	if len(cs) == 0 {
		return b.pushTo(x, v, elem, val)
	}
	if val.e != nil {
		val.e = b.save(val.e, val.sort)
	}
	var r value
	var pushed []choice
	b.eachChoice(cs, func(c choice) {
		w := v
		w.place = c.p
		r = b.pushTo(x, w, elem, val)
		pushed = append(pushed, choice{c.cond, b.pushed})
	})
	b.pushed = &place{t: pushed[0].p.t, alternatives: pushed}
	if len(x.Args) == 0 {
		return b.load(x, b.pushed)
	}
	if x.Type().Kind == ast.Integer {
		_, length, _ := b.arrayParts(x, v)
		return b.load(x, length)
	}
	return r
}

// eachChoice does something for the place that a reference denotes; the last one whose condition holds counts.
func (b *body) eachChoice(cs []choice, do func(choice)) {
	stmts := b.block(func() { do(cs[0]) })
	for _, c := range cs[1:] {
		then := b.block(func() { do(c) })
		stmts = []boogie.Stmt{&boogie.If{Cond: c.cond, Then: then, Else: stmts}}
	}
	b.out = append(b.out, stmts...)
	b.changed()
}

// pushTo appends a value, or without one a default element, to an array that is known.
func (b *body) pushTo(x *ast.FunctionCall, v value, elem *ast.Type, val value) value {
	elems, length, _ := b.arrayParts(x, v)
	b.notRemoved(x, length)
	old := b.save(length.read(), b.t.uintSort())
	b.lengthFact(old)
	if b.t.o.Mode == BV {
		b.emit(&boogie.Assume{Cond: boogie.Bin(boogie.Ne, old, boogie.Bits(maxUint256, 256))})
	} else {
		b.emit(&boogie.Assume{Cond: boogie.Bin(boogie.Lt, old, boogie.Big(maxUint256))})
	}
	p := elems.element(old, elem)
	p.indices++
	b.pushed = p
	b.saveForEvents(x, p)
	// Elements beyond the end are not part of the sum.
	if len(x.Args) == 0 {
		b.change(p.store(b.exposed(x, p)))
	} else {
		b.change(p.store(b.t.zero(x, elem).e))
	}
	if len(x.Args) == 1 {
		b.pushing = true
		b.write(x, p, val.e)
		b.pushing = false
	}
	defer b.forget()
	b.change(length.store(b.uintOp("+", old, b.t.uintConst(big.NewInt(1)).e)))
	if len(x.Args) == 0 {
		return b.load(x, p)
	}
	if x.Type().Kind == ast.Integer { // before 0.6 push returns the new length
		return b.load(x, length)
	}
	return value{t: x.Type()}
}

// pushPlace returns the new element that push() refers to.
func (b *body) pushPlace(x *ast.FunctionCall) *place {
	if len(x.Args) != 0 {
		fail(x, "This expression cannot be assigned")
	}
	b.push(x)
	return b.pushed
}

func (b *body) pop(x *ast.FunctionCall) value {
	v, elem := b.arrayOf(x)
	cs := v.place.choices()
	if len(cs) == 0 {
		return b.popFrom(x, v, elem)
	}
	b.eachChoice(cs, func(c choice) {
		w := v
		w.place = c.p
		b.popFrom(x, w, elem)
	})
	return value{t: x.Type()}
}

// popFrom removes the last element of an array that is known.
func (b *body) popFrom(x *ast.FunctionCall, v value, elem *ast.Type) value {
	elems, length, _ := b.arrayParts(x, v)
	l := length.read()
	b.lengthFact(l)
	zero := b.t.uintConst(new(big.Int)).e
	b.check(x, CheckPop, boogie.Bin(boogie.Ne, l, zero), "Pop of an empty array")
	last := b.save(b.uintOp("-", l, b.t.uintConst(big.NewInt(1)).e), b.t.uintSort())
	p := elems.element(last, elem)
	p.indices++
	e := b.cleared(x, elem, p.read(), p.addr)
	b.removing = true
	b.write(x, p, e)
	b.removing = false
	b.change(length.store(last))
	b.forget()
	return value{t: x.Type()}
}

// defaultContext reports whether a place lies in storage passed to a library by reference.
func (b *body) defaultContext(p *place) bool {
	for p.of != nil {
		p = p.of
	}
	return b.contexts[p.name]
}
