package errorpath

import (
	"slices"

	"cupel/core/interpolation"
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/program/ssa"
	"cupel/core/smt"
)

// A Path is the encoding of a sequence of edges: step i leads from position i to i+1.
type Path struct {
	Enc *ssa.Encoding // with the facts at positions as assumptions
	Ops []*logic.Term // formula of step i without facts

	p *program.Program
}

// New encodes a path; facts hold at their locations (nil: none).
func New(p *program.Program, edges []*program.Edge, facts map[*program.Location]*logic.Term) *Path {
	x := &Path{p: p, Enc: ssa.Encode(p, edges, ssa.Options{Style: ssa.Definitional})}
	x.Ops = make([]*logic.Term, x.Enc.Len())
	for i, e := range edges {
		x.Ops[i] = x.Enc.StepFormula(i)
		if fact := facts[e.Src]; fact != nil {
			s := &x.Enc.Steps[i]
			s.Assumes = append(s.Assumes, x.Enc.Instance(i, fact))
		}
	}
	return x
}

// Len is the number of steps.
func (x *Path) Len() int { return len(x.Ops) }

// With returns step i conjoined with a condition over program variables at a position.
func (x *Path) With(i, at int, cond *logic.Term) interpolation.Step {
	s := x.Enc.Steps[i]
	return interpolation.Step{Defs: s.Defs, Assumes: append(slices.Clip(s.Assumes), x.Enc.Instance(at, cond))}
}

// Counterexample reads the execution from a model of Ops; edges is the path to report.
func (x *Path) Counterexample(m smt.Model, edges []*program.Edge) *program.Counterexample {
	cex := &program.Counterexample{Path: edges}
	havocs, _ := x.Enc.Resolve(func(g *logic.Term) bool {
		v := m.Value(g)
		return v != nil && v.IsTrue()
	})
	for _, h := range havocs {
		v := m.Value(h.Sym)
		if v == nil {
			v = x.p.Terms.Zero(h.Sym.Sort())
		}
		cex.Havocs = append(cex.Havocs, program.HavocValue{Var: h.Var, Input: h.Input, ID: h.ID, Value: v})
	}
	return cex
}
