package passes_test

import (
	"testing"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/program/passes"
)

// TestAssumeCells: a cell that is read is spoken of as far as the fact still holds there.
func TestAssumeCells(t *testing.T) {
	var f *logic.Factory
	num := func(n int64) *logic.Term { return f.IntConst(n) }
	for name, c := range map[string]struct {
		ops  func(a, i, x *program.Var) []program.Op // between the fact and the read of a[i]
		want string
	}{
		"at once":           {func(a, i, x *program.Var) []program.Op { return nil }, "a[i] == 7 || !(i >= 0 && i < n)"},
		"another variable":  {func(a, i, x *program.Var) []program.Op { return []program.Op{program.Assign(x, num(3))} }, "a[i] == 7 || !(i >= 0 && i < n)"},
		"the counter moved": {func(a, i, x *program.Var) []program.Op { return []program.Op{program.Assign(i, f.Add(i.Sym, num(1)))} }, "a[i] == 7 || !(i >= 0 && i < n)"},
		"the bound moved": {func(a, i, x *program.Var) []program.Op {
			return []program.Op{program.Assign(x.Origin, f.Add(x.Origin.Sym, num(1)))}
		}, "a[i] == 7 || !(i >= 0 && i - n <= -2)"},
		"the bound is new": {func(a, i, x *program.Var) []program.Op { return []program.Op{program.Assign(x.Origin, x.Sym)} }, ""},
		"any array":        {func(a, i, x *program.Var) []program.Op { return []program.Op{program.Havoc(a, nil)} }, ""},
		"a cell is written": {func(a, i, x *program.Var) []program.Op {
			return []program.Op{program.Assign(a, f.Store(a.Sym, x.Sym, num(1)))}
		}, "a[i] == 7 || !(i >= 0 && i < n) || i == x"},
		"it, then the index": {func(a, i, x *program.Var) []program.Op {
			return []program.Op{program.Assign(a, f.Store(a.Sym, x.Sym, num(1))), program.Assign(x, num(2))}
		}, ""},
		"on one way only": {func(a, i, x *program.Var) []program.Op {
			return []program.Op{program.Choice([]program.Op{program.Assign(x, num(1))}, []program.Op{program.Havoc(a, nil)})}
		}, ""},
	} {
		f = logic.NewFactory()
		p := &program.Program{Terms: f, Lowered: true}
		a, i, n, x := p.NewVar("a", logic.ArraySort(logic.Int, logic.Int)), p.NewVar("i", logic.Int), p.NewVar("n", logic.Int), p.NewVar("x", logic.Int)
		x.Origin = n
		var l [4]*program.Location
		for j := range l {
			l[j] = p.NewLocation("main", program.Pos{Line: j + 1})
		}
		p.Init, p.Error = l[0], l[3]
		p.NewEdge(l[0], l[1])
		p.NewEdge(l[1], l[2], c.ops(a, i, x)...)
		p.NewEdge(l[2], l[3], program.Assume(f.Ne(f.Select(a.Sym, i.Sym), num(7))))
		k := f.Var("k", logic.Int)
		all := f.Forall([]*logic.Term{k}, f.Implies(f.And(f.Le(num(0), k), f.Lt(k, n.Sym)), f.Eq(f.Select(a.Sym, k), num(7))))
		q, rest := passes.AssumeCells(p, map[*program.Location]*logic.Term{l[1]: f.And(all, f.Le(num(1), n.Sym))})
		if got := rest[l[1]]; got != f.Le(num(1), n.Sym) {
			t.Errorf("%s: what is left is %s", name, got)
		}
		ops, got := q.Edges[2].Ops, ""
		if len(ops) > 1 {
			got = ops[0].Expr.String()
		}
		if got != c.want || len(ops) > 2 {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
		if same, _ := passes.AssumeCells(p, rest); same != p {
			t.Errorf("%s: there are no facts about all cells", name)
		}
	}
}
