package translate

import (
	"cupel/product/boogie"
	"cupel/product/solidity/annotation"
	"cupel/product/solidity/ast"
)

// Annotations may call view functions of the contract. One that returns an expression without arithmetic and does nothing
// else is that expression, wherever the annotation stands. Others are procedures that are called where statements are
// possible (b.statements), in the clauses of standards: their variants for annotations say whether they revert, as
// execution does not end there. A call that reverts has the value zero.

// viewCall translates the call of a view function in an annotation.
func (b *body) viewCall(x *ast.FunctionCall, d *ast.FunctionDefinition) value {
	f := b.c.dispatch(d)
	if v := b.c.overridingVariable(f); v != nil {
		return b.getterResult(x, v, boogie.Id("this"))
	}
	var args []value
	for i, p := range f.Params {
		args = append(args, b.as(x.Args[i], p.T))
	}
	if e := b.c.viewExpression(f, 0); e != nil {
		return b.inlineView(f, e, args)
	}
	if !b.statements {
		fail(x, "%s cannot be called in this annotation, since it does more than return an expression without arithmetic", f.Name)
	}
	for i := range args { // in state of the call, as other values are
		if args[i].e == nil || len(b.bound) > 0 {
			fail(x, "This argument is not supported")
		}
	}
	b.spec = false
	defer func() { b.spec = true }()
	return b.viewProcedure(x, f, args)
}

// inlineView returns the value of the expression that a function returns.
func (b *body) inlineView(f *ast.FunctionDefinition, e ast.Expr, args []value) value {
	saved := map[int]boogie.Expr{}
	for i, p := range f.Params {
		saved[p.ID] = b.env[p.ID]
		b.env[p.ID] = args[i].e
	}
	v := b.as(e, f.Returns[0].T)
	for id, e := range saved {
		if b.env[id] = e; e == nil {
			delete(b.env, id)
		}
	}
	v.place = nil
	return v
}

// viewExpression returns the expression that a function returns, if that is all it does and annotations can have it.
func (x *context) viewExpression(f *ast.FunctionDefinition, depth int) ast.Expr {
	e := annotation.Returned(f)
	if e == nil || depth > maxInline {
		return nil
	}
	ok := true
	var see func(e ast.Expr)
	see = func(e ast.Expr) {
		switch e := e.(type) {
		case *ast.Literal:
		case *ast.Identifier:
			_, v := e.Decl.(*ast.VariableDeclaration)
			ok = ok && (v || e.Decl == nil && e.Name == "this")
		case *ast.MemberAccess:
			ok = ok && (e.X.Type().Kind == ast.Struct || e.X.Type().Kind == ast.TypeOf || e.X.Type().Kind == ast.Magic && e.X.Type().Name == "message" && e.Member == "sender")
			if ok && e.X.Type().Kind == ast.Struct {
				see(e.X)
			}
		case *ast.IndexAccess:
			ok = ok && e.X.Type().Kind == ast.Mapping && e.Index != nil
			if ok {
				see(e.X)
				see(e.Index)
			}
		case *ast.Tuple:
			ok = ok && len(e.Items) == 1
			if ok {
				see(e.Items[0])
			}
		case *ast.Unary:
			ok = ok && e.Op == "!"
			see(e.X)
		case *ast.Binary:
			switch e.Op {
			case "==", "!=", "<", ">", "<=", ">=", "&&", "||":
				see(e.X)
				see(e.Y)
			default:
				ok = ok && e.Type().Kind == ast.Rational
			}
		case *ast.FunctionCall:
			id, isName := unparen(e.Func).(*ast.Identifier)
			if !isName || e.Kind != "functionCall" || len(e.Names) > 0 {
				ok = false
				return
			}
			d, isFunction := id.Decl.(*ast.FunctionDefinition)
			ok = ok && isFunction && annotation.OnlyReads(d) && x.viewExpression(x.dispatch(d), depth+1) != nil
			for _, a := range e.Args {
				see(a)
			}
		default:
			ok = false
		}
	}
	see(e)
	if !ok {
		return nil
	}
	return e
}

// viewProcedure calls the variant of a view function for annotations.
func (b *body) viewProcedure(n ast.Node, f *ast.FunctionDefinition, args []value) value {
	if f.Body == nil || b.c.recursive(f) {
		fail(n, "%s has no body, or is recursive", f.Name)
	}
	name := b.c.procedure(f, fromAnnotation)
	if u := b.t.failedViews[name]; u != nil {
		panic(u)
	}
	reverts := b.temp(boogie.Bool)
	parts := b.callFor(n, name, f, []boogie.Expr{boogie.Id("this"), boogie.Id("msg_sender"), boogie.Id("msg_value")}, args, reverts)
	if b.reverted != nil { // so does the caller
		b.emit(&boogie.Assume{Cond: boogie.NotOf(reverts)})
	}
	for i, v := range parts {
		b.known_(v)
		if b.reverted == nil && !v.t.IsReference() {
			parts[i].e = b.save(boogie.Cond(reverts, b.t.zero(n, v.t).e, v.e), v.sort)
		}
	}
	return tupleOf(n, parts)
}

// view translates the variant of a view function for annotations.
func (x *context) view(f *ast.FunctionDefinition, name string) {
	b := x.newBody(name)
	b.fn = f
	pos := ast.Pos(f)
	b.proc.Attrs = append(boogie.Attributes{boogie.Attr("inline", boogie.N(1))}, boogie.Located(pos.File, pos.Line, pos.Col, x.reportName(f))...)
	failed := attempt(func() {
		b.parameters(f)
		restore := b.entry(f)
		b.reverted = boogie.Id("?reverted")
		b.names[b.reverted.Name] = true
		b.proc.Outs = append(b.proc.Outs, boogie.V(b.reverted.Name, boogie.Bool))
		b.emit(boogie.Set(b.reverted, boogie.B(false)))
		b.revert = b.label("reverted")
		if x.summarized(f) {
			b.summary(f)
		} else {
			b.functionBody(f)
		}
		b.emit(&boogie.Label{Name: b.revert})
		b.changed()
		restore()
	})
	if failed != nil {
		x.t.failedViews[name] = failed
		return
	}
	x.t.made[name] = made{nil, b.calls, true}
	b.proc.Body = &boogie.Body{Locals: b.locals, Stmts: b.out}
	x.t.prog.Decls = append(x.t.prog.Decls, b.proc)
}

// revertUnless is what a failing assumption is in the variant of a function for annotations.
func (b *body) revertUnless(cond boogie.Expr) boogie.Stmt {
	return &boogie.If{Cond: boogie.NotOf(cond), Then: []boogie.Stmt{boogie.Set(b.reverted, boogie.B(true)), &boogie.Goto{Labels: []string{b.revert}}}}
}
