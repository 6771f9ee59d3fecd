package ast

// Walk is Walk for all of a program: what stands outside of contracts, then the contracts.
func (p *Program) Walk(f func(Node) bool) {
	for _, u := range p.Units {
		Walk(u, f)
	}
	for _, c := range p.Contracts {
		Walk(c, f)
	}
}

// Walk calls f for a node and, where f returns true, for those below it, in the order of the source. Nodes that are nil are left out.
func Walk(n Node, f func(Node) bool) {
	if n == nil || isNil(n) || !f(n) {
		return
	}
	walkAll := func(xs []Expr) {
		for _, x := range xs {
			if x != nil {
				Walk(x, f)
			}
		}
	}
	nodes := func(ns []Node) {
		for _, m := range ns {
			Walk(m, f)
		}
	}
	expr := func(x Expr) {
		if x != nil {
			Walk(x, f)
		}
	}
	vars := func(vs []*VariableDeclaration) {
		for _, v := range vs {
			if v != nil {
				Walk(v, f)
			}
		}
	}
	switch n := n.(type) {
	case *SourceUnit:
		nodes(n.Nodes)
	case *ContractDefinition:
		nodes(n.Nodes)
	case *FunctionDefinition:
		vars(n.Params)
		vars(n.Returns)
		for _, m := range n.Modifiers {
			Walk(m, f)
		}
		if n.Body != nil {
			Walk(n.Body, f)
		}
	case *ModifierDefinition:
		vars(n.Params)
		if n.Body != nil {
			Walk(n.Body, f)
		}
	case *ModifierInvocation:
		walkAll(n.Args)
	case *VariableDeclaration:
		expr(n.Value)
	case *Block:
		nodes(n.Stmts)
	case *ExprStmt:
		expr(n.X)
	case *VarStmt:
		vars(n.Vars)
		expr(n.Value)
	case *IfStmt:
		expr(n.Cond)
		Walk(n.Then, f)
		Walk(n.Else, f)
	case *WhileStmt:
		expr(n.Cond)
		Walk(n.Body, f)
	case *ForStmt:
		Walk(n.Init, f)
		expr(n.Cond)
		Walk(n.Post, f)
		Walk(n.Body, f)
	case *Return:
		expr(n.Value)
	case *Emit:
		Walk(n.Call, f)
	case *Try:
		expr(n.Call)
		for _, c := range n.Clauses {
			Walk(c, f)
		}
	case *CatchClause:
		vars(n.Params)
		if n.Body != nil {
			Walk(n.Body, f)
		}
	case *Revert:
		expr(n.Call)
	case *Unary:
		expr(n.X)
	case *Binary:
		expr(n.X)
		expr(n.Y)
	case *Assignment:
		expr(n.X)
		expr(n.Y)
	case *Conditional:
		expr(n.Cond)
		expr(n.Then)
		expr(n.Else)
	case *FunctionCall:
		expr(n.Func)
		walkAll(n.Args)
	case *CallOptions:
		expr(n.Func)
		walkAll(n.Options)
	case *MemberAccess:
		expr(n.X)
	case *IndexAccess:
		expr(n.X)
		expr(n.Index)
	case *Slice:
		expr(n.X)
		expr(n.From)
		expr(n.To)
	case *Tuple:
		walkAll(n.Items)
	}
}

// isNil reports whether an interface holds a nil pointer of the kinds that fields may leave out.
func isNil(n Node) bool {
	switch n := n.(type) {
	case *Block:
		return n == nil
	case *FunctionCall:
		return n == nil
	case *VariableDeclaration:
		return n == nil
	}
	return false
}
