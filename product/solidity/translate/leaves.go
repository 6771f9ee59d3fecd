package translate

import "cupel/product/solidity/ast"

// leaver searches for calls of unknown code in functions with known code.
type leaver struct {
	t    *translator
	seen map[[2]int]bool // contracts and functions
}

// leaves reports whether a function called in a contract of known type may, transitively, call unknown code,
// which may call back.
func (x *context) leaves(f *ast.FunctionDefinition) bool {
	return (&leaver{x.t, map[[2]int]bool{}}).function(x, f)
}

// function reports whether the body of a function may call unknown code.
func (l *leaver) function(x *context, f *ast.FunctionDefinition) bool {
	if k := [2]int{x.contract.ID, f.ID}; l.seen[k] {
		return false
	} else {
		l.seen[k] = true
	}
	if f.Body == nil {
		return true
	}
	for _, g := range x.callees(f) {
		if g.Body != nil && l.function(x, g) {
			return true
		}
	}
	nodes := []ast.Node{f}
	for _, m := range f.Modifiers {
		if d, ok := m.Decl.(*ast.ModifierDefinition); ok {
			nodes = append(nodes, d, x.modifier(d))
		}
	}
	found := false
	for _, n := range nodes {
		ast.Walk(n, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FunctionCall:
				found = found || l.call(x, n)
			case *ast.Assembly:
				found = found || callsInAssembly(n)
			}
			return !found
		})
	}
	return found
}

// callsInAssembly reports whether assembly may call other code.
func callsInAssembly(a *ast.Assembly) bool {
	found := false
	a.Block.Calls(func(c *ast.Yul) {
		found = found || yulCalls[c.Name] != 0 || c.Name == "create" || c.Name == "create2"
	})
	return found
}

// call is leaves for one call; internal callees are examined elsewhere.
func (l *leaver) call(x *context, c *ast.FunctionCall) bool {
	switch c.Func.Type().Func {
	case "creation":
		n := c.Type()
		d, ok := l.t.p.Node(n.Decl).(*ast.ContractDefinition)
		return !ok || l.t.context(d).callsOut()
	case "barecall", "barestaticcall", "baredelegatecall", "barecallcode":
		return true
	case "transfer", "send": // see stipend
		return len(l.t.transient()) > 0
	case "external":
	default:
		return false
	}
	m, ok := unparen(withoutOptions(c.Func)).(*ast.MemberAccess)
	if !ok || m.X.Type().Kind != ast.Contract { // a pointer to a function
		return true
	}
	d, ok := m.Decl.(*ast.FunctionDefinition)
	if !ok {
		_, getter := m.Decl.(*ast.VariableDeclaration)
		return !getter
	}
	at := x
	if !isThis(m.X) {
		k, ok := l.t.p.Node(m.X.Type().Decl).(*ast.ContractDefinition)
		if !ok {
			return true
		}
		at = l.t.context(k)
	}
	return at.overridingVariable(d) == nil && l.function(at, at.dispatch(d))
}

// withoutOptions is the function of a call without the options of the call.
func withoutOptions(f ast.Expr) ast.Expr {
	for {
		if o, ok := unparen(f).(*ast.CallOptions); ok {
			f = o.Func
			continue
		}
		if s, ok := unparen(f).(*ast.FunctionCall); ok { // f.value(v)
			if m, ok := unparen(s.Func).(*ast.MemberAccess); ok {
				f = m.X
				continue
			}
		}
		return f
	}
}
