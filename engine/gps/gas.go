package gps

import (
	"cupel/core/logic"
	"cupel/core/program"
)

// addGas returns p with a variable that starts with an arbitrary natural number and is decremented at every
// visit of a loop head, below zero being infeasible (section 5.3): terminating executions exist for some
// initial value, infinite ones for none.
func addGas(p *program.Program) (*program.Program, *program.Var) {
	f := p.Terms
	var gas *program.Var
	spend := func() []program.Op {
		zero, one := f.IntConst(0), f.IntConst(1)
		return []program.Op{
			{Kind: program.OpAssume, Expr: f.Lt(zero, gas.Sym)},
			{Kind: program.OpAssign, Var: gas, Expr: f.Sub(gas.Sym, one)},
		}
	}
	c := program.NewCopy(p)
	name := "gas"
	for f.LookupVar(name) != nil {
		name += "'"
	}
	gas = c.NewVar(name, logic.Int)
	gas.Temp = true
	start := c.NewLocation(p.Init.Func, p.Init.Pos)
	for _, l := range p.Locs {
		c.Location(l)
	}
	c.Init, c.Error = start, c.Location(p.Error)
	c.NewEdge(start, c.Location(p.Init),
		program.Op{Kind: program.OpHavoc, Var: gas},
		program.Op{Kind: program.OpAssume, Expr: f.Le(f.IntConst(0), gas.Sym)})
	for _, e := range p.Edges {
		ops := e.Ops
		if e.Src.LoopHead {
			ops = append(leading(ops), append(spend(), ops[len(leading(ops)):]...)...)
		}
		c.Edge(e, ops)
	}
	c.VarOf(nil)
	return c.Program, gas
}

// leading returns a copy of the assumptions at the beginning of a sequence.
func leading(ops []program.Op) []program.Op {
	n := 0
	for n < len(ops) && ops[n].Kind == program.OpAssume {
		n++
	}
	return append([]program.Op(nil), ops[:n]...)
}
