package translate

import (
	"slices"

	"cupel/internal/lazyregexp"
	"cupel/product/solidity/ast"
)

// neverItself reports whether no function of the contract is entered with the contract itself as the sender: the code that runs at its address makes
// no call that may come to its own functions. Each account runs the code of one contract, so that only that code can be their sender. It is not asked
// where neither the contract's address nor balances of accounts occur, since solvers are the better the fewer accounts are compared.
func (x *context) neverItself() bool {
	if x.reenters == nil {
		may := !x.mentionsAccounts() || x.mayEnterItself()
		x.reenters = &may
	}
	return !*x.reenters
}

var accounts = lazyregexp.New(`\b(this|balance)\b`)

// mentionsAccounts reports whether code or annotations of the contract have its address or the balance of an account.
func (x *context) mentionsAccounts() bool {
	return slices.ContainsFunc(x.contract.Linearized, func(c *ast.ContractDefinition) bool {
		i := c.Base()
		return accounts().MatchString(ast.DocOf(c).Text) || i.File != nil && accounts().MatchString(i.File.Text[i.Start:i.Start+i.Len])
	})
}

func (x *context) mayEnterItself() bool {
	unnamed := false // calls without data, or of functions that it does not have, enter it
	var entries []ast.Node
	for _, c := range x.contract.Linearized {
		for _, n := range c.Nodes {
			switch d := n.(type) {
			case *ast.FunctionDefinition:
				unnamed = unnamed || d.Kind == "receive" || d.Kind == "fallback"
				if d.Kind == "function" && d.Public() {
					entries = append(entries, d)
				}
			case *ast.VariableDeclaration:
				if d.State && d.Visibility == "public" {
					entries = append(entries, d)
				}
			}
		}
	}
	enters := func(c *ast.FunctionCall) bool {
		switch c.Func.Type().Func {
		case "external":
			return unnamed || x.mayBeOwn(c, entries)
		case "transfer", "send":
			return unnamed
		case "barecall":
			if len(c.Args) == 1 {
				text, ok := constantText(c.Args[0])
				return unnamed || !ok || text != ""
			}
			return true
		case "barestaticcall", "baredelegatecall", "barecallcode":
			return true
		}
		return false
	}
	found := false
	for _, u := range x.t.p.Units {
		for _, n := range u.Nodes {
			if c, ok := n.(*ast.ContractDefinition); ok && c.Kind != "library" && !slices.Contains(x.contract.Linearized, c) {
				continue // its code runs elsewhere
			}
			ast.Walk(n, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.FunctionCall:
					found = found || enters(n)
				case *ast.Assembly:
					found = found || callsInAssembly(n)
				}
				return !found
			})
		}
	}
	return found
}

// mayBeOwn reports whether a call of a function of a contract may call one of the contract's own, which are given, as the selectors say.
func (x *context) mayBeOwn(c *ast.FunctionCall, own []ast.Node) bool {
	m, ok := unparen(withoutOptions(c.Func)).(*ast.MemberAccess)
	if !ok || m.X.Type().Kind != ast.Contract { // a pointer to a function
		return true
	}
	if of, ok := x.t.p.Node(m.X.Type().Decl).(*ast.ContractDefinition); ok && x.t.o.TypedCalls && of.Deployable() && of != x.contract {
		return false // another contract's code is there
	}
	s := x.t.selector(m.Decl)
	return s == nil || slices.ContainsFunc(own, func(d ast.Node) bool {
		o := x.t.selector(d)
		return o == nil || o.Cmp(s) == 0
	})
}
