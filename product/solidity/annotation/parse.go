package annotation

import (
	"fmt"

	"cupel/product/solidity/ast"
)

func (p *parser) typed(start int) ast.Typed {
	return ast.Typed{Info: ast.Info{Start: p.d.Start + start, File: p.d.File}}
}

func (p *parser) enter() {
	if p.depth++; p.depth > maxDepth {
		p.fail("the annotation is nested too deeply")
	}
}

func (p *parser) leave() { p.depth-- }

// spec is SPEC: an expression that may begin with a quantifier.
func (p *parser) spec() ast.Expr {
	p.enter()
	defer p.leave()
	start := p.tok.start
	switch {
	case p.is("forall"), p.is("exists"):
		q := &Quantifier{Typed: p.typed(start), All: p.is("forall")}
		p.next()
		p.expect("(")
		for {
			q.types = append(q.types, p.typeName())
			q.Vars = append(q.Vars, p.bound())
			if !p.is(",") {
				break
			}
			p.next()
		}
		p.expect(")")
		q.Body = p.spec()
		return q
	case p.is("property"):
		q := &Quantifier{Typed: p.typed(start), All: true}
		p.next()
		p.expect("(")
		q.Array = p.expr()
		p.expect(")")
		p.expect("(")
		for {
			q.types = append(q.types, &typeName{at: p.tok.start, name: "uint"})
			q.Vars = append(q.Vars, p.bound())
			if !p.is(",") {
				break
			}
			p.next()
		}
		p.expect(")")
		q.Body = p.spec()
		return q
	}
	return p.expr()
}

func (p *parser) bound() *ast.VariableDeclaration {
	start := p.tok.start
	return &ast.VariableDeclaration{Info: p.typed(start).Info, Name: p.ident()}
}

func (p *parser) typeName() *typeName {
	p.enter()
	defer p.leave()
	t := &typeName{at: p.d.Start + p.tok.start}
	if p.is("mapping") {
		p.next()
		p.expect("(")
		t.key = p.typeName()
		p.expect("=>")
		t.value = p.typeName()
		p.expect(")")
	} else {
		t.name = p.ident()
		for p.is(".") {
			p.next()
			t.name += "." + p.ident()
		}
	}
	for p.is("[") {
		p.next()
		var n ast.Expr
		if !p.is("]") {
			n = p.expr()
		}
		p.expect("]")
		t.arrays = append(t.arrays, n)
	}
	return t
}

func (p *parser) expr() ast.Expr {
	p.enter()
	defer p.leave()
	start := p.tok.start
	x := p.implication()
	if !p.is("?") {
		return x
	}
	p.next()
	c := &ast.Conditional{Typed: p.typed(start), Cond: x}
	c.Then = p.expr()
	p.expect(":")
	c.Else = p.expr()
	return c
}

// implication is x ==> y, which is right associative, for !x || y.
func (p *parser) implication() ast.Expr {
	start := p.tok.start
	x := p.binary(0)
	if !p.is("==>") {
		return x
	}
	p.next()
	p.enter()
	defer p.leave()
	return &ast.Binary{Typed: p.typed(start), Op: "||", X: &ast.Unary{Typed: p.typed(start), Op: "!", Prefix: true, X: x}, Y: p.implication()}
}

// levels are Solidity's binary operators, weakest first.
var levels = [][]string{{"||"}, {"&&"}, {"==", "!="}, {"<", ">", "<=", ">="}, {"|"}, {"^"}, {"&"}, {"<<", ">>"}, {"+", "-"}, {"*", "/", "%"}}

func (p *parser) binary(level int) ast.Expr {
	if level == len(levels) {
		return p.power()
	}
	start := p.tok.start
	x := p.binary(level + 1)
	for {
		op := ""
		for _, o := range levels[level] {
			if p.tok.kind == sign && p.tok.text == o {
				op = o
			}
		}
		if op == "" {
			return x
		}
		p.next()
		x = &ast.Binary{Typed: p.typed(start), Op: op, X: x, Y: p.binary(level + 1)}
	}
}

// power is **, which is right associative.
func (p *parser) power() ast.Expr {
	p.enter()
	defer p.leave()
	start := p.tok.start
	x := p.unary()
	if !p.is("**") {
		return x
	}
	p.next()
	return &ast.Binary{Typed: p.typed(start), Op: "**", X: x, Y: p.power()}
}

func (p *parser) unary() ast.Expr {
	p.enter()
	defer p.leave()
	start := p.tok.start
	for _, op := range []string{"!", "-", "~", "+"} {
		if p.is(op) {
			p.next()
			x := p.unary()
			if op == "+" {
				return x
			}
			return &ast.Unary{Typed: p.typed(start), Op: op, Prefix: true, X: x}
		}
	}
	return p.postfix()
}

func (p *parser) postfix() ast.Expr {
	start := p.tok.start
	x := p.primary()
	for {
		switch {
		case p.is("."):
			p.next()
			x = &ast.MemberAccess{Typed: p.typed(start), X: x, Member: p.ident()}
		case p.is("["):
			p.next()
			x = &ast.IndexAccess{Typed: p.typed(start), X: x, Index: p.expr()}
			p.expect("]")
		case p.is("("):
			p.next()
			c := &ast.FunctionCall{Typed: p.typed(start), Func: x}
			for !p.is(")") {
				c.Args = append(c.Args, p.expr())
				if !p.is(",") {
					break
				}
				p.next()
			}
			p.expect(")")
			x = p.special(c)
		default:
			return x
		}
	}
}

// special makes the specification functions of calls.
func (p *parser) special(c *ast.FunctionCall) ast.Expr {
	id, ok := c.Func.(*ast.Identifier)
	if !ok {
		return c
	}
	role, ok := specFunction(id.Name)
	if !ok {
		return c
	}
	want := 1
	if role == "eq" {
		want = 2
	}
	if len(c.Args) != want {
		if len(id.Name) > 2 && id.Name[:2] != "__" {
			return c // a function of the contract may have the short name
		}
		p.failAt(c.Start-p.d.Start, fmt.Sprintf("%s takes %d arguments", id.Name, want))
	}
	switch role {
	case "sum":
		return &Sum{Typed: c.Typed, Arg: c.Args[0]}
	case "old":
		return &Old{Typed: c.Typed, X: c.Args[0]}
	case "before":
		return &Before{Typed: c.Typed, X: c.Args[0]}
	}
	return &Equal{Typed: c.Typed, X: c.Args[0], Y: c.Args[1]}
}

// units are those of numbers.
var units = map[string]bool{"wei": true, "gwei": true, "szabo": true, "finney": true, "ether": true, "seconds": true, "minutes": true,
	"hours": true, "days": true, "weeks": true, "years": true}

func (p *parser) primary() ast.Expr {
	start := p.tok.start
	t := p.typed(start)
	switch p.tok.kind {
	case num:
		l := &ast.Literal{Typed: t, Kind: "number", Value: p.tok.text}
		p.next()
		if p.tok.kind == word && units[p.tok.text] {
			l.Unit = p.tok.text
			p.next()
		}
		return l
	case str:
		l := &ast.Literal{Typed: t, Kind: "string", Value: p.tok.text[1 : len(p.tok.text)-1]}
		p.next()
		return l
	case word:
		name := p.ident()
		switch {
		case name == "true" || name == "false":
			return &ast.Literal{Typed: t, Kind: "bool", Value: name}
		case isPlaceholder(name):
			return &placeholder{t, name}
		case name == "payable":
			return &ast.Identifier{Typed: t, Name: "address"}
		}
		return &ast.Identifier{Typed: t, Name: name}
	}
	if p.is("(") {
		p.next()
		x := p.spec()
		p.expect(")")
		return x
	}
	p.fail(fmt.Sprintf("expected an expression, found %q", p.tok.text))
	return nil
}
