package translate

import (
	"cupel/product/boogie"
	"cupel/product/solidity/ast"
)

func (b *body) assignment(x *ast.Assignment) value {
	if t, ok := unparen(x.X).(*ast.Tuple); ok && len(t.Items) != 1 {
		b.tupleAssignment(x, t)
		return value{t: x.Type()}
	}
	lt := x.X.Type()
	if x.Op == "=" {
		b.assign(x, x.X, func() value { return b.expr(x.Y) })
		return b.assigned(x.X, lt)
	}
	op := x.Op[:len(x.Op)-1]
	ty := b.t.underlying(x, lt)
	var p *place
	vs := b.inOrder(func() value {
		if op == "<<" || op == ">>" || op == "**" {
			return b.expr(x.Y)
		}
		return b.as(x.Y, lt)
	}, func() value {
		p = b.freeze(x, b.placeOf(x.X))
		return b.load(x.X, p)
	})
	if p.length {
		fail(x, "Assignment to the length of an array is not supported")
	}
	b.write(x, p, b.arith(x, op, vs[1].e, vs[0].e, ty, vs[0].t))
	return b.load(x.X, p)
}

// assigned returns the value of an assignment expression: the new value of the left side.
func (b *body) assigned(x ast.Expr, t *ast.Type) value {
	if pure(x) {
		return b.expr(x)
	}
	return value{t: t} // unused, or refused
}

// pure reports whether evaluating a left side a second time has no effect.
func pure(x ast.Expr) bool {
	switch x := x.(type) {
	case *ast.Identifier:
		return true
	case *ast.MemberAccess:
		return pure(x.X)
	case *ast.Tuple:
		return len(x.Items) == 1 && pure(x.Items[0])
	}
	return false
}

// assign assigns the value that f computes to the left side; f is evaluated first, as in the compiler.
func (b *body) assign(n ast.Node, lhs ast.Expr, f func() value) {
	if id, ok := unparen(lhs).(*ast.Identifier); ok {
		if v, ok := id.Decl.(*ast.VariableDeclaration); ok && !v.State && storageReference(v) {
			b.assignReference(n, v, f())
			return
		}
	}
	var p *place
	vs := b.inOrder(func() value { return b.prepare(n, f(), lhs.Type()) }, func() value {
		p = b.placeOf(lhs)
		return value{}
	})
	if p.length {
		fail(n, "Assignment to the length of an array is not supported")
	}
	b.store(n, p, vs[0])
}

func unparen(x ast.Expr) ast.Expr {
	for {
		t, ok := x.(*ast.Tuple)
		if !ok || len(t.Items) != 1 || t.Array || t.Items[0] == nil {
			return x
		}
		x = t.Items[0]
	}
}

// storageReference reports whether a local variable is a pointer to storage.
func storageReference(v *ast.VariableDeclaration) bool {
	return !v.State && (v.T.Kind == ast.Mapping || v.T.Loc == ast.Storage && v.T.IsReference())
}

// prepare converts a value for an assignment to a type; literals keep their node.
func (b *body) prepare(n ast.Node, v value, to *ast.Type) value {
	if v.t != nil && v.t.Kind == ast.StringLiteral {
		return b.value(n, b.stringLiteral(literalNode(n), v.t, to), to)
	}
	if to.IsReference() && to.Loc == ast.Storage && to.Kind != ast.String && b.t.hasMapping(n, to) {
		fail(n, "Assignment of a value that contains a mapping is not supported")
	}
	return b.convert(n, v, to)
}

// literalNode returns the literal in an assignment or declaration.
func literalNode(n ast.Node) ast.Node {
	switch n := n.(type) {
	case *ast.Assignment:
		return n.Y
	case *ast.VarStmt:
		return n.Value
	case *ast.Return:
		return n.Value
	case *ast.VariableDeclaration:
		return n.Value
	}
	return n
}

// store writes a converted value.
func (b *body) store(n ast.Node, p *place, v value) {
	if v.e == nil {
		fail(n, "This value cannot be assigned")
	}
	if p.t.IsReference() && p.root != nil && v.place != nil && v.t.Kind == ast.Array && (v.t.Len == nil) != (p.t.Len == nil) {
		fail(n, "Assignment of arrays of different lengths is not supported")
	}
	b.write(n, p, v.e)
}

// tupleAssignment evaluates the right side, then the left sides, then assigns from right to left.
func (b *body) tupleAssignment(x *ast.Assignment, t *ast.Tuple) {
	b.notAfterRemoval(x, t)
	right := b.expr(x.Y)
	if len(right.parts) != len(t.Items) {
		fail(x, "This tuple assignment is not supported")
	}
	vals := make([]value, len(t.Items))
	for i, item := range t.Items {
		if item == nil {
			continue
		}
		lt := item.Type()
		if lt.IsReference() && lt.Loc == ast.Storage && lt.Kind != ast.String { // read at the time of the assignment
			vals[i] = right.parts[i]
			if vals[i].place == nil && vals[i].e != nil {
				vals[i].e = b.save(vals[i].e, vals[i].sort)
			}
			continue
		}
		v := b.prepare(itemNode(x.Y, i), right.parts[i], lt)
		if v.e == nil {
			fail(x, "This tuple assignment is not supported")
		}
		v.e = b.save(v.e, b.t.sortOf(x, lt))
		vals[i] = v
	}
	places := make([]*place, len(t.Items))
	pointers := make([]*ast.VariableDeclaration, len(t.Items))
	for i, item := range t.Items {
		if item == nil {
			continue
		}
		if id, ok := unparen(item).(*ast.Identifier); ok {
			if v, ok := id.Decl.(*ast.VariableDeclaration); ok && storageReference(v) && v.T.Kind != ast.String {
				pointers[i] = v
				continue
			}
		}
		places[i] = b.freeze(x, b.placeOf(item))
		if places[i].length {
			fail(x, "Assignment to the length of an array is not supported")
		}
	}
	for i := len(places) - 1; i >= 0; i-- {
		switch {
		case pointers[i] != nil:
			b.assignReference(x, pointers[i], vals[i])
		case places[i] != nil:
			v := vals[i]
			if lt := t.Items[i].Type(); lt.IsReference() && lt.Loc == ast.Storage && lt.Kind != ast.String {
				if v.place != nil {
					v = b.load(x, v.place)
				}
				v = b.prepare(itemNode(x.Y, i), v, lt)
			}
			b.store(x, places[i], v)
		}
	}
}

func itemNode(x ast.Expr, i int) ast.Node {
	if t, ok := unparen(x).(*ast.Tuple); ok && i < len(t.Items) && t.Items[i] != nil {
		return t.Items[i]
	}
	return x
}

// declare creates a local variable and binds it.
func (b *body) declare(v *ast.VariableDeclaration) *boogie.Ident {
	name := v.Name
	if name == "" {
		name = "_"
	}
	id := b.local(StateName(&ast.VariableDeclaration{Info: v.Info, Name: name}), b.t.sortOf(v, v.T))
	b.env[v.ID] = id
	delete(b.refs, v.ID)
	return id
}
