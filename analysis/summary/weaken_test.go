package summary

import (
	"testing"

	"cupel/core/logic"
	"cupel/core/program"
)

// TestWeaken: what is left out is the largest, and the result has the size that was asked for.
func TestWeaken(t *testing.T) {
	f := logic.NewFactory()
	p := &program.Program{Terms: f}
	var vars []*logic.Term
	for _, n := range []string{"x", "y", "z"} {
		v := f.Var(n, logic.Int)
		p.Vars = append(p.Vars, &program.Var{Sym: v})
		vars = append(vars, v)
	}
	x, y, z := vars[0], vars[1], vars[2]
	large := x
	for i := range int64(20) {
		large = f.Ite(f.Le(large, f.IntConst(i)), f.Add(large, y), f.Mul(large, f.IntConst(i+3)))
	}
	a := NewAlgebra(p, Options{})
	w := a.Make(f.And(f.Le(x, y), f.Le(large, z)), map[*logic.Term]*logic.Term{y: f.Add(x, f.IntConst(1)), z: large})
	if got := a.Weaken(w, w.Size()); got != w {
		t.Errorf("weakened without need: %s", got)
	}
	got := a.Weaken(w, 12)
	if got.Size() > 12 {
		t.Errorf("size %d: %s", got.Size(), got)
	}
	if got.Guard() != f.Le(x, y) || got.Value(y) != w.Value(y) {
		t.Errorf("small parts are lost: %s", got)
	}
	if v := got.Value(z); a.IsVar(v) || !v.IsVar() {
		t.Errorf("z is %s, want any value", v)
	}
}
