package passes

import (
	"fmt"

	"cupel/core/program"
)

// ContractBodies gives functions that have a contract in place of a body (program.Func.Declared) one that
// does what the contract says: a goal for each condition that a call must satisfy, any values for what
// the function may change and for its result, and what it ensures as assumptions. The functions of the
// module that have bodies stay what they are; whether they keep their contracts is another question.
//
// It changes the functions that it gives a body. Inlining puts these in place of calls, so that a path to
// a goal tells which call it is.
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
