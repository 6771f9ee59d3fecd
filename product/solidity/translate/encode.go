package translate

import (
	"fmt"
	"math/big"
	"strings"

	"cupel/product/boogie"
	"cupel/product/solidity/ast"
)

// abi.encode, bytes.concat and similar functions are uninterpreted functions of their arguments' values. So encodings of
// equal values are equal, and so are their hashes. Of the result is known: its length where all arguments have a fixed
// size, the selector at its beginning, and what abi.decode reads from it. Values of one word are encoded as words, so that
// the encoding does not depend on their types; only abi.encodePacked and arithmetic bv distinguish types.

// part is a part of what is encoded: a value and how it is encoded.
type part struct {
	class string
	e     boogie.Expr
	sort  boogie.Type
	size  int64 // in bytes; 0: not fixed
}

// encoded translates such a call; done is false if an argument has no form that is known here.
func (b *body) encoded(x *ast.FunctionCall, kind string) (v value, done bool) {
	result := x.Type().At(ast.Memory, true)
	if result.Kind != ast.Bytes || b.spec {
		return value{}, false
	}
	args, selector, ok := b.encodedArguments(x, kind)
	if !ok {
		return value{}, false
	}
	packed := kind == "abiencodepacked" || kind == "bytesconcat"
	for _, a := range args {
		if t := a.x.Type(); !encodable(b.t, t, packed) || a.to != nil && !encodable(b.t, a.to, packed) {
			return value{}, false
		}
	}
	var fs []func() value
	if selector != nil {
		fs = append(fs, selector)
	}
	for _, a := range args {
		fs = append(fs, func() value { return b.content(a.x, a.to, packed) })
	}
	vs := b.inOrder(fs...)
	var parts []part
	size := int64(0)
	if selector != nil {
		size, vs = 4, append(vs[1:], vs[0])
	}
	for i, a := range args {
		parts = append(parts, b.partsOf(a.x, vs[i], packed)...)
	}
	rec := b.t.memoryArray(x, result)
	var content boogie.Expr
	if len(parts) == 0 && selector == nil {
		content = b.t.zero(x, result.At(ast.Storage, false)).e
	} else {
		content = b.encoding(x, rec, parts, vs[len(args):], packed, size)
	}
	if kind == "bytesconcat" {
		var length boogie.Expr = b.t.uintConst(new(big.Int)).e
		for i, a := range args {
			length = b.uintOp("+", length, b.lengthOf(a.x, vs[i]))
		}
		b.fact(boogie.Bin(boogie.Eq, rec.sel(1, content), length)) // bounded by memory
	}
	ptr := b.allocate()
	b.change(variable(memoryArrayName(rec), result).element(ptr, result).store(content))
	return value{e: ptr, t: result, sort: boogie.Int}, true
}

// encoding returns the content that encodes parts, behind a selector if there is one, and assumes what is known of it.
func (b *body) encoding(n ast.Node, rec *datatype, parts []part, selector []value, packed bool, size int64) boogie.Expr {
	shape := shapeOf(parts)
	name := map[bool]string{false: "abiencode", true: "abiencodepacked"}[packed]
	var args []boogie.Expr
	var sorts []boogie.Type
	if len(selector) > 0 {
		name += "withselector"
		args, sorts = append(args, selector[0].e), append(sorts, selector[0].sort)
	}
	varying := 0
	for _, p := range parts {
		args, sorts = append(args, p.e), append(sorts, p.sort)
		size += p.size
		if p.size == 0 {
			varying++
			if !packed {
				size += 2 * wordSize // its place and its length
			}
		}
	}
	b.t.function(name+shape, nil, boogie.TypeName(rec.name), nil, sorts...)
	content := boogie.App(name+shape, args...)
	length := rec.sel(1, content)
	if varying == 0 {
		b.fact(boogie.Bin(boogie.Eq, length, b.t.uintConst(big.NewInt(size)).e))
	} else {
		b.lengthFact(length)
		b.fact(b.uintOp(">=", length, b.t.uintConst(big.NewInt(size)).e))
	}
	if packed && varying > 1 { // different values may have the same encoding
		return content
	}
	for i, p := range parts {
		b.fact(boogie.Bin(boogie.Eq, b.decoding(rec, decodingName(packed, len(selector) > 0), shape, i, p.sort, content), p.e))
	}
	if len(selector) > 0 {
		for i := range 4 {
			at := boogie.At(rec.sel(0, content), b.t.uintConst(big.NewInt(int64(i))).e)
			b.fact(boogie.Bin(boogie.Eq, at, b.byteNumber(selector[0].e, bytes4, i)))
		}
	}
	return content
}

// decodingName is the function that reads encodings of a kind.
func decodingName(packed, selector bool) string {
	switch {
	case packed:
		return "abidecodepacked"
	case selector:
		return "abidecodewithselector"
	}
	return "abidecode"
}

// decoding is part i of an encoding of a shape.
func (b *body) decoding(rec *datatype, name, shape string, i int, sort boogie.Type, content boogie.Expr) boogie.Expr {
	name += fmt.Sprintf("%s#%d", shape, i)
	b.t.function(name, nil, sort, nil, boogie.TypeName(rec.name))
	return boogie.App(name, content)
}

func shapeOf(parts []part) string {
	var s strings.Builder
	for _, p := range parts {
		s.WriteString("#" + strings.ReplaceAll(p.class, " ", "_"))
	}
	return s.String()
}

// byteNumber is byte i of bytesN, the first one being the most significant.
func (b *body) byteNumber(e boogie.Expr, t *ast.Type, i int) boogie.Expr {
	low := t.Bits - 8*(i+1)
	if k := constantOf(e); k != nil {
		return b.t.num(new(big.Int).And(new(big.Int).Rsh(k, uint(low)), big.NewInt(0xff)), byteType)
	}
	if b.t.o.Mode == BV {
		return &boogie.Extract{X: e, Hi: low + 8, Lo: low}
	}
	return boogie.Bin(boogie.Mod, boogie.Bin(boogie.Div, e, boogie.Big(pow2(low))), boogie.N(256))
}

// encodedArgument is an argument with the type to which it is converted first; nil: its own.
type encodedArgument struct {
	x  ast.Expr
	to *ast.Type
}

// encodedArguments returns what a call encodes, and what computes the selector in front of it; nil: there is none.
func (b *body) encodedArguments(x *ast.FunctionCall, kind string) (args []encodedArgument, selector func() value, ok bool) {
	rest := x.Args
	number := func(v *big.Int) func() value {
		return func() value { return b.value(x, b.t.num(v, bytes4), bytes4) }
	}
	switch kind {
	case "abiencodewithselector":
		if len(rest) == 0 {
			return nil, nil, false
		}
		selector, rest = func() value { return b.as(x.Args[0], bytes4) }, rest[1:]
	case "abiencodewithsignature":
		if len(rest) == 0 {
			return nil, nil, false
		}
		text, known := constantText(x.Args[0])
		if !known && x.Args[0].Type().Kind == ast.String {
			selector = func() value { // the first bytes of the hash
				h := b.stringFunction(x, x.Args[0], "keccak256_string", &ast.Type{Kind: ast.FixedBytes, Bits: 256, Text: "bytes32"})
				return b.value(x, b.save(b.resizeBytes(h.e, 256, selectorBits), b.t.sortOf(x, bytes4)), bytes4)
			}
			rest = rest[1:]
			break
		}
		if !known {
			return nil, nil, false
		}
		selector, rest = number(new(big.Int).Rsh(keccak256(text), 224)), rest[1:]
	case "abiencodecall":
		if len(rest) != 2 {
			return nil, nil, false
		}
		d := declared(rest[0])
		if d == nil && b.t.o.Mode != BV {
			selector = func() value { // of a pointer
				return b.value(x, b.save(boogie.Bin(boogie.Mod, b.expr(rest[0]).e, boogie.Big(pow2(selectorBits))), boogie.Int), bytes4)
			}
		} else if d == nil || hasEffects(rest[0]) || b.t.selector(d) == nil {
			return nil, nil, false
		} else {
			selector = number(b.t.selector(d))
		}
		items := []ast.Expr{rest[1]}
		if t, isTuple := rest[1].(*ast.Tuple); isTuple && !t.Array {
			items = t.Items
		}
		params := rest[0].Type().Params
		if len(items) != len(params) {
			return nil, nil, false
		}
		for i, a := range items {
			if a == nil {
				return nil, nil, false
			}
			to := params[i]
			if to.IsReference() {
				to = to.At(ast.Memory, true)
			}
			args = append(args, encodedArgument{a, to})
		}
		return args, selector, true
	}
	for _, a := range rest {
		args = append(args, encodedArgument{a, nil})
	}
	return args, selector, true
}

// encodable reports whether values of a type have parts: values of one word, bytes, strings, arrays of the former, and structs of them.
func encodable(t *translator, ty *ast.Type, packed bool) bool {
	switch ty.Kind {
	case ast.Rational:
		return ty.Rat.IsInt()
	case ast.StringLiteral, ast.Bytes, ast.String:
		return true
	case ast.Array:
		return plainValue(ty.Elem) && ty.Elem.Kind != ast.Bytes && ty.Elem.Kind != ast.String && t.o.Mode != BV && ty.Loc != ast.Storage
	case ast.Struct:
		s, ok := t.p.Node(ty.Decl).(*ast.StructDefinition)
		if !ok || packed || t.o.Mode == BV || ty.Loc == ast.Storage {
			return false
		}
		for _, m := range s.Members {
			if !plainValue(m.T) || m.T.Kind == ast.Bytes || m.T.Kind == ast.String {
				return false
			}
		}
		return len(s.Members) > 0
	}
	return plainValue(ty)
}

// partsOf returns the parts of a value.
func (b *body) partsOf(n ast.Node, v value, packed bool) []part {
	t := v.t
	if t.Kind == ast.Struct {
		var ps []part
		for i, m := range b.t.structOf(n, t).Members {
			w, size := b.word(n, v.parts[i])
			ps = append(ps, part{"word", w, b.t.uintSort(), size})
			_ = m
		}
		return ps
	}
	switch t.Kind {
	case ast.Bytes, ast.String, ast.StringLiteral:
		return []part{{typeName(t), v.e, v.sort, 0}}
	case ast.Array:
		p := part{class: "array." + typeName(t.Elem), e: v.e, sort: v.sort}
		if t.Len != nil && t.Len.IsInt64() && t.Len.Int64() < maxHead/wordSize {
			p.class, p.size = p.class+"."+t.Len.String(), t.Len.Int64()*wordSize
		}
		return []part{p}
	}
	if packed || b.t.o.Mode == BV {
		p := part{class: typeName(t), e: v.e, sort: v.sort, size: wordSize}
		if packed {
			p.size = b.packedSize(n, t)
		}
		return []part{p}
	}
	w, size := b.word(n, v)
	return []part{{"word", w, b.t.uintSort(), size}}
}

// packedSize is the number of bytes of a value in abi.encodePacked; 0: it is not known.
func (b *body) packedSize(n ast.Node, t *ast.Type) int64 {
	switch t = b.t.underlying(n, t); t.Kind {
	case ast.Integer, ast.FixedBytes:
		return int64(t.Bits / 8)
	case ast.Bool, ast.Enum:
		return 1
	case ast.Address, ast.Contract:
		return 20
	}
	return 0
}

// word is the word that encodes a value.
func (b *body) word(n ast.Node, v value) (boogie.Expr, int64) {
	t := v.t
	if t.Kind == ast.UserValue {
		t = b.t.underlying(n, t)
	}
	switch t.Kind {
	case ast.Bool:
		return boogie.Cond(v.e, boogie.N(1), boogie.N(0)), wordSize
	case ast.Integer:
		return b.cast(v.e, t, uint256), wordSize
	case ast.FixedBytes:
		return b.resizeBytes(v.e, t.Bits, 256), wordSize
	case ast.Rational:
		return boogie.Big(wrapConst(t.Rat.Num(), uint256)), wordSize
	}
	if t.Kind == ast.Address || t.Kind == ast.Contract {
		b.addressFact(v.e)
	}
	return v.e, wordSize
}

// fromEncoded is the value of a type that a word encodes: arbitrary if it encodes none, where the code reverts or ignores what does not belong to the type.
func (b *body) fromEncoded(n ast.Node, w boogie.Expr, t *ast.Type) value {
	u := b.t.underlying(n, t)
	v := b.arbitrary(n, t)
	if u.Kind == ast.Integer && u.Bits == 256 && !u.Signed {
		return value{e: w, t: t, sort: v.sort}
	}
	decoded := w
	var valid boogie.Expr
	switch u.Kind {
	case ast.Bool:
		decoded, valid = boogie.Bin(boogie.Eq, w, boogie.N(1)), boogie.Bin(boogie.Le, w, boogie.N(1))
	case ast.Integer:
		decoded = b.cast(w, uint256, u)
		valid = boogie.Bin(boogie.Eq, w, b.cast(decoded, u, uint256))
	case ast.FixedBytes:
		decoded = b.resizeBytes(w, 256, u.Bits)
		valid = boogie.Bin(boogie.Eq, w, b.resizeBytes(decoded, u.Bits, 256))
	case ast.Enum:
		d, ok := b.t.p.Node(u.Decl).(*ast.EnumDefinition)
		if !ok {
			return v
		}
		valid = boogie.Bin(boogie.Lt, w, boogie.N(int64(len(d.Members))))
	default:
		valid = boogie.Bin(boogie.Lt, w, boogie.Big(pow2(160)))
	}
	b.fact(boogie.Bin(boogie.Implies, valid, boogie.Bin(boogie.Eq, v.e, decoded)))
	return v
}

// decoded translates abi.decode; done is false if a type has no form that is known here.
func (b *body) decoded(x *ast.FunctionCall) (v value, done bool) {
	if len(x.Args) == 0 || x.Args[0].Type().Kind != ast.Bytes || b.t.o.Mode == BV || b.spec || stringOf(x.Args[0]) != nil {
		return value{}, false
	}
	types := x.Type().Components
	if x.Type().Kind != ast.TupleOf {
		types = []*ast.Type{x.Type()}
	}
	var parts []part
	for _, t := range types {
		if t == nil || !encodable(b.t, t, false) {
			return value{}, false
		}
		parts = append(parts, b.partsOfType(x, t)...)
	}
	data := b.content(x.Args[0], nil, false)
	rec := b.t.memoryArray(x, dataType.At(ast.Memory, true))
	content := b.save(data.e, data.sort)
	shape, i := shapeOf(parts), 0
	head := int64(0)
	next := func() boogie.Expr {
		p := parts[i]
		head += max(p.size, wordSize)
		e := b.save(b.decoding(rec, "abidecode", shape, i, p.sort, content), p.sort)
		if p.class == "word" {
			b.read(e, uint256)
		}
		i++
		return e
	}
	var vs []value
	for _, t := range types {
		vs = append(vs, b.decodedValue(x, t, next))
	}
	b.emit(&boogie.Assume{Cond: b.uintOp(">=", rec.sel(1, content), b.t.uintConst(big.NewInt(head)).e)}) // reverts otherwise
	return tupleOf(x, vs), true
}

// partsOfType is partsOf for any value of a type.
func (b *body) partsOfType(n ast.Node, t *ast.Type) []part {
	v := value{t: t, sort: boogie.Int}
	switch t.Kind {
	case ast.Struct:
		var ps []part
		for range b.t.structOf(n, t).Members {
			ps = append(ps, part{class: "word", sort: b.t.uintSort(), size: wordSize})
		}
		return ps
	case ast.Array, ast.Bytes:
		v.sort = boogie.TypeName(b.t.memoryArray(n, t.At(ast.Memory, true)).name)
		return b.partsOf(n, v, false)
	case ast.String:
		return b.partsOf(n, v, false)
	}
	return []part{{class: "word", sort: b.t.uintSort(), size: wordSize}}
}

// decodedValue makes a value of a type from decoded parts.
func (b *body) decodedValue(n ast.Node, t *ast.Type, next func() boogie.Expr) value {
	switch t.Kind {
	case ast.String:
		return value{e: next(), t: t, sort: boogie.Int}
	case ast.Array, ast.Bytes:
		mem := t.At(ast.Memory, true)
		rec := b.t.memoryArray(n, mem)
		content := next()
		if t.Kind == ast.Array && t.Len != nil {
			content = boogie.App(rec.constr, rec.sel(0, content), b.t.uintConst(t.Len).e)
		} else {
			b.lengthFact(rec.sel(1, content))
		}
		ptr := b.allocate()
		b.change(variable(memoryArrayName(rec), mem).element(ptr, mem).store(content))
		return value{e: ptr, t: mem, sort: boogie.Int}
	case ast.Struct:
		var vs []value
		members := b.t.structOf(n, t).Members
		for _, m := range members {
			vs = append(vs, b.fromEncoded(n, next(), m.T))
		}
		ptr := b.allocate()
		for i, m := range members {
			b.change(b.memoryMember(n, m, ptr, ast.Memory).store(vs[i].e))
		}
		return value{e: ptr, t: t.At(ast.Memory, true), sort: boogie.Int}
	}
	return b.fromEncoded(n, next(), t)
}

// plainValue reports whether a type has no references, apart from bytes.
func plainValue(t *ast.Type) bool {
	switch t.Kind {
	case ast.Bool, ast.Integer, ast.FixedBytes, ast.Address, ast.Contract, ast.Enum, ast.UserValue, ast.Bytes, ast.String, ast.StringLiteral:
		return true
	case ast.Rational:
		return t.Rat.IsInt()
	}
	return false
}

// typeName distinguishes types with different encodings.
func typeName(t *ast.Type) string {
	switch t.Kind {
	case ast.Bytes, ast.String:
		return map[ast.Kind]string{ast.Bytes: "bytes", ast.String: "string"}[t.Kind]
	case ast.StringLiteral:
		return "literal"
	case ast.Rational:
		return "constant"
	case ast.UserValue, ast.Enum, ast.Contract:
		return fmt.Sprintf("%s.%d", t.Name, t.Decl)
	}
	return t.Text
}

// content returns an argument's value, converted to a type if one is given; for bytes and arrays their content, for structs their members.
func (b *body) content(x ast.Expr, to *ast.Type, packed bool) value {
	t := x.Type()
	switch {
	case t.Kind == ast.StringLiteral && (to == nil || to.Kind == ast.String):
		if l := literalOf(x); l.Hex != "" || strings.ContainsRune(l.Value, '\\') {
			return value{e: boogie.N(int64(b.t.intern("literal:" + l.Value + ":" + l.Hex))), t: t, sort: boogie.Int}
		}
		return value{e: b.stringLiteral(x, t, stringType), t: stringType, sort: boogie.Int}
	case t.Kind == ast.Bytes && literalBytes(x) != nil && (to == nil || to.Kind == ast.Bytes):
		return b.content(literalBytes(x), nil, packed) // encoded as such
	case t.Kind == ast.Bytes && stringOf(x) != nil && (to == nil || to.Kind == ast.Bytes):
		v := b.expr(stringOf(x))
		v.t = stringType // encoded as such
		return v
	}
	v := b.expr(x)
	if to != nil {
		v = b.convertLiteral(x, v, to)
	}
	switch t = v.t; {
	case t.Kind == ast.Bytes || t.Kind == ast.Array:
		rec := b.t.memoryArray(x, t.At(ast.Memory, true))
		e := v.e
		if inMemory(v.t) {
			e = variable(memoryArrayName(rec), v.t).element(v.e, v.t).read()
		}
		return value{e: e, t: t, sort: boogie.TypeName(rec.name)}
	case t.Kind == ast.Struct:
		for _, m := range b.t.structOf(x, t).Members {
			w := b.load(x, b.memoryMember(x, m, v.e, t.Loc))
			w.e = b.save(w.e, w.sort)
			v.parts = append(v.parts, w)
		}
	}
	return v
}

// literalBytes returns the literal s in bytes(s), or nil.
func literalBytes(x ast.Expr) ast.Expr {
	if c, ok := unparen(x).(*ast.FunctionCall); ok && c.Kind == "typeConversion" && len(c.Args) == 1 && c.Args[0].Type().Kind == ast.StringLiteral {
		return c.Args[0]
	}
	return nil
}

var stringType = (&ast.Type{Kind: ast.String, Text: "string"}).At(ast.Memory, true)

// lengthOf returns the number of bytes of an argument of bytes.concat.
func (b *body) lengthOf(x ast.Expr, v value) boogie.Expr {
	t := x.Type()
	switch {
	case t.Kind == ast.FixedBytes:
		return b.t.uintConst(big.NewInt(int64(t.Bits / 8))).e
	case t.Kind == ast.StringLiteral:
		if l := literalOf(x); l.Hex != "" {
			return b.t.uintConst(big.NewInt(int64(len(l.Hex) / 2))).e
		} else if !strings.ContainsRune(l.Value, '\\') {
			return b.t.uintConst(big.NewInt(int64(len(l.Value)))).e
		}
	case t.Kind == ast.Bytes && stringOf(x) == nil:
		rec := b.t.memoryArray(x, t.At(ast.Memory, true))
		l := rec.sel(1, v.e)
		b.lengthFact(l)
		return l
	}
	return b.arbitrary(x, uint256).e
}

// slice translates x[from:to] of calldata. Where it does not start where x does, only its first elements are known.
func (b *body) slice(x *ast.Slice) value {
	t := x.X.Type()
	if !inMemory(t) || t.Kind != ast.Bytes && t.Kind != ast.Array || t.Len != nil || b.spec {
		fail(x, "This slice is not supported")
	}
	number := func(n ast.Expr) func() value {
		return func() value {
			if n == nil {
				return value{}
			}
			return b.as(n, uint256)
		}
	}
	vs := b.inOrder(func() value { return b.expr(x.X) }, number(x.From), number(x.To))
	_, length, elem := b.arrayParts(x, vs[0])
	old := b.save(length.read(), b.t.uintSort())
	b.lengthFact(old)
	from, to := vs[1].e, vs[2].e
	if from == nil {
		from = b.t.uintConst(new(big.Int)).e
	}
	if to == nil {
		to = old
	}
	b.emit(&boogie.Assume{Cond: boogie.AndOf(b.uintOp(">=", to, from), b.uintOp(">=", old, to))}) // reverts otherwise
	mem := t.At(ast.Memory, true)
	rec := b.t.memoryArray(x, mem)
	var elems boogie.Expr
	if k := constantOf(from); k != nil && k.Sign() == 0 {
		elems = rec.sel(0, variable(memoryArrayName(rec), mem).element(vs[0].e, mem).read())
	} else {
		if elem.IsReference() && elem.Kind != ast.String {
			fail(x, "This slice is not supported")
		}
		from = b.save(from, b.t.uintSort())
		old := rec.sel(0, variable(memoryArrayName(rec), mem).element(vs[0].e, mem).read())
		name := "slice#" + mangle(rec.sorts[0])
		b.t.function(name, nil, rec.sorts[0], nil, rec.sorts[0], b.t.uintSort())
		v := b.save(boogie.App(name, old, from), rec.sorts[0])
		elems = v
		for i := range int64(wordSize) { // the first elements
			k := b.t.uintConst(big.NewInt(i)).e
			b.fact(boogie.Bin(boogie.Eq, boogie.At(v, k), boogie.At(old, b.uintOp("+", from, k))))
		}
	}
	size := b.save(b.uintOp("-", to, from), b.t.uintSort())
	ptr := b.allocate()
	b.change(variable(memoryArrayName(rec), mem).element(ptr, mem).store(boogie.App(rec.constr, elems, size)))
	return value{e: ptr, t: t, sort: boogie.Int}
}
