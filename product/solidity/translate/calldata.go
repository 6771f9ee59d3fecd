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
		if m, ok := n.(*ast.MemberAccess); ok && (m.Member == "sig" || m.Member == "data") && m.X.Type().Kind == ast.Magic {
			used = true
			t.usesData = t.usesData || m.Member == "data"
		}
		return !t.usesData
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
