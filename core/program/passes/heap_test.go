package passes

import (
	"testing"

	"cupel/core/logic"
	"cupel/core/program"
)

// TestReuseHeap: allocations in a loop may lie anywhere, others lie where they did.
func TestReuseHeap(t *testing.T) {
	p := &program.Program{Terms: logic.NewFactory(), Model: program.LP64}
	top := p.NewVar(program.HeapTop, logic.BVSort(8))
	a, b, c := p.NewLocation("main", program.Pos{}), p.NewLocation("main", program.Pos{}), p.NewLocation("main", program.Pos{})
	p.Init, p.Error = a, c
	grow := func() program.Op { return program.Assign(top, p.Terms.BVOp(logic.OpBVAdd, top.Sym, p.Terms.BV(1, 8))) }
	p.NewEdge(a, b, grow())
	p.NewEdge(b, b, program.Assume(p.Terms.True()), grow())
	p.NewEdge(b, c, program.Assume(p.Terms.True()), grow())
	q, _, err := ReuseHeap.Run(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []program.OpKind{program.OpAssign, program.OpHavoc, program.OpAssign} {
		ops := q.Edges[i].Ops
		if got := ops[len(ops)-1].Kind; got != want {
			t.Errorf("edge %d: %v, want %v", i, got, want)
		}
	}
}
