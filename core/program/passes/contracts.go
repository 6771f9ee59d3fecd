package passes

import (
	"fmt"

	"cupel/core/program"
)

// ContractBodies gives each function with a contract and no body (program.Func.Declared) the body that its contract
// specifies: a goal for each precondition, a havoc of the frame and the result, and the postcondition as an assumption.
// Functions with bodies are unchanged; whether they satisfy their contracts is not checked here.
//
// It changes the functions of m in place. As inlining copies these bodies to the calls, a path to a goal identifies
// the call.
func ContractBodies(m *program.Module) error {
	for _, fn := range m.Funcs {
		if fn.Declared() {
			contractBody(m, fn)
		}
	}
	if err := program.SanityModule(m); err != nil {
		return fmt.Errorf("internal error: contracts: %w", err)
	}
	return nil
}

func contractBody(m *program.Module, fn *program.Func) {
	c := fn.Contract
	fn.Entry = fn.NewLocation(fn.Pos)
	at := fn.Entry
	for _, x := range c.Requires {
		fails := program.Connect(at, m.Error, program.Op{Kind: program.OpAssume, Expr: m.Terms.Not(x.Cond), Pos: x.Pos})
		fails.Pos = x.Pos
		fails.Goal = m.NewGoal(program.Goal{Note: x.Note, Func: fn.Name, Pos: x.Pos})
		next := fn.NewLocation(fn.Pos)
		program.Connect(at, next, program.Op{Kind: program.OpAssume, Expr: x.Cond, Pos: x.Pos})
		at = next
	}
	var ops []program.Op
	for _, s := range c.Old {
		ops = append(ops, program.Assign(s.As, s.Of.Sym))
	}
	for _, v := range c.Modifies {
		ops = append(ops, program.Havoc(v, nil))
	}
	if fn.Result != nil {
		ops = append(ops, program.Havoc(fn.Result, nil))
	}
	for _, x := range c.Ensures {
		ops = append(ops, program.Op{Kind: program.OpAssume, Expr: x.Cond, Pos: x.Pos})
	}
	fn.Exit = fn.NewLocation(fn.Pos)
	program.Connect(at, fn.Exit, ops...)
}
