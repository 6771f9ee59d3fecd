package alias

import (
	"slices"

	"cupel/frontend/c/attr"
	"cupel/frontend/c/tree"

	"modernc.org/cc/v4"
)

// unit analyses a translation unit. Functions are recorded first, so that calls find their bodies.
func (a *analysis) unit(tu *cc.TranslationUnit) {
	for u := tu; u != nil; u = u.TranslationUnit {
		if ed := u.ExternalDeclaration; ed.Case == cc.ExternalDeclarationFuncDef {
			a.define(ed.FunctionDefinition)
		}
	}
	a.aliases(tu)
	for u := tu; u != nil; u = u.TranslationUnit {
		switch ed := u.ExternalDeclaration; ed.Case {
		case cc.ExternalDeclarationFuncDef:
			a.body(ed.FunctionDefinition)
		case cc.ExternalDeclarationDecl:
			a.declaration(ed.Declaration)
		}
	}
}

// aliases binds names of functions declared with the attribute alias to their targets.
func (a *analysis) aliases(tu *cc.TranslationUnit) {
	for u := tu; u != nil; u = u.TranslationUnit {
		if u.ExternalDeclaration.Case != cc.ExternalDeclarationDecl {
			continue
		}
		for l := u.ExternalDeclaration.Declaration.InitDeclaratorList; l != nil; l = l.InitDeclaratorList {
			d := l.InitDeclarator.Declarator
			if d.Type() == nil || d.IsTypename() {
				continue
			}
			if at := d.Type().Attributes(); !isKind(d.Type(), cc.Function) && at != nil && at.Alias() != "" {
				a.variables[d.Name()] = at.Alias()
			}
			if !isKind(d.Type(), cc.Function) || a.funcs[d.Name()] != nil {
				continue
			}
			if at := d.Type().Attributes(); at != nil && a.funcs[at.Alias()] != nil {
				a.funcs[d.Name()] = a.funcs[at.Alias()]
			}
		}
	}
}

// body walks a function definition.
func (a *analysis) body(def *cc.FunctionDefinition) {
	outer := a.fn
	a.fn = a.define(def)
	for _, p := range a.fn.params {
		if p.Declarator != nil {
			o := a.objectOf(p.Declarator)
			if a.fn.name == "main" && isKind(p.Type(), cc.Ptr) && !slices.Contains(a.lib.Outside, p.Declarator) {
				x := a.load(o.node, p.Type())
				x.external = true
				a.view(x, pointee(p.Type()))
			}
			a.arraySizes(p.Type())
		}
	}
	a.block(def.CompoundStatement, false)
	a.fn = outer
}

// block walks a compound statement. With value it is that of a statement expression, and the value of its last expression statement is returned.
func (a *analysis) block(n *cc.CompoundStatement, value bool) *node {
	if n == nil {
		return nil
	}
	var v *node
	for l := n.BlockItemList; l != nil; l = l.BlockItemList {
		v = nil
		switch it := l.BlockItem; it.Case {
		case cc.BlockItemDecl:
			a.declaration(it.Declaration)
		case cc.BlockItemStmt:
			v = a.statement(it.Statement, value && l.BlockItemList == nil)
		case cc.BlockItemFuncDef:
			a.body(&cc.FunctionDefinition{Declarator: it.Declarator, CompoundStatement: it.CompoundStatement})
		}
	}
	return v
}

func (a *analysis) declaration(n *cc.Declaration) {
	switch n.Case {
	case cc.DeclarationAuto:
		if e := n.Initializer.AssignmentExpression; n.Initializer.Case == cc.InitializerExpr && !tree.IsNil(e) { // the initializer has no type
			a.storeValue(a.objectOf(n.Declarator).node, n.Declarator.Type(), a.rval(e), e)
		}
	case cc.DeclarationDecl:
		for l := n.InitDeclaratorList; l != nil; l = l.InitDeclaratorList {
			id := l.InitDeclarator
			d := id.Declarator
			if d.Type() == nil {
				continue
			}
			a.arraySizes(d.Type())
			if d.IsTypename() || isKind(d.Type(), cc.Function) {
				continue
			}
			if id.Case == cc.InitDeclaratorInit {
				a.initialize(d, id.Initializer)
			} else {
				a.objectOf(d)
			}
			a.cleanup(n, l)
		}
	}
}

// cleanup passes the address of a variable with the attribute cleanup to its
// function.
func (a *analysis) cleanup(n *cc.Declaration, l *cc.InitDeclaratorList) {
	name := attr.Cleanup(n, l)
	if name == "" {
		return
	}
	d := l.InitDeclarator.Declarator
	o := a.objectOf(d)
	x := a.address(lvalue{node: o.node, typ: d.Type(), obj: o})
	if f := a.funcs[name]; f != nil && f.def != nil {
		a.enter(f, []argument{{x, d.Type().Pointer()}})
	}
}

// varies reports whether t is a variable length array.
func varies(t cc.Type) bool {
	x, ok := t.(*cc.ArrayType)
	return ok && x.IsVLA()
}

// arraySizes evaluates the sizes of variable length arrays in t.
func (a *analysis) arraySizes(t cc.Type) {
	for {
		switch x := t.(type) {
		case *cc.ArrayType:
			if e := x.SizeExpression(); x.IsVLA() && e != nil {
				a.rval(e)
			}
			t = x.Elem()
		case *cc.PointerType:
			t = x.Elem()
			if isRecord(t) {
				return
			}
		default:
			return
		}
	}
}

func (a *analysis) initialize(d *cc.Declarator, n *cc.Initializer) {
	o := a.objectOf(d)
	a.initItem(o.node, n, d.Type())
}

// initItem walks an initialiser of the object x, which has type t.
func (a *analysis) initItem(x *node, n *cc.Initializer, t cc.Type) {
	if n == nil {
		return
	}
	if n.Case == cc.InitializerInitList {
		for l := n.InitializerList; l != nil; l = l.InitializerList {
			a.initItem(x, l.Initializer, t)
		}
		return
	}
	e := n.AssignmentExpression
	to := n.Type()
	if to == nil {
		to = t
	}
	if _, array := element(to); array {
		if l, ok := a.arrayLval(e); ok {
			a.copied(x, l.node) // a string or an array literal
			return
		}
	}
	a.storeValue(x, to, a.rval(e), e)
}

// statement walks a statement. With value that of an expression statement is returned.
func (a *analysis) statement(n *cc.Statement, value bool) *node {
	if n == nil {
		return nil
	}
	switch n.Case {
	case cc.StatementLabeled:
		return a.statement(n.LabeledStatement.Statement, value)
	case cc.StatementCompound:
		a.block(n.CompoundStatement, false)
	case cc.StatementExpr:
		if value {
			return a.rval(n.ExpressionStatement.ExpressionList)
		}
		a.effect(n.ExpressionStatement.ExpressionList)
	case cc.StatementSelection:
		s := n.SelectionStatement
		a.rval(s.ExpressionList)
		a.statement(s.Statement, false)
		a.statement(s.Statement2, false)
	case cc.StatementIteration:
		s := n.IterationStatement
		if s.Declaration != nil {
			a.declaration(s.Declaration)
		}
		a.effect(s.ExpressionList)
		a.effect(s.ExpressionList2)
		a.effect(s.ExpressionList3)
		a.statement(s.Statement, false)
	case cc.StatementJump:
		s := n.JumpStatement
		if tree.IsNil(s.ExpressionList) {
			return nil
		}
		v := a.rval(s.ExpressionList)
		if s.Case == cc.JumpStatementReturn && a.fn != nil && a.fn.typ != nil {
			a.store(a.fn.ret, a.fn.typ.Result(), v, s.ExpressionList.Type())
		}
	case cc.StatementAsm:
		a.asm(n.AsmStatement.Asm)
	}
	return nil
}
