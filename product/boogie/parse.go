package boogie

import (
	"fmt"
	"math/big"
	"strings"
)

// Parse parses a program; file is its name in messages. Errors are of type *Error.
func Parse(file, src string) (*Program, error) {
	p := &Program{File: file}
	err := parse(file, src, func(ps *parser) {
		for ps.cur().kind != tokEOF {
			p.Decls = append(p.Decls, ps.decl()...)
		}
	})
	if err != nil {
		return nil, err
	}
	return p, nil
}

// ParseExpr parses an expression. Positions refer to src; errors are of type *Error.
func ParseExpr(src string) (Expr, error) {
	var e Expr
	err := parse("expression", src, func(ps *parser) {
		if e = ps.expr(); ps.cur().kind != tokEOF {
			ps.fail(ps.cur().pos, "something follows the expression")
		}
	})
	return e, err
}

// parse applies f to the tokens of a text.
func parse(file, src string, f func(*parser)) (err error) {
	toks, err := lex(file, src)
	if err != nil {
		return err
	}
	defer func() {
		if r := recover(); r != nil {
			e, ok := r.(*Error)
			if !ok {
				panic(r)
			}
			err = e
		}
	}()
	f(&parser{file: file, toks: toks})
	return nil
}

// parser is a recursive descent parser; a syntax error is a panic with an *Error that Parse recovers.
type parser struct {
	file   string
	toks   []token
	i      int
	nested int
}

func (p *parser) cur() token  { return p.toks[p.i] }
func (p *parser) peek() token { return p.toks[min(p.i+1, len(p.toks)-1)] }

func (p *parser) next() token {
	t := p.toks[p.i]
	if t.kind != tokEOF {
		p.i++
	}
	return t
}

func (p *parser) fail(at Pos, format string, args ...any) {
	panic(&Error{p.file, at, fmt.Sprintf(format, args...)})
}

// enter limits the nesting depth; the caller defers the result.
func (p *parser) enter() func() {
	if p.nested++; p.nested > maxDepth {
		p.fail(p.cur().pos, "nested more than %d levels deep; split it up", maxDepth)
	}
	return func() { p.nested-- }
}

// is reports whether the current token is that symbol or keyword.
func (p *parser) is(text string) bool {
	t := p.cur()
	return (t.kind == tokSymbol || t.kind == tokKeyword) && t.text == text
}

func (p *parser) accept(text string) bool {
	if p.is(text) {
		p.i++
		return true
	}
	return false
}

func (p *parser) expect(text, where string) token {
	if !p.is(text) {
		p.fail(p.cur().pos, "%s where '%s' is expected %s", p.cur(), text, where)
	}
	return p.next()
}

func (p *parser) ident(what string) (string, Pos) {
	t := p.cur()
	if t.kind != tokIdent {
		hint := ""
		if t.kind == tokKeyword {
			hint = "; a reserved word is a name when written \\" + t.text
		}
		p.fail(t.pos, "%s where %s is expected%s", t, what, hint)
	}
	p.i++
	return t.text, t.pos
}

// idents reads a list of names.
func (p *parser) idents(what string) []string {
	var out []string
	for {
		n, _ := p.ident(what)
		out = append(out, n)
		if !p.accept(",") {
			return out
		}
	}
}

func (p *parser) attributes() Attributes {
	var out Attributes
	for p.is("{:") {
		p.next()
		t := p.next()
		if t.kind != tokIdent && t.kind != tokKeyword {
			p.fail(t.pos, "%s where the name of an attribute is expected", t)
		}
		a := &Attribute{Name: t.text}
		for !p.is("}") {
			if s := p.cur(); s.kind == tokString {
				p.next()
				a.Args = append(a.Args, &StringLit{Node{Pos: s.pos}, s.text})
			} else {
				a.Args = append(a.Args, p.expr())
			}
			if !p.accept(",") {
				break
			}
		}
		p.expect("}", "behind the attribute")
		out = append(out, a)
	}
	return out
}

func (p *parser) decl() []Decl {
	t := p.cur()
	switch {
	case p.accept("type"):
		return p.typeDecls(t.pos)
	case p.accept("const"):
		return p.consts()
	case p.accept("var"):
		var out []Decl
		for _, v := range p.vars(true) {
			out = append(out, v)
		}
		p.expect(";", "behind the variables")
		return out
	case p.accept("function"):
		return p.function(t.pos)
	case p.is("axiom"):
		return []Decl{p.axiom()}
	case p.accept("procedure"):
		return []Decl{p.procedure(t.pos)}
	case p.accept("implementation"):
		return []Decl{p.implementation(t.pos)}
	case p.word("revealed") && p.peek().text == "function", p.word("hideable") && p.peek().text == "axiom", p.word("pure") && p.peek().text == "procedure":
		p.next()
		return p.decl()
	case t.kind == tokIdent && t.text == "datatype":
		p.next()
		return []Decl{p.datatype(t.pos)}
	}
	p.fail(t.pos, "%s where a declaration is expected: type, datatype, const, function, axiom, var, procedure or implementation", t)
	return nil
}

// word reports whether the current token is that word, which is a keyword in some positions only.
func (p *parser) word(text string) bool {
	t := p.cur()
	return t.kind == tokIdent && t.text == text && !t.quoted
}

func (p *parser) axiom() *Axiom {
	at := p.next().pos
	a := &Axiom{Pos: at, Attrs: p.attributes(), Cond: p.expr()}
	p.expect(";", "behind the axiom")
	return a
}

// uses reads the axioms about a constant or function that stand behind it. They hold wherever it is used, and everywhere.
func (p *parser) uses() (axioms []Decl, ok bool) {
	if !p.usesAhead() {
		return nil, false
	}
	p.next()
	p.next()
	for !p.is("}") {
		if p.word("hideable") {
			p.next()
		}
		if !p.is("axiom") {
			p.fail(p.cur().pos, "%s where an axiom is expected behind 'uses {'", p.cur())
		}
		axioms = append(axioms, p.axiom())
	}
	p.next()
	return axioms, true
}

func (p *parser) usesAhead() bool {
	return p.word("uses") && p.peek().kind == tokSymbol && p.peek().text == "{"
}

func (p *parser) typeDecls(at Pos) []Decl {
	attrs := p.attributes()
	finite := p.accept("finite")
	var out []Decl
	for {
		d := &TypeDecl{Pos: at, Attrs: attrs, Finite: finite}
		d.Name, at = p.ident("the name of a type")
		if len(out) > 0 {
			d.Pos = at
		}
		for p.cur().kind == tokIdent {
			n, _ := p.ident("a type parameter")
			d.Params = append(d.Params, n)
		}
		if p.accept("=") {
			d.Body = p.typ()
		}
		out = append(out, d)
		if !p.accept(",") {
			break
		}
	}
	p.expect(";", "behind the type")
	return out
}

func (p *parser) datatype(at Pos) *Datatype {
	d := &Datatype{Pos: at, Attrs: p.attributes()}
	d.Name, _ = p.ident("the name of a datatype")
	d.Params = p.typeParams()
	p.expect("{", "before the constructors")
	for {
		c := &Constructor{}
		c.Name, c.Pos = p.ident("a constructor")
		p.expect("(", "before the members")
		if !p.is(")") {
			c.Fields = p.vars(false)
		}
		p.expect(")", "behind the members")
		d.Constructors = append(d.Constructors, c)
		if !p.accept(",") {
			break
		}
	}
	p.expect("}", "behind the constructors")
	return d
}

func (p *parser) typeParams() []string {
	if !p.accept("<") {
		return nil
	}
	out := p.idents("a type parameter")
	p.expect(">", "behind the type parameters")
	return out
}

func (p *parser) consts() []Decl {
	attrs := p.attributes()
	unique := p.accept("unique")
	var out []Decl
	group := p.varGroup(attrs, true)
	order := p.order()
	for _, v := range group {
		v.Const, v.Unique, v.Order = true, unique, cloneOrder(order)
		out = append(out, v)
	}
	if axioms, ok := p.uses(); ok {
		return append(out, axioms...)
	}
	p.expect(";", "behind the constants")
	return out
}

// order reads what stands behind constants about their order; nil: nothing.
func (p *parser) order() *Order {
	if !p.is("extends") && !p.is("complete") {
		return nil
	}
	o := &Order{}
	if o.Extends = p.accept("extends"); o.Extends {
		for p.is("unique") || p.cur().kind == tokIdent {
			u := p.accept("unique")
			n, at := p.ident("a constant")
			o.Parents = append(o.Parents, Parent{u, &Ident{Node: Node{Pos: at}, Name: n}})
			if !p.accept(",") {
				break
			}
		}
	}
	o.Complete = p.accept("complete")
	return o
}

// vars reads groups of variables with their types, separated by commas; where: they may have where clauses.
func (p *parser) vars(where bool) []*Variable {
	var out []*Variable
	for {
		out = append(out, p.varGroup(p.attributes(), where)...)
		if !p.accept(",") {
			return out
		}
	}
}

// varGroup parses names of one type, with one where clause.
func (p *parser) varGroup(attrs Attributes, where bool) []*Variable {
	var out []*Variable
	for {
		n, at := p.ident("the name of a variable")
		out = append(out, &Variable{Pos: at, Attrs: attrs, Name: n})
		if !p.accept(",") {
			break
		}
	}
	p.expect(":", "before the type")
	t := p.typ()
	var cond Expr
	if where && p.accept("where") {
		cond = p.expr()
	}
	for _, v := range out {
		v.Type, v.Where = t, cond
	}
	return out
}

func (p *parser) function(at Pos) []Decl {
	f := &Function{Pos: at, Attrs: p.attributes()}
	f.Name, _ = p.ident("the name of a function")
	f.TypeParams = p.typeParams()
	p.expect("(", "before the parameters")
	for !p.is(")") {
		attrs := p.attributes()
		v := &Variable{Pos: p.cur().pos, Attrs: attrs}
		if p.cur().kind == tokIdent && (p.peek().text == ":" || p.namesAhead()) {
			f.Params = append(f.Params, p.varGroup(attrs, false)...)
		} else {
			v.Type = p.typ()
			f.Params = append(f.Params, v)
		}
		if !p.accept(",") {
			break
		}
	}
	p.expect(")", "behind the parameters")
	f.Result = &Variable{Pos: p.cur().pos}
	if p.accept(":") {
		f.Result.Type = p.typ()
	} else {
		p.expect("returns", "before the result of the function")
		p.expect("(", "before the result")
		f.Result.Attrs = p.attributes()
		if p.cur().kind == tokIdent && p.peek().text == ":" {
			f.Result.Name, f.Result.Pos = p.ident("the name of the result")
			p.next()
		}
		f.Result.Type = p.typ()
		p.expect(")", "behind the result")
	}
	if p.accept("{") {
		f.Body = p.expr()
		p.expect("}", "behind the body of the function")
	}
	axioms, ok := p.uses()
	if f.Body == nil && !ok {
		p.expect(";", "behind the function")
	}
	return append([]Decl{f}, axioms...)
}

// namesAhead reports whether a list "x, y, z :" follows: names that share a type.
func (p *parser) namesAhead() bool {
	for i := p.i; i+1 < len(p.toks) && p.toks[i].kind == tokIdent; i += 2 {
		switch p.toks[i+1].text {
		case ":":
			return true
		case ",":
		default:
			return false
		}
	}
	return false
}

func (p *parser) params() []*Variable {
	p.expect("(", "before the parameters")
	var out []*Variable
	if !p.is(")") {
		out = p.vars(true)
	}
	p.expect(")", "behind the parameters")
	return out
}

func (p *parser) signature() (attrs Attributes, name string, tps []string, ins, outs []*Variable) {
	attrs = p.attributes()
	name, _ = p.ident("the name of a procedure")
	tps = p.typeParams()
	ins = p.params()
	if p.accept("returns") {
		outs = p.params()
	}
	return
}

func (p *parser) procedure(at Pos) *Procedure {
	d := &Procedure{Pos: at}
	d.Attrs, d.Name, d.TypeParams, d.Ins, d.Outs = p.signature()
	bodiless := p.accept(";")
	for {
		t := p.cur()
		free := p.accept("free")
		switch {
		case p.accept("requires"):
			d.Requires = append(d.Requires, p.spec(t.pos, free))
		case p.accept("ensures"):
			d.Ensures = append(d.Ensures, p.spec(t.pos, free))
		case p.accept("modifies") && !free:
			if !p.is(";") {
				for {
					n, at := p.ident("a global variable")
					d.Modifies = append(d.Modifies, &Ident{Node: Node{Pos: at}, Name: n})
					if !p.accept(",") {
						break
					}
				}
			}
			p.expect(";", "behind modifies")
		case free:
			p.fail(t.pos, "'free' stands before requires and ensures only")
		case !bodiless:
			d.Body = p.body()
			return d
		default:
			return d
		}
	}
}

func (p *parser) implementation(at Pos) *Implementation {
	d := &Implementation{Pos: at}
	d.Attrs, d.Name, d.TypeParams, d.Ins, d.Outs = p.signature()
	d.Body = p.body()
	return d
}

func (p *parser) spec(at Pos, free bool) *Spec {
	s := &Spec{Pos: at, Free: free, Attrs: p.attributes(), Cond: p.expr()}
	p.expect(";", "behind the condition")
	return s
}

func (p *parser) typ() Type {
	defer p.enter()()
	if t := p.cur(); t.kind == tokIdent && (bvWidth(t.text) < 0 || p.quoted()) {
		p.next()
		n := &NamedType{Pos: t.pos, Name: t.text}
		for p.typeStarts() {
			n.Args = append(n.Args, p.typeAtom())
		}
		return n
	}
	return p.typeAtom()
}

// quoted reports whether the current name is after a backslash.
func (p *parser) quoted() bool { return p.cur().quoted }

func (p *parser) typeStarts() bool {
	t := p.cur()
	return t.kind == tokIdent && !p.usesAhead() || p.is("int") || p.is("bool") || p.is("real") || p.is("(") || p.is("[") || p.is("<")
}

// typeAtom reads a type that needs no parentheses as an argument.
func (p *parser) typeAtom() Type {
	defer p.enter()()
	t := p.cur()
	switch {
	case p.accept("int"):
		return Int
	case p.accept("bool"):
		return Bool
	case p.accept("real"):
		return Real
	case p.accept("("):
		r := p.typ()
		p.expect(")", "behind the type")
		return r
	case p.is("[") || p.is("<"):
		m := &MapType{Params: p.typeParams()}
		p.expect("[", "before the arguments of a map")
		for !p.is("]") {
			m.Args = append(m.Args, p.typ())
			if !p.accept(",") {
				break
			}
		}
		p.expect("]", "behind the arguments of a map")
		m.Result = p.typ()
		return m
	case t.kind == tokIdent:
		quoted := p.quoted()
		p.next()
		if w := bvWidth(t.text); w >= 0 && !quoted {
			p.width(t.pos, w)
			return &BVType{w}
		}
		return &NamedType{Pos: t.pos, Name: t.text}
	}
	p.fail(t.pos, "%s where a type is expected", t)
	return nil
}

func (p *parser) width(at Pos, w int) {
	if w < 1 || w > maxWidth {
		p.fail(at, "a bit-vector of %d bits; 1 to %d are supported", w, maxWidth)
	}
}

// bvLit reads 5bv8.
func (p *parser) bvLit(t token) *BVLit {
	digits, width, _ := strings.Cut(t.text, "bv")
	v, _ := new(big.Int).SetString(digits, 10)
	w := bvWidth("bv" + width)
	p.width(t.pos, w)
	if v.BitLen() > w {
		p.fail(t.pos, "%s does not fit into %d bits", digits, w)
	}
	return &BVLit{Node{Pos: t.pos}, v, w}
}
