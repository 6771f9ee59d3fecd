package boogie

func (pr *printer) body(b *Body) {
	pr.line("{\n")
	pr.indent++
	for _, v := range b.Locals {
		pr.line("var ")
		pr.variable(v)
		pr.text(";\n")
	}
	pr.stmts(b.Stmts)
	pr.indent--
	pr.line("}\n")
}

func (pr *printer) stmts(ss []Stmt) {
	for _, s := range ss {
		pr.stmt(s)
	}
}

// block prints statements in braces, and text after the closing one.
func (pr *printer) block(ss []Stmt, after string) {
	pr.text("{\n")
	pr.indent++
	pr.stmts(ss)
	pr.indent--
	pr.line("}", after)
}

func (pr *printer) condition(e Expr) {
	pr.text("(")
	if e == nil {
		pr.text("*")
	} else {
		pr.expr(e, 0)
	}
	pr.text(")")
}

func (pr *printer) exprs(es []Expr) {
	for i, e := range es {
		if i > 0 {
			pr.text(", ")
		}
		pr.expr(e, 0)
	}
}

func (pr *printer) idents(vs []*Ident) {
	for i, v := range vs {
		if i > 0 {
			pr.text(", ")
		}
		pr.text(quoteIdent(v.Name))
	}
}

func (pr *printer) stmt(s Stmt) {
	switch s := s.(type) {
	case *Label:
		pr.line(quoteIdent(s.Name), ":\n")
		return
	case *If:
		pr.line("")
		pr.ifStmt(s)
		return
	case *While:
		pr.line("while ")
		pr.condition(s.Cond)
		pr.text("\n")
		pr.indent++
		pr.specs("invariant ", s.Invariants)
		pr.indent--
		pr.line("")
		pr.block(s.Body, "\n")
		return
	}
	pr.line("")
	switch s := s.(type) {
	case *Assert:
		pr.text("assert ")
		pr.attrs(s.Attrs)
		pr.expr(s.Cond, 0)
	case *Assume:
		pr.text("assume ")
		pr.attrs(s.Attrs)
		pr.expr(s.Cond, 0)
	case *Assign:
		pr.exprs(s.Lhs)
		pr.text(" := ")
		pr.exprs(s.Rhs)
	case *Havoc:
		pr.text("havoc ")
		pr.idents(s.Vars)
	case *Call:
		if s.Free {
			pr.text("free ")
		}
		pr.text("call ")
		pr.attrs(s.Attrs)
		if len(s.Outs) > 0 {
			pr.idents(s.Outs)
			pr.text(" := ")
		}
		pr.text(quoteIdent(s.Proc), "(")
		pr.exprs(s.Args)
		pr.text(")")
	case *Goto:
		pr.text("goto ", joinIdents(s.Labels))
	case *Break:
		pr.text("break")
		if s.Label != "" {
			pr.text(" ", quoteIdent(s.Label))
		}
	case *Return:
		pr.text("return")
	}
	pr.text(";\n")
}

func (pr *printer) ifStmt(s *If) {
	for {
		pr.text("if ")
		pr.condition(s.Cond)
		pr.text(" ")
		if s.Else == nil {
			pr.block(s.Then, "\n")
			return
		}
		pr.block(s.Then, " else ")
		next, ok := elseIf(s)
		if !ok {
			pr.block(s.Else, "\n")
			return
		}
		s = next
	}
}

// elseIf returns the single If that an else branch consists of.
func elseIf(s *If) (*If, bool) {
	if len(s.Else) != 1 {
		return nil, false
	}
	i, ok := s.Else[0].(*If)
	return i, ok
}
