package translate

import (
	"fmt"
	"slices"

	"cupel/product/boogie"
	"cupel/product/solidity/annotation"
	"cupel/product/solidity/ast"
)

// constructorOf returns the contract's constructor; an implicit one has no body.
func (x *context) constructorOf() *ast.FunctionDefinition {
	if f := ownConstructor(x.contract); f != nil {
		return f
	}
	return &ast.FunctionDefinition{Info: x.contract.Info, Kind: "constructor", Contract: x.contract}
}

func ownConstructor(c *ast.ContractDefinition) *ast.FunctionDefinition {
	for _, n := range c.Nodes {
		if f, ok := n.(*ast.FunctionDefinition); ok && f.Kind == "constructor" {
			return f
		}
	}
	return nil
}

// constructs reports whether a function may run during construction. External calls of the contract fail then,
// since it has no code yet.
func (x *context) constructs(f *ast.FunctionDefinition) bool {
	if x.constructing == nil {
		x.constructing = map[int]bool{}
		var add func(g *ast.FunctionDefinition)
		add = func(g *ast.FunctionDefinition) {
			if !x.constructing[g.ID] {
				x.constructing[g.ID] = true
				for _, h := range x.callees(g) {
					add(h)
				}
			}
		}
		for _, c := range x.contract.Linearized {
			if g := ownConstructor(c); g != nil {
				add(g)
			}
			for _, n := range outside(c) {
				for _, h := range x.callees(&ast.FunctionDefinition{Contract: c, Body: &ast.Block{Stmts: []ast.Node{n}}}) {
					add(h)
				}
			}
		}
	}
	return f == nil || f.Kind == "constructor" || x.constructing[f.ID]
}

// outside returns what is evaluated during construction outside of functions: initial values and arguments of
// base constructors.
func outside(c *ast.ContractDefinition) []ast.Node {
	var ns []ast.Node
	for _, n := range c.Nodes {
		if v, ok := n.(*ast.VariableDeclaration); ok && v.Value != nil {
			ns = append(ns, v)
		}
	}
	for _, s := range c.Bases {
		for _, a := range s.Args {
			ns = append(ns, a)
		}
	}
	return ns
}

// callsOut reports whether construction may call other contracts.
func (x *context) callsOut() bool {
	x.constructs(nil)
	found := false
	look := func(n ast.Node) {
		ast.Walk(n, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FunctionCall:
				switch n.Func.Type().Func {
				case "external", "creation", "barecall", "barestaticcall", "baredelegatecall", "barecallcode":
					found = true
				}
			case *ast.Assembly:
				found = found || callsInAssembly(n)
			}
			return !found
		})
	}
	for id := range x.constructing {
		f, ok := x.t.p.Node(id).(*ast.FunctionDefinition)
		if !ok {
			return true
		}
		look(f)
		for _, m := range f.Modifiers {
			if d, ok := m.Decl.(*ast.ModifierDefinition); ok {
				look(d)
				look(x.modifier(d))
			}
		}
	}
	for _, c := range x.contract.Linearized {
		for _, n := range outside(c) {
			look(n)
		}
	}
	return found
}

// constructorProcedure is the name of the constructor's procedure; with created, of the variant for new, which
// is inlined unless something is specified.
func (x *context) constructorProcedure(created bool) string {
	name := fmt.Sprintf("constructor#%s#%d", x.contract.Name, x.contract.ID)
	inline := created && x.plain(x.constructorOf())
	if inline {
		name += "#new"
	}
	if !x.procs[name] {
		x.procs[name] = true
		x.t.queue = append(x.t.queue, func() { x.constructor(name, inline) })
	}
	return name
}

// constructor translates construction: state variables, then base constructors from the most basic one, then
// its own body.
func (x *context) constructor(name string, inline bool) {
	f := x.constructorOf()
	report := x.contract.Name + "::[constructor]"
	implicit := ownConstructor(x.contract) == nil
	if implicit {
		report = x.contract.Name + "::[implicit_constructor]"
	}
	b := x.newBody(name)
	b.outermost, b.entered, b.fn = true, !inline, f
	pos := ast.Pos(f)
	b.proc.Attrs = append(boogie.Located(pos.File, pos.Line, pos.Col, report), boogie.Attr("any", boogie.Str(Balance))) // the address may hold ether before
	b.proc.Attrs = append(b.proc.Attrs, boogie.Attr("ends"))
	if inline {
		b.proc.Attrs = append(boogie.Attributes{boogie.Attr("inline", boogie.N(1))}, boogie.Located(pos.File, pos.Line, pos.Col, report)...)
	}
	failed := attempt(func() {
		b.parameters(f)
		b.constructorSpecs(f, implicit)
	})
	if failed == nil {
		failed = attempt(func() { b.constructorBody(f, false) })
	}
	x.finish(b, f, report, failed, !inline || failed != nil)
	if !inline && failed == nil && x.required(fromTransaction) && len(x.requirements(f)) > 0 {
		x.t.res.Functions[len(x.t.res.Functions)-1].Required = x.unreached(f, name, fromTransaction)
	}
}

func (b *body) constructorSpecs(f *ast.FunctionDefinition, implicit bool) {
	if b.t.o.Mode == ModOverflow {
		b.requires(f, boogie.NotOf(boogie.Id(overflowVar)), "An overflow can occur before calling function")
		b.ensures(f, boogie.NotOf(boogie.Id(overflowVar)), "Function can terminate with overflow")
	}
	for _, i := range b.c.invariants {
		message := ""
		if implicit {
			message = fmt.Sprintf("State variable initializers might violate invariant '%s'.", i.Text)
		}
		b.ensuresFormula(f, i, "Invariant", "invariant", message)
	}
	if implicit {
		return
	}
	for _, c := range b.t.specs[f.ID] {
		if c.Kind == annotation.Precondition {
			b.requiresFormula(f, c, "Precondition", "precondition")
		}
	}
	b.postconditions(f, b.t.specs[f.ID])
	b.eventSpecs(f)
	b.constructorFrame(f)
}

// constructorBody translates one constructor within its modifiers.
func (b *body) constructorBody(f *ast.FunctionDefinition, reached bool) {
	b.realAccounts()
	this := balanceOf(boogie.Id("this"))
	if b.t.o.Mode != BV {
		b.emit(&boogie.Assume{Cond: boogie.Bin(boogie.Le, boogie.N(0), this.read())})
		b.emit(&boogie.Assume{Cond: boogie.Bin(boogie.Le, boogie.N(0), boogie.Id("msg_value"))})
	}
	b.read(boogie.Id("msg_value"), uint256)
	for _, p := range f.Params {
		if e, ok := b.env[p.ID]; ok {
			b.known_(value{e: e, t: p.T})
		}
	}
	if f.Mutability == "payable" {
		b.addBalance(boogie.Id("this"), "+", boogie.Id("msg_value"))
	} else {
		b.emit(&boogie.Assume{Cond: boogie.Bin(boogie.Eq, boogie.Id("msg_value"), b.t.zero(f, uint256).e)})
	}
	b.entryData(f)
	written := assigned(f)
	for _, p := range f.Params {
		if e := b.env[p.ID]; e != nil && written[p.ID] {
			b.set(b.declare(p), e)
		}
	}
	end := &layer{contract: f.Contract}
	b.layer(end, func() {
		b.defaultState()
		lin := b.c.contract.Linearized
		if b.t.o.ViaIR {
			b.baseArguments(f)
		} else {
			for i := len(lin) - 1; i >= 0; i-- {
				b.initialize(lin[i])
			}
			b.baseArguments(f)
		}
		for i := len(lin) - 1; i >= 0; i-- {
			c := lin[i]
			if b.t.o.ViaIR {
				b.initialize(c)
			}
			g := ownConstructor(c)
			if g == nil || g.Body == nil {
				continue
			}
			b.layered(g, g.Modifiers, nil)
		}
	})
	if b.entered && b.c.required(fromTransaction) {
		b.require(f, reached)()
	}
}

// defaultState assigns the default values of all state variables.
func (b *body) defaultState() {
	if b.dangles() {
		b.change(dangling(boogie.Id("this")).store(boogie.B(false)))
	}
	lin := b.c.contract.Linearized
	for i := len(lin) - 1; i >= 0; i-- {
		for _, n := range lin[i].Nodes {
			v, ok := n.(*ast.VariableDeclaration)
			if !ok || v.Constant {
				continue
			}
			p := b.stateVar(v, v, boogie.Id("this"))
			b.inConstructor = true
			b.write(v, p, b.t.zero(v, v.T).e)
			b.inConstructor = false
		}
	}
}

// initialize assigns the initial values of the state variables that one contract declares.
func (b *body) initialize(c *ast.ContractDefinition) {
	for _, n := range c.Nodes {
		v, ok := n.(*ast.VariableDeclaration)
		if !ok || v.Constant || v.Value == nil {
			continue
		}
		p := b.stateVar(v, v, boogie.Id("this"))
		b.layers = append(b.layers, &layer{contract: c})
		val := b.prepare(v, b.expr(v.Value), v.T)
		b.layers = b.layers[:len(b.layers)-1]
		b.inConstructor = true
		b.store(v, p, val)
		b.inConstructor = false
	}
}

// baseArguments evaluates the arguments of base constructors, from the derived contract to its bases, and binds
// their parameters.
func (b *body) baseArguments(f *ast.FunctionDefinition) {
	lin := b.c.contract.Linearized
	for i, c := range lin {
		g := ownConstructor(c)
		if i == 0 || g == nil || len(g.Params) == 0 {
			continue
		}
		args, n := givenTo(c, lin[:i])
		if len(args) != len(g.Params) {
			if b.c.contract.Deployable() {
				fail(f, "The arguments of the constructor of %s are not known", c.Name)
			}
			for _, p := range g.Params { // given by a derived contract
				e := b.arbitrary(p, p.T).e
				b.set(b.declare(p), e)
			}
			continue
		}
		var fs []func() value
		for i, p := range g.Params {
			fs = append(fs, func() value { return b.argument(args[i], p, false) })
		}
		vs := b.inOrder(fs...)
		for i, p := range g.Params {
			if vs[i].e == nil {
				fail(n, "This argument is not supported")
			}
			b.set(b.declare(p), vs[i].e)
		}
	}
}

// givenTo returns the arguments that one of the derived contracts passes to a base's constructor.
func givenTo(base *ast.ContractDefinition, derived []*ast.ContractDefinition) ([]ast.Expr, ast.Node) {
	for _, c := range derived {
		if g := ownConstructor(c); g != nil {
			for _, m := range g.Modifiers {
				if d, ok := m.Decl.(*ast.ContractDefinition); ok && d == base && len(m.Args) > 0 {
					return m.Args, m
				}
			}
		}
		for _, s := range c.Bases {
			if s.Base == base && len(s.Args) > 0 {
				return s.Args, c
			}
		}
	}
	return nil, nil
}

// Transient returns the transient state variables of a contract, which are zero at the beginning of a transaction.
func Transient(c *ast.ContractDefinition) []*ast.VariableDeclaration {
	var vs []*ast.VariableDeclaration
	for _, b := range c.Linearized {
		for _, n := range b.Nodes {
			if v, ok := n.(*ast.VariableDeclaration); ok && v.State && v.Storage == "transient" {
				vs = append(vs, v)
			}
		}
	}
	return vs
}

// transient are the transient state variables of all contracts.
func (t *translator) transient() []*ast.VariableDeclaration {
	return slices.DeleteFunc(slices.Clone(t.state), func(v *ast.VariableDeclaration) bool { return v.Storage != "transient" })
}

// endOfTransaction makes the procedure for the end of a transaction, which sets transient state variables to zero: the invariants are assumed
// when the next one begins.
func (x *context) endOfTransaction() {
	const broken = "Invariant '%s' might not hold after the end of a transaction, when transient variables are zero."
	x.event("end_of_transaction", "end_of_transaction", broken, func(b *body) {
		for _, v := range Transient(x.contract) {
			p := b.stateVar(v, v, boogie.Id("this"))
			b.inConstructor = true // nothing that events record
			b.write(v, p, b.t.zero(v, v.T).e)
			b.inConstructor = false
		}
	})
}

// event makes the procedure for something that happens to the contract without its code, and keeps the invariants; broken: the message where one is not, with its text; "": the usual one.
func (x *context) event(name, reported, broken string, effect func(b *body)) {
	b := x.newBody(fmt.Sprintf("%s#%s#%d", name, x.contract.Name, x.contract.ID))
	b.proc.Attrs = at(x.contract, x.contract.Name+"::["+reported+"]")
	failed := attempt(func() {
		for _, i := range x.invariants {
			message := ""
			if broken != "" {
				message = fmt.Sprintf(broken, i.Text)
			}
			b.requiresFormula(x.contract, i, "Invariant", "invariant")
			b.ensuresFormula(x.contract, i, "Invariant", "invariant", message)
		}
		effect(b)
	})
	x.finish(b, x.contract, x.contract.Name+"::["+reported+"]", failed, true)
}

// receiveEther makes the procedure for ether received without running code: by another contract's selfdestruct,
// or mining.
func (x *context) receiveEther() {
	x.event("receive_ether", "receive_ether_selfdestruct", "", func(b *body) {
		if x.t.o.Mode != BV {
			b.emit(&boogie.Assume{Cond: boogie.Bin(boogie.Le, boogie.N(0), boogie.Id("msg_value"))})
		}
		b.addBalance(boogie.Id("this"), "+", boogie.Id("msg_value"))
	})
}
