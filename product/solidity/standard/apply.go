package standard

import (
	"fmt"
	"slices"
	"strings"

	"cupel/product/solidity/ast"
	"cupel/product/solidity/translate"
)

// Applied is a standard that was found in a contract.
type Applied struct {
	*Standard
	Contract     *ast.ContractDefinition
	Requirements []*translate.Requirement
	// Invariants are the texts of the clauses on all states.
	Invariants []string
	// Missing are functions of the interface that the contract does not have, and clauses that are about them.
	Missing []string
}

// firstID is a number above those of syntax nodes.
const firstID = 1 << 30

// Apply finds standards in the contracts of a program that can be deployed. With auto a standard is one of a contract if
// this has all functions of the interface that are not optional; otherwise if it has more than half of those.
func Apply(p *ast.Program, standards []*Standard, auto bool) []*Applied {
	var all []*Applied
	id := firstID
	for _, c := range p.Contracts {
		if !c.Deployable() {
			continue
		}
		for _, s := range standards {
			have, of := s.present(c)
			if auto && have < of || 2*have <= of {
				continue
			}
			a := &Applied{Standard: s, Contract: c}
			a.require(&id)
			all = append(all, a)
		}
	}
	return all
}

// present counts the functions that are not optional, and those of them that the contract has.
func (s *Standard) present(c *ast.ContractDefinition) (have, of int) {
	for _, f := range s.Functions {
		if f.Optional {
			continue
		}
		of++
		if d, v := f.in(c); d != nil || v != nil {
			have++
		}
	}
	return have, of
}

// in finds the function in a contract, or the state variable whose getter it is.
func (f *Function) in(c *ast.ContractDefinition) (*ast.FunctionDefinition, *ast.VariableDeclaration) {
	for _, base := range c.Linearized {
		for _, n := range base.Nodes {
			switch d := n.(type) {
			case *ast.FunctionDefinition:
				if d.Kind == "function" && d.Name == f.Name && d.Public() && d.Body != nil && sameTypes(d.Params, f.Params) {
					return d, nil
				}
			case *ast.VariableDeclaration:
				if d.Name == f.Name && d.Visibility == "public" && f.View && f.isGetter(d.T) {
					return nil, d
				}
			}
		}
	}
	return nil, nil
}

func (f *Function) isGetter(t *ast.Type) bool {
	for _, p := range f.Params {
		switch {
		case t.Kind == ast.Mapping && written(t.Key) == p.Type, t.Kind == ast.Array && p.Type == "uint256":
			t = t.Elem
		default:
			return false
		}
	}
	return t.Kind != ast.Mapping && t.Kind != ast.Array && (len(f.Returns) != 1 || written(t) == f.Returns[0].Type)
}

func sameTypes(vs []*ast.VariableDeclaration, ps []Parameter) bool {
	return slices.EqualFunc(vs, ps, func(v *ast.VariableDeclaration, p Parameter) bool { return written(v.T) == p.Type })
}

// written is a type as in the application binary interface.
func written(t *ast.Type) string {
	switch t.Kind {
	case ast.Address, ast.Contract:
		return "address"
	case ast.Bool:
		return "bool"
	case ast.Array:
		if t.Len == nil {
			return written(t.Elem) + "[]"
		}
		return fmt.Sprintf("%s[%s]", written(t.Elem), t.Len)
	}
	text, _, _ := strings.Cut(t.Text, " ")
	return text
}

// require makes the requirements of a contract.
func (a *Applied) require(id *int) {
	add := func(n ast.Node, f *Function, c *Clause) {
		r := &translate.Requirement{ID: *id, Name: a.Name + ": " + c.Name, Contract: a.Contract.ID, Function: n.Base().ID, Given: c.Given, Holds: c.Holds}
		if f != nil {
			r.Name = a.Name + ": " + f.Name + " " + c.Name
			r.Params, r.Returns = names(f.Params), names(f.Returns)
		}
		*id++
		a.Requirements = append(a.Requirements, r)
	}
	for _, f := range a.Functions {
		d, v := f.in(a.Contract)
		switch {
		case d == nil && v == nil && !f.Optional:
			a.Missing = append(a.Missing, f.Signature())
		case d != nil && !sameTypes(d.Returns, f.Returns):
			a.Missing = append(a.Missing, f.Signature()+" with the results of the standard")
			continue
		}
		for _, c := range f.Clauses {
			switch {
			case d != nil:
				add(d, f, c)
			case v != nil || !f.Optional:
				a.Missing = append(a.Missing, a.Name+": "+f.Name+" "+c.Name)
			}
		}
	}
	for _, c := range a.Every {
		if c.Invariant {
			a.Invariants = append(a.Invariants, c.Holds)
		}
		for _, n := range writing(a.Contract) {
			add(n, nil, c)
		}
	}
}

func names(ps []Parameter) (ns []string) {
	for _, p := range ps {
		ns = append(ns, p.Name)
	}
	return ns
}

// writing are the constructor and the public functions of a contract that may write.
func writing(c *ast.ContractDefinition) []ast.Node {
	var ns []ast.Node
	var constructor ast.Node = c
	seen := map[string]bool{}
	for _, base := range c.Linearized {
		for _, n := range base.Nodes {
			f, ok := n.(*ast.FunctionDefinition)
			if !ok {
				continue
			}
			if f.Kind == "constructor" {
				if base == c {
					constructor = f
				}
				continue
			}
			if !f.Public() || f.Body == nil {
				continue
			}
			key := f.Kind + " " + f.Name
			for _, p := range f.Params {
				key += "," + written(p.T)
			}
			if !seen[key] && f.Mutability != "view" && f.Mutability != "pure" {
				ns = append(ns, f)
			}
			seen[key] = true
		}
	}
	return append([]ast.Node{constructor}, ns...)
}
