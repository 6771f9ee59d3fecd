package passes

import (
	"testing"

	"cupel/core/logic"
	"cupel/core/program"
)

// TestAssumeAccesses: the addresses of 8 bits that an operation may be about.
func TestAssumeAccesses(t *testing.T) {
	for _, c := range []struct {
		name            string
		check           program.CheckKind
		size            uint64
		first, last     uint64
		everyone, other bool   // every address is allowed; the operation is none
		from            uint64 // the pointer that one is computed from
	}{
		{"one byte", program.OtherCheck, 1, 1, 254, false, false, 0},
		{"four bytes", program.OtherCheck, 4, 1, 251, false, false, 0},
		{"everything", program.OtherCheck, 254, 1, 1, false, false, 0},
		{"too much", program.OtherCheck, 255, 1, 0, false, false, 0},
		{"no bytes", program.OtherCheck, 0, 0, 255, true, false, 0},
		{"a pointer, perhaps one past", program.PointerRange, 1, 1, 255, false, false, 7},
		{"null and nothing", program.PointerRange, 1, 0, 255, false, false, 0},
		{"a comparison", program.PointerOrder, 1, 0, 255, true, true, 0},
	} {
		p := &program.Program{Terms: logic.NewFactory(), Model: program.LP64}
		v := p.NewVar("a", logic.BVSort(8))
		p.Init, p.Error = p.NewLocation("main", program.Pos{}), p.NewLocation("", program.Pos{})
		op := program.Op{Kind: program.OpAccess, Check: c.check, Expr: v.Sym, Size: p.Terms.BV(c.size, 8)}
		if c.check == program.PointerRange {
			op.Origin = p.Terms.BV(c.from, 8)
		}
		p.NewEdge(p.Init, p.Error, op)
		q, _, err := AssumeAccesses.Run(t.Context(), p)
		if err != nil {
			t.Fatal(err)
		}
		ops := q.Edges[0].Ops
		if (len(ops) == 1) != c.other {
			t.Fatalf("%s: %d operations", c.name, len(ops))
		}
		for a := range uint64(256) {
			allowed := c.other || p.Terms.Subst(ops[0].Expr, map[*logic.Term]*logic.Term{v.Sym: p.Terms.BV(a, 8)}).IsTrue()
			if want := c.everyone || a >= c.first && a <= c.last; allowed != want {
				t.Errorf("%s: address %d: %v, want %v", c.name, a, allowed, want)
			}
		}
	}
}
