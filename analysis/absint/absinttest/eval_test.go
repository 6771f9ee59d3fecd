package absinttest

import (
	"testing"

	"pgregory.net/rapid"

	"cupel/core/logic"
)

// TestEvalAgreesWithFolding compares the evaluator with the constant folding of
// package logic, which is written independently.
func TestEvalAgreesWithFolding(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := NewGen(t, 3, 4, false)
		f := g.P.Terms
		term := g.Bool(3)
		if rapid.Bool().Draw(t, "bits") {
			term = g.BV(rapid.IntRange(1, 4).Draw(t, "width"), 3)
		}
		env, sub := Env{}, map[*logic.Term]*logic.Term{}
		for _, v := range g.P.Vars {
			w := v.Sort().Width()
			u := rapid.Uint64Range(0, 1<<w-1).Draw(t, v.Name)
			env[v.Sym], sub[v.Sym] = int64(u), f.BV(u, w)
		}
		val, ok := Eval(term, env)
		if !ok {
			return
		}
		want := f.BoolConst(val == int64(1))
		if s := term.Sort(); s.IsBV() {
			want = f.BV(uint64(val.(int64)), s.Width())
		}
		if got := f.Subst(term, sub); got != want {
			t.Fatalf("%v under %v: folded to %v, evaluated to %v", term, env, got, want)
		}
	})
}

// TestArray: the oracle's arrays are normalised and immutable, or states of an enumeration would be mixed up.
func TestArray(t *testing.T) {
	a := Array{Rest: 3}.set(1, 5).set(2, 3)
	if a.get(1) != 5 || a.get(2) != 3 || a.get(7) != 3 || a.String() != "{1:5,*:3}" {
		t.Errorf("got %v", a)
	}
	if b := a.set(1, 3); b.String() != "{*:3}" || a.get(1) != 5 {
		t.Errorf("got %v, and %v", b, a)
	}
}
