package translate

import (
	"fmt"
	"math/big"

	"cupel/product/boogie"
	"cupel/product/solidity/annotation"
	"cupel/product/solidity/ast"
)

// expr translates an expression; its side effects become preceding statements.
func (b *body) expr(x ast.Expr) value {
	if x == nil {
		panic(&unsupported{msg: "An expression is missing"})
	}
	if t := x.Type(); t.Kind == ast.Rational { // computed by the compiler
		if !t.Rat.IsInt() {
			return value{t: t, sort: boogie.Int}
		}
		return value{e: boogie.Big(t.Rat.Num()), t: t, sort: boogie.Int}
	}
	switch x := x.(type) {
	case *ast.Literal:
		return b.literal(x)
	case *ast.Identifier:
		return b.identifier(x)
	case *ast.MemberAccess:
		return b.member(x)
	case *ast.IndexAccess:
		if x.X.Type().Kind == ast.FixedBytes {
			return b.byteOf(x)
		}
		return b.load(x, b.indexPlace(x))
	case *ast.Slice:
		return b.slice(x)
	case *ast.Tuple:
		return b.tuple(x)
	case *ast.Unary:
		return b.unary(x)
	case *ast.Binary:
		return b.binary(x)
	case *ast.Conditional:
		return b.conditional(x)
	case *ast.Assignment:
		return b.assignment(x)
	case *ast.FunctionCall:
		if x.Kind == "getter" {
			return b.load(x, b.getterPlace(x))
		}
		return b.call(x)
	case *annotation.Quantifier:
		return b.quantifier(x)
	case *annotation.Sum:
		return b.sum(x)
	case *annotation.Old:
		return b.oldValue(x)
	case *annotation.Before:
		return b.beforeValue(x)
	case *annotation.Equal:
		return b.equal(x)
	case *ast.Unknown:
		fail(x, "%s is not supported", x.Kind)
	}
	fail(x, "This expression is not supported")
	return value{}
}

// boolean translates a condition.
func (b *body) boolean(x ast.Expr) boogie.Expr {
	e := b.expr(x).e
	if e == nil {
		fail(x, "This value is not supported here")
	}
	return e
}

func (b *body) literal(x *ast.Literal) value {
	t := x.Type()
	switch {
	case x.Kind == "bool":
		return value{e: boogie.B(x.Value == "true"), t: t, sort: boogie.Bool}
	case t.Kind == ast.StringLiteral:
		return value{t: t, sort: boogie.Int, e: nil}
	case t.Kind == ast.Address:
		v, ok := new(big.Int).SetString(x.Value, 0)
		if !ok {
			fail(x, "The literal %s is not supported", x.Value)
		}
		return value{e: boogie.Big(v), t: t, sort: boogie.Int}
	}
	fail(x, "The literal %s is not supported", x.Value)
	return value{}
}

// identifier translates a name: a local, a state variable, a constant, or this.
func (b *body) identifier(x *ast.Identifier) value {
	switch d := x.Decl.(type) {
	case *ast.VariableDeclaration:
		if p := b.refs[d.ID]; p != nil {
			if b.references[d.ID] != nil && len(p.alternatives) == 0 {
				fail(x, "%s is used before it is assigned", x.Name)
			}
			return b.load(x, p)
		}
		if e := b.env[d.ID]; e != nil {
			id, ok := e.(*boogie.Ident)
			if !ok { // an argument of a view function
				return b.value(x, e, d.T)
			}
			p := &place{name: id.Name, t: d.T, pointer: inMemory(d.T)}
			return b.load(x, p)
		}
		if d.Constant {
			return b.constantVar(x, d)
		}
		if d.State {
			return b.load(x, b.stateVar(x, d, boogie.Id("this")))
		}
	case *ast.EnumValue:
		return b.enumValue(x, d)
	case *ast.FunctionDefinition:
		return b.functionValue(x)
	case nil:
		switch x.Name {
		case "this":
			return value{e: boogie.Id("this"), t: x.Type(), sort: boogie.Int}
		case "now":
			return b.blockValue("block_timestamp", uint256)
		}
	}
	fail(x, "%s is not supported here", x.Name)
	return value{}
}

// constantVar re-evaluates a constant.
func (b *body) constantVar(n ast.Node, d *ast.VariableDeclaration) value {
	if d.Value == nil || d.T.IsReference() && d.T.Kind != ast.String && d.T.Kind != ast.Bytes {
		fail(n, "The constant %s is not supported", d.Name)
	}
	// Constants are evaluated with checks regardless of the context.
	defer func(u bool) { b.unchecked = u }(b.unchecked)
	b.unchecked = false
	v, t := b.expr(d.Value), d.T
	if t.Kind == ast.Bytes { // a new copy each time
		t = t.At(ast.Memory, true)
	}
	if v.t.Kind == ast.StringLiteral {
		return b.value(n, b.stringLiteral(d.Value, v.t, t), t)
	}
	return b.convert(n, v, t)
}

func (b *body) enumValue(n ast.Node, d *ast.EnumValue) value {
	t := &ast.Type{Kind: ast.Enum, Decl: d.Enum.ID, Name: d.Enum.Name, Text: "enum " + d.Enum.Name}
	return b.value(n, b.t.num(big.NewInt(int64(d.Index)), t), t)
}

func (b *body) blockValue(name string, t *ast.Type) value {
	e := boogie.Id(name)
	b.read(e, t)
	return value{e: e, t: t, sort: b.t.sortOf(nil, t)}
}

// member translates X.Member.
func (b *body) member(x *ast.MemberAccess) value {
	switch d := x.Decl.(type) {
	case *ast.EnumValue:
		return b.enumValue(x, d)
	case *ast.VariableDeclaration:
		if d.Constant {
			return b.constantVar(x, d)
		}
	}
	t := x.X.Type()
	switch {
	case t.Kind == ast.Function:
		if v, ok := b.pointerMember(x); ok {
			return v
		}
	case x.Type().Kind == ast.Function && x.Type().Func == "internal" && t.Kind != ast.Struct:
		return b.functionValue(x)
	case x.Type().Kind == ast.Function && x.Type().Func == "external" && t.Kind == ast.Contract && declared(x) != nil:
		return b.externalPointer(x, declared(x))
	}
	if d := declared(x.X); x.Member == "selector" && d != nil && x.Type().Kind == ast.FixedBytes && !hasEffects(x.X) {
		return b.selectorValue(x, d, x.Type())
	}
	switch t.Kind {
	case ast.Magic:
		return b.magic(x, t)
	case ast.Address, ast.Contract:
		if x.Member == "balance" {
			a := b.expr(x.X)
			p := variable(Balance, nil).element(a.e, uint256)
			return b.load(x, p)
		}
		if t.Kind == ast.Address && !b.spec && (x.Member == "code" || x.Member == "codehash") { // may change over time
			a := b.expr(x.X).e
			if x.Member == "codehash" {
				return b.arbitrary(x, x.Type())
			}
			v := b.arbitrary(x, x.Type().At(ast.Memory, true))
			b.emit(&boogie.Assume{Attrs: boogie.Attributes{boogie.Attr("codeless", a, boogie.Bin(boogie.Eq, b.lengthPlace(x, v).read(), b.t.zero(x, uint256).e)), boogie.Attr("fact")},
				Cond: boogie.B(true)})
			return v
		}
		// State of another contract, in annotations.
		if v, ok := x.Decl.(*ast.VariableDeclaration); ok && v.State && b.spec {
			return b.load(x, b.stateVar(x, v, b.expr(x.X).e))
		}
	case ast.Array, ast.Bytes:
		if x.Member == "length" {
			if t.Kind == ast.Array && t.Len != nil {
				if !b.spec && (hasEffects(x.X) || computes(x.X)) { // it is evaluated, and may panic
					b.discard(x.X)
				}
				return value{e: b.t.uintConst(t.Len).e, t: uint256, sort: b.t.uintSort()}
			}
			if s := stringOf(x.X); s != nil && t.Kind == ast.Bytes {
				return b.lengthOfString(x, s)
			}
			return b.load(x, b.lengthPlace(x, b.expr(x.X)))
		}
	case ast.FixedBytes:
		if x.Member == "length" {
			return value{e: b.t.num(big.NewInt(int64(t.Bits/8)), x.Type()), t: x.Type(), sort: b.t.sortOf(x, x.Type())}
		}
	case ast.Struct:
		return b.load(x, b.memberPlace(x))
	case ast.TypeOf, ast.Super, ast.Module:
		if e, ok := b.t.p.Node(typeDecl(t)).(*ast.EnumDefinition); ok { // unresolved by compilers before 0.8
			for _, m := range e.Members {
				if m.Name == x.Member {
					return b.enumValue(x, m)
				}
			}
		}
		if v, ok := x.Decl.(*ast.VariableDeclaration); ok && v.State {
			return b.load(x, b.stateVar(x, v, boogie.Id("this")))
		}
	}
	fail(x, "Member %s is not supported", x.Member)
	return value{}
}

// declared returns the function, public state variable, event or error that an expression refers to, or nil.
func declared(x ast.Expr) ast.Node {
	var d ast.Node
	switch x := unparen(x).(type) {
	case *ast.Identifier:
		d = x.Decl
	case *ast.MemberAccess:
		d = x.Decl
	}
	if v, ok := d.(*ast.VariableDeclaration); ok && v.T.Kind == ast.Function && !isGetter(x) { // the pointer, not the getter
		return nil
	}
	switch d := d.(type) {
	case *ast.FunctionDefinition, *ast.EventDefinition, *ast.ErrorDefinition:
		return d
	case *ast.VariableDeclaration:
		if d.State && d.Visibility == "public" {
			return d
		}
	}
	return nil
}

// isGetter reports whether an expression names a getter of a contract.
func isGetter(x ast.Expr) bool {
	m, ok := unparen(x).(*ast.MemberAccess)
	return ok && m.X.Type().Kind == ast.Contract
}

// typeDecl returns the declaration that a type expression refers to.
func typeDecl(t *ast.Type) int {
	if t.Kind == ast.TypeOf && t.Elem != nil {
		return t.Elem.Decl
	}
	return 0
}

// magic translates members of block, msg, tx, abi and type(T).
func (b *body) magic(x *ast.MemberAccess, t *ast.Type) value {
	switch t.Name + "." + x.Member {
	case "message.sender":
		return value{e: boogie.Id("msg_sender"), t: x.Type(), sort: boogie.Int}
	case "message.value":
		e := boogie.Id("msg_value")
		b.read(e, uint256)
		return value{e: e, t: uint256, sort: b.t.uintSort()}
	case "block.number":
		return b.blockValue("block_number", uint256)
	case "block.timestamp":
		return b.blockValue("block_timestamp", uint256)
	case "block.difficulty", "block.prevrandao":
		return b.blockValue("block_difficulty", uint256)
	case "block.gaslimit":
		return b.blockValue("block_gaslimit", uint256)
	case "block.chainid":
		return b.blockValue("block_chainid", uint256)
	case "block.basefee":
		return b.blockValue("block_basefee", uint256)
	case "block.blobbasefee":
		return b.blockValue("block_blobbasefee", uint256)
	case "message.sig":
		return b.load(x, variable(sigVar, bytes4))
	case "message.data":
		return b.load(x, callData)
	case "type.interfaceId", "meta.interfaceId", "type.name", "meta.name", "type.creationCode", "meta.creationCode", "type.runtimeCode", "meta.runtimeCode":
		if b.spec || t.Elem == nil {
			break
		}
		if x.Type().Kind == ast.FixedBytes {
			if c, ok := b.t.p.Node(t.Elem.Decl).(*ast.ContractDefinition); ok {
				if id := b.t.interfaceID(c); id != nil {
					return b.value(x, b.t.num(id, x.Type()), x.Type())
				}
			}
			return b.someConstant(x, fmt.Sprintf("interface_id#%d", t.Elem.Decl), x.Type())
		}
		return b.arbitrary(x, x.Type().At(ast.Memory, true))
	case "transaction.gasprice":
		return b.blockValue("tx_gasprice", uint256)
	case "block.coinbase":
		return b.blockValue("block_coinbase", x.Type())
	case "transaction.origin":
		return b.blockValue(origin, x.Type())
	case "type.max", "type.min", "meta.max", "meta.min":
		if t.Elem != nil && t.Elem.Kind == ast.Integer {
			low, high := limits(t.Elem)
			if x.Member == "max" {
				low = high
			}
			return value{e: b.t.num(low, t.Elem), t: t.Elem, sort: b.t.sortOf(x, t.Elem)}
		}
	}
	fail(x, "Special variable %s is not supported", x.Member)
	return value{}
}

// someConstant returns an arbitrary value, the same at each occurrence.
func (b *body) someConstant(n ast.Node, name string, t *ast.Type) value {
	b.t.declareConst("some_"+name, b.t.sortOf(n, t))
	v := b.value(n, boogie.Id("some_"+name), t)
	b.known_(v)
	return v
}

// byteOf translates a single byte of bytesN.
func (b *body) byteOf(x *ast.IndexAccess) value {
	t := x.X.Type()
	vs := b.inOrder(func() value { return b.expr(x.X) }, func() value { return b.as(x.Index, uint256) })
	n := t.Bits / 8
	index := vs[1].e
	k := constantOf(index)
	inside := k != nil && k.Cmp(big.NewInt(int64(n))) < 0
	if !inside || b.t.o.Checks&CheckIndex != 0 {
		in := b.uintOp("<", index, b.t.uintConst(big.NewInt(int64(n))).e)
		low := boogie.Bin(boogie.Le, boogie.N(0), index)
		if !b.spec {
			if b.t.o.Mode == Int && !inside { // numbers have no ranges, but an index is unsigned
				b.emit(&boogie.Assume{Cond: low})
			}
			b.sites = append(b.sites, site(x, CheckIndex)) // reported unconditionally, as by solc-verify
			b.emit(&boogie.Assert{Attrs: checked(x, CheckIndex, "Index may be out of bounds"), Cond: in})
		}
	}
	// The first byte is the most significant one.
	byteAt := func(i int) boogie.Expr {
		low := t.Bits - 8*(i+1)
		if b.t.o.Mode == BV {
			return &boogie.Extract{X: vs[0].e, Hi: low + 8, Lo: low}
		}
		return boogie.Bin(boogie.Mod, boogie.Bin(boogie.Div, vs[0].e, boogie.Big(pow2(low))), boogie.N(256))
	}
	e := byteAt(n - 1)
	for i := n - 2; i >= 0; i-- {
		e = boogie.Cond(boogie.Bin(boogie.Eq, index, b.t.uintConst(big.NewInt(int64(i))).e), byteAt(i), e)
	}
	return b.value(x, e, byteType)
}

func (b *body) tuple(x *ast.Tuple) value {
	if x.Array {
		return b.inlineArray(x)
	}
	if len(x.Items) == 1 {
		return b.expr(x.Items[0])
	}
	var fs []func() value
	for _, i := range x.Items {
		if i == nil {
			fs = append(fs, func() value { return value{} })
			continue
		}
		fs = append(fs, func() value {
			v := b.expr(i)
			if v.place != nil && !b.spec {
				v.place = b.freeze(i, v.place)
			}
			return v
		})
	}
	return value{t: x.Type(), parts: b.inOrder(fs...)}
}

// inlineArray translates [a, b, c]: a new array in memory.
func (b *body) inlineArray(x *ast.Tuple) value {
	t := x.Type()
	if t.Kind != ast.Array {
		fail(x, "This array is not supported")
	}
	elem, zero := t.Elem, constant{boogie.N(0), "0"} // elements beyond the end are never read
	if elem.IsReference() {
		elem = elem.At(ast.Memory, true)
	} else {
		zero = b.t.zero(x, elem)
	}
	var fs []func() value
	for _, i := range x.Items {
		fs = append(fs, func() value { return b.convertLiteral(i, b.expr(i), elem) })
	}
	vs := b.inOrder(fs...)
	rec := b.t.memoryArray(x, t)
	var arr boogie.Expr = b.t.constArray(rec.sorts[0].(*boogie.MapType), zero).e
	for i, v := range vs {
		arr = boogie.With(arr, b.t.uintConst(big.NewInt(int64(i))).e, v.e)
	}
	ptr := b.allocate()
	l := b.t.uintConst(big.NewInt(int64(len(vs)))).e
	b.change(variable(memoryArrayName(rec), t).element(ptr, t).store(boogie.App(rec.constr, arr, l)))
	return value{e: ptr, t: t, sort: boogie.Int}
}

// convertLiteral converts a value; string literals need their node.
func (b *body) convertLiteral(x ast.Expr, v value, to *ast.Type) value {
	if v.t != nil && v.t.Kind == ast.StringLiteral && to.Kind != ast.StringLiteral {
		return b.value(x, b.stringLiteral(x, v.t, to), to)
	}
	return b.convert(x, v, to)
}

// as translates an expression and converts it to a type.
func (b *body) as(x ast.Expr, to *ast.Type) value {
	return b.convertLiteral(x, b.expr(x), to)
}

// binary translates a binary operation in the common type of its operands.
func (b *body) binary(x *ast.Binary) value {
	t := x.Type()
	switch x.Op {
	case "&&", "||":
		return b.shortCircuit(x)
	}
	common := x.Common
	if common == nil {
		fail(x, "The types of this operation are not known")
	}
	switch x.Op {
	case "<<", ">>", "**":
		vs := b.evaluate(b.operands(x.X, x.Y), func() value { return b.as(x.X, common) }, func() value { return b.expr(x.Y) })
		return b.value(x, b.arith(x, x.Op, vs[0].e, vs[1].e, b.t.underlying(x, common), vs[1].t), common)
	}
	if common.Kind == ast.Function && common.Func == "internal" || common.Kind == ast.Function && common.Func == "external" {
		vs := b.evaluate(b.operands(x.X, x.Y), func() value { return b.as(x.X, common) }, func() value { return b.as(x.Y, common) })
		return value{e: b.equalFunctions(x, vs[0].e, vs[1].e, common), t: t, sort: boogie.Bool}
	}
	if common.Kind == ast.StringLiteral || common.Kind == ast.Function {
		fail(x, "Operator %s on %s is not supported", x.Op, common.Text)
	}
	if common.Kind == ast.Rational { // comparison of constants
		common = ast.Int(256, true)
		if p, ok := rationalCompare(x); ok {
			return value{e: boogie.B(p), t: t, sort: boogie.Bool}
		}
	}
	vs := b.evaluate(b.operands(x.X, x.Y), func() value { return b.as(x.X, common) }, func() value { return b.as(x.Y, common) })
	l, r := vs[0].e, vs[1].e
	switch x.Op {
	case "==", "!=", "<", ">", "<=", ">=":
		return value{e: b.compare(x, x.Op, l, r, common), t: t, sort: boogie.Bool}
	}
	return b.value(x, b.arith(x, x.Op, l, r, b.t.underlying(x, common), common), common)
}

func rationalCompare(x *ast.Binary) (bool, bool) {
	a, c := x.X.Type(), x.Y.Type()
	if a.Kind != ast.Rational || c.Kind != ast.Rational {
		return false, false
	}
	k := a.Rat.Cmp(c.Rat)
	switch x.Op {
	case "==":
		return k == 0, true
	case "!=":
		return k != 0, true
	case "<":
		return k < 0, true
	case "<=":
		return k <= 0, true
	case ">":
		return k > 0, true
	case ">=":
		return k >= 0, true
	}
	return false, false
}

// shortCircuit translates && and ||, whose right operand is evaluated only if the left one does not decide.
func (b *body) shortCircuit(x *ast.Binary) value {
	l := b.boolean(x.X)
	op := boogie.And
	if x.Op == "||" {
		op = boogie.Or
	}
	bv := func(e boogie.Expr) value { return value{e: e, t: x.Type(), sort: boogie.Bool} }
	if b.spec {
		return bv(boogie.Bin(op, l, b.boolean(x.Y)))
	}
	var r boogie.Expr
	before := b.changes
	stmts := b.block(func() { r = b.boolean(x.Y) })
	if b.onlyFacts(stmts) && b.changes == before {
		b.out = append(b.out, stmts...)
		return bv(boogie.Bin(op, l, r))
	}
	v := b.temp(boogie.Bool)
	b.emit(boogie.Set(v, l))
	stmts = append(stmts, boogie.Set(v, r))
	var cond boogie.Expr = v
	if op == boogie.Or {
		cond = boogie.NotOf(v)
	}
	b.emit(&boogie.If{Cond: cond, Then: stmts})
	return bv(v)
}

func (b *body) conditional(x *ast.Conditional) value {
	t := x.Type()
	if t.Kind == ast.TupleOf {
		return b.conditionalTuple(x, t)
	}
	if t.IsReference() && t.Loc == ast.Storage && t.Kind != ast.String {
		return b.conditionalReference(x, t)
	}
	c := b.boolean(x.Cond)
	if b.spec {
		return b.value(x, boogie.Cond(c, b.as(x.Then, t).e, b.as(x.Else, t).e), t)
	}
	var l, r boogie.Expr
	before := b.changes
	ls := b.block(func() { l = b.as(x.Then, t).e })
	rs := b.block(func() { r = b.as(x.Else, t).e })
	if b.changes == before && b.onlyFacts(ls) && b.onlyFacts(rs) {
		b.out = append(append(b.out, ls...), rs...)
		return b.value(x, boogie.Cond(c, l, r), t)
	}
	v := b.temp(b.t.sortOf(x, t))
	ls = append(ls, boogie.Set(v, l))
	rs = append(rs, boogie.Set(v, r))
	b.emit(&boogie.If{Cond: c, Then: ls, Else: rs})
	return b.value(x, v, t)
}

// unary translates a unary operation; ++, -- and delete assign.
func (b *body) unary(x *ast.Unary) value {
	t := x.Type()
	switch x.Op {
	case "!":
		return value{e: boogie.NotOf(b.boolean(x.X)), t: t, sort: boogie.Bool}
	case "-":
		return b.value(x, b.negate(x, b.as(x.X, t).e, t), t)
	case "+":
		return b.expr(x.X)
	case "~":
		v := b.as(x.X, t)
		switch {
		case b.t.o.Mode == BV:
			return b.value(x, b.t.bvApp("bvnot", t.Bits, false, v.e), t)
		case t.Signed:
			return b.value(x, boogie.Bin(boogie.Sub, boogie.N(-1), v.e), t)
		}
		_, high := limits(ast.Int(t.Bits, false))
		return b.value(x, boogie.Bin(boogie.Sub, boogie.Big(high), v.e), t)
	case "++", "--":
		p := b.freeze(x, b.placeOf(x.X))
		old := b.load(x.X, p)
		ty := b.t.underlying(x, p.t)
		if ty.Kind != ast.Integer || p.length {
			fail(x, "Operator %s is not supported here", x.Op)
		}
		prev := old.e
		if !x.Prefix {
			prev = b.save(old.e, old.sort)
			old.e = prev
		}
		op := "+"
		if x.Op == "--" {
			op = "-"
		}
		b.write(x, p, b.arith(x, op, old.e, b.t.num(big.NewInt(1), ty), ty, ty))
		if x.Prefix {
			return b.load(x.X, p)
		}
		return b.value(x, prev, p.t)
	case "delete":
		b.delete(x)
		return value{t: t}
	}
	fail(x, "Operator %s is not supported", x.Op)
	return value{}
}

// delete assigns the default value.
func (b *body) delete(x *ast.Unary) {
	p := b.placeOf(x.X)
	switch {
	case p.length:
		fail(x, "Assignment to the length of an array is not supported")
	case p.pointer:
		b.change(p.store(b.newMemory(x, p.t, nil)))
	case p.root != nil && b.t.hasMapping(x, p.t):
		fail(x, "Delete of a value that contains a mapping is not supported")
	default:
		b.write(x, p, b.t.zero(x, p.t).e)
	}
}
