package boogie

// body reads { locals statements }.
func (p *parser) body() *Body {
	p.expect("{", "before the body")
	b := &Body{}
	for p.accept("var") {
		b.Locals = append(b.Locals, p.vars(true)...)
		p.expect(";", "behind the variables")
	}
	b.Stmts = p.stmts()
	b.End = p.expect("}", "behind the body").pos
	return b
}

// block reads { statements }; the list is not nil.
func (p *parser) block() []Stmt {
	p.expect("{", "before the statements")
	out := p.stmts()
	p.expect("}", "behind the statements")
	if out == nil {
		out = []Stmt{}
	}
	return out
}

func (p *parser) stmts() []Stmt {
	defer p.enter()()
	var out []Stmt
	for !p.is("}") {
		if p.cur().kind == tokEOF {
			p.fail(p.cur().pos, "the file ends within a body; add '}'")
		}
		if !p.visibility() {
			out = append(out, p.stmt())
		}
	}
	return out
}

// visibility skips a statement that says which axioms a proof may use: all may be used.
func (p *parser) visibility() bool {
	next := p.peek()
	switch {
	case (p.word("hide") || p.word("reveal")) && (next.kind == tokIdent || next.kind == tokSymbol && next.text == "*"):
		p.next()
		p.next()
	case (p.word("push") || p.word("pop")) && next.kind == tokSymbol && next.text == ";":
		p.next()
	default:
		return false
	}
	p.expect(";", "behind the statement")
	return true
}

func (p *parser) stmt() Stmt {
	t := p.cur()
	if t.kind == tokIdent {
		if c := p.peek(); c.kind == tokSymbol && c.text == ":" {
			p.next()
			p.next()
			return &Label{t.pos, t.text}
		}
		return p.assign()
	}
	switch {
	case p.accept("if"):
		return p.ifStmt(t.pos)
	case p.accept("while"):
		return p.while(t.pos)
	}
	s := p.simple(t)
	p.expect(";", "behind the statement")
	return s
}

// simple reads a statement that ends with a semicolon, without it.
func (p *parser) simple(t token) Stmt {
	switch {
	case p.accept("assert"):
		return &Assert{t.pos, p.attributes(), p.expr()}
	case p.accept("assume"):
		return &Assume{t.pos, p.attributes(), p.expr()}
	case p.accept("havoc"):
		h := &Havoc{Pos: t.pos}
		for {
			h.Vars = append(h.Vars, p.variable())
			if !p.accept(",") {
				return h
			}
		}
	case p.accept("call"):
		return p.call(t.pos, false)
	case p.is("free") && p.peek().text == "call":
		p.next()
		p.next()
		return p.call(t.pos, true)
	case p.accept("goto"):
		p.attributes()
		return &Goto{t.pos, p.idents("a label")}
	case p.accept("break"):
		b := &Break{Pos: t.pos}
		if p.cur().kind == tokIdent {
			b.Label, _ = p.ident("a label")
		}
		return b
	case p.accept("return"):
		p.attributes()
		return &Return{t.pos}
	case p.is("var"):
		p.fail(t.pos, "a variable is declared behind statements; move it to the beginning of the body")
	case p.is("async") || p.is("par") || p.is("yield"):
		p.fail(t.pos, "concurrency ('%s') is not supported", t.text)
	}
	p.fail(t.pos, "%s where a statement is expected", t)
	return nil
}

func (p *parser) variable() *Ident {
	n, at := p.ident("a variable")
	return &Ident{Node: Node{Pos: at}, Name: n}
}

func (p *parser) call(at Pos, free bool) *Call {
	c := &Call{Pos: at, Free: free, Attrs: p.attributes()}
	if p.is("forall") {
		p.fail(p.cur().pos, "'call forall' is not supported; state the fact as an axiom")
	}
	first := p.variable()
	if p.is(",") || p.is(":=") {
		c.Outs = append(c.Outs, first)
		for p.accept(",") {
			c.Outs = append(c.Outs, p.variable())
		}
		p.expect(":=", "before the procedure that is called")
		first = p.variable()
	}
	c.Proc = first.Name
	p.expect("(", "before the arguments")
	c.Args = p.exprs(")")
	p.expect(")", "behind the arguments")
	return c
}

func (p *parser) assign() Stmt {
	a := &Assign{Pos: p.cur().pos}
	for {
		var l Expr = p.variable()
		for p.is("[") || p.is("->") {
			t := p.next()
			if t.text == "->" {
				n, _ := p.ident("a member")
				l = p.deep(&Field{Node: Node{Pos: l.Position()}, X: l, Name: n}, l)
				continue
			}
			s := &Select{Node: Node{Pos: l.Position()}, Map: l, Index: p.exprs("]")}
			p.expect("]", "behind the index")
			l = p.deep(s, append(s.Index, l)...)
		}
		a.Lhs = append(a.Lhs, l)
		if !p.accept(",") {
			break
		}
	}
	p.expect(":=", "behind the variable that is assigned to")
	p.attributes()
	for {
		a.Rhs = append(a.Rhs, p.expr())
		if !p.accept(",") {
			break
		}
	}
	if len(a.Lhs) != len(a.Rhs) {
		p.fail(a.Pos, "%d variables are assigned %d values", len(a.Lhs), len(a.Rhs))
	}
	p.expect(";", "behind the assignment")
	return a
}

// guard reads (e) or (*). Attributes before it, as those of assignments and jumps, are for how proofs are split and presented only.
func (p *parser) guard() Expr {
	p.attributes()
	p.expect("(", "before the condition")
	var e Expr
	if p.is("*") {
		p.next()
	} else {
		e = p.expr()
	}
	p.expect(")", "behind the condition")
	return e
}

func (p *parser) ifStmt(at Pos) *If {
	defer p.enter()()
	s := &If{Pos: at, Cond: p.guard(), Then: p.block()}
	if p.accept("else") {
		if t := p.cur(); p.accept("if") {
			s.Else = []Stmt{p.ifStmt(t.pos)}
		} else {
			s.Else = p.block()
		}
	}
	return s
}

func (p *parser) while(at Pos) *While {
	s := &While{Pos: at, Cond: p.guard()}
	for {
		t := p.cur()
		free := p.accept("free")
		if !p.accept("invariant") {
			if free {
				p.fail(t.pos, "'free' behind a loop's condition stands before 'invariant'")
			}
			break
		}
		s.Invariants = append(s.Invariants, p.spec(t.pos, free))
	}
	s.Body = p.block()
	return s
}
