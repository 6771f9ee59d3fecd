package solidity

import (
	"fmt"
	"slices"
	"strings"

	"cupel/product/solidity/ast"
	"cupel/product/solidity/translate"
)

// locks proposes conditions under which the contract may refuse calls (the negation of what a function
// requires, or the value of a flag or state), each with a state variable that is unchanged meanwhile. Only contracts
// that call others need locks.
func (g *guess) locks() []translate.Lock {
	var vars []*ast.VariableDeclaration
	var whiles, flags []string
	leaves := false
	for _, base := range g.c.Linearized {
		for _, n := range base.Nodes {
			if v, ok := n.(*ast.VariableDeclaration); ok && !v.Constant && !v.Immutable && v.Storage != "transient" {
				vars = append(vars, v)
				if v.T.Kind == ast.Bool && visible(g.c, v) {
					flags = append(flags, v.Name, "!"+v.Name)
				}
				if e, ok := g.p.Node(v.T.Decl).(*ast.EnumDefinition); ok && v.T.Kind == ast.Enum && visible(g.c, v) {
					for _, m := range e.Members {
						flags = append(flags, fmt.Sprintf("%s == %s.%s", v.Name, e.Name, m.Name))
					}
				}
			}
			ast.Walk(n, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.FunctionCall:
					switch n.Func.Type().Func {
					case "external", "barecall":
						leaves = true
					case "require", "assert":
						if len(n.Args) > 0 {
							whiles = g.refused(whiles, n.Args[0])
						}
					}
				case *ast.IfStmt:
					if text, free, ok := g.about(n.Cond); ok && len(free) == 0 {
						whiles = append(whiles, text)
					}
				}
				return true
			})
		}
	}
	if !leaves {
		return nil
	}
	var ls []translate.Lock
	whiles = append(whiles, flags...)
	for i, w := range whiles {
		if slices.Contains(whiles[:i], w) {
			continue
		}
		for _, v := range vars {
			if len(ls) == maxLocks {
				return ls
			}
			ls = append(ls, translate.Lock{While: w, Keeps: v.ID})
		}
	}
	return ls
}

// refused adds the negation of a required condition.
func (g *guess) refused(whiles []string, x ast.Expr) []string {
	if b, ok := x.(*ast.Binary); ok && b.Op == "&&" {
		return g.refused(g.refused(whiles, b.X), b.Y)
	}
	if text, free, ok := g.about(x); ok && len(free) == 0 {
		if flag, ok := strings.CutPrefix(text, "!"); ok && !strings.ContainsAny(flag, " (&|") {
			return append(whiles, flag)
		}
		whiles = append(whiles, "!("+text+")")
	}
	return whiles
}
