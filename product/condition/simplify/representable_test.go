package simplify

import (
	"testing"

	"cupel/core/logic"
)

// TestRepresentable compares the solutions with all values of 8 bits.
func TestRepresentable(t *testing.T) {
	f := logic.NewFactory()
	x := f.Var("x", logic.BVSort(8))
	z := &simplifier{f: f, order: map[*logic.Term]int{}, index: map[*logic.Term]int{}, known: map[*logic.Term]known{}}
	z.symbols([]Input{{x, true}}, f.Eq(x, x), f.Eq(x, f.BV(1, 8)))
	for c := int64(-128); c < 128; c++ {
		k := f.BVInt(c, 8)
		for _, ok := range []*logic.Term{f.SignedOK(logic.OpSAddOK, x, k), f.SignedOK(logic.OpSSubOK, x, k), f.SignedOK(logic.OpSSubOK, k, x), f.SignedOK(logic.OpSMulOK, x, k)} {
			if ok.IsConst() {
				continue
			}
			i, s, solved := z.setOf(ok)
			if !solved {
				t.Fatalf("%s is not solved", ok)
			}
			for v := int64(-128); v < 128; v++ {
				value := f.BVInt(v, 8)
				j, p, _ := z.setOf(f.Eq(x, value))
				want := f.Subst(ok, map[*logic.Term]*logic.Term{x: value}).IsTrue()
				if got := i == j && len(s.intersect(p)) > 0; got != want {
					t.Fatalf("%s at %d: %v, want %v", ok, v, got, want)
				}
			}
		}
	}
}
