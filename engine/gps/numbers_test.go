package gps

import (
	"context"
	"testing"

	"cupel/core/logic"
	"cupel/core/program"
	"cupel/core/work"
	"cupel/engine"
	"cupel/tests/enginetest"
)

// doubling is x := 1; while (n > 0) { x := 2*x; n := n - 1 }; while (m > 0) { x := x - 1; m := m - 1 }; error if x = -1, which is a number
// of any length that the second loop counts down.
func doubling() *program.Program {
	f := logic.NewFactory()
	p := &program.Program{Terms: f, Lowered: true}
	x, n, m := p.NewVar("x", logic.Int), p.NewVar("n", logic.Int), p.NewVar("m", logic.Int)
	at := make([]*program.Location, 4)
	for k := range at {
		at[k] = p.NewLocation("main", program.Pos{File: "x.c", Line: k + 1, Col: 1})
	}
	p.Init, p.Error = at[0], p.NewLocation("main", program.Pos{File: "x.c", Line: 9, Col: 1})
	zero, one, large := f.IntConst(0), f.IntConst(1), f.IntConst(1<<30)
	p.NewEdge(at[0], at[1], program.Assign(x, one), program.Assign(n, large), program.Assign(m, large))
	p.NewEdge(at[1], at[1], program.Assume(f.Lt(zero, n.Sym)), program.Assign(x, f.Mul(f.IntConst(2), x.Sym)), program.Assign(n, f.Sub(n.Sym, one)))
	p.NewEdge(at[1], at[2], program.Assume(f.Le(n.Sym, zero)))
	p.NewEdge(at[2], at[2], program.Assume(f.Lt(zero, m.Sym)), program.Assign(x, f.Sub(x.Sym, one)), program.Assign(m, f.Sub(m.Sym, one)))
	p.NewEdge(at[2], p.Error, program.Assume(f.Le(m.Sym, zero)), program.Assume(f.Eq(x.Sym, f.IntConst(-1))))
	program.MarkLoopHeads(p)
	p.VarOf(nil)
	return p
}

// TestLargeNumbers: a test whose numbers get longer and longer ends, with bounded memory, and is no proof of anything.
func TestLargeNumbers(t *testing.T) {
	ctx, cancel := work.Within(context.Background(), 300_000)
	defer cancel()
	g, err := newSearch(&Options{Mode: GPSLite, NoSummaries: true, NoGas: true}, enginetest.Problem(t, doubling()), &statistics{}, engine.Quiet{})
	if err != nil {
		t.Fatal(err)
	}
	defer g.close()
	if err := g.run(ctx); err != nil || g.cex != nil || ctx.Err() == nil && len(g.t.queue) == 0 {
		t.Errorf("error %v, counterexample %v, %d paths left", err, g.cex, len(g.t.queue))
	}
	if kept := g.m.Kept(); kept > 3*maxKept {
		t.Errorf("%d MB of numbers", kept>>20)
	}
}
