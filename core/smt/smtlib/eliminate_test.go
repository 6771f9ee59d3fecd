package smtlib_test

import (
	"testing"
	"time"

	"cupel/core/logic"
	"cupel/core/smt/smtlib"
	"cupel/tests/need"
)

// TestEliminate: cvc5 removes a value that is only bounded.
func TestEliminate(t *testing.T) {
	need.Tool(t, "cvc5")
	f := logic.NewFactory()
	s := logic.BVSort(8)
	x, y := f.Var("x", s), f.Var("y", s)
	phi := f.And(f.ULt(y, f.BV(100, 8)), f.Eq(x, f.BVOp(logic.OpBVAdd, y, f.BV(5, 8))))
	r, err := smtlib.Eliminate(t.Context(), f, "cvc5", []*logic.Term{y}, phi, 10*time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	for v := range uint64(256) {
		holds, err := f.NewEvaluator(func(*logic.Term) *logic.Term { return f.BV(v, 8) }).Bool(r)
		if err != nil || holds != (v >= 5 && v < 105) {
			t.Errorf("x = %d: %v, %v in %s", v, holds, err, r)
		}
	}
}
