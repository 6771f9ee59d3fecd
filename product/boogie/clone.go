package boogie

import (
	"fmt"
	"math/big"
	"slices"
)

// Clone is a copy that shares nothing with the program, as if its text were read again, but that positions stay. Every node of it stands in
// one place, also where one stands in several in the program.
func (p *Program) Clone() *Program { return &Program{File: p.File, Decls: each(p.Decls, cloneDecl)} }

// CloneExpr is a copy of an expression that shares nothing with it.
func CloneExpr(e Expr) Expr {
	switch e := e.(type) {
	case nil:
		return nil
	case *BoolLit:
		return &BoolLit{e.Node, e.Value}
	case *IntLit:
		return &IntLit{e.Node, new(big.Int).Set(e.Value)}
	case *RealLit:
		return &RealLit{e.Node, e.Text}
	case *BVLit:
		return &BVLit{e.Node, new(big.Int).Set(e.Value), e.Width}
	case *StringLit:
		return &StringLit{e.Node, e.Value}
	case *Ident:
		return cloneIdent(e)
	case *Old:
		return &Old{e.Node, CloneExpr(e.X)}
	case *Unary:
		return &Unary{e.Node, e.Op, CloneExpr(e.X)}
	case *Binary:
		return &Binary{e.Node, e.Op, CloneExpr(e.X), CloneExpr(e.Y)}
	case *Ite:
		return &Ite{e.Node, CloneExpr(e.Cond), CloneExpr(e.Then), CloneExpr(e.Else)}
	case *Select:
		return &Select{e.Node, CloneExpr(e.Map), each(e.Index, CloneExpr)}
	case *Store:
		return &Store{e.Node, CloneExpr(e.Map), each(e.Index, CloneExpr), CloneExpr(e.Value)}
	case *Extract:
		return &Extract{e.Node, CloneExpr(e.X), e.Hi, e.Lo}
	case *Apply:
		return &Apply{e.Node, e.Func, each(e.Args, CloneExpr)}
	case *Field:
		return &Field{e.Node, CloneExpr(e.X), e.Name}
	case *FieldUpdate:
		return &FieldUpdate{e.Node, CloneExpr(e.X), e.Name, CloneExpr(e.Value)}
	case *Let:
		return &Let{e.Node, each(e.Vars, cloneVariable), cloneAttrs(e.Attrs), each(e.Values, CloneExpr), CloneExpr(e.Body)}
	case *Is:
		return &Is{e.Node, CloneExpr(e.X), e.Name}
	case *Quantifier:
		return &Quantifier{e.Node, e.Kind, slices.Clone(e.TypeParams), each(e.Vars, cloneVariable), cloneAttrs(e.Attrs), each(e.Triggers, cloneTrigger), CloneExpr(e.Body)}
	case *Coerce:
		return &Coerce{e.Node, CloneExpr(e.X), cloneType(e.To)}
	}
	panic(fmt.Sprintf("boogie: clone of %T", e))
}

// CloneStmts is the same for statements.
func CloneStmts(ss []Stmt) []Stmt { return each(ss, cloneStmt) }

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

func cloneDecl(d Decl) Decl {
	switch d := d.(type) {
	case *TypeDecl:
		return &TypeDecl{d.Pos, cloneAttrs(d.Attrs), d.Name, slices.Clone(d.Params), cloneType(d.Body), d.Finite}
	case *Datatype:
		return &Datatype{d.Pos, cloneAttrs(d.Attrs), d.Name, slices.Clone(d.Params), each(d.Constructors, func(k *Constructor) *Constructor {
			return &Constructor{k.Pos, k.Name, each(k.Fields, cloneVariable)}
		})}
	case *Variable:
		return cloneVariable(d)
	case *Function:
		return &Function{d.Pos, cloneAttrs(d.Attrs), d.Name, slices.Clone(d.TypeParams), each(d.Params, cloneVariable), cloneVariable(d.Result), CloneExpr(d.Body)}
	case *Axiom:
		return &Axiom{d.Pos, cloneAttrs(d.Attrs), CloneExpr(d.Cond)}
	case *Procedure:
		return &Procedure{
			d.Pos, cloneAttrs(d.Attrs), d.Name, slices.Clone(d.TypeParams), each(d.Ins, cloneVariable), each(d.Outs, cloneVariable),
			each(d.Requires, cloneSpec), each(d.Ensures, cloneSpec), each(d.Modifies, cloneIdent), cloneBody(d.Body),
		}
	case *Implementation:
		return &Implementation{d.Pos, cloneAttrs(d.Attrs), d.Name, slices.Clone(d.TypeParams), each(d.Ins, cloneVariable), each(d.Outs, cloneVariable), cloneBody(d.Body)}
	}
	panic(fmt.Sprintf("boogie: clone of %T", d))
}

func cloneVariable(v *Variable) *Variable {
	if v == nil {
		return nil
	}
	return &Variable{v.Pos, cloneAttrs(v.Attrs), v.Name, cloneType(v.Type), CloneExpr(v.Where), v.Const, v.Unique, cloneOrder(v.Order)}
}

func cloneOrder(o *Order) *Order {
	if o == nil {
		return nil
	}
	return &Order{o.Extends, each(o.Parents, func(p Parent) Parent { return Parent{p.Unique, cloneIdent(p.Name)} }), o.Complete}
}

func cloneBody(b *Body) *Body {
	if b == nil {
		return nil
	}
	return &Body{each(b.Locals, cloneVariable), CloneStmts(b.Stmts), b.End}
}

func cloneAttrs(as Attributes) Attributes {
	return each(as, func(a *Attribute) *Attribute { return &Attribute{a.Name, each(a.Args, CloneExpr)} })
}

func cloneSpec(s *Spec) *Spec { return &Spec{s.Pos, cloneAttrs(s.Attrs), s.Free, CloneExpr(s.Cond)} }

func cloneStmt(s Stmt) Stmt {
	switch s := s.(type) {
	case *Label:
		n := *s
		return &n
	case *Assert:
		return &Assert{s.Pos, cloneAttrs(s.Attrs), CloneExpr(s.Cond)}
	case *Assume:
		return &Assume{s.Pos, cloneAttrs(s.Attrs), CloneExpr(s.Cond)}
	case *Assign:
		return &Assign{s.Pos, each(s.Lhs, CloneExpr), each(s.Rhs, CloneExpr)}
	case *Havoc:
		return &Havoc{s.Pos, each(s.Vars, cloneIdent)}
	case *Call:
		return &Call{s.Pos, cloneAttrs(s.Attrs), s.Free, each(s.Outs, cloneIdent), s.Proc, each(s.Args, CloneExpr)}
	case *If:
		return &If{s.Pos, CloneExpr(s.Cond), CloneStmts(s.Then), CloneStmts(s.Else)}
	case *While:
		return &While{s.Pos, CloneExpr(s.Cond), each(s.Invariants, cloneSpec), CloneStmts(s.Body)}
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

func cloneIdent(e *Ident) *Ident { return &Ident{e.Node, e.Name} }

func cloneTrigger(t *Trigger) *Trigger { return &Trigger{t.No, each(t.Exprs, CloneExpr)} }

func cloneType(t Type) Type {
	switch t := t.(type) {
	case nil:
		return nil
	case *BasicType:
		return t // there is one of each
	case *BVType:
		return &BVType{t.Width}
	case *MapType:
		return &MapType{slices.Clone(t.Params), each(t.Args, cloneType), cloneType(t.Result)}
	case *NamedType:
		return &NamedType{t.Pos, t.Name, each(t.Args, cloneType)}
	}
	panic(fmt.Sprintf("boogie: clone of %T", t))
}
