package translate

import (
	"math/big"

	"cupel/product/boogie"
	"cupel/product/solidity/ast"
)

// Built-in functions of assembly by their effect:
var (
	// yulRefused may have arbitrary effects.
	yulRefused = names("datacopy", "setimmutable", "verbatim", "linkersymbol", "memoryguard")
	// yulWrites write to memory at their first argument.
	yulWrites = names("mstore", "mstore8", "calldatacopy", "codecopy", "returndatacopy", "mcopy", "extcodecopy")
	// yulReads return an arbitrary word.
	yulReads = names("mload", "msize", "gas", "calldataload", "calldatasize", "codesize", "extcodesize", "extcodehash",
		"returndatasize", "keccak256", "sha3", "balance", "origin", "gasprice", "blockhash", "blobhash", "coinbase", "difficulty", "prevrandao", "gaslimit",
		"basefee", "blobbasefee", "pc", "signextend", "byte", "exp", "sar", "clz", "timestamp", "number", "chainid")
	// yulNothing have neither a result nor an effect here.
	yulNothing = names("pop", "log0", "log1", "log2", "log3", "log4")
)

// slotAccess are the functions whose first argument is a slot.
var slotAccess = names("sload", "sstore", "tload", "tstore")

func names(ns ...string) map[string]bool {
	m := map[string]bool{}
	for _, n := range ns {
		m[n] = true
	}
	return m
}

// call translates a call; arguments are evaluated from the last to the first.
func (y *yulBody) call(c *ast.Yul, in *yulScope) []boogie.Expr {
	if c.Kind != "call" {
		fail(c, "This expression in assembly is not supported")
	}
	slot := exactSlot(c)
	args := make([]boogie.Expr, len(c.Args))
	for i := len(c.Args) - 1; i >= 0; i-- {
		if i == 0 && slot != nil && slotAccess[c.Name] {
			continue
		}
		args[i] = y.save(y.expr(c.Args[i], in), y.t.uintSort())
	}
	if f := in.functions[c.Name]; f != nil {
		return y.function(c, f, args, in)
	}
	one := func(e boogie.Expr) []boogie.Expr { return []boogie.Expr{y.save(e, y.t.uintSort())} }
	if arity, ok := yulArity[c.Name]; ok && arity != len(args) {
		fail(c, "The call of %s in assembly is not understood", c.Name)
	}
	switch {
	case (c.Name == "sload" || c.Name == "tload") && slot != nil:
		return one(y.toWord(y.load(c, y.stateVar(c, slot, boogie.Id("this"))).e, slot.T))
	case c.Name == "sload" || c.Name == "tload":
		return one(y.anyWord(c))
	case c.Name == "sstore" || c.Name == "tstore":
		y.sstore(c, slot, args)
		return nil
	case yulReverts[c.Name]:
		y.emit(&boogie.Assume{Cond: boogie.B(false)})
		return nil
	case c.Name == "extcodecopy":
		y.memoryWrite(c, args[min(1, len(args)):])
		return nil
	case yulWrites[c.Name]:
		y.memoryWrite(c, args)
		return nil
	case (c.Name == "selfdestruct" || c.Name == "suicide") && len(args) == 1:
		y.selfdestruct(c, y.addressOf(c, args[0]))
		return nil
	case c.Name == "return" || c.Name == "stop":
		y.end(c, c.Name)
		return nil
	case yulCalls[c.Name] != 0:
		return one(y.callOutside(c, args))
	case c.Name == "create" || c.Name == "create2":
		return one(y.create(c, args))
	case yulNothing[c.Name]:
		return nil
	case c.Name == "callvalue":
		return one(boogie.Id("msg_value"))
	case c.Name == "caller" || c.Name == "address":
		if y.t.o.Mode == BV {
			return one(y.anyWord(c))
		}
		e := boogie.Id(map[string]string{"caller": "msg_sender", "address": "this"}[c.Name])
		y.fact(y.t.inRange(e, ast.Int(160, false)))
		return one(e)
	case c.Name == "selfbalance":
		return one(y.load(c, variable(Balance, nil).element(boogie.Id("this"), uint256)).e)
	}
	if e := y.operation(c, args); e != nil {
		return one(e)
	}
	if yulReads[c.Name] {
		return one(y.anyWord(c))
	}
	fail(c, "%s in assembly is not supported", c.Name)
	return nil
}

// function inlines a function's body at a call.
func (y *yulBody) function(c *ast.Yul, f *ast.Yul, args []boogie.Expr, in *yulScope) []boogie.Expr {
	if y.active[f] {
		fail(c, "Recursion in assembly is not supported")
	}
	if len(args) != len(f.Names) || len(y.active) >= maxInline {
		fail(c, "The call of %s in assembly is not supported", c.Name)
	}
	inner := &yulScope{vars: map[string]*boogie.Ident{}, functions: in.functions}
	for i, p := range f.Names {
		inner.vars[p.Name] = y.local("?yul_"+p.Name, y.t.uintSort())
		y.set(inner.vars[p.Name], args[i])
	}
	for _, r := range f.Outs {
		inner.vars[r.Name] = y.local("?yul_"+r.Name, y.t.uintSort())
		y.set(inner.vars[r.Name], y.word(0))
	}
	leave, breaks := y.leave, y.breaks
	y.leave, y.breaks = y.label("leave"), nil
	y.active[f] = true
	y.block(f.Body, inner)
	delete(y.active, f)
	y.emit(&boogie.Label{Name: y.leave})
	y.changed()
	y.leave, y.breaks = leave, breaks
	var outs []boogie.Expr
	for _, r := range f.Outs {
		outs = append(outs, y.save(inner.vars[r.Name], y.t.uintSort()))
	}
	return outs
}

func (y *yulBody) sstore(c *ast.Yul, slot *ast.VariableDeclaration, args []boogie.Expr) {
	if len(y.contexts) > 0 {
		fail(c, "sstore in a library with references to storage is not supported")
	}
	if slot != nil {
		y.write(c, y.stateVar(c, slot, boogie.Id("this")), y.fromWord(args[1], slot.T))
		return
	}
	y.change(&boogie.Havoc{Vars: y.everything()})
}

// memoryWrite havocs all memory, unless only the scratch space is written.
func (y *yulBody) memoryWrite(c *ast.Yul, args []boogie.Expr) {
	if len(args) == 0 {
		fail(c, "The call of %s in assembly is not understood", c.Name)
	}
	if k := constantOf(args[0]); k != nil {
		if size := map[string]int64{"mstore": 32, "mstore8": 1}[c.Name]; size > 0 && k.Cmp(big.NewInt(scratch-size)) <= 0 {
			return
		}
	}
	if !y.safe {
		fail(c, "Assembly that writes to memory is supported only where it is declared memory-safe")
	}
	if y.t.stringsInAssembly() {
		fail(c, "Assembly that may write to strings in memory is not supported")
	}
	if y.t.memory == nil {
		y.t.memory = &boogie.Procedure{Name: "memory_changes", Attrs: boogie.Attributes{boogie.Attr("inline", boogie.N(1))}}
		y.t.prog.Decls = append(y.t.prog.Decls, y.t.memory)
	}
	y.change(&boogie.Call{Proc: y.t.memory.Name})
}

// yulArity is the number of arguments of operations.
var yulArity = map[string]int{"add": 2, "sub": 2, "mul": 2, "div": 2, "sdiv": 2, "mod": 2, "smod": 2, "not": 1, "lt": 2, "gt": 2, "slt": 2, "sgt": 2,
	"eq": 2, "iszero": 1, "and": 2, "or": 2, "xor": 2, "shl": 2, "shr": 2, "addmod": 3, "mulmod": 3, "sload": 1, "sstore": 2, "tload": 1, "tstore": 2}

// operation returns the word that an operation computes exactly; nil if it is not modelled.
func (y *yulBody) operation(c *ast.Yul, a []boogie.Expr) boogie.Expr {
	if _, ok := yulArity[c.Name]; !ok {
		return nil
	}
	zero := y.word(0)
	int256 := ast.Int(256, true)
	signed := func(e boogie.Expr) boogie.Expr { return y.cast(e, uint256, int256) }
	guard := func(e boogie.Expr) boogie.Expr { // division by zero is zero
		return boogie.Cond(boogie.Bin(boogie.Eq, a[len(a)-1], zero), zero, e)
	}
	compare := func(op string, x, z boogie.Expr, ty *ast.Type) boogie.Expr { return y.flag(y.compare(c, op, x, z, ty)) }
	switch c.Name {
	case "lt":
		return compare("<", a[0], a[1], uint256)
	case "gt":
		return compare(">", a[0], a[1], uint256)
	case "slt":
		return compare("<", signed(a[0]), signed(a[1]), int256)
	case "sgt":
		return compare(">", signed(a[0]), signed(a[1]), int256)
	case "eq":
		return y.flag(boogie.Bin(boogie.Eq, a[0], a[1]))
	case "iszero":
		return y.flag(boogie.Bin(boogie.Eq, a[0], zero))
	}
	if y.t.o.Mode == BV {
		return y.bvOperation(c, a, guard)
	}
	switch c.Name {
	case "add":
		return y.t.wrap(boogie.Bin(boogie.Add, a[0], a[1]), uint256, true)
	case "sub":
		return y.t.wrap(boogie.Bin(boogie.Sub, a[0], a[1]), uint256, true)
	case "mul":
		return y.t.wrap(boogie.Bin(boogie.Mul, a[0], a[1]), uint256, false)
	case "div":
		return guard(boogie.Bin(boogie.Div, a[0], a[1]))
	case "mod":
		return guard(boogie.Bin(boogie.Mod, a[0], a[1]))
	case "sdiv":
		return guard(y.t.wrap(y.t.tdiv(signed(a[0]), signed(a[1])), uint256, false))
	case "smod":
		return guard(y.t.wrap(y.t.trem(signed(a[0]), signed(a[1])), uint256, false))
	case "addmod":
		return guard(boogie.Bin(boogie.Mod, boogie.Bin(boogie.Add, a[0], a[1]), a[2]))
	case "mulmod":
		return guard(boogie.Bin(boogie.Mod, boogie.Bin(boogie.Mul, a[0], a[1]), a[2]))
	case "not":
		return boogie.Bin(boogie.Sub, boogie.Big(maxUint256), a[0])
	case "shl":
		return y.shift(c, "<<", a[1], a[0], uint256, uint256)
	case "shr":
		return y.shift(c, ">>", a[1], a[0], uint256, uint256)
	}
	op := map[string]string{"and": "&", "or": "|", "xor": "^"}[c.Name]
	e := y.save(y.bitwise(c, op, a[0], a[1], uint256, uint256), y.t.uintSort())
	if op == "^" { // non-zero where the words differ
		y.fact(boogie.Bin(boogie.Iff, boogie.Bin(boogie.Eq, e, zero), boogie.Bin(boogie.Eq, a[0], a[1])))
		return e
	}
	flags := boogie.AndOf(boogie.Bin(boogie.Le, a[0], y.word(1)), boogie.Bin(boogie.Le, a[1], y.word(1)))
	join := boogie.And
	if op == "|" {
		join = boogie.Or
	}
	y.fact(boogie.Bin(boogie.Implies, flags, boogie.Bin(boogie.Eq, e, y.flag(boogie.Bin(join, y.isTrue(a[0]), y.isTrue(a[1]))))))
	return e
}

func (y *yulBody) bvOperation(c *ast.Yul, a []boogie.Expr, guard func(boogie.Expr) boogie.Expr) boogie.Expr {
	op := func(name string, xs ...boogie.Expr) boogie.Expr { return y.t.bvApp(name, 256, false, xs...) }
	switch c.Name {
	case "add", "sub", "mul", "and", "or", "xor":
		return op("bv"+c.Name, a[0], a[1])
	case "div":
		return guard(op("bvudiv", a[0], a[1]))
	case "mod":
		return guard(op("bvurem", a[0], a[1]))
	case "sdiv":
		return guard(op("bvsdiv", a[0], a[1]))
	case "smod":
		return guard(op("bvsrem", a[0], a[1]))
	case "not":
		return op("bvnot", a[0])
	case "shl":
		return op("bvshl", a[1], a[0])
	case "shr":
		return op("bvlshr", a[1], a[0])
	}
	return y.anyWord(c)
}
