package gps

import (
	"context"
	"testing"

	"cupel/core/logic"
	"cupel/core/smt"
	"cupel/core/smt/z3"
	"cupel/engine"
	"cupel/tests/enginetest"
)

// TestLoopClaims: the claims derived from a proof's summaries hold for the transitions of the loop, and exclude others.
func TestLoopClaims(t *testing.T) {
	ctx := context.Background()
	for _, noGas := range []bool{false, true} {
		for _, mode := range []Mode{GPS, GPSLite, CRA} {
			p := counting(false)
			r, err := New(Options{Mode: mode, NoGas: noGas}).Verify(ctx, enginetest.Problem(t, p), engine.Quiet{})
			if err != nil || r.Verdict != engine.True {
				t.Fatalf("%s: %v, %v", mode, r, err)
			}
			if r.Proof.Loops == nil || r.Proof.Trusts == "" {
				t.Fatalf("%s: the proof does not rest on summaries", mode)
			}
			claims := r.Proof.Loops(ctx)
			head, f := p.Locs[1], p.Terms
			i, n := p.Vars[0].Sym, p.Vars[1].Sym
			if len(claims.Summaries) != 1 || claims.Summaries[0].Head != head || !claims.Summaries[0].Exact {
				t.Fatalf("%s: %+v", mode, claims.Summaries)
			}
			s := claims.Summaries[0]
			solver, err := z3.Open(f, smt.Options{})
			if err != nil {
				t.Fatal(err)
			}
			defer solver.Close()
			holds := func(of *logic.Term, values map[*logic.Term]int64) bool {
				by := map[*logic.Term]*logic.Term{}
				for v, x := range values {
					by[v] = f.IntConst(x)
				}
				r, err := solver.Check(t.Context(), f.Subst(of, by))
				if err != nil || r == smt.Unknown {
					t.Fatalf("%s: %v in %v: %v", mode, r, of, err)
				}
				return r == smt.Sat
			}
			excluded := 0
			for entry := int64(-2); entry < 4; entry++ {
				for bound := int64(-2); bound < 4; bound++ {
					for now := int64(-2); now < 5; now++ {
						reached := now == entry || entry < now && now <= bound
						switch in := holds(s.Relation, map[*logic.Term]int64{s.Entry[i]: entry, i: now, n: bound}); {
						case reached && !in:
							t.Errorf("%s: from %d, below %d, to %d is not in %v", mode, entry, bound, now, s.Relation)
						case !in:
							excluded++
						}
					}
					if entry > bound && holds(claims.Harmless[head], map[*logic.Term]int64{i: entry, n: bound}) {
						t.Errorf("%s: i = %d, n = %d leads to the error, but not as %v has it", mode, entry, bound, claims.Harmless[head])
					}
				}
			}
			if excluded == 0 {
				t.Errorf("%s: %v excludes nothing", mode, s.Relation)
			}
		}
	}
}
