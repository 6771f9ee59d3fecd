package inputs_test

import (
	"slices"
	"testing"

	"cupel/analysis/execution/inputs"
	"cupel/analysis/execution/interp"
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/program/passes"
	"cupel/frontend/c"
)

// A subject is a module, ready to be run.
type subject struct {
	m     *program.Module
	table *inputs.Table
	p     *program.Program
	calls map[*program.Location]*interp.Call
	x     *interp.Machine
}

func lower(t *testing.T, source, function string) *program.Module {
	t.Helper()
	m, _, err := c.Lower(t.Context(), "p.c", []byte(source), c.Options{Model: program.LP64, ErrorFunctions: []string{"reach_error"}, Function: function})
	if err != nil {
		t.Fatalf("%v\n%s", err, source)
	}
	return m
}

func prepare(t *testing.T, m *program.Module, table *inputs.Table) *subject {
	t.Helper()
	p, calls, err := passes.Flat(m)
	if err != nil {
		t.Fatal(err)
	}
	s := &subject{m: m, table: table, p: p, calls: map[*program.Location]*interp.Call{}}
	for _, c := range calls {
		s.calls[c.At] = &interp.Call{Enter: c.Enter, Exit: c.Exit, Return: c.Return, Locals: c.Locals, Result: c.Result, Into: c.Into, Alone: c.Alone}
	}
	if s.x, err = interp.New(p); err != nil {
		t.Fatal(err)
	}
	return s
}

func (s *subject) run(t *testing.T, src interp.Source) *interp.Outcome {
	t.Helper()
	return s.x.Run(t.Context(), src, interp.Options{MaxSteps: 100_000, Trace: true, Calls: s.calls})
}

// given supplies values by slot; beyond is the value of slots that it has none for.
type given struct {
	s      *subject
	slot   func(inputs.Slot) (int64, bool)
	beyond int64
	count  map[int]int
}

func (s *subject) with(slot func(inputs.Slot) (int64, bool)) *given {
	return &given{s: s, slot: slot, count: map[int]int{}}
}

// Next implements interp.Source.
func (g *given) Next(op *program.Op, _ *program.Edge) (*logic.Term, bool) {
	if v, ok := g.s.table.Held(op.Var); ok {
		return g.value(op, v)
	}
	src := g.s.table.Of(op)
	if src == nil || src.Hidden {
		return nil, false
	}
	g.count[src.Number]++
	return g.value(op, inputs.Slot{Source: src.Number, N: g.count[src.Number]})
}

func (g *given) value(op *program.Op, s inputs.Slot) (*logic.Term, bool) {
	n, ok := g.slot(s)
	if !ok {
		n = g.beyond
	}
	return constant(g.s.p.Terms, op.Var.Sort(), n), true
}

func constant(f *logic.Factory, s *logic.Sort, n int64) *logic.Term {
	if s.IsBool() {
		return f.BoolConst(n != 0)
	}
	return f.BVInt(n, s.Width())
}

// source is the source of the given number of its name.
func source(t *testing.T, table *inputs.Table, name string) *inputs.Source {
	t.Helper()
	i := slices.IndexFunc(table.Sources, func(s *inputs.Source) bool { return s.Name == name && !s.Hidden })
	if i < 0 {
		t.Fatalf("no input %s", name)
	}
	return table.Sources[i]
}
