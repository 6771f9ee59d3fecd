package translate

import (
	"math/big"

	"cupel/product/boogie"
	"cupel/product/solidity/ast"
)

// msg.sig and msg.data of an external call are visible in internally called functions, so they are global
// variables, declared only in programs that mention them.
const (
	sigVar  = "msg_sig"
	dataVar = "msg_data"
)

var (
	bytes4   = &ast.Type{Kind: ast.FixedBytes, Bits: 32, Text: "bytes4"}
	dataType = (&ast.Type{Kind: ast.Bytes, Text: "bytes calldata"}).At(ast.Calldata, false)
	callData = &place{name: dataVar, t: dataType, pointer: true}
)

// declareCallData declares the variables if the program mentions msg.sig or msg.data.
func (t *translator) declareCallData() {
	used := false
	see := func(n ast.Node) bool {
		if m, ok := n.(*ast.MemberAccess); ok && (m.Member == "sig" || m.Member == "data") && m.X.Type().Kind == ast.Magic {
			used = true
			t.usesData = t.usesData || m.Member == "data"
		}
		return !t.usesData
	}
	t.p.Walk(see)
	if used {
		any := boogie.Attributes{boogie.Attr("any")}
		t.global(sigVar, t.sortOf(nil, bytes4), any)
		t.global(dataVar, boogie.Int, any)
	}
}

// fromOutside performs a call of a function whose code sees other call data.
func (b *body) fromOutside(f *ast.FunctionDefinition, call func() value) value {
	if !b.t.declared[sigVar] {
		return call()
	}
	restore := b.keepData()
	b.callDataOf(f, false)
	v := call()
	restore()
	return v
}

// callDataOf sets msg.sig and msg.data for a call of a function from outside; with chosen the caller may choose any. What the data encode is
// not modelled, except for the selector and that static parameters are there.
func (b *body) callDataOf(f *ast.FunctionDefinition, chosen bool) {
	data, known := b.dataOf(f, chosen)
	is := func(cond boogie.Expr) { b.fact(cond) }
	if chosen {
		is = func(cond boogie.Expr) { b.emit(&boogie.Assume{Cond: cond}) }
	}
	var length boogie.Expr
	switch {
	case known:
		length = b.save(b.lengthPlace(f, data).read(), b.t.uintSort())
		b.lengthFact(length)
	case f.Kind == "fallback":
		l := b.temp(b.t.uintSort())
		b.change(b.unknown(chosen, l))
		b.lengthFact(l)
		length = l
	}
	if b.t.usesData {
		b.set(boogie.Id(dataVar), data.e)
	}
	var sig boogie.Expr
	switch selector := b.t.selector(f); {
	case f.Kind == "constructor" || f.Kind == "receive":
		sig = b.t.num(new(big.Int), bytes4)
		if known {
			is(b.hasLength(length, 0))
		}
	case f.Kind == "fallback" && known:
		sig = b.save(b.firstBytes(f, data, bytes4), b.t.sortOf(f, bytes4))
	case f.Kind == "fallback":
		sig = b.someSelector(f, true)
	case selector == nil: // of a library
		sig = b.someSelector(f, false)
	default:
		sig = b.t.num(selector, bytes4)
		if known && b.t.p.Version.AtLeast(0, 5) { // before, shorter data could select a function, too
			is(b.uintOp(">=", length, b.t.uintConst(big.NewInt(4+b.t.headSize(f))).e))
		}
	}
	b.set(boogie.Id(sigVar), sig)
	switch {
	case f.Kind == "fallback":
		b.emit(&boogie.Assume{Cond: b.selectsNone(sig, length)})
	case known:
		is(boogie.Bin(boogie.Eq, sig, b.firstBytes(f, data, bytes4)))
	}
}

// dataOf returns the data of a call of a function, unless nothing mentions them.
func (b *body) dataOf(f *ast.FunctionDefinition, chosen bool) (data value, known bool) {
	if f.Kind == "fallback" && len(f.Params) == 1 { // its parameter is msg.data
		p := f.Params[0]
		return value{e: b.env[p.ID], t: p.T, sort: boogie.Int}, true
	}
	if !b.t.usesData {
		return value{}, false
	}
	defer func(outside bool) { b.outside = outside }(b.outside)
	b.outside = chosen
	return b.arbitrary(f, dataType.At(ast.Memory, true)), true
}

// selectsNone is the condition that data of a length which begin with a selector call no function, so that the fallback function runs.
func (b *body) selectsNone(sig, length boogie.Expr) boogie.Expr {
	long := b.uintOp(">=", length, b.t.uintConst(big.NewInt(4)).e)
	conds := []boogie.Expr{boogie.Bin(boogie.Implies, b.hasLength(length, 0), boogie.Bin(boogie.Eq, sig, b.t.num(new(big.Int), bytes4)))}
	for n := int64(1); n < 4; n++ { // shorter data are padded with zeros
		conds = append(conds, boogie.Bin(boogie.Implies, b.hasLength(length, n), b.lowZeros(sig, int(32-8*n))))
	}
	for _, c := range b.c.contract.Linearized {
		for _, m := range c.Nodes {
			if g, ok := m.(*ast.FunctionDefinition); ok && g.Kind == "receive" {
				conds = append(conds, boogie.NotOf(b.hasLength(length, 0)))
			}
			if s := b.t.selector(m); s != nil {
				conds = append(conds, boogie.Bin(boogie.Implies, long, boogie.Bin(boogie.Ne, sig, b.t.num(s, bytes4))))
			}
		}
	}
	return boogie.AndOf(conds...)
}

func (b *body) hasLength(length boogie.Expr, n int64) boogie.Expr {
	return boogie.Bin(boogie.Eq, length, b.t.uintConst(big.NewInt(n)).e)
}

// headSize is the number of bytes that the encoding of arguments has at least.
func (t *translator) headSize(f *ast.FunctionDefinition) int64 {
	size := new(big.Int)
	for _, p := range f.Params {
		if n, static := t.staticSize(p.T); static && !storageReference(p) {
			size.Add(size, n)
		} else {
			size.Add(size, big.NewInt(wordSize)) // its place
		}
	}
	if !size.IsInt64() || size.Int64() > maxHead {
		return maxHead
	}
	return size.Int64()
}

// staticSize is the size of an encoded value of a type; static is false for types of varying size.
func (t *translator) staticSize(ty *ast.Type) (size *big.Int, static bool) {
	switch ty.Kind {
	case ast.Bytes, ast.String, ast.Mapping:
		return nil, false
	case ast.Array:
		if ty.Len == nil {
			return nil, false
		}
		n, ok := t.staticSize(ty.Elem)
		if !ok {
			return nil, false
		}
		return n.Mul(n, ty.Len), true
	case ast.Struct:
		s, ok := t.p.Node(ty.Decl).(*ast.StructDefinition)
		if !ok {
			return nil, false
		}
		sum := new(big.Int)
		for _, m := range s.Members {
			n, ok := t.staticSize(m.T)
			if !ok {
				return nil, false
			}
			sum.Add(sum, n)
		}
		return sum, true
	}
	return big.NewInt(wordSize), true
}
