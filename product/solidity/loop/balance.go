package loop

import (
	"slices"

	"cupel/product/boogie"
	"cupel/product/solidity/ast"
	"cupel/product/solidity/translate"
)

// mentionsBalance reports whether the code of a contract reads balances.
func mentionsBalance(c *ast.ContractDefinition) bool {
	found := false
	for _, b := range c.Linearized {
		ast.Walk(b, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.MemberAccess:
				found = found || n.Member == "balance"
			case *ast.Assembly:
				found = true
			}
			return !found
		})
	}
	return found
}

// withoutBalance removes balances if they only decide whether a transaction has enough ether, an
// over-approximation. It reports whether that is the case.
func (s *system) withoutBalance() bool {
	reads := func(e boogie.Expr) bool {
		found := false
		boogie.WalkExpr(e, func(e boogie.Expr) {
			x, ok := e.(*boogie.Ident)
			found = found || ok && x.Name == translate.Balance
		})
		return found
	}
	passes := func(x boogie.Stmt) bool { // only moves ether, or checks that there is enough
		switch x := x.(type) {
		case *boogie.Assume:
			return reads(x.Cond)
		case *boogie.Assign:
			return len(x.Lhs) == 1 && reads(x.Lhs[0])
		}
		return false
	}
	var without func(ss []boogie.Stmt) []boogie.Stmt
	without = func(ss []boogie.Stmt) []boogie.Stmt {
		ss = slices.DeleteFunc(ss, passes)
		for _, x := range ss {
			switch x := x.(type) {
			case *boogie.If:
				x.Then, x.Else = without(x.Then), without(x.Else)
			case *boogie.While:
				x.Body = without(x.Body)
			}
		}
		return ss
	}
	var ds []*boogie.Procedure
	for _, d := range s.p.Decls {
		d, ok := d.(*boogie.Procedure)
		if !ok {
			continue
		}
		ds = append(ds, d)
		if slices.ContainsFunc(slices.Concat(d.Requires, d.Ensures), func(s *boogie.Spec) bool { return reads(s.Cond) }) {
			return false
		}
		used := false
		if d.Body != nil {
			boogie.WalkStmts(d.Body.Stmts, func(x boogie.Stmt) {
				used = used || !passes(x) && slices.ContainsFunc(boogie.StmtExprs(x), reads)
			})
		}
		if used {
			return false
		}
	}
	for _, d := range ds {
		if d.Body != nil {
			d.Body.Stmts = without(d.Body.Stmts)
		}
	}
	return true
}
