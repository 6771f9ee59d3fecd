package c

import (
	"bytes"
	"fmt"
	"math"
	"math/big"
	"regexp"
	"slices"
	"strings"

	"cupel/core/program"
	"cupel/frontend/c/c23"
	"cupel/frontend/c/library"
	"cupel/frontend/c/scan"
	"cupel/frontend/c/tree"

	"modernc.org/cc/v4"
)

// cc computes the constants on which types and other constants depend: enumeration constants, lengths of arrays, widths of bit-fields, designators, alignments
// and case labels. Its enumeration constants are unsigned, its layouts of bit-fields are not gcc's, and it does not call built-in functions. Where the value is
// another one, it takes the place of the expression in the source text; the program is then read again.

// unfolded is the condition that keeps an expression from cc which it cannot evaluate, or refuses for a wrong value; a value that it accepts stands for it.
const unfolded = "0x00c14"

// corrected returns the source with the constants that cc has wrong replaced, or nil when there is none.
func corrected(path string, src []byte, ast *cc.AST, o Options) ([]byte, error) {
	c := &corrector{path: path, src: src, ast: ast, o: o}
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
	if fixedType.Match(c.src) {
		tt.fixed = fixedTypes(c.path, c.src, c.ast)
	}
	if has(c23.Bits) {
		tt.findPrecise(c.ast)
	}
	if directive.Match(c.src) || has("__attribute") || has("lignas") || has("pack") {
		tt.attrs = layoutAttributes(c.ast, c.path, rewrite(c.src).packs)
	}
	c.fold = &folder{tt: tt, own: map[*cc.Enumerator]*folded{}}
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
				c.constant(x.ConstantExpression, true)
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

// enumeration looks at the constants of an enumeration, whose type within it is its own.
func (c *corrector) enumeration(n *cc.EnumSpecifier) {
	c.visit(n.EnumTypeSpecifier, true)
	var before *folded // of the constant before, where cc has another value
	wrong, unknown := false, false
	if e, ok := n.Type().(*cc.EnumType); ok && (e.Min() < math.MinInt32 || e.Max() > math.MaxInt32) {
		c.folder()
	}
	var all []*cc.Enumerator
	for l := n.EnumeratorList; l != nil && c.err == nil; l = l.EnumeratorList {
		v := l.Enumerator
		all = append(all, v)
		switch {
		case v.ConstantExpression != nil:
			c.visit(v.ConstantExpression, true)
			own, changed := c.constant(v.ConstantExpression, true)
			before, unknown = own, changed && own == nil
			if !changed {
				before = nil
			}
		case before != nil:
			next, _ := c.folder().arithmetic("+", *before, folded{t: c.folder().tt.kind(cc.Int), i: big.NewInt(1)})
			before = &next
		}
		if unknown {
			c.fold.own[v], wrong = nil, true
			continue
		}
		value, ok := before, true
		if value == nil {
			switch x := v.Value().(type) { // small ones need no look
			case cc.Int64Value:
				ok = int64(x) != int64(int32(x))
			case cc.UInt64Value:
				ok = uint64(x) > 1<<31-1
			}
			if c.fold == nil && !ok {
				continue
			}
			n, known := c.folder().literal(v.Value(), c.folder().within(v))
			if !known {
				continue
			}
			value = &n
		}
		wrong = wrong || before != nil
		t := *value
		if fits := c.fold.integer(t.i, c.fold.tt.kind(cc.Int)); !c.fold.tt.fixed[v] && fits.i.Cmp(t.i) == 0 {
			t = fits
		} else if c.fold.tt.fixed[v] {
			t = c.fold.integer(t.i, c.fold.tt.of(v.Type()))
		}
		if before != nil {
			before = &t
		}
		c.fold.set(v, t)
	}
	if c.fold != nil {
		c.fold.complete(all, wrong)
	}
}

// within is the type of the value of a constant in its own enumeration, where it does not fit int.
func (f *folder) within(v *cc.Enumerator) *ctype {
	if v.ConstantExpression != nil {
		return f.tt.promotedType(v.ConstantExpression)
	}
	if f.tt.ptrW == 64 {
		return f.tt.kind(cc.Long)
	}
	return f.tt.kind(cc.LongLong)
}

// set notes the value of a constant within its enumeration.
func (f *folder) set(v *cc.Enumerator, n folded) {
	f.own[v] = &n
	if f.tt.within == nil {
		f.tt.within = map[*cc.Enumerator]*ctype{}
	}
	f.tt.within[v] = n.t
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
	if n, _ := c.constant(e, fixed); n != nil && n.i != nil && n.i.Sign() < 0 && c.err == nil {
		c.fail(e, "the array has a negative number of elements", false)
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
		s, have, needed = x.ConditionalExpression, nil, true
	}
	f.open = false
	v, known := f.eval(s)
	switch {
	case f.open:
		return nil, true
	case !known && have == nil && needed:
		c.fail(e, "the constant "+short(strings.TrimSpace(cc.NodeSource(s)))+" is not supported", true)
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

// valueOf is the parser's value; nil: it has none.
func valueOf(e cc.ExpressionNode) *big.Int {
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
	p := n.Position()
	c.err = &Error{Pos: program.Pos{File: p.Filename, Line: p.Line, Col: p.Column}, Msg: msg, Unsupported: unsupported}
}

// defines are directives after which text need not be what the parser sees there.
var defines = regexp.MustCompile(`(?m)^[ \t]*(#|%:)[ \t]*([^p \t]|p[^r])`)

// replace puts a value in the place of an expression.
func (c *corrector) replace(e cc.ExpressionNode, v folded) {
	from, ok := offsetAt(c.path, c.src, e.Position())
	to := 0
	if ok {
		to, ok = textEnd(c.src, from, cc.NodeSource(e))
	}
	text, spelled := v.spelled()
	if !ok || !spelled || defines.Match(c.src) {
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
	notEvaluated = regexp.MustCompile(`(?m)^(.*?):(\d+):(\d+):\s*(cannot evaluate constant expression|cannot initalize a variable length array|invalid array size|value out of range)`)
	inAssert     = regexp.MustCompile(`\b(_Static_assert|static_assert)\s*\(\s*$`)
)

// withoutConstant keeps the expression at off from cc, which cannot evaluate it or does not accept its value. length: it is in the first brackets before.
func withoutConstant(src []byte, off int, length bool) []byte {
	if defines.Match(src) {
		return nil
	}
	from := off
	if length {
		if from = openBracket(src, off); from < 0 {
			return nil
		}
	}
	if inAssert.Match(src[:from]) {
		return withoutAsserts(src)
	}
	to := expressionEnd(src, from)
	before := bytes.TrimRight(src[:from], " \t\r\n")
	after := bytes.TrimLeft(src[to:], " \t\r\n")
	if to == from || len(before) == 0 || bytes.HasPrefix(src[from:], []byte(unfolded)) {
		return nil
	}
	value := "1"
	if before[len(before)-1] == '[' && (bytes.HasPrefix(after, []byte("...")) || designator.Match(after)) {
		value = "0"
	} else if length {
		value = "0x7fff" // more elements than there may be initializers
	}
	return slices.Concat(src[:from], []byte(unfolded+"?"+value+":("), src[from:to], []byte(")"), src[to:])
}

// designator is what follows the constant of a designator.
var designator = regexp.MustCompile(`^\]\s*(=[^=]|\[|\.)`)

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
