package c

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"cupel/core/program"
	"cupel/frontend/c/scan"
	"cupel/frontend/c/tree"
	"cupel/internal/lazyregexp"

	"modernc.org/cc/v4"
)

// The parser completes the array type of a compound literal by counting initialisers, also where one string initialises the array (6.7.9p14), and where a
// typedef has the type, it completes that for the whole program. Such literals get the length, or an array type of their own.

// literalOfArray matches what may be the type of a compound literal without a length, up to its initialisers; comments are blank.
var literalOfArray = lazyregexp.New(`\](\s|/\*(?s:.*?)\*/|//.*)*\)(\s|/\*(?s:.*?)\*/|//.*)*\{|#[ \t]*include[ \t]*"`)

// completed returns the source with the lengths of arrays in compound literals that a string initialises; nil: they have theirs.
func completed(path string, src []byte, ast *cc.AST, m program.DataModel) ([]byte, error) {
	if !literalOfArray().Match(src) {
		return nil, nil
	}
	g := &generic{tt: newTypeTable(m), path: path, src: src}
	tree.Visit(ast.TranslationUnit, func(n cc.Node) bool {
		if x, ok := n.(*cc.PostfixExpression); ok && x.Case == cc.PostfixExpressionComplit && isArray(x) {
			g.length(x)
		}
		return g.err == nil
	})
	if g.err != nil || len(g.edits) == 0 {
		return nil, g.err
	}
	return g.edited(), nil
}

// length writes the length of a compound literal that a string initialises.
func (g *generic) length(n *cc.PostfixExpression) {
	if d := n.TypeName.Type().Typedef(); d != nil && n.TypeName.AbstractDeclarator == nil && unsized(d.DirectDeclarator) {
		g.refuse(n, "a compound literal whose type "+d.Name()+" is an array of unknown length")
		return
	}
	l := n.InitializerList
	if n.TypeName.AbstractDeclarator == nil || l == nil || l.InitializerList != nil || l.Designation != nil || l.Initializer.Case != cc.InitializerExpr {
		return
	}
	d := n.TypeName.AbstractDeclarator.DirectAbstractDeclarator
	for d != nil && d.DirectAbstractDeclarator != nil {
		d = d.DirectAbstractDeclarator
	}
	text := l.Initializer.AssignmentExpression
	if d == nil || d.Case != cc.DirectAbstractDeclaratorArr || !tree.IsNil(d.AssignmentExpression) || !isString(text) {
		return
	}
	array, s := g.tt.of(n.Type().Undecay()), g.tt.of(text.Type().Undecay())
	if array.kind != tArray || s.kind != tArray || array.elem.kind != tInt || array.elem.size != s.elem.size {
		return
	}
	at, ok := offsetOf(g.path, g.src, d.Token, "[")
	if !ok {
		g.refuse(n, "a compound literal of an array that a string initialises, where a macro has it")
		return
	}
	g.edits = append(g.edits, edit{at + 1, at + 1, strconv.FormatInt(s.n, 10)})
}

// unsized reports whether a declarator is of an array without a length.
func unsized(d *cc.DirectDeclarator) bool {
	for d != nil && d.DirectDeclarator != nil && d.DirectDeclarator.DirectDeclarator != nil {
		d = d.DirectDeclarator
	}
	return d != nil && d.Case == cc.DirectDeclaratorArr && tree.IsNil(d.AssignmentExpression)
}

// withOwnTypes gives compound literals whose type is a typedef for an array of unknown length an array type of their own.
func withOwnTypes(src []byte) []byte {
	if !bytes.Contains(src, []byte("typedef")) {
		return src
	}
	var ts []scan.Token
	for t := range scan.Tokens(src) {
		if t.Kind != scan.Space && t.Kind != scan.Remark {
			ts = append(ts, t)
		}
	}
	word := func(i int) string {
		if i < 0 || i >= len(ts) {
			return ""
		}
		return string(src[ts[i].Start:ts[i].End])
	}
	names := unsizedTypes(ts, word)
	if len(names) == 0 {
		return src
	}
	g := &generic{src: src}
	for i := range ts {
		if ts[i].Kind != scan.Ident || names[word(i)] != 1 {
			continue
		}
		from, to := i-1, i+1
		for qualifierWords[word(from)] {
			from--
		}
		for qualifierWords[word(to)] {
			to++
		}
		if word(from) == "(" && word(to) == ")" && word(to+1) == "{" {
			g.edits = append(g.edits, edit{ts[i].Start, ts[i].End, "__typeof__(**(" + word(i) + "*)0)"}, edit{ts[to].Start, ts[to].Start, "[]"})
		}
	}
	if len(g.edits) == 0 {
		return src
	}
	return g.edited()
}

var qualifierWords = set("const", "volatile", "__const", "__volatile__", "__const__", "__volatile")

// unsizedTypes counts how often typedefs declare the names that are arrays of unknown length.
func unsizedTypes(ts []scan.Token, word func(int) string) map[string]int {
	names, all := map[string]bool{}, map[string]int{}
	for i := range ts {
		if word(i) != "typedef" {
			continue
		}
		depth, of := 0, false
		for j := i + 1; j < len(ts) && (depth > 0 || word(j) != ";"); j++ {
			switch w := word(j); {
			case slices.Contains([]string{"(", "[", "{"}, w):
				depth++
			case slices.Contains([]string{")", "]", "}"}, w):
				depth--
			case depth == 0 && ts[j].Kind == scan.Ident:
				next := word(j + 1)
				if next == "[" || next == "," || next == ";" {
					all[w]++
					if next == "[" && word(j+2) == "]" || next != "[" && of && word(j-1) != "*" {
						names[w] = true
					}
				}
				of = of || names[w] && next != "[" && next != "," && next != ";"
			}
		}
	}
	out := map[string]int{}
	for name := range names {
		out[name] = all[name]
	}
	return out
}

// contents is what program.Object.Literal is of a const compound literal of type t, which may be one object with others of equal contents (C11 6.5.2.5p7): of one
// that a string of bytes initialises, its text; of others a description, which is the end of no other; "" where they are not constant.
func (b *builder) contents(t *ctype, entries []initEntry) string {
	if len(entries) == 1 && t.kind == tArray && t.elem.kind == tInt && t.elem.size == 1 && isString(entries[0].expr) {
		text := literalText(tree.Strip(entries[0].expr).(*cc.PrimaryExpression))
		if t.size < int64(len(text)) || t.size > maxContents {
			return ""
		}
		return text + strings.Repeat("\x00", int(t.size)-len(text))
	}
	if len(entries) > maxContents {
		return ""
	}
	var parts []string
	for _, e := range entries {
		at := ""
		for _, s := range e.path {
			if s.f != nil {
				at += fmt.Sprintf("+%d.%d", s.f.off, s.f.bit)
			} else {
				at += fmt.Sprintf("[%d-%d]", s.lo, s.hi)
			}
		}
		if e.expr == nil {
			continue // it is zero, as what has no initialiser
		}
		v := b.constantValue(e.expr)
		if v.x == nil || !v.x.IsConst() || !e.t.isScalar() {
			return ""
		}
		parts = append(parts, fmt.Sprintf("%s=%v;", at, b.convert(v, e.t, e.expr)))
	}
	slices.Sort(parts)
	return fmt.Sprintf("\x00object of %d bytes: %s", t.size, strings.Join(parts, ""))
}
