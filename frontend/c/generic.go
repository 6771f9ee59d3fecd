package c

import (
	"bytes"
	"fmt"
	"strings"

	"cupel/core/program"
	"cupel/frontend/c/c23"
	"cupel/frontend/c/tree"

	"modernc.org/cc/v4"
	"modernc.org/token"
)

// cc chooses the associations of generic selections without looking at
// qualifiers behind pointers, and takes enumerations for types of their own.
// Where gcc chooses another one, the selection is replaced by it in the source
// text, all other characters of the selection becoming blanks, so that
// positions stay. Where that is not possible the file is refused.

// generics returns the source with the selections that cc got wrong replaced,
// or nil when there is none.
func generics(path string, src []byte, ast *cc.AST, o Options) ([]byte, error) {
	has := func(s string) bool { return bytes.Contains(src, []byte(s)) }
	modern := o.Standard.Modern()
	if has(ofPointer) {
		if err := unknownLength(path, src, ast); err != nil {
			return nil, err
		}
	}
	if !has("_Generic") && !has(chooses) && !has("typeof") && !has("__auto_type") && !has("?") && !has(compatible) && !has(compares) {
		return nil, nil
	}
	g := &generic{tt: newTypeTable(o.Model), path: path, src: src, ast: ast}
	if has("typeof") || has("__auto_type") {
		if g.rows(ast); g.out != nil || g.err != nil {
			return g.out, g.err
		}
	}
	if g.tt.modern = modern; modern && has("enum") {
		g.tt.findBeyond(ast)
	}
	if fixedType().Match(src) {
		g.tt.fixed = fixedTypes(path, src, ast)
	}
	if has(c23.Bits) {
		g.tt.findPrecise(ast)
	}
	if has("_Generic") || has(compatible) || has(compares) || modern {
		g.findVague(ast)
	}
	tree.Visit(ast.TranslationUnit, func(n cc.Node) bool {
		switch x := n.(type) {
		case *cc.GenericSelection:
			g.selection(x)
		case *cc.TypeSpecifier:
			// A type that depends on an expression cc has another type for.
			if x.Case == cc.TypeSpecifierTypeofExpr {
				g.typeof(x.ExpressionList, x)
				g.typed(x.ExpressionList)
				g.decays(x.ExpressionList, x)
			}
		case *cc.Declaration:
			if x.Case == cc.DeclarationAuto && x.Initializer != nil && x.Initializer.Case == cc.InitializerExpr {
				g.typeof(x.Initializer.AssignmentExpression, x)
				g.typed(x.Initializer.AssignmentExpression)
			}
		case *cc.PostfixExpression:
			g.compatible(x)
			g.decides(n)
		default:
			g.decides(n)
		}
		return g.err == nil
	})
	if g.out == nil && len(g.edits) > 0 {
		g.out = g.edited()
	}
	if g.out == nil && g.err == nil && (has("_Generic") || has(chooses)) {
		g.selections(&corrector{path: path, src: src, ast: ast, o: o})
	}
	return g.out, g.err
}

type generic struct {
	tt   *typeTable
	path string
	src  []byte
	ast  *cc.AST
	out  []byte
	err  error
	// seen are the conditional expressions whose type was looked at; edits make the parser take the right one.
	seen  map[*cc.ConditionalExpression]bool
	edits []edit
	// written are the arrays in arrays that edits rewrite.
	written map[*cc.PostfixExpression]bool
	// vague are objects and typedefs in whose types the parser may have lost qualifiers.
	vague map[*cc.Declarator]bool
	// nulls: there are objects with the type of nullptr, which the parser takes for void *.
	nulls bool
	// declarations has the qualifiers of declared types, see declared.
	declarations *declarations
}

// declared has the qualifiers of declared types.
func (g *generic) declared() *declarations {
	if g.declarations == nil {
		g.declarations = findDeclarations(g.ast)
	}
	return g.declarations
}

func (g *generic) refuse(n cc.Node, what string) {
	p := n.Position()
	g.err = &Error{Pos: program.Pos{File: p.Filename, Line: p.Line, Col: p.Column}, Msg: what, Unsupported: true}
}

// typeof writes the type of e in its place, as the operand of typeof or of __auto_type in n, where the parser takes it for another one.
func (g *generic) typeof(e cc.ExpressionNode, n cc.Node) {
	if e == nil || e.Type() == nil || !cc.IsArithmeticType(e.Type()) {
		return
	}
	t, have := g.tt.exprType(e), g.tt.of(e.Type())
	if !(t.isArith() && t.width%32 == 0 && (t.width != have.width || t.signed != have.signed) || t != have && (t.base != nil || have.base != nil)) {
		return
	}
	name := kindName(g.tt, t, e.Type())
	from, to, text := 0, 0, literals[name]
	ok := text != ""
	switch x := n.(type) {
	case *cc.TypeSpecifier:
		var ok1, ok2 bool
		from, ok1 = offsetOf(g.path, g.src, x.Token2, "(")
		to, ok2 = offsetOf(g.path, g.src, x.Token3, ")")
		from, ok = from+1, ok && ok1 && ok2 && from < to
	case *cc.Declaration:
		var ok1 bool
		word := x.Token.SrcStr()
		from, ok1 = offsetOf(g.path, g.src, x.Token, word)
		to, text, ok = from+len(word), name, ok && ok1
	}
	if !ok {
		g.refuse(n, "typeof an expression whose type the parser does not know")
		return
	}
	g.edits = append(g.edits, edit{from, to, text + strings.Repeat("\n", bytes.Count(g.src[from:to], []byte("\n")))})
}

// selection compares cc's choice with gcc's.
func (g *generic) selection(n *cc.GenericSelection) {
	have := n.Associated()
	if have == nil || n.AssignmentExpression == nil || n.AssignmentExpression.Type() == nil {
		return // in a part that is not evaluated
	}
	ctrl := g.control(n.AssignmentExpression)
	if g.mayBeNull(ctrl) {
		g.refuse(n, "a generic selection with the type of nullptr")
		return
	}
	if cc.IsIntegerType(n.AssignmentExpression.Type()) {
		if have, _ := g.shape(n.AssignmentExpression.Type()); have != ctrl.shape && literals[ctrl.shape] != "" {
			g.retype(n, literals[ctrl.shape])
			return
		}
	}
	for l := n.GenericAssociationList; l != nil; l = l.GenericAssociationList {
		a := l.GenericAssociation
		if a.Case == cc.GenericAssociationType {
			t := g.named(a.TypeName)
			match := t.shape == ctrl.shape
			if match && ctrl.levels > 0 && g.qualifies() {
				own, exact := false, false
				if from, to := g.declared().expression(n.AssignmentExpression).value(), g.declared().named(a.TypeName); from != nil && to != nil {
					own, exact = from.same(to)
					own = own && to.quals == "" // a value has no qualified type
				}
				switch {
				case exact:
					match = own
				case !(ctrl.known && t.known):
					g.refuse(n, "_Generic with qualifiers that the parser does not keep")
					return
				default:
					match = t.quals == ctrl.quals
				}
			}
			switch {
			case match && a != have:
				g.replace(n, a)
				return
			case !match && a == have:
				g.remove(n, l)
				return
			}
		}
		if a == have && a.Case == cc.GenericAssociationType {
			return // those that follow are not looked at
		}
	}
	if have.Case == cc.GenericAssociationDefault && strings.TrimSpace(cc.NodeSource(have.AssignmentExpression)) == noneMatches {
		p := n.Position()
		g.err = &Error{Pos: program.Pos{File: p.Filename, Line: p.Line, Col: p.Column}, Msg: "no association of _Generic is for the type of " + short(cc.NodeSource(n.AssignmentExpression)) + "; add one, or default"}
	}
}

// literals has a constant of each type.
var literals = map[string]string{"int": "0", "unsigned": "0U", "long": "0L", "unsigned long": "0UL", "long long": "0LL", "unsigned long long": "0ULL"}

// retype puts a constant of the right type in the place of the controlling
// expression, which is not evaluated.
func (g *generic) retype(n *cc.GenericSelection, text string) {
	if g.out != nil {
		return
	}
	from, ok1 := offsetOf(g.path, g.src, n.Token2, "(")
	to, ok2 := offsetOf(g.path, g.src, n.Token3, ",")
	switch {
	case !ok1 || !ok2:
		g.refuse(n, "_Generic on an expression whose type the parser does not know")
		return
	case to-from-1 < len(text):
		g.edits = append(g.edits, edit{from + 1, to, text})
		return
	}
	g.out = bytes.Clone(g.src)
	blank(g.out, from+1, to)
	copy(g.out[from+1:], text)
}

// shaped is a type in the form that generic selection compares.
type shaped struct {
	shape  string // without qualifiers
	quals  string // of the type a pointer points to, in alphabetical order
	levels int    // pointers
	known  bool   // quals is certain
}

// shape names a type up to compatibility without qualifiers: an enumeration is
// its integer type, arrays of unknown length are refused by being unlike all.
func (g *generic) shape(t cc.Type) (string, int) {
	switch x := t.(type) {
	case *cc.PointerType:
		if ofNull(t) {
			return nullType, 0
		}
		s, n := g.shape(x.Elem())
		return "*" + s, n + 1
	case *cc.FunctionType:
		if s := g.signature(x); s != "" {
			return s, 0
		}
	case *cc.ArrayType:
		s, n := g.shape(x.Elem())
		return fmt.Sprintf("[%d]%s", x.Len(), s), n
	case *cc.EnumType:
		return kindName(g.tt, g.tt.of(t), t), 0
	case *cc.PredefinedType:
		if p := g.tt.of(t); p.base != nil {
			return p.name, 0
		}
		return t.Kind().String(), 0
	case *cc.StructType, *cc.UnionType:
		if d := firstMember(t); d != nil {
			return fmt.Sprintf("record %p", d), 0
		}
	}
	return t.String(), 0
}

// firstMember identifies a record type by a declarator in it.
func firstMember(t cc.Type) *cc.Declarator {
	r, ok := t.(interface {
		NumFields() int
		FieldByIndex(int) *cc.Field
	})
	if !ok {
		return nil
	}
	for i := 0; i < r.NumFields(); i++ {
		if d := r.FieldByIndex(i).Declarator(); d != nil {
			return d
		}
	}
	return nil
}

// control is the type of the controlling expression.
func (g *generic) control(e cc.ExpressionNode) shaped {
	t := e.Type()
	s := shaped{known: true}
	if cc.IsArithmeticType(t) {
		s.shape, _ = g.shape(t)
		if o := g.tt.exprType(e); o.kind == tInt {
			s.shape = kindName(g.tt, o, t)
		}
		return s
	}
	switch n := tree.Strip(e).(type) {
	case *cc.ExpressionList:
		for n.ExpressionList != nil {
			n = n.ExpressionList
		}
		return g.control(n.AssignmentExpression)
	case *cc.ConditionalExpression:
		if s, ok := g.chosen(n); ok {
			return s
		}
	case *cc.UnaryExpression:
		if n.Case == cc.UnaryExpressionAddrof {
			if p, ok := pointerTo(n.CastExpression); ok {
				return g.control(p)
			}
		}
	case *cc.CastExpression:
		if s := g.named(n.TypeName); s.known && s.levels == 1 {
			s.shape = strings.TrimSuffix(s.shape, " qualified") // as the value of the cast is not
			return s
		}
	}
	s.shape, s.levels = g.shape(t.Decay())
	if p, ok := t.Decay().(*cc.PointerType); ok {
		s.quals = qualifiers(p.Elem())
		switch p.Elem().(type) {
		case *cc.PointerType, *cc.FunctionType:
			s.known = false
		}
		s.known = s.known && !g.hasCast(e)
	}
	return s
}

// kindName is the name of the standard type o; t is cc's type, which is used
// when o is its type.
func kindName(tt *typeTable, o *ctype, t cc.Type) string {
	if o.base != nil {
		return o.name
	}
	if tt.of(t) == o {
		if _, enum := t.(*cc.EnumType); !enum {
			return t.Kind().String()
		}
	}
	for _, k := range []cc.Kind{cc.Int, cc.UInt, cc.Long, cc.ULong, cc.LongLong, cc.ULongLong, cc.Char, cc.SChar, cc.UChar, cc.Short, cc.UShort, cc.Bool, cc.Int128, cc.UInt128} {
		if tt.kind(k) == o {
			return k.String()
		}
	}
	return o.name
}

// qualifiers are those of a type; of an array, those of its elements.
func qualifiers(t cc.Type) string {
	if a, ok := t.(*cc.ArrayType); ok {
		return union(qualified(t), qualifiers(a.Elem()))
	}
	return qualified(t)
}

// qualified are the qualifiers of a type itself.
func qualified(t cc.Type) string {
	q := ""
	if t.Attributes().IsConst() {
		q += "c"
	}
	if t.Attributes().IsVolatile() {
		q += "v"
	}
	return q
}

// hasCast reports whether cc may have lost qualifiers in the type of e.
func (g *generic) hasCast(e cc.ExpressionNode) bool {
	found := false
	tree.Visit(e, func(n cc.Node) bool {
		switch x := n.(type) {
		case *cc.CastExpression:
			found = found || x.Case == cc.CastExpressionCast
		case *cc.PostfixExpression:
			// A member of a qualified object is qualified.
			found = found || x.Case != cc.PostfixExpressionPrimary && x.Case != cc.PostfixExpressionIndex
		case *cc.PrimaryExpression:
			if d, ok := x.ResolvedTo().(*cc.Declarator); ok && x.Case == cc.PrimaryExpressionIdent {
				found = found || g.vague[d]
			}
			found = found || x.Case == cc.PrimaryExpressionGeneric || x.Case == cc.PrimaryExpressionStmt
		case *cc.UnaryExpression:
			// The parser loses the qualifiers of what is not an object's name.
			if x.Case == cc.UnaryExpressionAddrof {
				_, plain := tree.Strip(x.CastExpression).(*cc.PrimaryExpression)
				found = found || !plain
			}
		case *cc.ConditionalExpression:
			found = found || x.Case == cc.ConditionalExpressionCond
		}
		return !found
	})
	return found
}

// named is the type of an association.
func (g *generic) named(n *cc.TypeName) shaped {
	t := n.Type()
	s := shaped{known: true}
	s.shape, s.levels = g.shape(t)
	if _, enum := t.(*cc.EnumType); enum {
		s.shape = kindName(g.tt, g.tt.of(t), t)
	}
	q := ""
	base := t
	for {
		p, ok := base.(*cc.PointerType)
		if !ok {
			break
		}
		base = p.Elem()
	}
	for l := n.SpecifierQualifierList; l != nil; l = l.SpecifierQualifierList {
		if l.TypeQualifier != nil {
			switch l.TypeQualifier.Case {
			case cc.TypeQualifierConst:
				q += "c"
			case cc.TypeQualifierVolatile:
				q += "v"
			case cc.TypeQualifierRestrict, cc.TypeQualifierAtomic:
				q += "?"
			}
		}
		if l.TypeSpecifier != nil {
			switch l.TypeSpecifier.Case {
			case cc.TypeSpecifierTypeName:
				q += qualifiers(base)
				if d := base.Typedef(); d != nil && g.vague[d] {
					s.known = false
				}
				if d := t.Typedef(); d != nil && g.vague[d] {
					s.known = false
				}
			case cc.TypeSpecifierTypeofExpr, cc.TypeSpecifierTypeofType:
				s.known = false
			}
		}
	}
	uniq := ""
	for _, c := range "cv?" {
		if strings.ContainsRune(q, c) {
			uniq += string(c)
		}
	}
	s.quals = uniq
	if s.levels == 0 && uniq != "" {
		s.shape += " qualified" // a value has no qualified type
	}
	if s.levels > 1 || s.levels == 0 && strings.HasPrefix(s.shape, "[") || strings.Contains(s.shape, "]*") {
		s.known = false
	}
	if s.levels == 1 && n.AbstractDeclarator != nil && n.AbstractDeclarator.Pointer != nil && n.AbstractDeclarator.Pointer.TypeQualifiers != nil &&
		n.AbstractDeclarator.DirectAbstractDeclarator == nil {
		s.shape += " qualified" // a value has no qualified type
	}
	return s
}

// replace puts the chosen expression in the place of the selection.
func (g *generic) replace(n *cc.GenericSelection, want *cc.GenericAssociation) {
	if g.out != nil {
		return // one at a time: they may be nested
	}
	from, ok1 := offsetOf(g.path, g.src, n.Token, "_Generic")
	to, ok2 := offsetOf(g.path, g.src, n.Token4, ")")
	start, ok3 := offsetOf(g.path, g.src, want.Token2, ":")
	if want.Case == cc.GenericAssociationType {
		start, ok3 = offsetOf(g.path, g.src, want.Token, ":")
	}
	end := to
	for l := n.GenericAssociationList; l != nil; l = l.GenericAssociationList {
		if l.GenericAssociation == want && l.GenericAssociationList != nil {
			var ok bool
			if end, ok = offsetOf(g.path, g.src, l.GenericAssociationList.Token, ","); !ok {
				ok3 = false
			}
		}
	}
	if !ok1 || !ok2 || !ok3 || !(from < start && start < end && end <= to) {
		g.refuse(n, "_Generic in a macro, where the parser chooses another association than gcc")
		return
	}
	g.keep(from, start+1, end, to)
}

// remove takes an association out that cc chose and gcc does not.
func (g *generic) remove(n *cc.GenericSelection, l *cc.GenericAssociationList) {
	if g.out != nil {
		return
	}
	from, ok1 := 0, false
	if p := l.GenericAssociation.TypeName.SpecifierQualifierList; p != nil {
		from, ok1 = offsetAt(g.path, g.src, p.Position())
	}
	_, ok3 := offsetOf(g.path, g.src, l.GenericAssociation.Token, ":")
	var to int
	var ok2 bool
	if next := l.GenericAssociationList; next != nil {
		to, ok2 = offsetOf(g.path, g.src, next.Token, ",")
		to++
	} else if to, ok2 = offsetOf(g.path, g.src, n.Token4, ")"); l != n.GenericAssociationList {
		from, ok1 = offsetOf(g.path, g.src, l.Token, ",")
	} else {
		g.refuse(n, "_Generic without an association for the type")
		return
	}
	if !ok1 || !ok2 || !ok3 || from >= to {
		g.refuse(n, "_Generic in a macro, where the parser chooses another association than gcc")
		return
	}
	g.out = bytes.Clone(g.src)
	blank(g.out, from, to)
}

// offsetOf returns where in the file the token stands, when it is there as
// text (and does not come from a macro).
func offsetOf(path string, src []byte, t cc.Token, text string) (int, bool) {
	off, ok := offsetAt(path, src, t.Position())
	return off, ok && bytes.HasPrefix(src[off:], []byte(text))
}

// offsetAt is the offset of a position in the file.
func offsetAt(path string, src []byte, p token.Position) (int, bool) {
	if p.Filename != path {
		return 0, false
	}
	off := 0
	for line := 1; line < p.Line; line++ {
		i := bytes.IndexByte(src[off:], '\n')
		if i < 0 {
			return 0, false
		}
		off += i + 1
	}
	off += p.Column - 1
	return off, off >= 0 && off <= len(src)
}

// blank overwrites a part of the text with spaces.
func blank(src []byte, from, to int) {
	for i := from; i < to; i++ {
		if src[i] != '\n' && src[i] != '\r' {
			src[i] = ' '
		}
	}
}
