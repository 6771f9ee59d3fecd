package translate

import (
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strings"

	"cupel/product/boogie"
	"cupel/product/solidity/ast"
)

// Strings are numbers: equal numbers are equal strings. What they consist of is an uninterpreted function of the number,
// known for the literals of the program.

const (
	stringLength  = "string_length"
	stringContent = "string_content"
	stringMade    = "string_of"
)

// literalTexts are the literals that have numbers so far, with their texts.
func (t *translator) literalTexts() map[int64]string {
	texts := map[int64]string{0: ""}
	for key, n := range t.strings {
		if text, ok := strings.CutPrefix(key, "str:"); ok && !strings.ContainsRune(text, '\\') {
			texts[int64(n)] = text
		}
	}
	return texts
}

// lengthOfString is the number of bytes of a string.
func (b *body) lengthOfString(n ast.Node, s ast.Expr) value {
	v := b.stringFunction(n, s, stringLength, uint256)
	b.lengthFact(v.e)
	b.literalLengths()
	return v
}

// literalLengths assumes the lengths of literals.
func (b *body) literalLengths() {
	texts := b.t.literalTexts()
	for _, k := range slices.Sorted(maps.Keys(texts)) {
		b.fact(boogie.Bin(boogie.Eq, boogie.App(stringLength, boogie.N(k)), b.t.uintConst(big.NewInt(int64(len(texts[k])))).e))
	}
}

// declareContent declares the functions between strings and bytes.
func (b *body) declareContent(n ast.Node) *datatype {
	rec := b.t.memoryArray(n, dataType.At(ast.Memory, true))
	b.t.function(stringLength, nil, b.t.uintSort(), nil, boogie.Int)
	b.t.function(stringContent, nil, boogie.TypeName(rec.name), nil, boogie.Int)
	b.t.function(stringMade, nil, boogie.Int, nil, boogie.TypeName(rec.name))
	return rec
}

// bytesOfString converts a string to bytes. Both are the same object in memory, so bytes that may be written there are refused.
func (b *body) bytesOfString(n ast.Node, v value, to *ast.Type) value {
	if b.spec || to.Loc == ast.Storage || b.t.writesBytes() {
		fail(n, "Conversion from %s to %s is not supported where bytes in memory are written", v.t.Text, to.Text)
	}
	rec := b.declareContent(n)
	content := boogie.App(stringContent, v.e)
	length := boogie.App(stringLength, v.e)
	b.lengthFact(length)
	b.fact(boogie.Bin(boogie.Eq, rec.sel(1, content), length))
	b.literalLengths()
	texts := b.t.literalTexts()
	for _, k := range slices.Sorted(maps.Keys(texts)) {
		for i := range min(len(texts[k]), maxLiteral) {
			at := boogie.At(rec.sel(0, boogie.App(stringContent, boogie.N(k))), b.t.uintConst(big.NewInt(int64(i))).e)
			b.fact(boogie.Bin(boogie.Eq, at, b.t.num(big.NewInt(int64(texts[k][i])), byteType)))
		}
	}
	ptr := b.allocate()
	b.change(variable(memoryArrayName(rec), to).element(ptr, to).store(content))
	return value{e: ptr, t: to, sort: boogie.Int}
}

// stringOfBytes converts bytes to a string.
func (b *body) stringOfBytes(n ast.Node, v value, to *ast.Type) value {
	if b.spec || v.t.Loc == ast.Memory && b.t.writesBytes() {
		fail(n, "Conversion from %s to %s is not supported where bytes in memory are written", v.t.Text, to.Text)
	}
	rec := b.declareContent(n)
	content := v.e
	if inMemory(v.t) {
		content = variable(memoryArrayName(rec), v.t).element(v.e, v.t).read()
	}
	content = b.save(content, boogie.TypeName(rec.name))
	s := boogie.App(stringMade, content)
	b.fact(boogie.Bin(boogie.Eq, boogie.App(stringContent, s), content))
	b.fact(boogie.Bin(boogie.Eq, boogie.App(stringLength, s), rec.sel(1, content)))
	return value{e: s, t: to, sort: boogie.Int}
}

// writesBytes reports whether the program may write to bytes in memory.
func (t *translator) writesBytes() bool {
	if t.bytesWritten == nil {
		written := false
		var target func(x ast.Expr)
		target = func(x ast.Expr) {
			switch x := x.(type) {
			case *ast.IndexAccess:
				written = written || x.X.Type().Kind == ast.Bytes && x.X.Type().Loc != ast.Storage
			case *ast.Tuple:
				for _, i := range x.Items {
					target(i)
				}
			}
		}
		see := func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.Assignment:
				target(n.X)
			case *ast.Unary:
				if n.Op == "delete" || n.Op == "++" || n.Op == "--" {
					target(n.X)
				}
			case *ast.Assembly:
				n.Block.Calls(func(c *ast.Yul) {
					written = written || yulWrites[c.Name] || yulCalls[c.Name] != 0 || yulRefused[c.Name]
				})
			case *ast.Unknown:
				written = true
			}
			return !written
		}
		t.p.Walk(see)
		t.bytesWritten = &written
	}
	return *t.bytesWritten
}

// concatenated translates string.concat, a function of the strings.
func (b *body) concatenated(x *ast.FunctionCall) value {
	var fs []func() value
	for _, a := range x.Args {
		fs = append(fs, func() value { return b.as(a, stringType) })
	}
	vs := b.inOrder(fs...)
	b.declareContent(x)
	var args []boogie.Expr
	var sorts []boogie.Type
	var length boogie.Expr = b.t.uintConst(new(big.Int)).e
	for _, v := range vs {
		args, sorts = append(args, v.e), append(sorts, boogie.Int)
		l := boogie.App(stringLength, v.e)
		b.lengthFact(l)
		length = b.uintOp("+", length, l)
	}
	b.literalLengths()
	if len(vs) == 0 {
		return value{e: boogie.N(0), t: x.Type(), sort: boogie.Int}
	}
	name := fmt.Sprintf("string_concat#%d", len(vs))
	b.t.function(name, nil, boogie.Int, nil, sorts...)
	s := boogie.App(name, args...)
	b.fact(boogie.Bin(boogie.Eq, boogie.App(stringLength, s), length)) // bounded by memory
	return value{e: s, t: x.Type(), sort: boogie.Int}
}
