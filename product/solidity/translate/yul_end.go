package translate

import (
	"math/big"

	"cupel/product/boogie"
	"cupel/product/solidity/ast"
)

// Calls of other code in assembly, and what ends the call from outside. Functions that may end it are unfolded at their
// calls, so that there is one place to go to.

// yulEnds end the call from outside without reverting, yulReverts revert.
var (
	yulEnds    = names("return", "stop", "selfdestruct", "suicide")
	yulReverts = names("revert", "invalid")
)

// endsCall reports whether a function may, itself or by those that it calls, end the call from outside.
func (x *context) endsCall(f *ast.FunctionDefinition) bool {
	if x.ending == nil {
		x.ending = map[int]bool{}
	}
	if e, ok := x.ending[f.ID]; ok {
		return e
	}
	x.ending[f.ID] = false // in case of recursion
	e := endsItself(f)
	for _, m := range f.Modifiers {
		if d, ok := m.Decl.(*ast.ModifierDefinition); ok {
			e = e || endsItself(x.modifier(d))
		}
	}
	for _, g := range x.callees(f) {
		e = e || g.Visibility != "external" && x.endsCall(g)
	}
	x.ending[f.ID] = e
	return e
}

// endsItself reports whether the code of a function may end the call from outside.
func endsItself(n ast.Node) bool {
	ends := false
	ast.Walk(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FunctionCall:
			ends = ends || n.Func.Type().Func == "selfdestruct"
		case *ast.Assembly:
			n.Block.Calls(func(c *ast.Yul) { ends = ends || yulEnds[c.Name] })
		}
		return !ends
	})
	return ends
}

// alwaysEnds reports whether no statement of Solidity runs behind statements of assembly.
func alwaysEnds(ss []*ast.Yul) bool {
	for _, s := range ss {
		switch s.Kind {
		case "expression":
			if s.X.Kind == "call" && (yulEnds[s.X.Name] || yulReverts[s.X.Name]) {
				return true
			}
		case "block":
			if alwaysEnds(s.Body) {
				return true
			}
		case "switch":
			all, otherwise := true, false
			for _, c := range s.Body {
				all, otherwise = all && alwaysEnds(c.Body), otherwise || c.X == nil
			}
			if all && otherwise {
				return true
			}
		}
	}
	return false
}

// end ends the call from outside; what it returns is arbitrary.
func (b *body) end(n ast.Node, what string) {
	if !b.outermost {
		fail(n, "%s in a function with annotations, or that calls itself, is not supported", what)
	}
	if b.fn != nil && b.fn.Kind == "constructor" && what != "selfdestruct" {
		fail(n, "%s in a constructor is not supported: it chooses the code", what)
	}
	if b.fn != nil && what != "selfdestruct" {
		for _, r := range b.fn.Returns {
			if id, ok := b.env[r.ID].(*boogie.Ident); ok {
				b.set(id, b.arbitrary(r, r.T).e)
			}
		}
	}
	b.layers[0].used = true
	b.emit(&boogie.Goto{Labels: []string{b.layers[0].label}})
}

// addressOf is the address that a word denotes.
func (y *yulBody) addressOf(n ast.Node, w boogie.Expr) boogie.Expr {
	if y.t.o.Mode == BV {
		fail(n, "Calls in assembly are not supported in arithmetic bv")
	}
	return y.save(y.cast(w, uint256, ast.Int(160, false)), boogie.Int)
}

// yulCalls are the positions of the value in the arguments of calls; -1: there is none. The output is behind the input.
var yulCalls = map[string]int{"call": 2, "callcode": 2, "delegatecall": -1, "staticcall": -1}

// callOutside translates a call of other code, which returns whether it succeeds.
func (y *yulBody) callOutside(c *ast.Yul, args []boogie.Expr) boogie.Expr {
	at := yulCalls[c.Name]
	first := 2 // of the input
	if at > 0 {
		first = 3
	}
	if len(args) != first+4 {
		fail(c, "The call of %s in assembly is not understood", c.Name)
	}
	to := y.addressOf(c, args[1])
	var amount boogie.Expr
	if at > 0 {
		amount = args[at]
	}
	y.toward(to, false)
	ok := y.temp(boogie.Bool)
	y.emit(y.unknown(true, ok))
	y.codeless(to, boogie.Bin(boogie.Iff, ok, y.affordable(amount)))
	then := y.body.block(func() {
		y.emit(&boogie.Assume{Cond: y.affordable(amount)})
		if c.Name == "call" {
			y.pay(amount)
		}
		y.assertInvariants(c)
		switch c.Name {
		case "call":
			y.leaveAndReturn(c, to, amount)
		case "callcode", "delegatecall":
			y.runsInPlace(c, to)
		}
	})
	y.emit(&boogie.If{Cond: ok, Then: then})
	y.changed()
	if !inScratch(args[first+2], args[first+3]) { // what it returns is written to memory
		y.memoryWrite(c, args[first+2:])
	}
	return y.flag(ok)
}

// inScratch reports whether a range of memory is empty or in the scratch space.
func inScratch(at, size boogie.Expr) bool {
	a, n := constantOf(at), constantOf(size)
	return n != nil && (n.Sign() == 0 || a != nil && new(big.Int).Add(a, n).Cmp(big.NewInt(scratch)) <= 0)
}

// create translates the creation of a contract with any code.
func (y *yulBody) create(c *ast.Yul, args []boogie.Expr) boogie.Expr {
	if len(args) < 3 {
		fail(c, "The call of %s in assembly is not understood", c.Name)
	}
	made := y.temp(y.t.uintSort())
	y.emit(&boogie.Havoc{Vars: []*boogie.Ident{made}})
	y.fact(y.t.inRange(made, ast.Int(160, false)))
	to := y.addressOf(c, made)
	then := y.body.block(func() {
		y.emit(&boogie.Assume{Cond: y.affordable(args[0])})
		y.pay(args[0])
		y.assertInvariants(c)
		y.leaveAndReturn(c, to, args[0])
	})
	y.emit(&boogie.If{Cond: boogie.Bin(boogie.Ne, made, boogie.Big(new(big.Int))), Then: then})
	y.changed()
	return made
}
