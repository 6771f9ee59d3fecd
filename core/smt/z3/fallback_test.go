package z3

import (
	"testing"

	"pgregory.net/rapid"

	"cupel/core/logic"
)

// TestRandomSequencesAlone solves every query, or every other, by a one-shot solver.
func TestRandomSequencesAlone(t *testing.T) {
	t.Run("always", func(t *testing.T) {
		randomSequences(t, func(s *Solver) { s.own.any, s.own.skip = true, 1000 })
	})
	t.Run("when the budget is exceeded", func(t *testing.T) {
		randomSequences(t, func(s *Solver) { s.own.any, s.own.budget = true, 1 })
	})
}

// TestTable compares look-ups by decisions with the array.
func TestTable(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		f := logic.NewFactory()
		w := rapid.SampledFrom([]int{1, 3, 8, 32, 64}).Draw(rt, "width")
		s := logic.ArraySort(logic.BVSort(w), logic.BVSort(8))
		mask := ^uint64(0) >> (64 - w)
		a := f.ConstArray(s, f.BV(7, 8))
		base := rapid.Uint64().Draw(rt, "base")
		keys := []uint64{0, mask}
		for range rapid.IntRange(1, 40).Draw(rt, "n") {
			k := (base + uint64(rapid.IntRange(0, 70).Draw(rt, "key"))) & mask
			keys = append(keys, k, (k+1)&mask, k^1<<(w-1))
			a = f.Store(a, f.BV(k, w), f.BV(uint64(rapid.IntRange(0, 9).Draw(rt, "value")), 8))
		}
		tb := tableOf(a)
		if tb == nil {
			return // all cells have the default
		}
		i := f.Var("i", logic.BVSort(w))
		look := tb.lookUp(f, i)
		for _, k := range keys {
			at := f.BV(k, w)
			got := f.Subst(look, map[*logic.Term]*logic.Term{i: at})
			if want := f.Select(a, at); got != want {
				rt.Fatalf("%v at %d: %v, want %v", a, k, got, want)
			}
		}
	})
}

// TestTableOf: only arrays with constant values at constant indices are encoded as tables.
func TestTableOf(t *testing.T) {
	f := logic.NewFactory()
	s := logic.ArraySort(logic.BVSort(8), logic.BVSort(8))
	for _, a := range []*logic.Term{f.Var("a", s), f.Store(f.Var("a", s), f.BV(0, 8), f.BV(1, 8)),
		f.Store(f.ConstArray(s, f.BV(0, 8)), f.Var("i", logic.BVSort(8)), f.BV(1, 8)),
		f.Store(f.ConstArray(logic.ArraySort(logic.Int, logic.Int), f.IntConst(0)), f.IntConst(1), f.IntConst(1))} {
		if tableOf(a) != nil {
			t.Errorf("%v is no table", a)
		}
	}
}
