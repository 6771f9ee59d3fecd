package trace

import (
	"fmt"

	"cupel/product/boogie"
)

// Accounts hold at most the existing ether. Initial balances are arbitrary for all addresses; the ones that the
// code reads are bounded there.

// bounded inserts bounds before statements that read balances.
func bounded(ss []boogie.Stmt) (out []boogie.Stmt, err error) {
	for _, s := range ss {
		read := map[string]bool{}
		for _, e := range boogie.StmtExprs(s) {
			for _, account := range accounts(e) {
				if read[account] {
					continue
				}
				read[account] = true
				bound, err := assume(fmt.Sprintf("0 <= balance[%[1]s] && balance[%[1]s] < %[2]s", account, supply))
				if err != nil {
					return nil, err
				}
				out = append(out, bound)
			}
		}
		switch s := s.(type) {
		case *boogie.If:
			if s.Then, err = bounded(s.Then); err == nil {
				s.Else, err = bounded(s.Else)
			}
		case *boogie.While:
			s.Body, err = bounded(s.Body)
		}
		if err != nil {
			return nil, err
		}
		out = append(out, s)
	}
	return out, nil
}

// accounts returns those whose balances an expression reads; none if it binds variables.
func accounts(e boogie.Expr) []string {
	var found []string
	binds := false
	boogie.WalkExpr(e, func(e boogie.Expr) {
		switch e := e.(type) {
		case *boogie.Quantifier, *boogie.Old:
			binds = true
		case *boogie.Select:
			if m, ok := e.Map.(*boogie.Ident); ok && m.Name == "balance" && len(e.Index) == 1 {
				found = append(found, boogie.ExprString(e.Index[0]))
			}
		}
	})
	if binds {
		return nil
	}
	return found
}
