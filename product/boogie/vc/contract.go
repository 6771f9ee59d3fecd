package vc

import (
	"fmt"

	"cupel/product/boogie"
)

// A Contract is the specification of a procedure as terms. Its Flow has only terms, cells and background.
type Contract struct {
	*Flow
	// Requires are the preconditions as assertions; Ensures are assumed after a call: the postconditions and
	// the where clauses of what it modifies.
	Requires, Ensures []Step
	// Ins, Outs and Modifies are the cells of parameters, results and globals that a call may modify.
	Ins, Outs, Modifies []int
	// Old maps cells of globals to the cells with their values at the call.
	Old map[int]int
}

// NewContract translates the contract of a procedure of a checked program, with or without a body. A *FlowError
// reports unsupported constructs.
func NewContract(ast *boogie.Checked, procedure string) (c *Contract, err error) {
	p := newProgram(ast)
	var proc *boogie.Procedure
	for _, d := range ast.Decls {
		if d, ok := d.(*boogie.Procedure); ok && d.Name == procedure {
			proc = d
		}
	}
	if proc == nil {
		return nil, fmt.Errorf("the program has no procedure %s", procedure)
	}
	empty := &unit{proc: proc, types: proc.TypeParams, ins: proc.Ins, outs: proc.Outs, body: &boogie.Body{}}
	m := &flowMaker{cells: map[*variable][]int{}, at: proc.Pos}
	defer func() {
		switch e := recover().(type) {
		case nil:
		case giveUp:
			c, err = nil, &FlowError{m.at, e.reason}
		default:
			panic(e)
		}
	}()
	g := buildGraph(p, empty)
	m.begin(g, proc)
	c = &Contract{Flow: m.Flow, Old: map[int]int{}}
	for _, v := range proc.Ins {
		c.Ins = append(c.Ins, m.of(g.top.vars[v])...)
	}
	for _, v := range proc.Outs {
		c.Outs = append(c.Outs, m.of(g.top.vars[v])...)
	}
	for _, v := range p.modified(proc) {
		now := m.of(g.globals[v])
		c.Modifies = append(c.Modifies, now...)
		for i, old := range m.of(g.top.old[v]) {
			c.Old[now[i]] = old
		}
	}
	clause := func(kind StepKind, e boogie.Expr, s *boogie.Spec) Step {
		m.at = e.Position()
		step := Step{Kind: kind, Pos: m.at, Cond: m.tr.bool(e, &environment{in: g.top})}
		if s != nil {
			step.Attrs = s.Attrs
			step.Check = (&check{id: p.id(Precondition, s, nil), attrs: s.Attrs, pos: s.Pos, clause: s.Pos}).report()
		}
		m.read()
		return step
	}
	for _, r := range proc.Requires {
		if !r.Free {
			c.Requires = append(c.Requires, clause(StepAssert, r.Cond, r))
		}
	}
	for _, v := range append(p.modified(proc), proc.Outs...) {
		if v.Where != nil {
			c.Ensures = append(c.Ensures, clause(StepAssume, v.Where, nil))
		}
	}
	for _, e := range proc.Ensures {
		c.Ensures = append(c.Ensures, clause(StepAssume, e.Cond, e))
	}
	m.finish(p, proc)
	return c, nil
}
