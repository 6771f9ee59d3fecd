package logic

import (
	"slices"
	"testing"
)

// TestFreeVarsKept: a factory's answers about free symbols are those of a walk, the first time and later.
func TestFreeVarsKept(t *testing.T) {
	f := NewFactory()
	x, y := f.Var("x", Int), f.Var("y", Int)
	all := f.Forall([]*Term{x}, f.Le(x, y))
	for _, term := range []*Term{f.IntConst(3), x, f.Add(x, y), all, f.And(all, f.Le(x, f.IntConst(3)))} {
		for range 2 {
			if got, want := f.FreeVars(term), FreeVars(term); !slices.Equal(got, want) {
				t.Errorf("%v: %v, want %v", term, got, want)
			}
		}
	}
}
