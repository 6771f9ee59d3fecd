package boogie

// expr prints an expression, parenthesised if its level is below the given one.
func (pr *printer) expr(e Expr, level int) {
	if l := levelOf(e); l < level {
		pr.text("(")
		defer pr.text(")")
	}
	switch e := e.(type) {
	case *BoolLit:
		if e.Value {
			pr.text("true")
		} else {
			pr.text("false")
		}
	case *IntLit:
		pr.text(e.Value.String())
	case *RealLit:
		pr.text(e.Text)
	case *BVLit:
		pr.text(e.Value.String(), "bv", itoa(e.Width))
	case *StringLit:
		pr.text(`"`, e.Value, `"`)
	case *Ident:
		pr.text(quoteIdent(e.Name))
	case *Old:
		pr.text("old(")
		pr.expr(e.X, 0)
		pr.text(")")
	case *Unary:
		pr.text(e.Op.String())
		pr.expr(e.X, levelUnary)
	case *Binary:
		pr.binary(e)
	case *Ite:
		pr.text("(if ")
		pr.expr(e.Cond, 0)
		pr.text(" then ")
		pr.expr(e.Then, 0)
		pr.text(" else ")
		pr.expr(e.Else, 0)
		pr.text(")")
	case *Select:
		pr.expr(e.Map, levelPostfix)
		pr.text("[")
		pr.exprs(e.Index)
		pr.text("]")
	case *Store:
		pr.expr(e.Map, levelPostfix)
		pr.text("[")
		pr.exprs(e.Index)
		pr.text(" := ")
		pr.expr(e.Value, 0)
		pr.text("]")
	case *Extract:
		pr.expr(e.X, levelPostfix)
		pr.text("[", itoa(e.Hi), ":", itoa(e.Lo), "]")
	case *Apply:
		if !pr.functions[e.Func] && (e.Func == "int" || e.Func == "real") {
			pr.text(e.Func)
		} else {
			pr.text(quoteIdent(e.Func))
		}
		pr.text("(")
		pr.exprs(e.Args)
		pr.text(")")
	case *Field:
		pr.expr(e.X, levelPostfix)
		pr.text("->", quoteIdent(e.Name))
	case *FieldUpdate:
		pr.expr(e.X, levelPostfix)
		pr.text("->(", quoteIdent(e.Name), " := ")
		pr.expr(e.Value, 0)
		pr.text(")")
	case *Let:
		pr.text("(var ")
		pr.variables(e.Vars)
		pr.text(" := ")
		pr.exprs(e.Values)
		pr.text("; ")
		pr.attrs(e.Attrs)
		pr.expr(e.Body, 0)
		pr.text(")")
	case *Is:
		pr.expr(e.X, levelPostfix)
		pr.text(" is ", quoteIdent(e.Name))
	case *Quantifier:
		pr.quantifier(e)
	case *Coerce:
		pr.expr(e.X, levelCoerce)
		pr.text(": ", e.To.String())
	}
}

func levelOf(e Expr) int {
	switch e := e.(type) {
	case *IntLit:
		if e.Value.Sign() < 0 {
			return levelUnary
		}
	case *Unary:
		return levelUnary
	case *Binary:
		return levels[e.Op]
	case *Coerce:
		return levelCoerce
	case *Select, *Store, *Extract, *Field, *FieldUpdate, *Is:
		return levelPostfix
	}
	return levelAtom
}

func (pr *printer) binary(e *Binary) {
	l := levels[e.Op]
	left, right := l, l+1
	switch e.Op {
	case Implies, Pow:
		left, right = l+1, l
		if b, ok := e.Y.(*Binary); ok && b.Op == Explies {
			right = l + 1
		}
	case And, Or, Explies:
		if b, ok := e.X.(*Binary); ok && b.Op != e.Op {
			left = l + 1
		}
	}
	if l == levelRel {
		left = l + 1
	}
	pr.expr(e.X, left)
	pr.text(" ", e.Op.String(), " ")
	pr.expr(e.Y, right)
}

func (pr *printer) quantifier(q *Quantifier) {
	pr.text("(", q.Kind.String(), typeParams(q.TypeParams), " ")
	pr.variables(q.Vars)
	pr.text(" :: ")
	pr.attrs(q.Attrs)
	for _, t := range q.Triggers {
		if t.No {
			pr.text("{:nopats ")
		} else {
			pr.text("{ ")
		}
		pr.exprs(t.Exprs)
		pr.text(" } ")
	}
	pr.expr(q.Body, 0)
	pr.text(")")
}
