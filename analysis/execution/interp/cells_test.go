package interp_test

import (
	"context"
	"testing"

	"cupel/analysis/execution/interp"
	"cupel/core/logic"
	"cupel/core/program"
)

// TestValueWithin: the value of an array with too many cells is not made.
func TestValueWithin(t *testing.T) {
	f := logic.NewFactory()
	p := &program.Program{Terms: f, Lowered: true}
	i, a := p.NewVar("i", logic.Int), p.NewVar("a", intArray)
	start, loop, end := p.NewLocation("main", program.Pos{}), p.NewLocation("main", program.Pos{}), p.NewLocation("main", program.Pos{})
	p.Init, p.Error = start, p.NewLocation("main", program.Pos{})
	p.NewEdge(start, loop, program.Assign(i, f.IntConst(0)), program.Assign(a, f.ConstArray(intArray, f.IntConst(0))))
	p.NewEdge(loop, loop, program.Assume(f.Lt(i.Sym, f.IntConst(10))), program.Assign(a, f.Store(a.Sym, i.Sym, i.Sym)), program.Assign(i, f.Add(i.Sym, f.IntConst(1))))
	p.NewEdge(loop, end, program.Assume(f.Le(f.IntConst(10), i.Sym)))
	m, err := interp.New(p)
	if err != nil {
		t.Fatal(err)
	}
	m.Run(context.Background(), interp.Zeros{}, interp.Options{MaxSteps: 100})
	for most, want := range map[int]bool{0: false, 8: false, 9: true, 100: true} { // one of the ten is 0
		if v := m.ValueWithin(a, most); (v != nil) != want || want && v != m.Value(a) {
			t.Errorf("at most %d cells: %v", most, v)
		}
		if m.ValueWithin(i, most) != m.Value(i) {
			t.Errorf("at most %d cells: i is %v", most, m.ValueWithin(i, most))
		}
	}
}
