package ast

import "encoding/json"

func (d *decoder) exprs(ms []json.RawMessage) ([]Expr, error) { return each(ms, d.expr) }

// expr decodes an expression; nil for an absent one.
func (d *decoder) expr(m json.RawMessage) (Expr, error) {
	if absent(m) {
		return nil, nil
	}
	if d.depth++; d.depth > maxDepth {
		return nil, errDepth
	}
	defer func() { d.depth-- }()
	r, err := d.parse(m)
	if err != nil {
		return nil, err
	}
	return d.expression(r)
}

func (d *decoder) expression(r *raw) (x Expr, err error) {
	t := Typed{Info: d.info(r), T: d.typ(r)}
	ref := 0
	if r.Referenced != nil {
		ref = *r.Referenced
	}
	switch r.NodeType {
	case "Identifier":
		i := &Identifier{Typed: t, Name: r.Name, ref: ref}
		d.later = append(d.later, func() { i.Decl = d.p.nodes[i.ref] })
		return i, nil
	case "Literal":
		l := &Literal{Typed: t, Kind: r.Kind, Hex: r.HexValue, Unit: r.Subdenom}
		if !absent(r.Value) {
			if err := json.Unmarshal(r.Value, &l.Value); err != nil {
				return nil, err
			}
		}
		return l, nil
	case "UnaryOperation":
		if r.FunctionOfUnOp != nil {
			return d.operator(r, t, r.SubExpression)
		}
		u := &Unary{Typed: t, Op: r.Operator, Prefix: r.Prefix}
		u.X, err = d.expr(r.SubExpression)
		return u, err
	case "BinaryOperation":
		if r.FunctionOfUnOp != nil {
			return d.operator(r, t, r.Left, r.Right)
		}
		b := &Binary{Typed: t, Op: r.Operator}
		if r.CommonType != nil {
			b.Common = ParseType(r.CommonType.ID, r.CommonType.Text)
		}
		if b.X, err = d.expr(r.Left); err != nil {
			return nil, err
		}
		b.Y, err = d.expr(r.Right)
		return b, err
	case "Assignment":
		a := &Assignment{Typed: t, Op: r.Operator}
		if a.X, err = d.expr(r.LeftHand); err != nil {
			return nil, err
		}
		a.Y, err = d.expr(r.RightHand)
		return a, err
	case "Conditional":
		c := &Conditional{Typed: t}
		if c.Cond, err = d.expr(r.Condition); err != nil {
			return nil, err
		}
		if c.Then, err = d.expr(r.TrueExpr); err != nil {
			return nil, err
		}
		c.Else, err = d.expr(r.FalseExpr)
		return c, err
	case "FunctionCall":
		c := &FunctionCall{Typed: t, Kind: r.Kind, Names: r.Names}
		if c.Func, err = d.expr(r.Expression); err != nil {
			return nil, err
		}
		c.Args, err = d.exprs(r.Arguments)
		return c, err
	case "FunctionCallOptions":
		c := &CallOptions{Typed: t, Names: r.Names}
		if c.Func, err = d.expr(r.Expression); err != nil {
			return nil, err
		}
		c.Options, err = d.exprs(r.Options)
		return c, err
	case "MemberAccess":
		a := &MemberAccess{Typed: t, Member: r.MemberName, ref: ref}
		if a.X, err = d.expr(r.Expression); err != nil {
			return nil, err
		}
		d.later = append(d.later, func() { a.Decl = d.p.nodes[a.ref] })
		return a, nil
	case "IndexAccess":
		a := &IndexAccess{Typed: t}
		if a.X, err = d.expr(r.BaseExpr); err != nil {
			return nil, err
		}
		a.Index, err = d.expr(r.IndexExpr)
		return a, err
	case "IndexRangeAccess":
		s := &Slice{Typed: t}
		if s.X, err = d.expr(r.BaseExpr); err != nil {
			return nil, err
		}
		if s.From, err = d.expr(r.StartExpr); err != nil {
			return nil, err
		}
		s.To, err = d.expr(r.EndExpr)
		return s, err
	case "TupleExpression":
		u := &Tuple{Typed: t, Array: r.IsInlineArray}
		u.Items, err = d.exprs(r.Components)
		return u, err
	case "NewExpression":
		n := &New{Typed: t}
		n.Of, err = d.typeName(r.TypeName)
		return n, err
	case "ElementaryTypeNameExpression":
		e := &TypeExpr{Typed: t}
		if e.Type().Kind == TypeOf {
			e.Of = e.Type().Elem
		}
		return e, nil
	}
	return d.unknown(r), nil
}

// operator is a use of an operator that the program defines: a call of its function.
func (d *decoder) operator(r *raw, t Typed, operands ...json.RawMessage) (x Expr, err error) {
	i := &Identifier{Typed: Typed{Info: t.Info, T: &Type{Kind: Function, Func: "internal", Text: "function"}}, Name: r.Operator, ref: *r.FunctionOfUnOp}
	d.later = append(d.later, func() { i.Decl = d.p.nodes[i.ref] })
	c := &FunctionCall{Typed: t, Kind: "functionCall", Func: i}
	c.Args, err = d.exprs(operands)
	return c, err
}

// typeName is the type of a type name.
func (d *decoder) typeName(m json.RawMessage) (*Type, error) {
	if absent(m) {
		return &Type{Kind: Invalid}, nil
	}
	r, err := d.parse(m)
	if err != nil {
		return nil, err
	}
	if t := d.typ(r); t != nil {
		return t, nil
	}
	return &Type{Kind: Invalid}, nil
}
