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

// TestReuseHeapRoom: a block for which there is no room lies anywhere.
func TestReuseHeapRoom(t *testing.T) {
	p := &program.Program{Terms: logic.NewFactory(), Model: program.LP64}
	f, w := p.Terms, logic.BVSort(64)
	top, block := p.NewVar(program.HeapTop, w), p.NewVar("block", w)
	a, b := p.NewLocation("main", program.Pos{}), p.NewLocation("main", program.Pos{})
	p.Init, p.Error = a, b
	room := program.Assume(f.ULe(block.Sym, f.BV(99, 64)))
	room.Note = program.Room
	p.NewEdge(a, b, program.Assign(top, f.BV(200, 64)), program.Assign(block, top.Sym), room, program.Assign(top, f.BV(300, 64)))
	q, _, err := ReuseHeap.Run(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	got := q.Edges[0].Ops
	if len(got) != 6 || got[2].Kind != program.OpHavoc || got[3].Var != block || got[3].Expr != f.Ite(room.Expr, block.Sym, got[2].Var.Sym) || got[4].Expr != room.Expr {
		t.Errorf("%v", got)
	}
	p.Edges[0].Ops = p.Edges[0].Ops[2:]
	if _, _, err := ReuseHeap.Run(t.Context(), p); err == nil {
		t.Error("room for no block")
	}
}
