package c

import (
	"bytes"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"

	"cupel/core/program"
	"cupel/frontend/c/c23"
	"cupel/frontend/c/library"
	"cupel/frontend/c/scan"
	"cupel/frontend/c/tree"
	"cupel/internal/lazyregexp"

	"modernc.org/cc/v4"
)

// cc computes the constants on which types and other constants depend: enumeration constants, lengths of arrays, widths of bit-fields, designators, alignments
// and case labels. Its enumeration constants are unsigned, its layouts of bit-fields are not gcc's, and it does not call built-in functions. Where the value is
// another one, it takes the place of the expression in the source text; the program is then read again.

// unfolded is the condition that keeps an expression from cc which it cannot evaluate, or refuses for a wrong value; a value that it accepts stands for it.
const unfolded = "0x00c14"

// corrected returns the source with the constants that cc has wrong replaced, or nil when there is none.
func corrected(path string, src []byte, ast *cc.AST, packs []packEvent, o Options) ([]byte, error) {
	c := &corrector{path: path, src: src, ast: ast, packs: packs, o: o}
	for u := ast.TranslationUnit; u != nil && c.err == nil; u = u.TranslationUnit {
		switch d := u.ExternalDeclaration; d.Case {
		case cc.ExternalDeclarationFuncDef:
			c.visit(d.FunctionDefinition.DeclarationSpecifiers, true)
			c.visit(d.FunctionDefinition.Declarator, false)
			c.visit(d.FunctionDefinition.DeclarationList, false)
			c.visit(d.FunctionDefinition.CompoundStatement, false)
		default:
			c.visit(d, true)
		}
	}
	if c.err != nil || len(c.edits) == 0 {
		return nil, c.err
	}
	g := generic{src: src, edits: c.edits}
	return g.edited(), nil
}

// corrector is the state of corrected.
type corrector struct {
	path  string
	src   []byte
	ast   *cc.AST
	packs []packEvent // the text has its #pragma pack no more
	o     Options
	fold  *folder // nil: not yet needed
	edits []edit
	err   error
}

// folder is made when an expression has to be evaluated.
func (c *corrector) folder() *folder {
	if c.fold != nil {
		return c.fold
	}
	tt := newTypeTable(c.o.Model)
	has := func(s string) bool { return bytes.Contains(c.src, []byte(s)) }
	if tt.modern = c.o.Standard.Modern(); tt.modern && has("enum") {
		tt.findBeyond(c.ast)
	}
	if fixedType().Match(c.src) {
		tt.fixed = fixedTypes(c.path, c.src, c.ast)
	}
	if has(c23.Bits) {
		tt.findPrecise(c.ast)
	}
	if directive().Match(c.src) || has("__attribute") || has("lignas") || len(c.packs) > 0 {
		tt.attrs = layoutAttributes(c.ast, c.path, c.packs)
	}
	c.fold = &folder{tt: tt, own: map[*cc.Enumerator]*folded{}, specifiers: has("lignas") || has("aligned")}
	return c.fold
}

// visit looks at the constants below a node. fixed: arrays that are declared there have a constant length.
func (c *corrector) visit(n cc.Node, fixed bool) {
	tree.Visit(n, func(n cc.Node) bool {
		switch x := n.(type) {
		case *cc.EnumSpecifier:
			if x.Case == cc.EnumSpecifierDef {
				c.enumeration(x)
				return false
			}
		case *cc.StructDeclarator:
			if x.Case == cc.StructDeclaratorBitField {
				if w, _ := c.constant(x.ConstantExpression, true); w != nil && w.i.Sign() < 0 {
					c.fail(x.ConstantExpression, fmt.Sprintf("the width of a bit-field is %d; correct the program (it must compile with gcc)", w.i), false)
				}
			}
		case *cc.DirectDeclarator:
			c.length(x.AssignmentExpression, fixed)
		case *cc.DirectAbstractDeclarator:
			c.length(x.AssignmentExpression, fixed)
		case *cc.Designator:
			c.constant(x.ConstantExpression, true)
			c.constant(x.ConstantExpression2, true)
		case *cc.AlignmentSpecifier:
			c.constant(x.ConstantExpression, true)
		case *cc.LabeledStatement:
			c.constant(x.ConstantExpression, true)
			c.constant(x.ConstantExpression2, true)
		case *cc.AttributeValue:
			if name := strings.Trim(x.Token.SrcStr(), "_"); name == "aligned" && x.ArgumentExpressionList != nil {
				c.constant(x.ArgumentExpressionList.AssignmentExpression, false)
			}
		case *cc.ParameterTypeList:
			if fixed {
				c.visit(x, false)
				return false
			}
		case *cc.Declaration:
			if !fixed && x.Case == cc.DeclarationDecl && static(x.DeclarationSpecifiers) {
				c.visit(x, true)
				return false
			}
		}
		return c.err == nil
	})
}

// static reports whether a declaration in a block is of objects whose storage is not automatic.
func static(n *cc.DeclarationSpecifiers) bool {
	for ; n != nil; n = n.DeclarationSpecifiers {
		if s := n.StorageClassSpecifier; s != nil && (s.Case == cc.StorageClassSpecifierStatic || s.Case == cc.StorageClassSpecifierExtern) {
			return true
		}
	}
	return false
}

// enumeration looks at the constants of an enumeration, whose type within it is that of their values.
func (c *corrector) enumeration(n *cc.EnumSpecifier) {
	c.visit(n.EnumTypeSpecifier, true)
	if e, ok := n.Type().(*cc.EnumType); ok && (e.Min() < math.MinInt32 || e.Max() > math.MaxInt32) {
		c.folder()
	}
	var all []*cc.Enumerator
	var last *folded // the constant before; nil: an int that the parser knows
	wrong, open := false, false
	for l := n.EnumeratorList; l != nil && c.err == nil; l = l.EnumeratorList {
		v := l.Enumerator
		all = append(all, v)
		var value *folded
		switch {
		case v.ConstantExpression != nil:
			c.visit(v.ConstantExpression, true)
			own, changed := c.constant(v.ConstantExpression, true)
			value, open, wrong = own, changed && own == nil, wrong || changed
		case last != nil:
			next, ok := c.fold.arithmetic("+", *last, folded{t: c.fold.tt.kind(cc.Int), i: big.NewInt(1)})
			if have := valueOf(v); ok && next.i.Cmp(last.i) > 0 {
				value = &next
				if !wrong && have != nil && have.Cmp(next.i) != 0 {
					c.define(v, next)
					wrong = true
				}
			}
		}
		if last = nil; open {
			c.fold.own[v], wrong = nil, true
			continue
		}
		if c.fold == nil {
			continue
		}
		if value == nil {
			t := c.fold.tt.kind(cc.LongLong)
			if v.ConstantExpression != nil {
				t = c.fold.tt.promotedType(v.ConstantExpression)
			}
			if n, ok := c.fold.literal(v.Value(), t); ok {
				value = &n
			}
		}
		if value != nil {
			last = c.fold.set(v, *value)
		}
	}
	if c.fold != nil {
		c.fold.complete(all, wrong)
	}
}

// set notes the value of a constant within its enumeration.
func (f *folder) set(v *cc.Enumerator, n folded) *folded {
	if t := f.tt.kind(cc.Int); f.tt.fixed[v] {
		n = f.integer(n.i, f.tt.of(v.Type()))
	} else if i := f.integer(n.i, t); i.i.Cmp(n.i) == 0 {
		n = i
	}
	if f.tt.within == nil {
		f.tt.within = map[*cc.Enumerator]*ctype{}
	}
	f.own[v], f.tt.within[v] = &n, n.t
	return &n
}

// complete gives the constants of an enumeration the type that they have behind it.
func (f *folder) complete(all []*cc.Enumerator, wrong bool) {
	f.tt.within = nil
	ints := true
	for _, v := range all {
		own := f.own[v]
		ints = ints && (own == nil || own.t == f.tt.kind(cc.Int))
	}
	for _, v := range all {
		switch own := f.own[v]; {
		case !wrong:
			delete(f.own, v)
		case own != nil && !ints && !f.tt.fixed[v] && (f.tt.modern || own.t != f.tt.kind(cc.Int)):
			f.own[v] = nil // the type of the enumeration is not known yet
		}
	}
}

// length looks at the number of elements of an array. fixed: it is a constant.
func (c *corrector) length(e cc.ExpressionNode, fixed bool) {
	if tree.IsNil(e) {
		return
	}
	if n, _ := c.constant(e, fixed); n != nil && n.i.Sign() < 0 {
		c.fail(e, fmt.Sprintf("the array has %d elements; correct the program (it must compile with gcc)", n.i), false)
	}
}

// constant looks at a constant expression. changed: the parser has another value than n, which is nil where it is not known yet; it is the value of cc
// otherwise. needed: it must be a constant.
func (c *corrector) constant(e cc.ExpressionNode, needed bool) (n *folded, changed bool) {
	if isNil(e) || c.err != nil {
		return nil, false
	}
	s := tree.Strip(e)
	if p, ok := s.(*cc.PrimaryExpression); ok && p.Case == cc.PrimaryExpressionInt {
		return nil, false
	}
	if file := e.Position().Filename; file != c.path && (strings.HasPrefix(file, "<") || strings.HasPrefix(file, library.Dir)) {
		return nil, false // the front end's own
	}
	f := c.folder()
	have := valueOf(e)
	if x, ok := s.(*cc.ConditionalExpression); ok && strings.TrimSpace(cc.NodeSource(x.LogicalOrExpression)) == unfolded {
		s, have, needed = tree.Strip(x.ConditionalExpression), nil, true
		if l, ok := s.(*cc.ExpressionList); ok {
			s = tree.Strip(l.AssignmentExpression)
		}
	}
	f.open = false
	v, known := f.eval(s)
	switch {
	case f.open:
		return nil, true
	case !known && have == nil && needed:
		c.unknown(e, s)
		return nil, false
	case !known && have != nil && depends(s):
		c.fail(e, "the constant "+short(strings.TrimSpace(cc.NodeSource(s)))+", whose value the parser may not know, is not supported", true)
		return nil, false
	case !known || v.t.kind != tInt:
		return nil, false
	case have == nil && !needed: // gcc may take it for variable
		return nil, false
	case have != nil && have.Cmp(v.i) == 0:
		return &v, false
	}
	c.replace(e, v)
	f.stale = true
	return &v, true
}

// unknown refuses an expression s, in the place of e, that has no value here.
func (c *corrector) unknown(e, s cc.ExpressionNode) {
	text := short(strings.TrimSpace(cc.NodeSource(s)))
	if integerConstant(s) == no && !bytes.Contains(c.src, []byte(c23.Mark)) {
		c.fail(e, "cannot evaluate constant expression: "+text+"; correct the program (it must compile with gcc)", false)
		return
	}
	c.fail(e, "the constant "+text+" is not supported", true)
}

// depends reports whether a value depends on what the parser may have otherwise than gcc. The alignments of objects are looked at later.
func depends(e cc.ExpressionNode) bool {
	is, objects := false, false
	tree.Visit(e, func(n cc.Node) bool {
		switch x := n.(type) {
		case *cc.UnaryExpression:
			switch x.Case {
			case cc.UnaryExpressionSizeofExpr, cc.UnaryExpressionSizeofType, cc.UnaryExpressionAlignofType, cc.UnaryExpressionAddrof:
				is = true
			case cc.UnaryExpressionAlignofExpr:
				objects = true
			}
		case *cc.PrimaryExpression:
			_, constant := x.ResolvedTo().(*cc.Enumerator)
			is = is || constant
		}
		return true
	})
	return is && !objects
}

// valueOf is the parser's value; nil: it has none.
func valueOf(e interface{ Value() cc.Value }) *big.Int {
	switch x := e.Value().(type) {
	case cc.Int64Value:
		return big.NewInt(int64(x))
	case cc.UInt64Value:
		return new(big.Int).SetUint64(uint64(x))
	}
	return nil
}

// isNil reports whether an optional expression is absent.
func isNil(e cc.ExpressionNode) bool {
	if k, ok := e.(*cc.ConstantExpression); ok && k == nil {
		return true
	}
	return tree.IsNil(e)
}

func (c *corrector) fail(n cc.Node, msg string, unsupported bool) {
	if c.err != nil {
		return
	}
	p := n.Position()
	c.err = &Error{Pos: program.Pos{File: p.Filename, Line: p.Line, Col: p.Column}, Msg: msg, Unsupported: unsupported}
}

// defines are directives after which text need not be what the parser sees there.
var defines = lazyregexp.New(`(?m)^[ \t]*(#|%:)[ \t]*([^p \t]|p[^r])`)

// replace puts a value in the place of an expression.
func (c *corrector) replace(e cc.ExpressionNode, v folded) {
	from, ok := offsetAt(c.path, c.src, e.Position())
	to := 0
	if ok {
		to, ok = textEnd(c.src, from, cc.NodeSource(e))
	}
	text, spelled := v.spelled()
	if !ok || !spelled || defines().Match(c.src) {
		c.fail(e, "the constant "+short(strings.TrimSpace(cc.NodeSource(e)))+", whose value the parser does not know, is not supported", true)
		return
	}
	if from > 0 && isWordByte(c.src[from-1]) {
		text = " " + text
	}
	if to < len(c.src) && (isWordByte(c.src[to]) || c.src[to] == '.') {
		text += " "
	}
	old := c.src[from:to]
	text += strings.Repeat("\n", bytes.Count(old, []byte("\n")))
	if more := len(old) - len(text); more > 0 && !bytes.Contains(old, []byte("\n")) {
		text += strings.Repeat(" ", more)
	}
	c.edits = append(c.edits, edit{from, to, text})
}

// define gives a constant of an enumeration a value.
func (c *corrector) define(v *cc.Enumerator, n folded) {
	at, ok := offsetOf(c.path, c.src, v.Token, v.Token.SrcStr())
	text, spelled := n.spelled()
	if !ok || !spelled || defines().Match(c.src) {
		c.fail(v, "the constant "+v.Token.SrcStr()+", whose value the parser does not know, is not supported", true)
		return
	}
	at += len(v.Token.SrcStr())
	c.edits = append(c.edits, edit{at, at, " = " + text})
	c.fold.stale = true
}

// textEnd is where the text of an expression, which begins in src at from, ends there.
func textEnd(src []byte, from int, text string) (int, bool) {
	words := func(t scan.Token) bool { return t.Kind != scan.Space && t.Kind != scan.Remark }
	var want []string
	for t := range scan.Tokens(text) {
		if words(t) {
			want = append(want, text[t.Start:t.End])
		}
	}
	end := from
	for t := range scan.Tokens(src[from:]) {
		switch {
		case !words(t):
			continue
		case len(want) == 0:
			return end, true
		case string(src[from+t.Start:from+t.End]) != want[0]:
			return 0, false
		}
		want = want[1:]
		end = from + t.End
	}
	return end, len(want) == 0
}

// spelled is a constant expression with the value and, where it is no int, the type of an integer.
func (n folded) spelled() (string, bool) {
	suffix := ""
	switch {
	case !n.i.IsInt64() && !n.i.IsUint64():
		return "", false
	case n.i.IsInt64() && n.i.Int64() == int64(int32(n.i.Int64())):
	case n.t.rank >= rankLongLong:
		suffix = "LL"
	case n.t.rank == rankLong:
		suffix = "L"
	}
	if suffix != "" && !n.t.signed || !n.i.IsInt64() {
		suffix = "U" + suffix
	}
	if least := n.i; least.Sign() < 0 && least.TrailingZeroBits() >= 31 {
		return fmt.Sprintf("(%d%s-1)", new(big.Int).Add(least, big.NewInt(1)), suffix), true
	}
	return n.i.String() + suffix, true
}

var (
	notEvaluated = lazyregexp.New(`(?m)^(.*?):(\d+):(\d+):\s*(cannot evaluate constant expression|expected an integer constant expression: \(|cannot initalize a variable length array|invalid array size|value out of range)`)
	inAssert     = lazyregexp.New(`\b(_Static_assert|static_assert)\s*\(\s*$`)
)

// withoutConstant keeps the expression at off from cc, which cannot evaluate it or does not accept its value. what is the message of cc.
func withoutConstant(src []byte, off int, what string) []byte {
	if defines().Match(src) {
		return nil
	}
	from := off
	if strings.Contains(what, "initalize") {
		if from = openBracket(src, off); from < 0 {
			return nil
		}
	}
	if inAssert().Match(src[:from]) {
		return withoutAsserts(src)
	}
	to := expressionEnd(src, from)
	before := bytes.TrimRight(src[:from], " \t\r\n")
	after := bytes.TrimLeft(src[to:], " \t\r\n")
	if to == from || len(before) == 0 || bytes.HasPrefix(src[from:], []byte(unfolded)) {
		return nil
	}
	value := "1"
	switch length := strings.Contains(what, "array"); {
	case length:
		value = "0x7fff" // more elements than there may be initializers
	case before[len(before)-1] == '[' && (bytes.HasPrefix(after, []byte("...")) || designator().Match(after)):
		value = "0"
	}
	return slices.Concat(src[:from], []byte(unfolded+"?"+value+":(("), src[from:to], []byte("),0)"), src[to:])
}

// designator is what follows the constant of a designator.
var designator = lazyregexp.New(`^\]\s*(=[^=]|\[|\.)`)

// openBracket is behind the bracket of the last length of an array in the declaration before off that is not kept from cc yet.
func openBracket(src []byte, off int) int {
	for i := off - 1; i >= 0 && src[i] != ';' && src[i] != '{' && src[i] != '}'; i-- {
		if src[i] == '[' && !bytes.HasPrefix(src[i+1:], []byte(unfolded)) && !bytes.HasPrefix(bytes.TrimLeft(src[i+1:], " \t\r\n"), []byte("]")) {
			return i + 1 + len(src[i+1:]) - len(bytes.TrimLeft(src[i+1:], " \t\r\n"))
		}
	}
	return -1
}

// expressionEnd is where the constant expression that begins at from ends.
func expressionEnd(src []byte, from int) int {
	depth, questions, end := 0, 0, from
	for t := range scan.Tokens(src[from:]) {
		if t.Kind == scan.Space || t.Kind == scan.Remark {
			continue
		}
		if t.Kind == scan.Punct {
			switch w := string(src[from+t.Start : from+t.End]); w {
			case "(", "[", "{":
				depth++
			case ")", "]", "}":
				depth--
			case "?":
				if depth == 0 {
					questions++
				}
			case ":":
				if depth == 0 {
					questions--
				}
			case ",", ";", "...":
				if depth == 0 {
					return end
				}
			}
			if depth < 0 || questions < 0 {
				return end
			}
		}
		end = from + t.End
	}
	return end
}
