package z3

import (
	"testing"

	"cupel/logic"
	"cupel/smt"
)

// TestWork: the measure grows with the questions and is the same in every run.
func TestWork(t *testing.T) {
	measure := func() []int {
		f := logic.NewFactory()
		s, err := Open(f, smt.Options{})
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		m, ok := s.(smt.Metered)
		if !ok {
			t.Fatal("the solver does not measure its work")
		}
		works := []int{m.Work()}
		x, y := f.Var("x", logic.BVSort(16)), f.Var("y", logic.BVSort(16))
		for i := range 3 {
			if err := s.Assert(f.Eq(f.BVOp(logic.OpBVMul, x, y), f.BVOp(logic.OpBVAdd, f.BV(uint64(10403+i), 16), f.BVOp(logic.OpBVMul, x, x)))); err != nil {
				t.Fatal(err)
			}
			if _, err := s.Check(t.Context()); err != nil {
				t.Fatal(err)
			}
			works = append(works, m.Work())
		}
		return works
	}
	first, again := measure(), measure()
	for i := range first {
		if i > 0 && first[i] <= first[i-1] || first[i] != again[i] {
			t.Fatalf("work after each question: %v, and in a second run %v", first, again)
		}
	}
}
