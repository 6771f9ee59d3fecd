package annotation

import "cupel/product/solidity/ast"

// viewFunction returns the function of the contract that a call in an annotation names, by its name and arguments, if it
// only reads; nil: there is none, or a variable has the name.
func (r *resolver) viewFunction(x *ast.FunctionCall) *ast.FunctionDefinition {
	id, ok := x.Func.(*ast.Identifier)
	if !ok || r.s.Contract == nil || !r.s.Program.Version.AtLeast(0, 5) { // before, such functions may write
		return nil
	}
	for _, v := range append(append([]*ast.VariableDeclaration{}, r.bound...), r.s.Vars...) {
		if v.Name == id.Name {
			return nil
		}
	}
	for _, c := range r.s.Contract.Linearized {
		for _, n := range c.Nodes {
			switch d := n.(type) {
			case *ast.VariableDeclaration:
				if d.Name == id.Name {
					return nil
				}
			case *ast.FunctionDefinition:
				if d.Name == id.Name && OnlyReads(d) && r.takes(d, x.Args) {
					return d
				}
			}
		}
	}
	return nil
}

// OnlyReads reports whether annotations may call a function: it reads state and returns one value.
func OnlyReads(f *ast.FunctionDefinition) bool {
	return f.Kind == "function" && (f.Mutability == "view" || f.Mutability == "pure") && len(f.Returns) == 1
}

// takes reports whether arguments are implicitly converted to the types of the parameters.
func (r *resolver) takes(f *ast.FunctionDefinition, args []ast.Expr) bool {
	if len(f.Params) != len(args) {
		return false
	}
	for i, a := range args {
		if !converts(a.Type(), f.Params[i].T) && !(a.Type().IsReference() && a.Type().Kind == f.Params[i].T.Kind) {
			return false
		}
	}
	return true
}

// view resolves the call of a function that only reads.
func (r *resolver) view(x *ast.FunctionCall, f *ast.FunctionDefinition) {
	id := x.Func.(*ast.Identifier)
	id.Decl = f
	set(&id.Typed, &ast.Type{Kind: ast.Function, Func: "internal", Text: "function " + f.Name})
	x.Kind = "functionCall"
	set(&x.Typed, f.Returns[0].T)
}

// read returns the mapping whose elements a function or getter of the contract returns by its single argument, and the
// member of the elements; nil if it does anything else, apart from conditions before it.
func (r *resolver) read(name string) (*ast.VariableDeclaration, []*ast.VariableDeclaration) {
	if r.s.Contract == nil {
		return nil, nil
	}
	for _, c := range r.s.Contract.Linearized {
		for _, n := range c.Nodes {
			switch d := n.(type) {
			case *ast.VariableDeclaration:
				if d.Name == name {
					return nil, nil
				}
			case *ast.FunctionDefinition:
				if d.Name == name && OnlyReads(d) && len(d.Params) == 1 && d.Body != nil {
					return elementOf(d)
				}
			}
		}
	}
	return nil, nil
}

// Returned is the expression that a function without modifiers returns and does nothing else; nil: it is no such function.
func Returned(f *ast.FunctionDefinition) ast.Expr {
	if f.Body == nil || len(f.Modifiers) > 0 || len(f.Body.Stmts) != 1 {
		return nil
	}
	if s, ok := f.Body.Stmts[0].(*ast.Return); ok {
		return s.Value
	}
	return nil
}

// elementOf is the mapping in return m[p].a.b, p the parameter of the function, and its members a, b.
func elementOf(f *ast.FunctionDefinition) (v *ast.VariableDeclaration, path []*ast.VariableDeclaration) {
	x := Returned(f)
	for {
		switch y := x.(type) {
		case *ast.MemberAccess:
			m, ok := y.Decl.(*ast.VariableDeclaration)
			if !ok {
				return nil, nil
			}
			path = append([]*ast.VariableDeclaration{m}, path...)
			x = y.X
			continue
		case *ast.IndexAccess:
			m, ok1 := y.X.(*ast.Identifier)
			i, ok2 := y.Index.(*ast.Identifier)
			if !ok1 || !ok2 || i.Decl != ast.Node(f.Params[0]) {
				return nil, nil
			}
			v, ok := m.Decl.(*ast.VariableDeclaration)
			if !ok || !v.State || v.T.Kind != ast.Mapping || f.Returns[0].T.Kind != ast.Integer || f.Returns[0].T.Signed {
				return nil, nil
			}
			return v, path
		}
		return nil, nil
	}
}
