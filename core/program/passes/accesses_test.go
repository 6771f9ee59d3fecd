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
		everyone, other bool // every address is allowed; the operation is none
	}{
		{"one byte", program.OtherCheck, 1, 1, 254, false, false},
		{"four bytes", program.OtherCheck, 4, 1, 251, false, false},
		{"everything", program.OtherCheck, 254, 1, 1, false, false},
		{"too much", program.OtherCheck, 255, 1, 0, false, false},
		{"no bytes", program.OtherCheck, 0, 0, 255, true, false},
		{"a pointer, perhaps one past", program.PointerRange, 1, 1, 255, false, false},
		{"a comparison", program.PointerOrder, 1, 0, 255, true, true},
	} {
		p := &program.Program{Terms: logic.NewFactory(), Model: program.LP64}
		v := p.NewVar("a", logic.BVSort(8))
		p.Init, p.Error = p.NewLocation("main", program.Pos{}), p.NewLocation("", program.Pos{})
		p.NewEdge(p.Init, p.Error, program.Op{Kind: program.OpAccess, Check: c.check, Expr: v.Sym, Size: p.Terms.BV(c.size, 8)})
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
