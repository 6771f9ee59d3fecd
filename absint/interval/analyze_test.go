package interval_test

import (
	"context"
	"math/big"
	"testing"

	"pgregory.net/rapid"

	"cupel/absint/absinttest"
	"cupel/absint/interval"
	"cupel/logic"
	"cupel/program"
)

// TestSoundOnRandomPrograms checks that every state that a random program
// reaches without undefined behaviour is in the abstract state and satisfies
// the invariant of its location.
func TestSoundOnRandomPrograms(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := absinttest.NewGen(t, 2, 3, rapid.Bool().Draw(t, "array"))
		p := g.Program(5, 2)
		states, ok := absinttest.Explore(p, absinttest.Initial(p), 3000)
		if !ok {
			return
		}
		r := interval.Analyze(context.Background(), p)
		if !r.Complete() {
			t.Fatal("the analysis did not finish")
		}
		invariants := map[*program.Location]*logic.Term{}
		for _, l := range p.Locs {
			invariants[l] = r.Invariant(l)
		}
		for _, s := range states {
			a := r.At(s.Loc)
			if a == nil {
				t.Fatalf("state %s is said to be unreachable", s.Key(p.Vars))
			}
			for _, v := range p.Vars {
				contained(t, a, v, s.Env[v.Sym])
			}
			if ok, _ := absinttest.Eval(invariants[s.Loc], s.Env); ok.(int64) == 0 {
				t.Fatalf("state %s violates its invariant", s.Key(p.Vars))
			}
		}
	})
}

func contained(t *rapid.T, a *interval.State, v *program.Var, val any) {
	r := a.Range(v)
	check := func(u int64, w int) {
		if v.Signed {
			u = absinttest.Signed(u, w)
		}
		if !r.Contains(big.NewInt(u)) {
			t.Fatalf("%s = %d is not in %v", v.Name, u, r)
		}
	}
	switch s := v.Sort(); val := val.(type) {
	case int64:
		check(val, s.Width())
	case absinttest.Array:
		w := s.Elem().Width()
		for _, e := range val.Elems {
			check(e, w)
		}
		if len(val.Elems) < 1<<s.Index().Width() {
			check(val.Rest, w)
		}
	}
}
