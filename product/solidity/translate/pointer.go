package translate

import (
	"slices"

	"cupel/product/boogie"
	"cupel/product/solidity/ast"
)

// A pointer to an internal function is the number of the function, or zero before one is assigned: a call then panics
// (0x51). A call is one of the functions of its type to which the code of the contract makes pointers. A pointer to an
// external function is the address with the selector in the lowest 32 bits, as the machine has it; what it calls is
// unknown code.

// functionReference is an expression that makes a pointer to an internal function.
type functionReference struct {
	f     *ast.FunctionDefinition
	super *ast.ContractDefinition // where super.f stands; nil: it is not by super
	exact bool                    // Base.f or Library.f: nothing overrides it
}

// functionReferences returns those of the whole program.
func (t *translator) functionReferences() []functionReference {
	if t.pointers != nil {
		return *t.pointers
	}
	refs := []functionReference{}
	called := map[ast.Node]bool{} // names of functions that are called, or whose selectors are taken
	see := func(root ast.Node, in *ast.ContractDefinition) {
		ast.Walk(root, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.ContractDefinition:
				return n == in
			case *ast.FunctionCall:
				called[callTarget(n)] = true
			case *ast.Identifier:
				if f, ok := n.Decl.(*ast.FunctionDefinition); ok && !called[n] {
					refs = append(refs, functionReference{f: f})
				}
			case *ast.MemberAccess:
				if n.Member == "selector" {
					called[unparen(n.X)] = true
				}
				f, ok := n.Decl.(*ast.FunctionDefinition)
				if !ok || called[n] || n.Type().Func != "internal" {
					break
				}
				r := functionReference{f: f, exact: n.X.Type().Kind != ast.Super}
				if !r.exact {
					r.super = in
				}
				refs = append(refs, r)
			}
			return true
		})
	}
	for _, u := range t.p.Units {
		see(u, nil)
	}
	for _, c := range t.p.Contracts {
		see(c, c)
	}
	t.pointers = &refs
	return refs
}

// callTarget is the expression that a call calls, without its options.
func callTarget(x *ast.FunctionCall) ast.Expr {
	f := unparen(x.Func)
	for {
		o, ok := f.(*ast.CallOptions)
		if !ok {
			return f
		}
		f = unparen(o.Func)
	}
}

// throughPointer reports whether a call goes through a pointer to an internal function.
func throughPointer(x *ast.FunctionCall) bool {
	if x.Kind != "functionCall" || x.Func.Type().Func != "internal" {
		return false
	}
	_, direct := called(callTarget(x)).(*ast.FunctionDefinition)
	return !direct
}

// pointees returns the functions that a pointer of a type may be to in this contract.
func (x *context) pointees(ty *ast.Type) []*ast.FunctionDefinition {
	var fs []*ast.FunctionDefinition
	for _, r := range x.t.functionReferences() {
		f := r.f
		switch {
		case r.super != nil:
			if f = x.above(r.super, f); f == nil {
				continue
			}
		case !r.exact:
			f = x.dispatch(f)
		}
		inside := f.Contract == nil || f.Contract.Kind == "library" || slices.Contains(x.contract.Linearized, f.Contract)
		if inside && pointerTo(f).Same(ty) && !slices.Contains(fs, f) {
			fs = append(fs, f)
		}
	}
	return fs
}

// pointerTo is the type of pointers to an internal function.
func pointerTo(f *ast.FunctionDefinition) *ast.Type {
	ty := &ast.Type{Kind: ast.Function, Func: "internal"}
	for _, p := range f.Params {
		ty.Params = append(ty.Params, p.T)
	}
	for _, r := range f.Returns {
		ty.Components = append(ty.Components, r.T)
	}
	return ty
}

// functionValue is a pointer to an internal function that an expression names.
func (b *body) functionValue(x ast.Expr) value {
	f, self := b.callee(x)
	if self != nil || b.t.o.Mode == BV && x.Type().Func != "internal" {
		fail(x, "This function is not supported as a value")
	}
	return value{e: boogie.N(int64(f.ID)), t: x.Type(), sort: boogie.Int}
}

// pointerFact assumes what holds of any pointer to a function.
func (b *body) pointerFact(e boogie.Expr, ty *ast.Type) {
	if ty.Func == "external" {
		b.fact(boogie.AndOf(boogie.Bin(boogie.Le, boogie.N(0), e), boogie.Bin(boogie.Lt, e, boogie.Big(pow2(externalBits)))))
	}
}

// equalFunctions compares pointers. The compiler may merge functions with the same code, whose pointers are equal then.
func (b *body) equalFunctions(x *ast.Binary, l, r boogie.Expr, ty *ast.Type) boogie.Expr {
	var same boogie.Expr = boogie.Bin(boogie.Eq, l, r)
	if ty.Func == "internal" {
		if b.spec {
			fail(x, "Pointers to internal functions cannot be compared in annotations")
		}
		none := boogie.OrOf(boogie.Bin(boogie.Eq, l, boogie.N(0)), boogie.Bin(boogie.Eq, r, boogie.N(0)))
		same = boogie.OrOf(same, boogie.AndOf(boogie.NotOf(none), b.some()))
	}
	if x.Op == "!=" {
		return boogie.NotOf(same)
	}
	return same
}

// externalPointer is the value of c.f: an address and a selector.
func (b *body) externalPointer(x *ast.MemberAccess, d ast.Node) value {
	if b.t.o.Mode == BV {
		fail(x, "Pointers to external functions are not supported in arithmetic bv")
	}
	addr := b.expr(x.X)
	selector := b.selectorValue(x, d, bytes4).e
	if addr.e == nil {
		fail(x, "Member %s is not supported", x.Member)
	}
	b.addressFact(addr.e)
	return value{e: boogie.Bin(boogie.Add, boogie.Bin(boogie.Mul, addr.e, boogie.Big(pow2(selectorBits))), selector), t: x.Type(), sort: boogie.Int}
}

// pointerMember is the address or the selector of a pointer to an external function.
func (b *body) pointerMember(x *ast.MemberAccess) (value, bool) {
	if t := x.X.Type(); t.Func != "external" || x.Member != "address" && x.Member != "selector" {
		return value{}, false
	}
	if d := declared(x.X); d != nil && x.Member == "selector" && !hasEffects(x.X) {
		return b.selectorValue(x, d, x.Type()), true
	}
	if m, ok := unparen(x.X).(*ast.MemberAccess); ok && x.Member == "address" && declared(m) != nil { // c.f.address
		return b.convert(x, b.expr(m.X), addressType), true
	}
	p := b.expr(x.X)
	if x.Member == "address" {
		return b.value(x, boogie.Bin(boogie.Div, p.e, boogie.Big(pow2(selectorBits))), x.Type()), true
	}
	return b.value(x, boogie.Bin(boogie.Mod, p.e, boogie.Big(pow2(selectorBits))), x.Type()), true
}

// callPointer translates a call through a pointer to an internal function: one case for each function that it may be to.
func (b *body) callPointer(x *ast.FunctionCall) value {
	ty := x.Func.Type()
	if len(x.Args) != len(ty.Params) {
		fail(x, "This call is not supported")
	}
	var fs []func() value
	for i, p := range ty.Params {
		fs = append(fs, func() value {
			return b.argument(x.Args[i], &ast.VariableDeclaration{Info: *x.Args[i].Base(), T: p}, false)
		})
	}
	fs = append(fs, func() value { return b.expr(x.Func) })
	order := inSequence(len(fs))
	if b.t.o.ViaIR && b.orderMatters(append([]ast.Expr{x.Func}, x.Args...)) { // the pointer comes first
		order = append([]int{len(x.Args)}, order[:len(x.Args)]...)
	}
	vs := b.evaluate(order, fs...)
	pointer := b.save(vs[len(x.Args)].e, boogie.Int)
	args := vs[:len(x.Args)]
	for i := range args {
		if args[i].place == nil && args[i].e != nil && !b.isParameter(args[i].e) {
			args[i].e = b.save(args[i].e, args[i].sort)
		}
	}
	results := make([]value, len(ty.Components))
	for i, r := range ty.Components {
		if reference := r.IsReference() && r.Loc == ast.Storage && r.Kind != ast.String; !reference {
			v := b.temp(b.t.sortOf(x, r))
			results[i] = value{e: v, t: r, sort: b.t.sortOf(x, r)}
		}
	}
	places := make([][]choice, len(results))
	otherwise := []boogie.Stmt{&boogie.Assume{Cond: boogie.B(false)}} // panics
	if b.t.writers().unknown {
		otherwise = b.block(func() { b.anyEffect() })
		for i := range results {
			if results[i].e == nil {
				fail(x, "A call through this pointer to a function is not supported where storage is written by assembly or delegatecall")
			}
		}
	}
	candidates := b.c.pointees(ty)
	for i := len(candidates) - 1; i >= 0; i-- {
		f := candidates[i]
		is := boogie.Bin(boogie.Eq, pointer, boogie.N(int64(f.ID)))
		then := b.block(func() {
			b.changed()
			v := b.called(x, f, args)
			parts := v.parts
			if parts == nil && len(results) == 1 {
				parts = []value{v}
			}
			for k := range results {
				if results[k].e == nil {
					places[k] = append(places[k], choice{is, b.freeze(x, parts[k].place)})
					continue
				}
				b.set(results[k].e, parts[k].e)
			}
		})
		otherwise = []boogie.Stmt{&boogie.If{Cond: is, Then: then, Else: otherwise}}
	}
	b.out = append(b.out, otherwise...)
	b.changed()
	for i, r := range ty.Components {
		if results[i].e != nil {
			b.known_(results[i])
			continue
		}
		if len(places[i]) == 0 { // always panics
			fail(x, "No function is assigned to this pointer, which returns a reference to storage")
		}
		results[i] = b.load(x, &place{t: r.At(ast.Storage, false), alternatives: places[i]})
	}
	return tupleOf(x, results)
}

// callExternalPointer translates a call through a pointer to an external function.
func (b *body) callExternalPointer(x *ast.FunctionCall, fx ast.Expr, o options) value {
	pointer := b.save(b.expr(fx).e, boogie.Int)
	amount := b.ether(o)
	for _, a := range x.Args {
		b.message(a)
	}
	target := b.save(boogie.Bin(boogie.Div, pointer, boogie.Big(pow2(selectorBits))), boogie.Int)
	ft := x.Func.Type()
	static := (ft.Mutability == "view" || ft.Mutability == "pure") && b.t.p.Version.AtLeast(0, 5)
	return b.unknownCall(x, target, amount, static)
}
