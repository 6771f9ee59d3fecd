package translate

import (
	"fmt"
	"math/big"
	"strings"

	"cupel/product/boogie"
	"cupel/product/solidity/ast"
)

// abi.encode, bytes.concat and similar functions are uninterpreted functions of their arguments' values; only
// the length of bytes.concat is known. So encodings of equal values are equal, and so are their hashes.

// encoded translates such a call; done is false if an argument is no plain value.
func (b *body) encoded(x *ast.FunctionCall, kind string) (v value, done bool) {
	if len(x.Args) == 0 {
		return value{}, false
	}
	for _, a := range x.Args {
		if !plainValue(a.Type()) {
			return value{}, false
		}
	}
	result := x.Type().At(ast.Memory, true)
	if result.Kind != ast.Bytes {
		return value{}, false
	}
	var fs []func() value
	for _, a := range x.Args {
		fs = append(fs, func() value { return b.content(a) })
	}
	name := kind
	var args []boogie.Expr
	var sorts []boogie.Type
	vs := b.inOrder(fs...)
	for i, v := range vs {
		name += "#" + typeName(x.Args[i].Type())
		args, sorts = append(args, v.e), append(sorts, v.sort)
	}
	rec := b.t.memoryArray(x, result)
	name = strings.ReplaceAll(name, " ", "_")
	b.t.function(name, nil, boogie.TypeName(rec.name), nil, sorts...)
	content := boogie.App(name, args...)
	if kind == "bytesconcat" {
		var length boogie.Expr = b.t.uintConst(new(big.Int)).e
		for i, v := range vs {
			length = b.uintOp("+", length, b.lengthOf(x.Args[i], v))
		}
		b.fact(boogie.Bin(boogie.Eq, rec.sel(1, content), length)) // bounded by memory
	}
	ptr := b.allocate()
	b.change(variable(memoryArrayName(rec), result).element(ptr, result).store(content))
	return value{e: ptr, t: result, sort: boogie.Int}, true
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

// content returns an argument's value; for bytes their content.
func (b *body) content(x ast.Expr) value {
	t := x.Type()
	switch {
	case t.Kind == ast.StringLiteral:
		l := literalOf(x)
		return value{e: boogie.N(int64(b.t.intern("literal:" + l.Value + ":" + l.Hex))), t: t, sort: boogie.Int}
	case t.Kind == ast.Bytes && stringOf(x) != nil:
		return b.expr(stringOf(x))
	case t.Kind == ast.Bytes:
		v := b.expr(x)
		rec := b.t.memoryArray(x, t.At(ast.Memory, true))
		e := v.e
		if inMemory(v.t) {
			e = variable(memoryArrayName(rec), v.t).element(v.e, v.t).read()
		}
		return value{e: e, t: t, sort: boogie.TypeName(rec.name)}
	}
	return b.expr(x)
}

// lengthOf returns the number of bytes of an argument of bytes.concat.
func (b *body) lengthOf(x ast.Expr, v value) boogie.Expr {
	t := x.Type()
	switch {
	case t.Kind == ast.FixedBytes:
		return b.t.uintConst(big.NewInt(int64(t.Bits / 8))).e
	case t.Kind == ast.StringLiteral:
		if l := literalOf(x); l.Hex != "" {
			return b.t.uintConst(big.NewInt(int64(len(l.Hex) / 2))).e
		}
	case t.Kind == ast.Bytes && stringOf(x) == nil:
		rec := b.t.memoryArray(x, t.At(ast.Memory, true))
		l := rec.sel(1, v.e)
		b.lengthFact(l)
		return l
	}
	return b.arbitrary(x, uint256).e
}

// slice translates x[from:to] of calldata: arbitrary elements, except for the first ones if it starts where x
// does.
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
	if x.From == nil {
		elems = rec.sel(0, variable(memoryArrayName(rec), mem).element(vs[0].e, mem).read())
	} else {
		if elem.IsReference() && elem.Kind != ast.String {
			fail(x, "This slice is not supported")
		}
		v := b.temp(rec.sorts[0])
		b.emit(&boogie.Havoc{Vars: []*boogie.Ident{v}})
		elems = v
	}
	size := b.save(b.uintOp("-", to, from), b.t.uintSort())
	ptr := b.allocate()
	b.change(variable(memoryArrayName(rec), mem).element(ptr, mem).store(boogie.App(rec.constr, elems, size)))
	return value{e: ptr, t: t, sort: boogie.Int}
}
