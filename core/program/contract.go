package program

import (
	"fmt"
	"io"

	"cupel/core/logic"
)

// A Contract is what callers of a function may rely on, and what they must see to. Conditions speak of
// the globals of the module, of constants, and of the function's parameters as they were at the call.
type Contract struct {
	// Requires holds at the call: whoever calls sees to it.
	Requires []Clause
	// Ensures holds behind the call, of the globals as they are then. It may speak of the result, too, and
	// of Old.
	Ensures []Clause
	// Modifies are the globals that a call may change; the others keep their values.
	Modifies []*Var
	// Old are the values that globals had at the call, for Ensures.
	Old []Saved
}

// A Clause is one condition of a contract.
type Clause struct {
	Cond *logic.Term
	Note string // what it demands, for people
	Pos  Pos
}

// Saved is a local variable of a function that holds the value that a global had at the call.
type Saved struct {
	Of, As *Var
}

// Declared reports whether a function has a contract in place of a body. Before calls are inlined,
// passes.ContractBodies makes a body of it.
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

// contract checks that the conditions speak of nothing but what they may speak of.
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
