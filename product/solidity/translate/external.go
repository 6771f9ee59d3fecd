package translate

import (
	"fmt"
	"slices"
	"strings"

	"cupel/product/boogie"
	"cupel/product/solidity/ast"
)

// options are the call options, in the order of the source, which is that of their evaluation.
type options struct {
	names []string
	exprs []ast.Expr
}

// before puts options further left in the source before these.
func (o *options) before(names []string, exprs []ast.Expr) {
	o.names = append(append([]string{}, names...), o.names...)
	o.exprs = append(append([]ast.Expr{}, exprs...), o.exprs...)
}

// stripOptions decomposes f{value: v, gas: g} or f.value(v).gas(g).
func (b *body) stripOptions(x ast.Expr) (ast.Expr, options) {
	var o options
	for {
		switch y := unparen(x).(type) {
		case *ast.CallOptions:
			for _, n := range y.Names {
				if n != "value" {
					b.t.warn(y, fmt.Sprintf("Ignored option '%s'.", n))
				}
			}
			o.before(y.Names, y.Options)
			x = y.Func
			continue
		case *ast.FunctionCall:
			k := y.Func.Type().Func
			m, ok := unparen(y.Func).(*ast.MemberAccess)
			if ok && (k == "setvalue" || k == "setgas") && len(y.Args) == 1 {
				if k == "setgas" {
					b.t.warn(y, "Ignored option 'gas'.")
				}
				o.before([]string{strings.TrimPrefix(k, "set")}, y.Args)
				x = m.X
				continue
			}
		}
		return x, o
	}
}

// balanceOf is the left value of an account's balance.
func balanceOf(addr boogie.Expr) *place { return variable(Balance, nil).element(addr, uint256) }

// addBalance changes a balance by an amount, assuming that the total ether fits.
func (b *body) addBalance(addr boogie.Expr, op string, amount boogie.Expr) {
	p := balanceOf(addr)
	e := b.uintOp(op, p.read(), amount)
	switch {
	case b.t.o.Mode == BV && op == "+":
		b.fact(b.uintOp(">=", e, p.read()))
	case b.t.ranged():
		b.fact(b.t.inRange(p.read(), uint256))
		b.fact(b.t.inRange(e, uint256))
	}
	b.change(p.store(e))
}

// pay assumes that the contract has the ether and subtracts it.
func (b *body) pay(amount boogie.Expr) {
	b.emit(&boogie.Assume{Cond: b.uintOp(">=", balanceOf(boogie.Id("this")).read(), amount)})
	b.addBalance(boogie.Id("this"), "-", amount)
}

// affordable states that the contract has the ether; amount may be nil.
func (b *body) affordable(amount boogie.Expr) boogie.Expr {
	if amount == nil {
		return boogie.B(true)
	}
	return b.uintOp(">=", balanceOf(boogie.Id("this")).read(), amount)
}

// ether evaluates the options of a call and returns the ether, saved; nil if none.
func (b *body) ether(o options) boogie.Expr {
	var amount boogie.Expr
	for i, n := range o.names {
		if n == "value" {
			amount = b.save(b.as(o.exprs[i], uint256).e, b.t.uintSort())
			continue
		}
		b.message(o.exprs[i])
	}
	return amount
}

// optionsAndArguments evaluates the options of a call and then the arguments; it returns the arguments and the ether, which may be nil. They
// are saved, since what the machine does before the callee runs (it moves ether, and sets msg.sig and msg.data) may change them.
func (b *body) optionsAndArguments(x *ast.FunctionCall, o options, args []ast.Expr, params []*ast.VariableDeclaration) ([]value, boogie.Expr) {
	fs := []func() value{func() value { return value{e: b.ether(o), sort: b.t.uintSort()} }}
	order := []int{0}
	for i, p := range params {
		fs = append(fs, func() value { return b.argument(args[i], p, true) })
	}
	for _, i := range b.namedOrder(x, args) {
		order = append(order, i+1)
	}
	vs := b.evaluate(order, fs...)
	amount := vs[0].e
	if amount != nil || b.t.declared[sigVar] {
		b.saveArguments(vs[1:], params)
	}
	return vs[1:], amount
}

// saveArguments saves the values of arguments. References to storage are frozen already.
func (b *body) saveArguments(vs []value, params []*ast.VariableDeclaration) {
	for i, p := range params {
		if reference := storageReference(p) && p.T.Kind != ast.String; !reference && vs[i].e != nil && !b.isParameter(vs[i].e) {
			vs[i].e = b.save(vs[i].e, vs[i].sort)
		}
	}
}

// externalCall translates a call of a function of another contract, or of this one from outside.
func (b *body) externalCall(x *ast.FunctionCall) value {
	fx, o := b.stripOptions(x.Func)
	m, ok := unparen(fx).(*ast.MemberAccess)
	if !ok || m.X.Type().Kind != ast.Contract {
		return b.callExternalPointer(x, fx, o)
	}
	target := b.expr(m.X)
	if target.e == nil {
		fail(x, "This call is not supported")
	}
	target.e = b.save(target.e, boogie.Int)
	c, ok := b.t.p.Node(target.t.Decl).(*ast.ContractDefinition)
	if !ok {
		fail(x, "The contract is not known")
	}
	self := isThis(m.X)
	switch {
	case b.underConstruction(x): // no code exists yet, so the call reverts
		b.emit(&boogie.Assume{Cond: boogie.B(false)})
	case self && b.c.constructs(b.fn):
		b.emit(&boogie.Assume{Cond: b.some()}) // there may be no code
	}
	switch d := m.Decl.(type) {
	case *ast.VariableDeclaration: // a getter
		b.ether(o)
		if !self && !b.t.o.TypedCalls {
			for _, a := range x.Args {
				b.message(a)
			}
			return b.unknownCall(x, target.e, nil, b.t.p.Version.AtLeast(0, 5))
		}
		if !self {
			b.towardTyped(target.e, c)
			b.assumeThere(b.t.context(c), target.e)
		}
		return b.getterResult(x, d, target.e)
	case *ast.FunctionDefinition:
		args := arguments(x, d.Params)
		if len(args) != len(d.Params) {
			fail(x, "This call is not supported")
		}
		vs, amount := b.optionsAndArguments(x, o, args, d.Params)
		ctx := b.c
		if !self {
			ctx = b.t.context(c)
		}
		f, v := ctx.dispatch(d), ctx.overridingVariable(d)
		switch {
		case self:
		case !b.t.o.TypedCalls, v == nil && f.Body == nil && !b.t.annotated(f): // nothing is specified about the callee
			return b.unknownCall(x, target.e, amount, b.static(d))
		default:
			b.towardTyped(target.e, c)
			b.assumeThere(ctx, target.e)
		}
		if v != nil {
			return b.getterResult(x, v, target.e)
		}
		leaves := !self && len(b.c.invariants) > 0 && ctx.leaves(f)
		if leaves {
			b.assertInvariants(x) // it may call back while the other contract runs
		}
		var sent boogie.Expr = b.t.zero(x, uint256).e
		if amount != nil {
			b.pay(amount)
			sent = amount
		}
		result := b.fromOutside(f, func() value {
			return b.callProcedure(x, ctx.procedure(f, fromContract), f, []boogie.Expr{target.e, boogie.Id("this"), sent}, vs)
		})
		if leaves {
			b.assumeInvariants()
		}
		return result
	}
	fail(x, "This call is not supported")
	return value{}
}

// underConstruction reports whether the contract's own constructor calls it externally.
func (b *body) underConstruction(x *ast.FunctionCall) bool {
	if b.fn == nil || b.fn.Kind != "constructor" || x.Func.Type().Func != "external" {
		return false
	}
	f := x.Func
	if o, ok := unparen(f).(*ast.CallOptions); ok {
		f = o.Func
	}
	m, ok := unparen(f).(*ast.MemberAccess)
	return ok && isThis(m.X)
}

func isThis(x ast.Expr) bool {
	id, ok := unparen(x).(*ast.Identifier)
	return ok && id.Name == "this" && id.Decl == nil
}

// static reports whether a call is a STATICCALL, which cannot change state: since 0.5.
func (b *body) static(f *ast.FunctionDefinition) bool {
	return (f.Mutability == "view" || f.Mutability == "pure") && b.t.p.Version.AtLeast(0, 5)
}

func (b *body) getterResult(x *ast.FunctionCall, v *ast.VariableDeclaration, addr boogie.Expr) value {
	if v.Constant {
		return b.constantVar(x, v)
	}
	p := b.getter(x, v, addr, x.Args)
	if p.t.Kind == ast.Struct {
		s := b.t.structOf(x, p.t)
		var parts []value
		for _, m := range s.Members {
			if m.T.Kind == ast.Mapping || m.T.Kind == ast.Array {
				continue
			}
			v := b.load(x, b.storageMember(x, p, s, m))
			switch {
			case m.T.Kind == ast.Bytes || m.T.Kind == ast.Struct:
				v = b.convertReference(x, v, m.T.At(ast.Memory, true))
			case m.T.IsReference() && m.T.Kind != ast.String:
				fail(x, "This getter is not supported")
			}
			parts = append(parts, v)
		}
		return tupleOf(x, parts)
	}
	if p.t.IsReference() && p.t.Kind != ast.String {
		fail(x, "This getter is not supported")
	}
	return b.load(x, p)
}

// unknownCall translates a successful call of unknown code with an arbitrary result; amount may be nil.
func (b *body) unknownCall(x *ast.FunctionCall, target, amount boogie.Expr, static bool) value {
	b.toward(target, true)
	if !static && amount != nil {
		b.pay(amount)
	}
	b.assertInvariants(x) // read-only functions may be called back in any case
	if !static {
		b.leaveAndReturn(x, target, amount)
	}
	b.outside = true
	defer func() { b.outside = false }()
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

func (b *body) assertInvariants(n ast.Node) {
	if b.reverted != nil { // no code runs where an annotation is
		return
	}
	for _, i := range b.c.invariants {
		f := b.formula(i.Expr)
		for _, e := range f.exact {
			b.emit(&boogie.Assert{Attrs: b.c.candidate(at(n, fmt.Sprintf("Overflow in computation of invariant '%s' before external call.", i.Text)), i), Cond: guarded(f.facts, e)})
		}
		b.emit(&boogie.Assert{Attrs: b.c.candidate(at(n, fmt.Sprintf("Invariant '%s' might not hold before external call.", i.Text)), i), Cond: guarded(f.facts, f.e)})
	}
}

// leaveAndReturn models unknown code: it gets the ether and may call back any number of times. The invariants
// are asserted before and assumed after it.
func (b *body) leaveAndReturn(n ast.Node, target, amount boogie.Expr) {
	if amount != nil {
		b.addBalance(target, "+", amount)
	}
	run := func() { b.anythingWithin(n, target, amount) }
	if !b.t.o.Machine.PayerHasNoCode() {
		run()
		return
	}
	b.emit(&boogie.If{Cond: boogie.Bin(boogie.Ne, target, boogie.Id(origin)), Then: b.block(run)})
	b.changed()
}

// anythingWithin is what unknown code at an address does when it is called with some ether, which may be nil.
func (b *body) anythingWithin(n ast.Node, target, amount boogie.Expr) {
	stay := b.locked(n)
	own := b.underway(n)
	if b.c.required(fromTransaction) { // it comes back, or it does not
		back := b.block(func() {
			b.change(b.runs(target, amount, b.everything()...))
			b.change(boogie.Set(boogie.Id(enteredVar), boogie.B(true)))
		})
		b.emit(&boogie.If{Then: back, Else: []boogie.Stmt{&boogie.Havoc{Vars: []*boogie.Ident{boogie.Id(Balance)}}}})
		b.changed()
	} else {
		b.change(b.runs(target, amount, b.everything()...))
	}
	stay()
	own()
	b.assumeInvariants()
}

// underway returns what assumes, behind other code that runs during construction, that it changed no variable of the contract, which has no code
// yet that could be called.
func (b *body) underway(n ast.Node) func() {
	if b.fn == nil || b.fn.Kind != "constructor" {
		return func() {}
	}
	var same []boogie.Expr
	keep := func(e boogie.Expr, sort boogie.Type) { same = append(same, boogie.Bin(boogie.Eq, e, b.save(e, sort))) }
	for _, c := range b.c.contract.Linearized {
		for _, m := range c.Nodes {
			v, ok := m.(*ast.VariableDeclaration)
			if !ok || v.Constant || b.stays(v) {
				continue
			}
			if b.t.declared[StateName(v)] {
				keep(b.stateVar(n, v, boogie.Id("this")).read(), b.t.storageSort(n, v.T))
			}
			for _, s := range b.t.sums[v.ID] {
				keep(boogie.At(boogie.Id(s.name()), boogie.Id("this")), boogie.Int)
			}
		}
	}
	return func() {
		for _, e := range same {
			b.emit(&boogie.Assume{Cond: e})
		}
	}
}

// assumeInvariants assumes the invariants where they hold: behind calls before which they are asserted, as public
// functions keep them.
func (b *body) assumeInvariants() {
	for _, i := range b.c.invariants {
		f := b.formula(i.Expr)
		for _, e := range append(append([]boogie.Expr{}, f.facts...), f.e) {
			b.emit(&boogie.Assume{Attrs: b.c.candidate(nil, i), Cond: e})
		}
	}
}

// assumeThere assumes the invariants of a contract, whose code runs at an address, where it is called: they hold
// whenever other code runs.
func (b *body) assumeThere(x *context, addr boogie.Expr) {
	if b.spec || len(x.invariants) == 0 || !x.quiet() {
		return
	}
	own := b.c
	b.c = x
	defer func() { b.c = own }()
	for _, i := range x.invariants {
		f := b.formula(i.Expr)
		for _, e := range append(append([]boogie.Expr{}, f.facts...), f.e) {
			there := boogie.MapExpr(boogie.CloneExpr(e), func(e boogie.Expr) boogie.Expr {
				if v, ok := e.(*boogie.Ident); ok && v.Name == "this" {
					return boogie.CloneExpr(addr)
				}
				return nil
			})
			b.emit(&boogie.Assume{Attrs: x.candidate(nil, i), Cond: there})
		}
	}
}

// quiet reports whether a contract calls other code only where its invariants are asserted, and not in its
// constructor: it calls no functions of contracts whose code may be known, nor creates contracts.
func (x *context) quiet() bool {
	if x.callsOut() {
		return false
	}
	quiet := true
	seen := map[ast.Node]bool{}
	var look func(n ast.Node)
	look = func(n ast.Node) {
		if seen[n] {
			return
		}
		seen[n] = true
		ast.Walk(n, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FunctionCall:
				k := n.Func.Type().Func
				quiet = quiet && k != "external" && k != "creation"
			case *ast.FunctionDefinition:
				for _, g := range x.callees(n) { // those of libraries, too
					look(g)
				}
			}
			return quiet
		})
	}
	for _, c := range x.contract.Linearized {
		look(c)
	}
	return quiet
}

// everything returns the variables that unknown code may change.
func (b *body) everything() []*boogie.Ident {
	t := b.t
	ids := []*boogie.Ident{boogie.Id(Balance)}
	if b.dangles() {
		ids = append(ids, boogie.Id(danglingVar))
	}
	if t.declared[versionVar] {
		ids = append(ids, boogie.Id(versionVar))
	}
	for _, v := range t.state {
		if b.stays(v) {
			continue
		}
		if t.declared[StateName(v)] {
			ids = append(ids, boogie.Id(StateName(v)))
		}
		for _, s := range t.sums[v.ID] {
			ids = append(ids, boogie.Id(s.name()))
		}
	}
	return ids
}

// stays reports whether nothing changes a variable after construction.
func (b *body) stays(v *ast.VariableDeclaration) bool {
	return v.Immutable || b.c.contract.Deployable() && b.t.writers().fixed(v)
}

// runsInPlace models the code at an address that runs in place of the contract's own, with its state and its ether. Without code nothing happens.
func (b *body) runsInPlace(n ast.Node, addr boogie.Expr) {
	if len(b.contexts) > 0 {
		fail(n, "delegatecall in a library with references to storage is checked only where it is called")
	}
	var places []*place // what the code can choose freely
	var before, after []boogie.Expr
	for _, c := range b.c.contract.Linearized {
		for _, m := range c.Nodes {
			if v, ok := m.(*ast.VariableDeclaration); ok && !v.Constant && !v.Immutable && !v.T.IsReference() && v.T.Kind != ast.Mapping && v.T.Kind != ast.Function {
				p := b.stateVar(n, v, boogie.Id("this"))
				places, before = append(places, p), append(before, b.save(p.read(), b.t.sortOf(n, v.T)))
			}
		}
	}
	for _, p := range places {
		v := b.temp(b.t.sortOf(n, p.t))
		b.emit(b.unknown(true, v))
		b.read(v, p.t)
		after = append(after, v)
	}
	b.anyEffect()
	for i, p := range places {
		b.change(p.store(after[i]))
		b.codeless(addr, boogie.Bin(boogie.Eq, after[i], before[i]))
	}
}

// anyEffect is that of unknown code which runs in place of the contract's own: all state and balances may be any after it. Immutable variables and
// constants stay, since they are part of the code.
func (b *body) anyEffect() {
	b.change(b.unknown(false, b.everything()...))
}

// bareCall translates transfer, send, call and similar functions of addresses.
func (b *body) bareCall(x *ast.FunctionCall, kind string) value {
	fx, o := b.stripOptions(x.Func)
	m, ok := unparen(fx).(*ast.MemberAccess)
	if !ok {
		fail(x, "This call is not supported")
	}
	switch kind {
	case "transfer", "send":
		if len(x.Args) != 1 {
			fail(x, "This call is not supported")
		}
		vs := b.inOrder(func() value { return b.as(m.X, addressType) }, func() value { return b.as(x.Args[0], uint256) })
		to := b.save(vs[0].e, boogie.Int)
		amount := b.save(vs[1].e, b.t.uintSort())
		return b.transfer(x, kind, to, amount)
	}
	vs := b.inOrder(func() value { return b.as(m.X, addressType) }, func() value { return value{e: b.ether(o), sort: b.t.uintSort()} },
		func() value {
			for _, a := range x.Args {
				b.message(a)
			}
			return value{}
		})
	to, amount := b.save(vs[0].e, boogie.Int), vs[1].e
	b.toward(to, false)
	okVar := b.temp(boogie.Bool)
	b.emit(b.unknown(true, okVar))
	b.codeless(to, boogie.Bin(boogie.Iff, okVar, b.affordable(amount)))
	switch kind { // a failing call, also for lack of ether, changes nothing
	case "barecall":
		then := b.block(func() {
			if amount != nil {
				b.pay(amount)
			}
			b.assertInvariants(x)
			b.leaveAndReturn(x, to, amount)
		})
		b.emit(&boogie.If{Cond: okVar, Then: then})
		b.changed()
	case "baredelegatecall", "barecallcode": // no invariant holds behind code that runs in place of the contract's own
		then := b.block(func() {
			b.assertInvariants(x)
			b.runsInPlace(x, to)
		})
		b.emit(&boogie.If{Cond: okVar, Then: then})
		b.changed()
	default:
		b.assertInvariants(x)
	}
	okValue := value{e: okVar, t: &ast.Type{Kind: ast.Bool, Text: "bool"}, sort: boogie.Bool}
	if t := x.Type(); t.Kind == ast.TupleOf && len(t.Components) == 2 {
		b.outside = true
		defer func() { b.outside = false }()
		data := b.arbitrary(x, t.Components[1].At(ast.Memory, true))
		b.codeless(to, boogie.Bin(boogie.Eq, b.lengthPlace(x, data).read(), b.t.zero(x, uint256).e))
		return value{t: t, parts: []value{okValue, data}}
	}
	return okValue
}

// stipend is what a receiver of ether may do with 2300 gas: call back and write transient state, which costs little. Storage it cannot write.
func (b *body) stipend(n ast.Node, to boogie.Expr) {
	var ids []*boogie.Ident
	for _, v := range b.t.transient() {
		if !b.stays(v) && b.t.declared[StateName(v)] {
			ids = append(ids, boogie.Id(StateName(v)))
		}
	}
	if len(ids) == 0 {
		return
	}
	b.assertInvariants(n)
	run := func() { b.change(b.unknown(false, ids...)) }
	if b.t.o.Machine.PayerHasNoCode() {
		b.emit(&boogie.If{Cond: boogie.Bin(boogie.Ne, to, boogie.Id(origin)), Then: b.block(run)})
		b.changed()
	} else {
		run()
	}
	b.assumeInvariants()
}

// transfer moves ether; the receiver lacks the gas to do more than stipend says.
func (b *body) transfer(x *ast.FunctionCall, kind string, to, amount boogie.Expr) value {
	b.toward(to, false)
	move := func() { // fails without enough ether
		this := balanceOf(boogie.Id("this"))
		b.emit(&boogie.Assume{Cond: b.uintOp(">=", this.read(), amount)})
		b.addBalance(to, "+", amount)
		b.addBalance(boogie.Id("this"), "-", amount)
		b.stipend(x, to)
	}
	if kind == "transfer" {
		move()
		return value{t: x.Type()}
	}
	ok := b.temp(boogie.Bool)
	then := b.block(move)
	b.emit(b.unknown(true, ok))
	b.codeless(to, boogie.Bin(boogie.Iff, ok, b.affordable(amount)))
	b.emit(&boogie.If{Cond: ok, Then: then})
	b.changed()
	return value{e: ok, t: x.Type(), sort: boogie.Bool}
}

// creation translates new C(...): the constructor runs at a fresh address.
func (b *body) creation(x *ast.FunctionCall) value {
	fx, o := b.stripOptions(x.Func)
	n, ok := unparen(fx).(*ast.New)
	if !ok || n.Of.Kind != ast.Contract {
		fail(x, "This creation is not supported")
	}
	c, ok := b.t.p.Node(n.Of.Decl).(*ast.ContractDefinition)
	if !ok {
		fail(x, "The contract is not known")
	}
	ctx := b.t.context(c)
	f := ctx.constructorOf()
	args := arguments(x, f.Params)
	if len(args) != len(f.Params) {
		fail(x, "This creation is not supported")
	}
	vs, amount := b.optionsAndArguments(x, o, args, f.Params)
	var sent boogie.Expr = b.t.zero(x, uint256).e
	if amount != nil {
		b.pay(amount)
		sent = amount
	}
	stay := func() {}
	leaves := ctx.callsOut()
	if leaves {
		b.assertInvariants(x)
		stay = b.locked(x)
	}
	a := b.temp(boogie.Int)
	b.emit(&boogie.Havoc{Vars: []*boogie.Ident{a}})
	fresh := []boogie.Expr{boogie.Bin(boogie.Ne, a, boogie.N(0)), boogie.Bin(boogie.Ne, a, boogie.Id("this"))}
	for _, o := range b.created { // created in this procedure or iteration
		fresh = append(fresh, boogie.Bin(boogie.Ne, a, o))
	}
	record := boogie.Attr("fresh", a, boogie.N(int64(c.ID)))
	if slices.Contains(o.names, "salt") { // the address depends on it
		record.Args = append(record.Args, boogie.Str("salt"))
	}
	b.emit(&boogie.Assume{Attrs: boogie.Attributes{record}, Cond: boogie.AndOf(fresh...)})
	b.created = append(b.created, a)
	g := *f
	g.Returns = nil
	b.fromOutside(f, func() value {
		return b.callProcedure(x, ctx.constructorProcedure(true), &g, []boogie.Expr{a, boogie.Id("this"), sent}, vs)
	})
	if leaves {
		stay()
		b.assumeInvariants()
	}
	return value{e: a, t: x.Type(), sort: boogie.Int}
}

// DestroysAttr marks the procedures that may destroy the contract.
const DestroysAttr = "destroys"

// selfdestruct sends all ether away and ends the call.
func (b *body) selfdestruct(x ast.Node, to boogie.Expr) {
	to = b.save(to, boogie.Int)
	this := boogie.Id("this")
	zero := func() { b.change(balanceOf(this).store(b.t.zero(x, uint256).e)) }
	send := b.block(func() {
		b.addBalance(to, "+", balanceOf(this).read())
		zero()
	})
	// Ether sent to itself is burnt, or since EVM version cancun stays, unless the contract was created in the
	// same transaction. It survives then.
	stay := b.block(func() {
		if b.t.o.Machine.Burns() {
			zero()
			return
		}
		burnt := b.some()
		b.emit(&boogie.If{Cond: burnt, Then: b.block(zero)})
	})
	b.emit(&boogie.If{Cond: boogie.Bin(boogie.Ne, to, this), Then: send, Else: stay})
	b.changed()
	if b.proc.Attrs.Find(DestroysAttr) == nil {
		b.proc.Attrs = append(b.proc.Attrs, boogie.Attr(DestroysAttr))
	}
	b.end(x, "selfdestruct")
}
