package annotation

import "cupel/product/solidity/ast"

func (r *resolver) member(x *ast.MemberAccess) {
	r.expr(x.X)
	t := x.X.Type()
	u256 := ast.Int(256, false)
	switch t.Kind {
	case ast.Magic:
		switch t.Name + "." + x.Member {
		case "message.sender", "transaction.origin", "block.coinbase":
			set(&x.Typed, addressType)
			return
		case "message.value", "block.number", "block.timestamp", "block.difficulty", "block.gaslimit", "transaction.gasprice":
			set(&x.Typed, u256)
			return
		case "type.max", "type.min":
			set(&x.Typed, t.Elem)
			return
		}
	case ast.Address, ast.Contract:
		if x.Member == "balance" {
			set(&x.Typed, u256)
			return
		}
		if c, ok := r.s.Program.Node(t.Decl).(*ast.ContractDefinition); ok && t.Kind == ast.Contract {
			if v := stateVariable(c, x.Member); v != nil {
				x.Decl = v
				set(&x.Typed, v.T)
				return
			}
		}
	case ast.Array, ast.Bytes, ast.FixedBytes:
		if x.Member == "length" {
			set(&x.Typed, u256)
			return
		}
	case ast.Struct:
		if s, ok := r.s.Program.Node(t.Decl).(*ast.StructDefinition); ok {
			for _, m := range s.Members {
				if m.Name == x.Member {
					x.Decl = m
					mt := m.T
					if mt.IsReference() {
						mt = mt.At(t.Loc, false)
					}
					set(&x.Typed, mt)
					return
				}
			}
		}
	case ast.TypeOf:
		switch d := r.s.Program.Node(t.Elem.Decl).(type) {
		case *ast.EnumDefinition:
			for _, m := range d.Members {
				if m.Name == x.Member {
					x.Decl = m
					set(&x.Typed, t.Elem)
					return
				}
			}
		case *ast.ContractDefinition:
			if v := stateVariable(d, x.Member); v != nil {
				x.Decl = v
				set(&x.Typed, v.T)
				return
			}
			for _, n := range d.Nodes {
				if declName(n) == x.Member {
					if e := declared(n); e != nil {
						x.Decl = n
						set(&x.Typed, &ast.Type{Kind: ast.TypeOf, Elem: e, Text: "type(" + e.Text + ")"})
						return
					}
				}
			}
		}
	}
	fail(x, "%s has no member %s", t.Text, x.Member)
}

func stateVariable(c *ast.ContractDefinition, name string) *ast.VariableDeclaration {
	for _, b := range c.Linearized {
		for _, n := range b.Nodes {
			if v, ok := n.(*ast.VariableDeclaration); ok && v.Name == name {
				return v
			}
		}
	}
	return nil
}

func (r *resolver) index(x *ast.IndexAccess) {
	t := x.X.Type()
	switch t.Kind {
	case ast.Mapping:
		r.expect(x.Index, t.Key)
		set(&x.Typed, element(t))
	case ast.Array:
		r.expect(x.Index, ast.Int(256, false))
		set(&x.Typed, element(t))
	case ast.Bytes, ast.FixedBytes:
		r.expect(x.Index, ast.Int(256, false))
		set(&x.Typed, &ast.Type{Kind: ast.FixedBytes, Bits: 8, Text: "bytes1"})
	default:
		fail(x, "%s has no elements", t.Text)
	}
}

// element is the type of the elements of a collection, where they are.
func element(t *ast.Type) *ast.Type {
	if t.Elem.IsReference() {
		return t.Elem.At(t.Loc, false)
	}
	return t.Elem
}

func (r *resolver) expect(x ast.Expr, t *ast.Type) {
	if t.Kind == ast.String || t.Kind == ast.Bytes {
		if k := x.Type().Kind; k == ast.StringLiteral || k == t.Kind {
			return
		}
	}
	// An index that only its value tells to be in range may be of any integer type.
	if x.Type().Kind == ast.Integer && t.Kind == ast.Integer || converts(x.Type(), t) || t.Kind == ast.Contract && x.Type().Kind == ast.Address {
		return
	}
	fail(x, "%s is expected, this is of type %s", t.Text, x.Type().Text)
}

// call is a conversion, type(T), the getter of a public state variable, or a function that only reads.
func (r *resolver) call(x *ast.FunctionCall) {
	if id, ok := x.Func.(*ast.Identifier); ok && id.Name == "type" && len(x.Args) == 1 {
		r.expr(x.Args[0])
		if t := x.Args[0].Type(); t.Kind == ast.TypeOf {
			set(&x.Typed, &ast.Type{Kind: ast.Magic, Name: "type", Elem: t.Elem, Text: "type(" + t.Elem.Text + ")"})
			return
		}
		fail(x, "type needs a type")
	}
	for _, a := range x.Args {
		r.expr(a)
	}
	if f := r.viewFunction(x); f != nil {
		r.view(x, f)
		return
	}
	r.expr(x.Func)
	t := x.Func.Type()
	if t.Kind == ast.TypeOf {
		if len(x.Args) != 1 {
			fail(x, "a conversion takes one argument")
		}
		from := x.Args[0].Type()
		scalar := func(k ast.Kind) bool {
			switch k {
			case ast.Integer, ast.Address, ast.FixedBytes, ast.Enum, ast.Contract, ast.Bool, ast.Rational, ast.UserValue:
				return true
			}
			return false
		}
		if !scalar(from.Kind) || !scalar(t.Elem.Kind) {
			fail(x, "%s cannot be converted to %s", from.Text, t.Elem.Text)
		}
		x.Kind = "typeConversion"
		set(&x.Typed, t.Elem)
		return
	}
	var v *ast.VariableDeclaration
	switch f := x.Func.(type) {
	case *ast.Identifier:
		v, _ = f.Decl.(*ast.VariableDeclaration)
	case *ast.MemberAccess:
		v, _ = f.Decl.(*ast.VariableDeclaration)
	}
	if v == nil || !v.State || v.Visibility != "public" {
		fail(x, "annotations may call only view functions of the contract, getters of public state variables and specification functions")
	}
	t = v.T
	for _, a := range x.Args {
		switch t.Kind {
		case ast.Mapping:
			r.expect(a, t.Key)
		case ast.Array:
			r.expect(a, ast.Int(256, false))
		default:
			fail(a, "the getter of %s takes fewer arguments", v.Name)
		}
		t = element(t)
	}
	if t.Kind == ast.Mapping || t.Kind == ast.Array || t.Kind == ast.Struct {
		fail(x, "the getter of %s gives no single value", v.Name)
	}
	x.Kind = "getter"
	set(&x.Typed, t)
}

// sum resolves the argument of a sum: a state variable, under one index, and a member of it.
func (r *resolver) sum(x *Sum) {
	arg := x.Arg
	indexed := false
	for {
		if m, ok := arg.(*ast.MemberAccess); ok {
			// The members are found below, when the type of the element is known.
			x.Path = append([]*ast.VariableDeclaration{{Info: m.Info, Name: m.Member}}, x.Path...)
			arg = m.X
			continue
		}
		i, ok := arg.(*ast.IndexAccess)
		if !ok {
			break
		}
		if _, ok := i.Index.(*placeholder); !ok {
			fail(i.Index, "the index in a sum is __verifier_idx_address, __verifier_idx_int or __verifier_idx_uint")
		}
		if indexed {
			fail(i, "Base of indexer must be identifier")
		}
		indexed = true
		arg = i.X
	}
	id, ok := arg.(*ast.Identifier)
	if !ok {
		fail(arg, "Base of indexer must be identifier")
	}
	if v, path := r.read(id.Name); v != nil && len(x.Path) == 0 && !indexed {
		x.Of, x.Path = v, path
		set(&x.Typed, ast.Int(256, false))
		return
	}
	r.identifier(id)
	v, ok := id.Decl.(*ast.VariableDeclaration)
	if !ok || !v.State || v.Constant {
		fail(id, "a sum needs a state variable")
	}
	if v.T.Kind != ast.Mapping && v.T.Kind != ast.Array {
		fail(id, "a sum needs a mapping or an array")
	}
	if !indexed && len(x.Path) > 0 {
		fail(x.Arg, "a sum needs an index before members")
	}
	t := v.T.Elem
	for k, m := range x.Path {
		s, ok := r.s.Program.Node(t.Decl).(*ast.StructDefinition)
		if t.Kind != ast.Struct || !ok {
			fail(m, "%s has no members", t.Text)
		}
		found := false
		for _, d := range s.Members {
			if d.Name == m.Name {
				x.Path[k], t, found = d, d.T, true
				break
			}
		}
		if !found {
			fail(m, "%s has no member %s", t.Text, m.Name)
		}
	}
	if t.Kind != ast.Integer {
		fail(x, "elements of type %s have no sum", t.Text)
	}
	x.Of = v
	set(&x.Typed, ast.Int(256, t.Signed))
}
