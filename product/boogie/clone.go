package boogie

import (
	"fmt"
	"math/big"
	"slices"
)

// Clone is a copy that shares nothing with the program, as if its text were read again, but that positions stay.
//
// The copy of a checked program is checked: what Check found is that of the copy. In the copy of another one every node stands in one
// place, also where one stands in several in the program, and nothing is known of it.
func (p *Program) Clone() *Program {
	c := &cloner{}
	if p.checked {
		c.copies = map[any]any{}
	}
	return &Program{File: p.File, Decls: each(p.Decls, c.decl), checked: p.checked}
}

// CloneExpr is a copy of an expression that shares nothing with it; nothing is known of it.
func CloneExpr(e Expr) Expr { return (&cloner{}).expr(e) }

// CloneStmts is the same for statements.
func CloneStmts(ss []Stmt) []Stmt { return each(ss, (&cloner{}).stmt) }

// A cloner copies nodes.
type cloner struct {
	// copies are those of declarations, type parameters and types of a checked program, which is a graph; nil: it is to become a tree.
	copies map[any]any
}

// copied is the copy of x, which fill completes; in a checked program there is one, wherever it is met first.
func copied[T any](c *cloner, x *T, fill func(*T)) *T {
	if x == nil {
		return nil
	}
	if y, ok := c.copies[x]; ok {
		return y.(*T)
	}
	y := new(T)
	*y = *x
	if c.copies != nil {
		c.copies[x] = y
	}
	fill(y)
	return y
}

// known is the copy of what Check found.
func known[T any](c *cloner, x *T, clone func(*T) *T) *T {
	if c.copies == nil {
		return nil
	}
	return clone(x)
}

func each[T any](xs []T, clone func(T) T) []T {
	if xs == nil {
		return nil
	}
	ys := make([]T, len(xs))
	for i, x := range xs {
		ys[i] = clone(x)
	}
	return ys
}

func (c *cloner) decl(d Decl) Decl {
	switch d := d.(type) {
	case *TypeDecl:
		return c.typeDecl(d)
	case *Datatype:
		return c.datatype(d)
	case *Variable:
		return c.variable(d)
	case *Function:
		return c.function(d)
	case *Axiom:
		return &Axiom{d.Pos, c.attrs(d.Attrs), c.expr(d.Cond)}
	case *Procedure:
		return c.procedure(d)
	case *Implementation:
		n := *d
		n.Attrs, n.TypeParams, n.Ins, n.Outs, n.Body = c.attrs(d.Attrs), slices.Clone(d.TypeParams), each(d.Ins, c.variable), each(d.Outs, c.variable), c.body(d.Body)
		n.Proc = known(c, d.Proc, c.procedure)
		return &n
	}
	panic(fmt.Sprintf("boogie: clone of %T", d))
}

func (c *cloner) typeDecl(d *TypeDecl) *TypeDecl {
	return copied(c, d, func(n *TypeDecl) {
		n.Attrs, n.Params, n.Body, n.data = c.attrs(d.Attrs), slices.Clone(d.Params), c.typ(d.Body), known(c, d.data, c.datatype)
	})
}

func (c *cloner) datatype(d *Datatype) *Datatype {
	return copied(c, d, func(n *Datatype) {
		n.Attrs, n.Params, n.Constructors = c.attrs(d.Attrs), slices.Clone(d.Params), each(d.Constructors, c.constructor)
	})
}

func (c *cloner) constructor(k *Constructor) *Constructor {
	return copied(c, k, func(n *Constructor) {
		n.Fields, n.Datatype = each(k.Fields, c.variable), known(c, k.Datatype, c.datatype)
	})
}

func (c *cloner) variable(v *Variable) *Variable {
	return copied(c, v, func(n *Variable) {
		n.Attrs, n.Type, n.Where = c.attrs(v.Attrs), c.typ(v.Type), c.expr(v.Where)
	})
}

func (c *cloner) function(d *Function) *Function {
	return copied(c, d, func(n *Function) {
		n.Attrs, n.TypeParams, n.Params, n.Result, n.Body = c.attrs(d.Attrs), slices.Clone(d.TypeParams), each(d.Params, c.variable), c.variable(d.Result), c.expr(d.Body)
		if n.Of = known(c, d.Of, c.constructor); n.Of == nil {
			n.Role, n.FieldIdx = Plain, 0
		}
	})
}

func (c *cloner) procedure(d *Procedure) *Procedure {
	return copied(c, d, func(n *Procedure) {
		n.Attrs, n.TypeParams, n.Ins, n.Outs = c.attrs(d.Attrs), slices.Clone(d.TypeParams), each(d.Ins, c.variable), each(d.Outs, c.variable)
		n.Requires, n.Ensures, n.Modifies, n.Body = each(d.Requires, c.spec), each(d.Ensures, c.spec), each(d.Modifies, c.ident), c.body(d.Body)
	})
}

func (c *cloner) body(b *Body) *Body {
	if b == nil {
		return nil
	}
	return &Body{each(b.Locals, c.variable), each(b.Stmts, c.stmt), b.End}
}

func (c *cloner) attrs(as Attributes) Attributes {
	return each(as, func(a *Attribute) *Attribute { return &Attribute{a.Name, each(a.Args, c.expr)} })
}

func (c *cloner) spec(s *Spec) *Spec { return &Spec{s.Pos, c.attrs(s.Attrs), s.Free, c.expr(s.Cond)} }

func (c *cloner) stmt(s Stmt) Stmt {
	switch s := s.(type) {
	case *Label:
		n := *s
		return &n
	case *Assert:
		return &Assert{s.Pos, c.attrs(s.Attrs), c.expr(s.Cond)}
	case *Assume:
		return &Assume{s.Pos, c.attrs(s.Attrs), c.expr(s.Cond)}
	case *Assign:
		return &Assign{s.Pos, each(s.Lhs, c.expr), each(s.Rhs, c.expr)}
	case *Havoc:
		return &Havoc{s.Pos, each(s.Vars, c.ident)}
	case *Call:
		n := *s
		n.Attrs, n.Outs, n.Args = c.attrs(s.Attrs), each(s.Outs, c.ident), each(s.Args, c.expr)
		n.Decl, n.Inst = known(c, s.Decl, c.procedure), c.found(s.Inst)
		return &n
	case *If:
		return &If{s.Pos, c.expr(s.Cond), each(s.Then, c.stmt), each(s.Else, c.stmt)}
	case *While:
		return &While{s.Pos, c.expr(s.Cond), each(s.Invariants, c.spec), each(s.Body, c.stmt)}
	case *Break:
		n := *s
		return &n
	case *Goto:
		return &Goto{s.Pos, slices.Clone(s.Labels)}
	case *Return:
		n := *s
		return &n
	}
	panic(fmt.Sprintf("boogie: clone of %T", s))
}

// node is what all expressions have.
func (c *cloner) node(n Node) Node {
	if c.copies == nil {
		n.typ = nil
	} else {
		n.typ = c.typ(n.typ)
	}
	return n
}

func (c *cloner) ident(e *Ident) *Ident {
	return &Ident{c.node(e.Node), e.Name, known(c, e.Decl, c.variable)}
}

func (c *cloner) expr(e Expr) Expr {
	switch e := e.(type) {
	case nil:
		return nil
	case *BoolLit:
		return &BoolLit{c.node(e.Node), e.Value}
	case *IntLit:
		return &IntLit{c.node(e.Node), new(big.Int).Set(e.Value)}
	case *RealLit:
		return &RealLit{c.node(e.Node), e.Text}
	case *BVLit:
		return &BVLit{c.node(e.Node), new(big.Int).Set(e.Value), e.Width}
	case *StringLit:
		return &StringLit{c.node(e.Node), e.Value}
	case *Ident:
		return c.ident(e)
	case *Old:
		return &Old{c.node(e.Node), c.expr(e.X)}
	case *Unary:
		return &Unary{c.node(e.Node), e.Op, c.expr(e.X)}
	case *Binary:
		return &Binary{c.node(e.Node), e.Op, c.expr(e.X), c.expr(e.Y)}
	case *Ite:
		return &Ite{c.node(e.Node), c.expr(e.Cond), c.expr(e.Then), c.expr(e.Else)}
	case *Select:
		return &Select{c.node(e.Node), c.expr(e.Map), each(e.Index, c.expr)}
	case *Store:
		return &Store{c.node(e.Node), c.expr(e.Map), each(e.Index, c.expr), c.expr(e.Value)}
	case *Extract:
		return &Extract{c.node(e.Node), c.expr(e.X), e.Hi, e.Lo}
	case *Apply:
		return &Apply{c.node(e.Node), e.Func, each(e.Args, c.expr), known(c, e.Decl, c.function), c.found(e.Inst)}
	case *Field:
		n := &Field{c.node(e.Node), c.expr(e.X), e.Name, known(c, e.Of, c.constructor), e.Idx}
		if n.Of == nil {
			n.Idx = 0
		}
		return n
	case *Is:
		return &Is{c.node(e.Node), c.expr(e.X), e.Name, known(c, e.Of, c.constructor)}
	case *Quantifier:
		return &Quantifier{c.node(e.Node), e.Kind, slices.Clone(e.TypeParams), each(e.Vars, c.variable), c.attrs(e.Attrs), each(e.Triggers, c.trigger), c.expr(e.Body)}
	case *Coerce:
		return &Coerce{c.node(e.Node), c.expr(e.X), c.typ(e.To)}
	}
	panic(fmt.Sprintf("boogie: clone of %T", e))
}

func (c *cloner) trigger(t *Trigger) *Trigger { return &Trigger{t.No, each(t.Exprs, c.expr)} }

// found copies types that Check found.
func (c *cloner) found(ts []Type) []Type {
	if c.copies == nil {
		return nil
	}
	return each(ts, c.typ)
}

func (c *cloner) typ(t Type) Type {
	switch t := t.(type) {
	case nil:
		return nil
	case *BasicType:
		return t // there is one of each
	case *BVType:
		return copied(c, t, func(*BVType) {})
	case *MapType:
		return copied(c, t, func(n *MapType) {
			n.Params, n.Args, n.Result = slices.Clone(t.Params), each(t.Args, c.typ), c.typ(t.Result)
		})
	case *NamedType:
		return copied(c, t, func(n *NamedType) {
			n.Args = each(t.Args, c.typ)
			n.Decl, n.Datatype = known(c, t.Decl, c.typeDecl), known(c, t.Datatype, c.datatype)
			n.Param = known(c, t.Param, func(p *TypeParam) *TypeParam { return copied(c, p, func(*TypeParam) {}) })
		})
	case *typeVar:
		return copied(c, t, func(n *typeVar) { n.bound = c.typ(t.bound) })
	}
	panic(fmt.Sprintf("boogie: clone of %T", t))
}
