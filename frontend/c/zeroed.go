package c

import (
	"bytes"
	"slices"
	"strconv"

	"cupel/frontend/c/attr"
	"cupel/frontend/c/scan"
	"cupel/internal/lazyregexp"

	"modernc.org/cc/v4"
	"modernc.org/token"
)

// An array of variable length may have an empty initializer (C23 6.7.11), which the parser refuses. In its place an attribute says that the elements are zero.

// zeroed is the name of that attribute.
const zeroed = "cupel_zeroed"

var variableInit = lazyregexp.New(`(?m)^(.*?):(\d+):(\d+):\s*cannot initalize a variable length array`)

// zeroArrays puts the attribute in the place of the empty initializers that the parser reports; nil: there are none.
func zeroArrays(path string, src []byte, errs string) []byte {
	var at []int
	for _, m := range variableInit().FindAllStringSubmatch(errs, -1) {
		line, _ := strconv.Atoi(m[2])
		col, _ := strconv.Atoi(m[3])
		off, ok := offsetAt(path, src, token.Position{Filename: m[1], Line: line, Column: col})
		if ok && off < len(src) && src[off] == '{' {
			at = append(at, off)
		}
	}
	slices.Sort(at)
	var out []byte
	for _, off := range slices.Backward(slices.Compact(at)) {
		end := scan.Skip(src, off+1)
		before := bytes.TrimRight(src[:off], " \t\r\n")
		if end >= len(src) || src[end] != '}' || !bytes.HasSuffix(before, []byte("=")) {
			continue // an initializer that gcc refuses, too
		}
		if out == nil {
			out = bytes.Clone(src)
		}
		blank(out, len(before)-1, end+1)
		out = insert(out, len(before)-1, "__attribute__((__"+zeroed+"__))")
	}
	return out
}

// zeroArray makes the elements of an array of variable length zero, where the declaration asks for it.
func (b *builder) zeroArray(o *object, n *cc.Declaration, l *cc.InitDeclaratorList) {
	if _, ok := attr.Find(attr.OfDeclarator(n, l), zeroed); !ok {
		return
	}
	if o.vla == nil || o.addr == nil {
		b.cut("the empty initializer of "+l.InitDeclarator.Declarator.Name(), b.posOf(l.InitDeclarator))
		return
	}
	b.blockOperation(blockOp{kind: blockFill, class: o.class, addr: o.addr, size: o.vla.Sym, fill: b.f.BV(0, 8), align: b.mallocAlign()})
}
