package program

import (
	"fmt"
	"io"

	"cupel/core/logic"
)

// A Contract is the specification of a function, by which calls of it are
// verified: precondition, postcondition and frame condition. The clauses are
// over the module's globals, constants, and the parameters' values at the call.
type Contract struct {
	// Requires is the precondition, an obligation of the caller.
	Requires []Clause
	// Ensures is the postcondition, over the globals after the call. It may
	// mention the result and the variables of Old.
	Ensures []Clause
	// Modifies is the frame condition: globals not listed keep their values.
	Modifies []*Var
	// Old holds the values of globals at the call, for use in Ensures.
	Old []Saved
}

// A Clause is one condition of a contract.
type Clause struct {
	Cond *logic.Term
	Note string // the requirement in words, for messages
	Pos  Pos
}

// Saved is a local variable of a function that holds the value that a global had at the call.
type Saved struct {
	Of, As *Var
}

// Declared reports whether a function has a contract and no body.
// passes.ContractBodies gives it a body before inlining.
func (fn *Func) Declared() bool { return fn.Contract != nil && fn.Entry == nil }

// dump prints the contract below the function's name.
func (c *Contract) dump(w io.Writer) {
	for _, x := range c.Requires {
		fmt.Fprintf(w, "  requires %v\n", x.Cond)
	}
	for _, v := range c.Modifies {
		fmt.Fprintf(w, "  modifies %v\n", v)
	}
	for _, s := range c.Old {
		fmt.Fprintf(w, "  old %v is %v\n", s.Of, s.As)
	}
	for _, x := range c.Ensures {
		fmt.Fprintf(w, "  ensures %v\n", x.Cond)
	}
}

// contract checks that the clauses mention only the variables they may mention.
func (c *checker) contract(m *Module, fn *Func) {
	k := fn.Contract
	known, after := map[*logic.Term]bool{}, map[*logic.Term]bool{}
	globals, locals := map[*Var]bool{}, map[*Var]bool{}
	for _, o := range m.Objects {
		if o.Base != nil {
			known[o.Base] = true
		}
	}
	for _, v := range m.Globals {
		globals[v], known[v.Sym] = true, true
	}
	for _, v := range fn.Locals {
		locals[v] = true
	}
	for _, v := range fn.Params {
		known[v.Sym] = true
	}
	if fn.Result != nil {
		after[fn.Result.Sym] = true
	}
	for _, s := range k.Old {
		if s.Of == nil || s.As == nil || !globals[s.Of] || !locals[s.As] || s.Of.Sort() != s.As.Sort() {
			c.errorf("%s: the contract keeps what is no global in what is no local variable of its sort", fn.Name)
			continue
		}
		after[s.As.Sym] = true
	}
	seen := map[*Var]bool{}
	for _, v := range k.Modifies {
		if v == nil || !globals[v] || seen[v] {
			c.errorf("%s: the contract modifies %v, which is no global, or twice", fn.Name, v)
			continue
		}
		seen[v] = true
	}
	check := func(what string, xs []Clause, more map[*logic.Term]bool) {
		for _, x := range xs {
			if x.Cond == nil || !x.Cond.Sort().IsBool() {
				c.errorf("%s: what the contract %s is no condition", fn.Name, what)
				continue
			}
			for _, sym := range logic.FreeVars(x.Cond) {
				if !known[sym] && !more[sym] {
					c.errorf("%s: what the contract %s speaks of %v", fn.Name, what, sym)
				}
			}
		}
	}
	check("requires", k.Requires, nil)
	check("ensures", k.Ensures, after)
}
