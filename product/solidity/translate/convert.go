package translate

import (
	"encoding/hex"
	"fmt"
	"math/big"
	"strings"

	"cupel/product/boogie"
	"cupel/product/solidity/ast"
)

// bvResize extends or truncates a bit-vector.
func (t *translator) bvResize(e boogie.Expr, from, to int, signed bool) boogie.Expr {
	switch {
	case from == to:
		return e
	case from > to:
		return &boogie.Extract{X: e, Hi: to, Lo: 0}
	}
	kind := "zero_extend"
	if signed {
		kind = "sign_extend"
	}
	name := fmt.Sprintf("bv_%s_%d_to_%d", kind, from, to)
	t.function(name, boogie.Attributes{boogie.Attr("bvbuiltin", boogie.Str(fmt.Sprintf("(_ %s %d)", kind, to-from)))}, boogie.BV(to), nil, boogie.BV(from))
	return boogie.App(name, e)
}

// convert converts a value to another type, implicitly or explicitly.
func (b *body) convert(n ast.Node, v value, to *ast.Type) value {
	t := b.t
	r := func(e boogie.Expr) value { return b.value(n, e, to) }
	from := v.t
	if v.e == nil && from.Kind != ast.TupleOf && from.Kind != ast.StringLiteral && from.Kind != ast.Rational {
		fail(n, "This value is not supported here")
	}
	if to.Kind == ast.TupleOf || from.Kind == ast.TupleOf {
		return v
	}
	if u := t.underlying(n, to); u != to && from.Kind != ast.UserValue {
		return r(b.convert(n, v, u).e)
	}
	switch {
	case from.Kind == ast.Rational:
		return r(b.constant(n, from.Rat, to))
	case from.IsReference() && to.IsReference():
		return b.convertReference(n, v, to)
	case from.Kind == ast.Bytes && to.Kind == ast.FixedBytes:
		return r(b.firstBytes(n, v, to))
	case from.Kind == ast.StringLiteral:
		return r(b.stringLiteral(n, from, to))
	case from.Kind == ast.UserValue || from.Same(to) || from.Kind == ast.Function && to.Kind == ast.Function && from.Func == to.Func:
		return r(v.e)
	}
	isAddress := func(x *ast.Type) bool { return x.Kind == ast.Address || x.Kind == ast.Contract || x.Kind == ast.Super }
	switch {
	case isAddress(from) && isAddress(to):
		return r(v.e)
	case from.Kind == ast.Integer && to.Kind == ast.Integer:
		return r(b.cast(v.e, from, to))
	case isAddress(from) && (to.Kind == ast.Integer || to.Kind == ast.FixedBytes), (from.Kind == ast.Integer || from.Kind == ast.FixedBytes) && isAddress(to):
		if t.o.Mode == BV {
			if k := constantOf(v.e); k != nil && isAddress(to) {
				return r(boogie.Big(k))
			}
			fail(n, "Conversions between numbers and addresses are not supported in arithmetic bv")
		}
		a160 := ast.Int(160, false)
		if isAddress(from) {
			b.addressFact(v.e)
			return r(b.convert(n, value{e: v.e, t: asNumber(a160, to)}, to).e)
		}
		return r(b.convert(n, v, asNumber(a160, from)).e)
	case from.Kind == ast.FixedBytes && to.Kind == ast.FixedBytes:
		return r(b.resizeBytes(v.e, from.Bits, to.Bits))
	case from.Kind == ast.FixedBytes && to.Kind == ast.Integer, from.Kind == ast.Integer && to.Kind == ast.FixedBytes:
		return r(b.cast(v.e, ast.Int(from.Bits, from.Signed), ast.Int(to.Bits, to.Signed)))
	case from.Kind == ast.Enum && to.Kind == ast.Integer:
		return r(b.cast(v.e, ast.Int(8, false), to))
	case from.Kind == ast.Integer && to.Kind == ast.Enum:
		return r(b.toEnum(n, v, to))
	}
	fail(n, "Conversion from %s to %s is not supported", from.Text, to.Text)
	return value{}
}

// firstBytes returns the first bytes as bytesN, padded with zeros.
func (b *body) firstBytes(n ast.Node, v value, to *ast.Type) boogie.Expr {
	rec := b.t.memoryArray(n, v.t.At(ast.Memory, true))
	content := v.e
	if inMemory(v.t) {
		content = variable(memoryArrayName(rec), v.t).element(v.e, v.t).read()
	}
	length := rec.sel(1, content)
	b.lengthFact(length)
	var all boogie.Expr = boogie.N(0)
	for i := range to.Bits / 8 {
		k := b.t.uintConst(big.NewInt(int64(i))).e
		byteAt := boogie.At(rec.sel(0, content), k)
		b.read(byteAt, byteType)
		there := b.uintOp("<", k, length)
		switch {
		case b.t.o.Mode != BV:
			weight := boogie.Big(pow2(to.Bits - 8*(i+1)))
			all = boogie.Bin(boogie.Add, all, boogie.Cond(there, boogie.Bin(boogie.Mul, byteAt, weight), boogie.N(0)))
		case i == 0:
			all = boogie.Cond(there, byteAt, b.t.zero(n, byteType).e)
		default:
			all = boogie.Bin(boogie.Concat, all, boogie.Cond(there, byteAt, b.t.zero(n, byteType).e))
		}
	}
	return all
}

// asNumber returns a160, or bytes20 if the other side is bytes.
func asNumber(a160, other *ast.Type) *ast.Type {
	if other.Kind == ast.FixedBytes {
		return &ast.Type{Kind: ast.FixedBytes, Bits: 160, Text: "bytes20"}
	}
	return a160
}

// cast converts between integer types with wrap-around.
func (b *body) cast(e boogie.Expr, from, to *ast.Type) boogie.Expr {
	if b.t.o.Mode == BV {
		return b.t.bvResize(e, from.Bits, to.Bits, from.Signed)
	}
	if k := constantOf(e); k != nil {
		return boogie.Big(wrapConst(k, to))
	}
	flow, fhigh := limits(from)
	tlow, thigh := limits(to)
	if flow.Cmp(tlow) >= 0 && fhigh.Cmp(thigh) <= 0 {
		return e
	}
	if b.t.o.Mode == Int && from.Signed == to.Signed && from.Bits <= to.Bits {
		return e
	}
	return b.t.wrap(e, to, false)
}

func wrapConst(v *big.Int, to *ast.Type) *big.Int {
	m := pow2(to.Bits)
	r := new(big.Int).Mod(v, m)
	if _, high := limits(to); r.Cmp(high) > 0 {
		r.Sub(r, m)
	}
	return r
}

// constant returns a constant of a type.
func (b *body) constant(n ast.Node, v *big.Rat, to *ast.Type) boogie.Expr {
	if !v.IsInt() {
		fail(n, "The constant %s is no integer", v.RatString())
	}
	i := v.Num()
	switch to.Kind {
	case ast.Integer:
		return b.t.num(wrapConst(i, to), to)
	case ast.FixedBytes:
		return b.t.num(wrapConst(i, ast.Int(to.Bits, false)), to)
	case ast.Address, ast.Contract:
		return boogie.Big(wrapConst(i, ast.Int(160, false)))
	case ast.Enum:
		d, ok := b.t.p.Node(to.Decl).(*ast.EnumDefinition)
		if ok && i.Sign() >= 0 && i.Cmp(big.NewInt(int64(len(d.Members)))) < 0 {
			return b.t.num(i, to)
		}
		return b.toEnum(n, value{e: b.t.num(i, uint256), t: uint256}, to)
	case ast.Rational:
		return boogie.Big(i)
	}
	fail(n, "A constant of type %s is not supported", to.Text)
	return nil
}

// resizeBytes truncates or extends bytesN at its end.
func (b *body) resizeBytes(e boogie.Expr, from, to int) boogie.Expr {
	switch {
	case from == to:
		return e
	case b.t.o.Mode == BV && from > to:
		return &boogie.Extract{X: e, Hi: from, Lo: from - to}
	case b.t.o.Mode == BV:
		return boogie.Bin(boogie.Concat, e, boogie.Bits(new(big.Int), to-from))
	}
	if k := constantOf(e); k != nil {
		if from > to {
			return boogie.Big(new(big.Int).Rsh(k, uint(from-to)))
		}
		return boogie.Big(new(big.Int).Lsh(k, uint(to-from)))
	}
	if from > to {
		return boogie.Bin(boogie.Div, e, boogie.Big(pow2(from-to)))
	}
	return boogie.Bin(boogie.Mul, e, boogie.Big(pow2(to-from)))
}

// toEnum is an explicit conversion, which panics if the number has no member.
func (b *body) toEnum(n ast.Node, v value, to *ast.Type) boogie.Expr {
	d, ok := b.t.p.Node(to.Decl).(*ast.EnumDefinition)
	if !ok {
		fail(n, "The enum %s is not known", to.Text)
	}
	count := big.NewInt(int64(len(d.Members)))
	var in boogie.Expr
	if b.t.o.Mode == BV {
		in = boogie.B(true)
		if count.BitLen() <= v.t.Bits && (!v.t.Signed || count.BitLen() < v.t.Bits) {
			in = b.t.bvApp("bvult", v.t.Bits, true, v.e, boogie.Bits(count, v.t.Bits))
		}
	} else {
		in = boogie.AndOf(boogie.Bin(boogie.Le, boogie.N(0), v.e), boogie.Bin(boogie.Lt, v.e, boogie.Big(count)))
	}
	if !b.spec {
		b.emit(&boogie.Assert{Attrs: at(n, "Conversion to enum might be out of range"), Cond: in})
	}
	if b.t.o.Mode == BV {
		return b.t.bvResize(v.e, v.t.Bits, 8, false)
	}
	return v.e
}

// stringLiteral converts a literal to string or bytes.
func (b *body) stringLiteral(n ast.Node, from, to *ast.Type) boogie.Expr {
	l := literalOf(n)
	text := l.Value
	exact := !strings.ContainsRune(text, '\\')
	if l.Hex != "" {
		raw, err := hex.DecodeString(l.Hex)
		if err != nil {
			fail(n, "The literal is not supported")
		}
		text, exact = string(raw), true
	}
	switch to.Kind {
	case ast.String:
		if text == "" {
			return boogie.N(0)
		}
		return boogie.N(int64(b.t.intern("str:" + text)))
	case ast.FixedBytes:
		if len(text)*8 > to.Bits || !exact {
			fail(n, "The literal is not supported as %s", to.Text)
		}
		v := new(big.Int).SetBytes([]byte(text))
		return b.t.num(v.Lsh(v, uint(to.Bits-8*len(text))), to)
	case ast.Bytes:
		if !exact {
			fail(n, "The literal is not supported as %s", to.Text)
		}
		mem := to.At(ast.Memory, true)
		p := b.newMemory(n, mem, b.t.uintConst(big.NewInt(int64(len(text)))).e)
		rec := b.t.memoryArray(n, mem)
		arr := variable(memoryArrayName(rec), mem).element(p, mem).part(rec, 0, mem)
		for i := range len(text) {
			b.change(arr.element(b.t.uintConst(big.NewInt(int64(i))).e, byteType).store(b.t.num(big.NewInt(int64(text[i])), byteType)))
		}
		if !inMemory(to) {
			return b.storageCopy(n, p, mem)
		}
		return p
	}
	fail(n, "The literal is not supported as %s", to.Text)
	return nil
}

func literalOf(n ast.Node) *ast.Literal {
	if l, ok := n.(*ast.Literal); ok {
		return l
	}
	if t, ok := n.(*ast.Tuple); ok && len(t.Items) == 1 {
		return literalOf(t.Items[0])
	}
	fail(n, "The literal is not supported here")
	return nil
}
