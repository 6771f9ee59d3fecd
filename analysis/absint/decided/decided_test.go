package decided_test

import (
	"context"
	"testing"

	"cupel/analysis/absint/decided"
	"cupel/analysis/absint/relational"
	"cupel/core/logic"
	"cupel/core/program"
)

// TestIndices: an index whose case is known loses the others; one whose case depends on a check for undefined behaviour, or on nothing known, keeps them.
func TestIndices(t *testing.T) {
	for _, c := range []struct {
		name    string
		bounded bool
		first   func(f *logic.Factory, i *program.Var) program.Op
		plain   bool
	}{
		{"bounded", true, func(f *logic.Factory, i *program.Var) program.Op { return program.Assign(i, f.IntConst(0)) }, true},
		{"unbounded", false, func(f *logic.Factory, i *program.Var) program.Op { return program.Assign(i, f.IntConst(0)) }, false},
		{"any", true, func(f *logic.Factory, i *program.Var) program.Op { return program.Havoc(i, nil) }, false},
		{"checked", true, func(f *logic.Factory, i *program.Var) program.Op {
			return program.CheckOf(program.OtherCheck, f.Le(f.IntConst(0), i.Sym), "check")
		}, false},
	} {
		f := logic.NewFactory()
		p := &program.Program{Terms: f, Lowered: true}
		i, n, a := p.NewVar("i", logic.Int), p.NewVar("n", logic.Int), p.NewVar("a", logic.ArraySort(logic.Int, logic.Int))
		for range 3 {
			p.NewLocation("main", program.Pos{})
		}
		p.Init, p.Error = p.Locs[0], p.Locs[2]
		begin := []program.Op{c.first(f, i)}
		if c.bounded {
			begin = append(begin, program.Assume(f.Le(n.Sym, f.IntConst(1000))))
		}
		p.NewEdge(p.Init, p.Locs[1], begin...)
		low, high := f.Le(f.IntConst(0), i.Sym), f.Le(i.Sym, f.IntConst(5000))
		at := f.Ite(low, f.Ite(high, i.Sym, f.Sub(i.Sym, f.IntConst(6000))), f.Add(i.Sym, f.IntConst(6000)))
		more := f.Lt(i.Sym, n.Sym)
		p.NewEdge(p.Locs[1], p.Locs[1], program.Assume(more), program.Assign(a, f.Store(a.Sym, at, n.Sym)), program.Assign(i, f.Add(i.Sym, f.IntConst(1))))
		p.NewEdge(p.Locs[1], p.Error, program.Assume(f.Not(more)))
		program.MarkLoopHeads(p)
		q := decided.Indices(context.Background(), p, relational.Options{PackSize: 8, Rows: 100, Work: 500_000})
		if got := q.Edges[1].Ops[1].Expr.Arg(1); (got == i.Sym) != c.plain {
			t.Errorf("%s: the index is %v", c.name, got)
		}
	}
}

// TestNonNegative: a variable is assumed not to be negative where only such executions fail, and where it may change it is not.
func TestNonNegative(t *testing.T) {
	for name, c := range map[string]struct {
		last func(f *logic.Factory, k, i *logic.Term) *logic.Term
		cut  bool
		ops  func(f *logic.Factory, k *program.Var) []program.Op
		want bool
	}{
		"read":     {func(f *logic.Factory, k, i *logic.Term) *logic.Term { return f.Eq(k, i) }, false, nil, true},
		"before":   {func(f *logic.Factory, k, i *logic.Term) *logic.Term { return f.Eq(f.Add(k, f.IntConst(1)), i) }, false, nil, false},
		"any":      {func(f *logic.Factory, k, i *logic.Term) *logic.Term { return f.True() }, false, nil, false},
		"cut":      {func(f *logic.Factory, k, i *logic.Term) *logic.Term { return f.Eq(k, i) }, true, nil, false},
		"changing": {func(f *logic.Factory, k, i *logic.Term) *logic.Term { return f.Eq(k, i) }, false, func(f *logic.Factory, k *program.Var) []program.Op { return []program.Op{program.Havoc(k, nil)} }, false},
	} {
		f := logic.NewFactory()
		p := &program.Program{Terms: f, Lowered: true}
		i, k := p.NewVar("i", logic.Int), p.NewVar("k", logic.Int)
		for range 4 {
			p.NewLocation("main", program.Pos{})
		}
		p.Init, p.Error = p.Locs[0], p.Locs[2]
		p.NewEdge(p.Init, p.Locs[1], program.Assign(i, f.IntConst(0)))
		ops := []program.Op{program.Assign(i, f.Add(i.Sym, f.IntConst(1)))}
		if c.ops != nil {
			ops = append(ops, c.ops(f, k)...)
		}
		p.NewEdge(p.Locs[1], p.Locs[1], ops...)
		p.NewEdge(p.Locs[1], p.Error, program.Assume(c.last(f, k.Sym, i.Sym)))
		p.NewEdge(p.Locs[1], p.Locs[3])
		if c.cut {
			p.Locs[3].Cut = "ends"
		}
		program.MarkLoopHeads(p)
		q := decided.NonNegative(context.Background(), p, []*program.Var{k}, relational.Options{PackSize: 8, Rows: 100, Work: 500_000})
		if got := len(q.Edges[0].Ops) == 2; got != c.want {
			t.Errorf("%s: %v", name, q.Edges[0].Ops)
		}
	}
}
