package passes_test

import (
	"testing"

	"cupel/core/program"
	"cupel/core/program/passes"
)

// TestEnds: executions that end, or that get to an assertion, reach the error; one that is stopped does not.
func TestEnds(t *testing.T) {
	m := newModule(4)
	main := m.fn("main", 0, false)
	x := m.variable(main, "x")
	p := &program.Program{Terms: m.Terms, Model: m.Model, Vars: []*program.Var{x}}
	at := make([]*program.Location, 6)
	for i := range at {
		at[i] = p.NewLocation("main", program.Pos{Line: i + 1})
	}
	start, asks, ends, fails, err, stopped := at[0], at[1], at[2], at[3], at[4], at[5]
	p.Init, p.Error = start, err
	zero := m.Terms.Eq(x.Sym, m.Terms.BV(0, 4))
	p.NewEdge(start, asks, program.Assume(zero))
	end := p.NewLocation("main", program.Pos{Line: 7})
	two := m.Terms.Eq(x.Sym, m.Terms.BV(2, 4))
	p.NewEdge(start, ends, program.Assume(two))
	p.NewEdge(ends, end)
	blocked := p.NewEdge(start, stopped, program.Assume(m.Terms.Not(m.Terms.Or(zero, two))))
	p.NewEdge(asks, fails, program.Assume(m.Terms.Not(zero)))
	p.NewEdge(fails, err)
	p.NewEdge(asks, end, program.Assume(zero))
	q := passes.Ends(p, func(e *program.Edge) bool { return e == blocked })
	if err := program.SanityProgram(q); err != nil {
		t.Fatal(err)
	}
	from := map[int]int{}
	for _, e := range q.Error.In {
		from[e.Src.Pos.Line]++
	}
	if len(q.Error.In) != 2 || from[2] != 1 || from[3] != 1 {
		t.Errorf("the error is reached from %v, expected the assertion in line 2 and the end in line 3", from)
	}
}
