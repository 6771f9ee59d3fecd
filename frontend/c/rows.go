package c

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"cupel/frontend/c/tree"
	"cupel/internal/lazyregexp"

	"modernc.org/cc/v4"
	"modernc.org/token"
)

// The parser takes a[i] for a pointer where it is an array itself, and &a[i] for a pointer to one, but not *(a + i), which is the same (6.5.2.1). That
// matters to the types which typeof and __auto_type give to declarations, where a[i] is written so.

// rows rewrites the arrays in arrays in the operands of typeof and the initialisers of __auto_type.
func (g *generic) rows(ast *cc.AST) {
	tree.Visit(ast.TranslationUnit, func(n cc.Node) bool {
		switch x := n.(type) {
		case *cc.TypeSpecifier:
			if x.Case == cc.TypeSpecifierTypeofExpr {
				g.row(x.ExpressionList, n)
				g.rowsBelow(x.ExpressionList)
			}
		case *cc.Declaration:
			if x.Case == cc.DeclarationAuto && x.Initializer != nil && x.Initializer.Case == cc.InitializerExpr {
				g.rowsBelow(x.Initializer.AssignmentExpression)
			}
		}
		return g.err == nil && g.out == nil
	})
	if g.err == nil && g.out == nil && len(g.edits) > 0 {
		g.out = g.edited()
	}
}

// rowsBelow rewrites the operands of & in e.
func (g *generic) rowsBelow(e cc.ExpressionNode) {
	if tree.IsNil(e) {
		return
	}
	tree.Visit(e, func(n cc.Node) bool {
		if u, ok := n.(*cc.UnaryExpression); ok && u.Case == cc.UnaryExpressionAddrof {
			g.row(u.CastExpression, n)
		}
		return g.err == nil && g.out == nil
	})
}

// row rewrites e if it is an array in an array.
func (g *generic) row(e cc.ExpressionNode, n cc.Node) {
	if tree.IsNil(e) {
		return
	}
	x, ok := tree.Strip(e).(*cc.PostfixExpression)
	if !ok || x.Case != cc.PostfixExpressionIndex || g.written[x] || x.Type() == nil || x.Type().Undecay().Kind() != cc.Array {
		return
	}
	if g.written == nil {
		g.written = map[*cc.PostfixExpression]bool{}
	}
	g.written[x] = true
	from, ok1 := g.start(x)
	open, ok2 := offsetOf(g.path, g.src, x.Token, "[")
	last, ok3 := offsetOf(g.path, g.src, x.Token2, "]")
	if ok1 && ok2 && ok3 && from < open && open < last {
		g.edits = append(g.edits, edit{from, from, "(*(("}, edit{open, open + 1, ")+("}, edit{last, last + 1, ")))"})
		return
	}
	if p := x.Position(); p.Filename == g.path { // as an argument of a built-in function that the parser has as a macro
		g.out = rowsInLine(g.src, p.Line)
	}
	if g.out == nil {
		g.refuse(n, "typeof an array in an array, where a macro has it")
	}
}

// start is where the text of an expression begins; false: it is not there, as where a macro has it.
func (g *generic) start(e cc.ExpressionNode) (int, bool) {
	at, ok := offsetAt(g.path, g.src, e.Position())
	return at, ok && bytes.HasPrefix(g.src[at:], firstWord().Find([]byte(strings.TrimSpace(cc.NodeSource(e)))))
}

// firstWord is the beginning of an expression.
var firstWord = lazyregexp.New(`^\w+|^.`)

// rowOf matches a[i] or &a[i] as the operand of typeof.
var rowOf = lazyregexp.New(`^\s*(&?)\s*([A-Za-z_]\w*(?:\.\w+|->\w+|\[[^][]*\])*)\[([^][]*)\]\s*$`)

// rowsInLine rewrites a[i] in a line where that is the operand of typeof. nil: there are none.
func rowsInLine(src []byte, line int) []byte {
	start, ok := offsetAt("", src, token.Position{Line: line, Column: 1})
	if line <= 0 || !ok {
		return nil
	}
	end := len(src)
	if n := bytes.IndexByte(src[start:], '\n'); n >= 0 {
		end = start + n
	}
	var out []byte
	for _, m := range slices.Backward(typeofWord().FindAllIndex(src[start:end], -1)) {
		from, to := parenthesised(src, start+m[1])
		if from < 0 {
			continue
		}
		x := rowOf().FindSubmatch(src[from+1 : to-1])
		if x == nil || plainType().Match(x[2]) {
			continue
		}
		if out == nil {
			out = bytes.Clone(src)
		}
		out = slices.Replace(out, from+1, to-1, fmt.Appendf(nil, "%s*((%s)+(%s))", x[1], x[2], x[3])...)
	}
	return out
}

// firstLine is the first line of the file that a message names; 0: none.
func firstLine(path, text string) int {
	for s := range strings.SplitSeq(text, "\n") {
		if rest, ok := strings.CutPrefix(s, path+":"); ok {
			digits, _, _ := strings.Cut(rest, ":")
			line, _ := strconv.Atoi(digits)
			return line
		}
	}
	return 0
}
