package translate

import (
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
		if m, ok := n.(*ast.MemberAccess); ok && (m.Member == "sig" || m.Member == "data") {
			used = used || m.X.Type().Kind == ast.Magic
		}
		return !used
	}
	for _, u := range t.p.Units {
		ast.Walk(u, see)
	}
	for _, c := range t.p.Contracts {
		ast.Walk(c, see)
	}
	if used {
		any := boogie.Attributes{boogie.Attr("any")}
		t.global(sigVar, t.sortOf(nil, bytes4), any)
		t.global(dataVar, boogie.Int, any)
	}
}

// fromOutside performs a call whose callee sees other call data.
func (b *body) fromOutside(call func() value) value {
	if !b.t.declared[sigVar] {
		return call()
	}
	sig, data := boogie.Id(sigVar), boogie.Id(dataVar)
	oldSig, oldData := b.temp(b.t.sortOf(nil, bytes4)), b.temp(boogie.Int)
	b.emit(boogie.Set(oldSig, sig))
	b.emit(boogie.Set(oldData, data))
	b.change(&boogie.Havoc{Vars: []*boogie.Ident{sig, data}})
	v := call()
	b.set(sig, oldSig)
	b.set(data, oldData)
	return v
}
