package c

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/frontend/c/c23"
	"cupel/frontend/c/tree"
	"cupel/internal/lazyregexp"

	"modernc.org/cc/v4"
)

// Bit-precise integers (C23 6.2.5) are typedefs of the types that have their representation in memory, by names that tell sign and width; a value has as many
// bits as the type. The bits of the representation beyond are unspecified; here they extend the value.

var preciseName = lazyregexp.New(`\b` + c23.Bits + `[su][0-9]+\b`)

// representation is the type that represents a bit-precise integer in memory (System V ABI, AMD64 and i386).
func representation(width int, signed bool) cc.Kind {
	kinds := [2]cc.Kind{cc.UInt128, cc.Int128}
	switch {
	case width <= 8:
		kinds = [2]cc.Kind{cc.UChar, cc.SChar}
	case width <= 16:
		kinds = [2]cc.Kind{cc.UShort, cc.Short}
	case width <= 32:
		kinds = [2]cc.Kind{cc.UInt, cc.Int}
	case width <= 64:
		kinds = [2]cc.Kind{cc.ULongLong, cc.LongLong}
	}
	if signed {
		return kinds[1]
	}
	return kinds[0]
}

// widestPrecise is the width of the widest bit-precise integers in bits.
func widestPrecise(m program.DataModel) int {
	if m == program.ILP32 {
		return 64
	}
	return 128
}

// preciseTypes declares the bit-precise types that a text uses.
func preciseTypes(src []byte) string {
	if !bytes.Contains(src, []byte(c23.Bits)) {
		return ""
	}
	var names []string
	for _, n := range preciseName().FindAll(src, -1) {
		names = append(names, string(n))
	}
	slices.Sort(names)
	var b strings.Builder
	words := newTypeTable(program.LP64)
	for _, n := range slices.Compact(names) {
		if width, signed, ok := c23.Precise(n); ok {
			fmt.Fprintf(&b, "typedef %s %s;\n", words.kind(representation(width, signed)).name, n)
		}
	}
	return b.String()
}

// readable is a message with the words of C for bit-precise types.
func readable(msg string) string {
	if !strings.Contains(msg, c23.Bits) {
		return msg
	}
	return preciseName().ReplaceAllStringFunc(msg, func(name string) string {
		if width, signed, ok := c23.Precise(name); ok {
			return bitIntName(width, signed)
		}
		return name
	})
}

// findPrecise finds the typedefs that denote bit-precise integers.
func (tt *typeTable) findPrecise(ast *cc.AST) {
	tree.Visit(ast.TranslationUnit, func(n cc.Node) bool {
		d, ok := n.(*cc.Declaration)
		if !ok || d.Case != cc.DeclarationDecl || d.DeclarationSpecifiers == nil {
			return true
		}
		for l := d.InitDeclaratorList; l != nil; l = l.InitDeclaratorList {
			x := l.InitDeclarator.Declarator
			if x == nil || !x.IsTypename() {
				continue
			}
			t := tt.preciseType(x.Name())
			if of := d.DeclarationSpecifiers.Type(); t == nil && of != nil && of.Typedef() != nil {
				t = tt.precise[of.Typedef()]
			}
			if _, plain := x.Type().(*cc.PredefinedType); t != nil && plain {
				if tt.precise == nil {
					tt.precise = map[*cc.Declarator]*ctype{}
				}
				tt.precise[x] = t
			}
		}
		return true
	})
}

// preciseType is the type that a name stands for; nil: none.
func (tt *typeTable) preciseType(name string) *ctype {
	width, signed, ok := c23.Precise(name)
	if !ok {
		return nil
	}
	return tt.bitPrecise(width, signed)
}

// bitPrecise is _BitInt(width), or unsigned.
func (tt *typeTable) bitPrecise(width int, signed bool) *ctype {
	k := wideKey{-width, signed}
	if tt.wides[k] == nil {
		n := *tt.byKind[representation(width, signed)]
		n.base = tt.byKind[representation(width, signed)]
		n.width, n.sort, n.name = width, logic.BVSort(width), bitIntName(width, signed)
		if width > 64 {
			n.align = 8
		}
		tt.wides[k] = &n
	}
	return tt.wides[k]
}

func bitIntName(width int, signed bool) string {
	if signed {
		return fmt.Sprintf("_BitInt(%d)", width)
	}
	return fmt.Sprintf("unsigned _BitInt(%d)", width)
}

// usualPrecise is usual for integers of which one is bit-precise: of two types the wider one has the higher rank, and of equal width the one that is not
// bit-precise (C23 6.3.1.1).
func (tt *typeTable) usualPrecise(a, b *ctype) *ctype {
	if a.width < b.width || a.width == b.width && a.base != nil && b.base == nil {
		a, b = b, a // a has the higher rank, or the same
	}
	if a.signed == b.signed || !a.signed || a.width > b.width {
		return a
	}
	if a.base != nil { // b is unsigned, and as wide
		return tt.bitPrecise(a.width, false)
	}
	return tt.unsigned(a)
}
