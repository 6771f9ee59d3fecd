package sizeinduction

import (
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/internal/sabotage"
)

// A Parameter is an input suitable for induction: every execution reads it exactly once before reaching a loop or the error.
type Parameter struct {
	Var   *program.Var // that receives it
	Least int64        // the base case is about values up to this one

	p    *program.Program
	edge *program.Edge
	op   int // of the edge, that receives it
}

// Parameters returns those inputs of a program made by Restate on which the exit of a loop depends.
func Parameters(p *program.Program) []*Parameter {
	if p.LargeBlocks || !p.Lowered {
		return nil
	}
	var out []*Parameter
	for _, e := range p.Edges {
		for i, op := range e.Ops {
			if op.Kind != program.OpHavoc || op.Input == nil || op.Var.Sort() != logic.Int || len(out) == maxParameters {
				continue
			}
			if first(p, e) && decides(p, op.Var) {
				x := &Parameter{Var: op.Var, p: p, edge: e, op: i}
				x.Least = x.least()
				out = append(out, x)
			}
		}
	}
	return out
}

// first reports whether every execution that reaches a loop head or the error takes the edge before, exactly once.
func first(p *program.Program, e *program.Edge) bool {
	before := reachable(p, p.Init, func(f *program.Edge) bool { return f != e })
	for l := range before {
		if l.LoopHead || l == p.Error {
			return false
		}
	}
	return before[e.Src] && !reachable(p, e.Dst, nil)[e.Src]
}

// reachable are the locations that are reached from one by edges that are allowed; nil: by any.
func reachable(p *program.Program, from *program.Location, allowed func(*program.Edge) bool) map[*program.Location]bool {
	seen := map[*program.Location]bool{from: true}
	for todo := []*program.Location{from}; len(todo) > 0; {
		l := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, e := range l.Out {
			if (allowed == nil || allowed(e)) && !seen[e.Dst] {
				seen[e.Dst] = true
				todo = append(todo, e.Dst)
			}
		}
	}
	return seen
}

// decides reports whether a condition in a loop mentions a variable whose value is computed from v.
func decides(p *program.Program, v *program.Var) bool {
	from := map[*logic.Term]bool{v.Sym: true}
	mentions := func(t *logic.Term) bool {
		for _, s := range logic.FreeVars(t) {
			if from[s] {
				return true
			}
		}
		return false
	}
	for more := true; more; {
		more = false
		for _, e := range p.Edges {
			for _, op := range e.Ops {
				if op.Kind == program.OpAssign && op.Var.Sort() == logic.Int && !from[op.Var.Sym] && mentions(op.Expr) {
					from[op.Var.Sym], more = true, true
				}
			}
		}
	}
	_, innermost := program.Loops(p)
	for _, e := range p.Edges {
		if innermost[e.Src.ID] == nil {
			continue
		}
		for _, op := range e.Ops {
			if op.Kind == program.OpAssume && mentions(op.Expr) {
				return true
			}
		}
	}
	return false
}

// least returns a bound above the small constants that integers are compared with before the first loop: beyond it, assumptions on n also hold of n - 1.
func (x *Parameter) least() int64 {
	least := int64(0)
	seen := reachable(x.p, x.p.Init, func(e *program.Edge) bool { return !e.Src.LoopHead })
	for l := range seen {
		for _, e := range l.Out {
			if l.LoopHead {
				continue
			}
			for _, op := range e.Ops {
				if op.Expr == nil || op.Kind != program.OpAssume && op.Kind != program.OpAssign {
					continue
				}
				for _, t := range conditions(op.Expr) {
					for _, u := range t.Args() {
						if n, ok := number(u); ok && n <= maxLeast {
							least = max(least, n)
						}
					}
				}
			}
		}
	}
	return min(least+1, maxLeast)
}

// conditions are the comparisons in a term.
func conditions(t *logic.Term) (out []*logic.Term) {
	logic.Walk(func(u *logic.Term) bool {
		if u.Op() == logic.OpLe || u.Op() == logic.OpLt || u.Op() == logic.OpEq {
			out = append(out, u)
		}
		return true
	}, t)
	return out
}

// number is the value of a constant.
func number(t *logic.Term) (int64, bool) {
	if !t.IsConst() || t.Sort() != logic.Int {
		return 0, false
	}
	return t.Rational().Int64()
}

// BaseCase is the program for values up to Least.
func (x *Parameter) BaseCase() *program.Program {
	most := x.Least
	if sabotage.Active(sabotage.InductionBase) {
		most--
	}
	c := program.CloneWith(x.p, func(e *program.Edge) []program.Op {
		if e != x.edge {
			return e.Ops
		}
		small := x.p.Terms.Le(x.Var.Sym, x.p.Terms.IntConst(most))
		return append(append(append([]program.Op(nil), e.Ops[:x.op+1]...), program.Assume(small)), e.Ops[x.op+1:]...)
	})
	return c.Program
}
