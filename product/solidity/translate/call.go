package translate

import (
	"cupel/product/boogie"
	"cupel/product/solidity/annotation"
	"cupel/product/solidity/ast"
)

// call translates a call, a conversion or the construction of a struct.
func (b *body) call(x *ast.FunctionCall) value {
	switch x.Kind {
	case "typeConversion":
		if len(x.Args) != 1 {
			fail(x, "This conversion is not supported")
		}
		v := b.expr(x.Args[0])
		if v.t != nil && v.t.Kind == ast.StringLiteral {
			return b.convertLiteral(x.Args[0], v, conversionType(x))
		}
		return b.convert(x, v, conversionType(x))
	case "structConstructorCall":
		return b.newStruct(x)
	}
	if id, ok := x.Func.(*ast.Identifier); ok && b.spec {
		if d, ok := id.Decl.(*ast.FunctionDefinition); ok && annotation.OnlyReads(d) {
			return b.viewCall(x, d)
		}
	}
	if b.spec {
		fail(x, "Annotation expression introduces intermediate statements")
	}
	ft := x.Func.Type()
	if ft.Kind != ast.Function {
		fail(x, "This call is not supported")
	}
	switch ft.Func {
	case "internal", "delegatecall":
		if throughPointer(x) {
			return b.callPointer(x)
		}
		return b.internalCall(x)
	case "external":
		return b.externalCall(x)
	case "creation":
		return b.creation(x)
	case "barecall", "barestaticcall", "transfer", "send", "baredelegatecall", "barecallcode":
		return b.bareCall(x, ft.Func)
	}
	return b.builtin(x, ft.Func)
}

// conversionType returns the target type of an explicit conversion.
func conversionType(x *ast.FunctionCall) *ast.Type {
	t := x.Type()
	if f := x.Func.Type(); f.Kind == ast.TypeOf && t.Kind == ast.Invalid {
		t = f.Elem
	}
	return t
}

// arguments returns the arguments in the order of the parameters.
func arguments(x *ast.FunctionCall, params []*ast.VariableDeclaration) []ast.Expr {
	if len(x.Names) == 0 {
		return x.Args
	}
	args := make([]ast.Expr, 0, len(params))
	for _, p := range params {
		for i, n := range x.Names {
			if n == p.Name && i < len(x.Args) {
				args = append(args, x.Args[i])
			}
		}
	}
	return args
}

// newStruct translates the construction of a struct in memory.
func (b *body) newStruct(x *ast.FunctionCall) value {
	t := x.Type()
	if t.Kind != ast.Struct {
		fail(x, "This construction is not supported")
	}
	s := b.t.structOf(x, t)
	var members []*ast.VariableDeclaration
	for _, m := range s.Members {
		if m.T.Kind != ast.Mapping {
			members = append(members, m)
		}
	}
	args := arguments(x, members)
	if len(args) != len(members) {
		fail(x, "This construction is not supported")
	}
	var fs []func() value
	for i, m := range members {
		mt := m.T
		if mt.IsReference() {
			mt = mt.At(ast.Memory, true)
		}
		fs = append(fs, func() value { return b.as(args[i], mt) })
	}
	vs := b.evaluate(b.namedOrder(x, args), fs...)
	ptr := b.allocate()
	for i, m := range members {
		b.change(b.memoryMember(x, m, ptr, ast.Memory).store(vs[i].e))
	}
	return value{e: ptr, t: t.At(ast.Memory, true), sort: boogie.Int}
}

// callee resolves the function called in this contract, and the receiver of a library function called like a
// member.
func (b *body) callee(x ast.Expr) (f *ast.FunctionDefinition, self ast.Expr) {
	switch x := unparen(x).(type) {
	case *ast.Identifier:
		if d, ok := x.Decl.(*ast.FunctionDefinition); ok {
			return b.c.dispatch(d), nil
		}
	case *ast.MemberAccess:
		d, ok := x.Decl.(*ast.FunctionDefinition)
		if !ok {
			break
		}
		switch t := x.X.Type(); t.Kind {
		case ast.Super:
			return b.c.super(x, b.currentContract(x), d), nil
		case ast.TypeOf:
			return d, nil // Base.f or Library.f
		case ast.Module:
			return d, nil
		default:
			if d.Contract == nil || d.Contract.Kind == "library" {
				return d, x.X
			}
		}
	}
	fail(x, "This function is not supported as a value")
	return nil, nil
}

// currentContract is the contract whose source is being translated.
func (b *body) currentContract(n ast.Node) *ast.ContractDefinition {
	for i := len(b.layers) - 1; i >= 0; i-- {
		if b.layers[i].contract != nil {
			return b.layers[i].contract
		}
	}
	fail(n, "super outside of a contract")
	return nil
}

// internalCall translates a call of a function of this contract or a library: unfolded, or by its procedure.
func (b *body) internalCall(x *ast.FunctionCall) value {
	f, self := b.callee(x.Func)
	params := f.Params
	var args []ast.Expr
	if self != nil {
		if len(params) == 0 {
			fail(x, "This call is not supported")
		}
		args = append([]ast.Expr{self}, arguments(x, params[1:])...)
	} else {
		args = arguments(x, params)
	}
	if len(args) != len(params) {
		fail(x, "This call is not supported")
	}
	delegate := x.Func.Type().Func == "delegatecall"
	if delegate {
		if _, ok := unparen(x.Func).(*ast.MemberAccess); !ok {
			fail(x, "This call is not supported")
		}
	}
	var fs []func() value
	for i, p := range params {
		fs = append(fs, func() value { return b.argument(args[i], p, delegate) })
	}
	order := b.namedOrder(x, args)
	if self != nil { // Args does not contain the receiver
		order = b.namedOrder(x, args[1:])
		for i := range order {
			order[i]++
		}
		if b.t.o.ViaIR || delegate || !b.orderMatters(args) {
			order = append([]int{0}, order...)
		} else {
			order = append(order, 0)
		}
	}
	vs := b.evaluate(order, fs...)
	if delegate { // with call data of its own
		if b.t.declared[sigVar] {
			b.saveArguments(vs, params)
		}
		return b.fromOutside(f, func() value { return b.called(x, f, vs) })
	}
	return b.called(x, f, vs)
}

// called performs a call within the contract, or of a library.
func (b *body) called(x *ast.FunctionCall, f *ast.FunctionDefinition, vs []value) value {
	if b.unfolds(f) {
		return b.unfold(x, f, vs)
	}
	if b.reverted != nil {
		return b.viewProcedure(x, f, vs)
	}
	name := b.c.procedure(f, fromInside)
	in := []boogie.Expr{boogie.Id("this"), boogie.Id("msg_sender"), boogie.Id("msg_value")}
	return b.callProcedure(x, name, f, in, vs)
}

// argument converts an argument for the callee: references to storage remain references, arguments of other
// contracts and of a library's public functions are copied.
func (b *body) argument(x ast.Expr, p *ast.VariableDeclaration, copied bool) value {
	if storageReference(p) && p.T.Kind != ast.String {
		v := b.expr(x)
		if v.place == nil {
			fail(x, "This reference to storage is not supported")
		}
		v.place = b.freeze(x, v.place)
		return v
	}
	v := b.as(x, p.T)
	if copied && inMemory(p.T) && v.e != nil {
		v.t = p.T.At(ast.Calldata, true)
		v.e = b.memoryCopy(x, v, p.T.At(ast.Memory, true))
		v.t = p.T
	}
	return v
}

// unfolds reports whether a call is replaced by the body in place, since references to storage cannot be passed
// to a procedure.
func (b *body) unfolds(f *ast.FunctionDefinition) bool {
	for _, p := range append(append([]*ast.VariableDeclaration{}, f.Params...), f.Returns...) {
		if storageReference(p) && p.T.Kind != ast.String {
			return true
		}
	}
	return f.Body != nil && !b.c.recursive(f) && b.c.endsCall(f)
}

// callProcedure emits a call.
func (b *body) callProcedure(n ast.Node, name string, f *ast.FunctionDefinition, in []boogie.Expr, args []value) value {
	parts := b.callFor(n, name, f, in, args)
	for _, v := range parts {
		b.known_(v)
	}
	return tupleOf(n, parts)
}

// callFor emits a call of a procedure with a function's results, which it returns, and more.
func (b *body) callFor(n ast.Node, name string, f *ast.FunctionDefinition, in []boogie.Expr, args []value, more ...*boogie.Ident) (parts []value) {
	for _, a := range args {
		if a.e == nil {
			fail(n, "This argument is not supported")
		}
		in = append(in, a.e)
	}
	var outs []*boogie.Ident
	for _, r := range f.Returns {
		v := b.temp(b.t.sortOf(r, r.T))
		outs, parts = append(outs, v), append(parts, b.value(r, v, r.T))
	}
	b.calls = append(b.calls, name)
	b.change(&boogie.Call{Attrs: at(n, ""), Proc: name, Args: in, Outs: append(outs, more...)})
	return parts
}

// known_ assumes what holds of any value of a type.
func (b *body) known_(v value) {
	if inMemory(v.t) {
		b.fact(boogie.AndOf(boogie.Bin(boogie.Le, boogie.N(0), v.e), boogie.Bin(boogie.Lt, v.e, boogie.Id(allocVar))))
		return
	}
	b.read(v.e, v.t)
}

func tupleOf(n ast.Node, parts []value) value {
	if len(parts) == 1 {
		return parts[0]
	}
	t := &ast.Type{Kind: ast.TupleOf}
	for _, p := range parts {
		t.Components = append(t.Components, p.t)
	}
	return value{t: t, parts: parts}
}

// arbitrary returns an arbitrary value of a type.
func (b *body) arbitrary(n ast.Node, t *ast.Type) value {
	if inMemory(t) {
		ptr := b.allocate()
		b.havocAt(n, ptr, t)
		return value{e: ptr, t: t, sort: boogie.Int}
	}
	v := b.temp(b.t.sortOf(n, t))
	b.emit(b.unknown(b.outside, v))
	r := b.value(n, v, t)
	b.known_(r)
	return r
}

// unfold translates the body of a function in place of its call.
func (b *body) unfold(n ast.Node, f *ast.FunctionDefinition, args []value) value {
	for _, id := range b.inlining {
		if id == f.ID {
			fail(n, "Recursion with references to storage is not supported")
		}
	}
	if len(b.inlining) >= maxInline {
		fail(n, "Calls are nested too deeply")
	}
	if f.Body == nil {
		fail(n, "A function with references to storage has no body")
	}
	b.inlining = append(b.inlining, f.ID)
	for i, p := range f.Params {
		if storageReference(p) && p.T.Kind != ast.String {
			delete(b.env, p.ID)
			b.refs[p.ID] = args[i].place
			continue
		}
		b.set(b.declare(p), args[i].e)
	}
	for _, r := range f.Returns {
		if storageReference(r) && r.T.Kind != ast.String {
			b.declareReference(r)
			continue
		}
		d := b.defaultValue(r, r.T)
		b.set(b.declare(r), d)
	}
	post := b.unfoldedSpecs(f)
	b.functionBody(f)
	post()
	b.inlining = b.inlining[:len(b.inlining)-1]
	var parts []value
	for _, r := range f.Returns {
		if p := b.refs[r.ID]; p != nil && storageReference(r) && r.T.Kind != ast.String {
			if len(p.alternatives) == 0 {
				fail(n, "A returned reference to storage is not assigned")
			}
			p = b.freeze(n, p)
			parts = append(parts, value{e: p.read(), t: p.t, sort: b.t.storageSort(n, p.t), place: p})
			continue
		}
		parts = append(parts, b.value(r, b.env[r.ID], r.T))
	}
	return tupleOf(n, parts)
}
