package translate

import (
	"fmt"
	"maps"

	"cupel/product/boogie"
	"cupel/product/solidity/ast"
)

// stmt translates a statement.
func (b *body) stmt(n ast.Node) {
	switch s := n.(type) {
	case *ast.Block:
		defer func(u bool) { b.unchecked = u }(b.unchecked)
		b.unchecked = b.unchecked || s.Unchecked
		for _, c := range s.Stmts {
			b.stmt(c)
		}
	case *ast.ExprStmt:
		b.exprStmt(s)
	case *ast.VarStmt:
		b.varStmt(s)
	case *ast.IfStmt:
		c := b.boolean(s.Cond)
		then := b.block(func() { b.stmt(s.Then) })
		var els []boogie.Stmt
		if s.Else != nil {
			els = b.block(func() { b.stmt(s.Else) })
		}
		b.emit(&boogie.If{Cond: c, Then: then, Else: els})
		b.changed()
	case *ast.WhileStmt:
		b.whileLoop(s)
	case *ast.ForStmt:
		b.forLoop(s)
	case *ast.Return:
		b.returnStmt(s)
	case *ast.Jump:
		b.jump(s)
	case *ast.Emit:
		b.emitEvent(s)
	case *ast.Revert:
		if c, ok := s.Call.(*ast.FunctionCall); ok {
			for _, a := range c.Args {
				b.discard(a)
			}
		}
		b.emit(&boogie.Assume{Cond: boogie.B(false)})
	case *ast.Try:
		b.tryStmt(s)
	case *ast.Assembly:
		b.assembly(s)
	case *ast.Unknown:
		if s.Kind == "InlineAssembly" {
			fail(s, "Inline assembly is not supported")
		}
		fail(s, "%s is not supported", s.Kind)
	case nil:
	default:
		fail(n, "This statement is not supported")
	}
}

// discard evaluates an expression for its side effects.
func (b *body) discard(x ast.Expr) {
	if x == nil {
		return
	}
	switch y := x.(type) {
	case *ast.Literal:
		return
	case *ast.Identifier: // names have no effect
		return
	case *ast.MemberAccess:
		if y.Type().Kind == ast.Function && y.X.Type().Kind == ast.TypeOf {
			return
		}
	case *ast.Tuple:
		for _, i := range y.Items {
			b.discard(i)
		}
		return
	}
	b.expr(x)
}

func (b *body) exprStmt(s *ast.ExprStmt) {
	switch x := s.X.(type) {
	case *ast.Assignment, *ast.FunctionCall, *ast.Unary:
		b.expr(x)
	default:
		b.discard(x)
	}
	b.changed()
}

// varStmt translates a declaration of local variables.
func (b *body) varStmt(s *ast.VarStmt) {
	if len(s.Vars) == 1 && s.Vars[0] != nil {
		v := s.Vars[0]
		if s.Value == nil {
			b.defaultLocal(v)
			return
		}
		val := b.expr(s.Value)
		b.bind(s, v, val)
		return
	}
	if s.Value == nil {
		for _, v := range s.Vars {
			if v != nil {
				b.defaultLocal(v)
			}
		}
		return
	}
	val := b.expr(s.Value)
	if len(val.parts) < len(s.Vars) {
		fail(s, "This declaration is not supported")
	}
	for i, v := range s.Vars {
		if v != nil {
			if v.T.Kind == ast.Invalid {
				fail(v, "The type of %s is not known", v.Name)
			}
			// The values are saved: the variables are new.
			b.bindNode(itemNode(s.Value, i), v, val.parts[i])
		}
	}
}

func (b *body) bind(s *ast.VarStmt, v *ast.VariableDeclaration, val value) { b.bindNode(s, v, val) }

// bindNode declares a variable with a value.
func (b *body) bindNode(n ast.Node, v *ast.VariableDeclaration, val value) {
	if storageReference(v) && v.T.Kind != ast.String {
		if val.place == nil {
			fail(n, "This reference to storage is not supported")
		}
		if b.reassigned(v) {
			b.declareReference(v)
			b.assignReference(n, v, val)
			return
		}
		p := b.freeze(n, val.place)
		delete(b.env, v.ID)
		b.refs[v.ID] = p
		return
	}
	val = b.prepare(n, val, v.T)
	if val.e == nil {
		fail(n, "This value cannot be assigned")
	}
	id := b.declare(v)
	b.set(id, val.e)
}

func (b *body) defaultLocal(v *ast.VariableDeclaration) {
	if !b.t.p.Version.AtLeast(0, 5) && b.loops[len(b.loops)-1] != nil {
		fail(v, "A variable that a loop declares without a value keeps it before Solidity 0.5, which is not supported")
	}
	if storageReference(v) && v.T.Kind != ast.String {
		b.declareReference(v)
		return
	}
	d := b.defaultValue(v, v.T)
	b.set(b.declare(v), d)
}

// returnStmt assigns the results and leaves the enclosing function or modifier.
func (b *body) returnStmt(s *ast.Return) {
	l := b.layers[len(b.layers)-1]
	if s.Value != nil {
		rs := l.returns
		switch {
		case len(rs) == 1:
			b.assignReturn(s, rs[0], b.expr(s.Value))
		case len(rs) == 0:
			b.discard(s.Value)
		default:
			v := b.expr(s.Value)
			if len(v.parts) != len(rs) {
				fail(s, "This return is not supported")
			}
			for i := range v.parts {
				v.parts[i] = b.prepare(itemNode(s.Value, i), v.parts[i], rs[i].T)
				if v.parts[i].e == nil {
					fail(s, "This return is not supported")
				}
				v.parts[i].e = b.save(v.parts[i].e, b.t.sortOf(s, rs[i].T))
			}
			for i, r := range rs {
				b.set(b.env[r.ID], v.parts[i].e)
			}
		}
	}
	l.used = true
	b.emit(&boogie.Goto{Labels: []string{l.label}})
}

func (b *body) assignReturn(s *ast.Return, r *ast.VariableDeclaration, v value) {
	if storageReference(r) && r.T.Kind != ast.String {
		b.assignReference(s, r, v)
		return
	}
	v = b.prepare(s, v, r.T)
	if v.e == nil {
		fail(s, "This return is not supported")
	}
	b.set(b.env[r.ID], v.e)
}

func (b *body) jump(s *ast.Jump) {
	switch s.Kind {
	case "Throw":
		b.emit(&boogie.Assume{Cond: boogie.B(false)})
	case "PlaceholderStatement":
		l := b.layers[len(b.layers)-1]
		if l.next == nil {
			fail(s, "_ outside of a modifier")
		}
		env, refs := b.env, b.refs
		b.env, b.refs = maps.Clone(env), maps.Clone(refs)
		l.next()
		b.env, b.refs = env, refs // every use of a modifier has its own variables
	case "Break":
		b.emit(&boogie.Goto{Labels: []string{b.loopLabel(s, "break")}})
	case "Continue":
		b.emit(&boogie.Goto{Labels: []string{b.loopLabel(s, "continue")}})
	default:
		fail(s, "%s is not supported", s.Kind)
	}
}

// label returns a fresh label.
func (b *body) label(kind string) string {
	b.fresh++
	return fmt.Sprintf("$%s%d", kind, b.fresh)
}
