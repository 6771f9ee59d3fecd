package c

import (
	"strings"

	"cupel/frontend/c/library"
	"cupel/frontend/c/tree"

	"modernc.org/cc/v4"
)

// sorts are the functions that sort or search arrays, with the position of the array among their arguments; its elements' size is the second after it.
var sorts = map[string]int{"qsort": 0, "bsearch": 1}

// elementNames are the names of the types of elements for which sorts get bodies of their own.
var elementNames = map[cc.Kind]string{cc.Char: "char", cc.SChar: "signed char", cc.UChar: "unsigned char", cc.Short: "short", cc.UShort: "unsigned short",
	cc.Int: "int", cc.UInt: "unsigned", cc.Long: "long", cc.ULong: "unsigned long", cc.LongLong: "long long", cc.ULongLong: "unsigned long long",
	cc.Float: "float", cc.Double: "double"}

// sortBody is the body of a call of qsort or bsearch on an array of numbers or of pointers to them. It moves whole elements: the body for any size moves
// bytes, and an array whose bytes are accessed is slow for every analysis.
func (u *libraryUse) sortBody(n *cc.PostfixExpression, base string) (library.Body, bool) {
	es := tree.Args(n)
	at, ok := sorts[base]
	if !ok || len(es) != at+4 {
		return library.Body{}, false
	}
	p, ok := tree.Strip(es[at]).Type().Decay().(*cc.PointerType)
	if !ok {
		return library.Body{}, false
	}
	elem := p.Elem()
	name, ok := elementNames[elem.Kind()]
	if q, isPtr := elem.(*cc.PointerType); isPtr {
		if name, ok = elementNames[q.Elem().Kind()]; ok {
			name += " *"
		}
	}
	size, isConst := constantValue(es[at+2])
	if !ok || !isConst || size != u.tt.of(elem).size {
		return library.Body{}, false
	}
	return library.Body{Function: base, Text: strings.ReplaceAll(library.Sort(base), "ELEMENT", name)}, true
}

// constantValue is the value of an integer constant expression.
func constantValue(e cc.ExpressionNode) (int64, bool) {
	switch v := e.Value().(type) {
	case cc.Int64Value:
		return int64(v), true
	case cc.UInt64Value:
		return int64(v), v < 1<<63
	}
	return 0, false
}
