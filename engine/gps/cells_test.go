package gps

import (
	"testing"

	"cupel/analysis/execution/interp"
	"cupel/core/logic"
	"cupel/core/program"
	"cupel/engine"
	"cupel/tests/enginetest"
)

// TestManyCells: a test that has filled a large array does not make a term of each cell, which no context would end.
func TestManyCells(t *testing.T) {
	f := logic.NewFactory()
	p := &program.Program{Terms: f, Lowered: true}
	i, x, a := p.NewVar("i", logic.Int), p.NewVar("x", logic.Int), p.NewVar("a", logic.ArraySort(logic.Int, logic.Int))
	at := make([]*program.Location, 4)
	for k := range at {
		at[k] = p.NewLocation("main", program.Pos{File: "x.c", Line: k + 1, Col: 1})
	}
	p.Init, p.Error = at[0], p.NewLocation("main", program.Pos{File: "x.c", Line: 9, Col: 1})
	n := f.IntConst(3 * maxCells)
	p.NewEdge(at[0], at[1], program.Assign(i, f.IntConst(0)), program.Assign(a, f.ConstArray(a.Sort(), f.IntConst(0))))
	p.NewEdge(at[1], at[1], program.Assume(f.Lt(i.Sym, n)), program.Assign(a, f.Store(a.Sym, i.Sym, f.IntConst(42))), program.Assign(i, f.Add(i.Sym, f.IntConst(1))))
	p.NewEdge(at[1], at[2], program.Assume(f.Le(n, i.Sym)))
	p.NewEdge(at[2], at[3], program.Havoc(x, nil))
	p.NewEdge(at[3], p.Error, program.Assume(f.Eq(f.Select(a.Sym, x.Sym), f.IntConst(41))))
	program.MarkLoopHeads(p)
	o := options(t, GPS)
	o.NoGas = true
	g, err := newSearch(&o, enginetest.Problem(t, p), &statistics{}, engine.Quiet{})
	if err != nil {
		t.Fatal(err)
	}
	defer g.close()
	filled := false
	g.m.Run(t.Context(), interp.Zeros{}, interp.Options{MaxSteps: 10 * maxCells, Visit: func(l *program.Location) bool {
		if filled = l.Pos == at[2].Pos; !filled {
			return true
		}
		if v := g.here().Eval(f.Select(a.Sym, x.Sym)); v.Op() != logic.OpSelect || !v.Arg(0).IsVar() {
			t.Errorf("the cell is %.300s", v)
		}
		if v := g.here().Eval(i.Sym); v != n {
			t.Errorf("i is %s", v)
		}
		return false
	}})
	if !filled {
		t.Error("the array was not filled")
	}
	if n := f.NumTerms(); n > maxCells {
		t.Errorf("%d terms were made", n)
	}
}
