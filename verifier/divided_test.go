package verifier

import (
	"path/filepath"
	"strings"
	"testing"

	"cupel/core/program"
	"cupel/core/work"
	"cupel/engine"
	"cupel/tests/effort"
	"cupel/tests/need"
	"cupel/tests/oracle"
)

// TestDividedSearches: random programs are divided wherever there are two goals, some of them into slices that need not end, and symbolic execution switches encodings after short turns, which
// settings of this package prevent for such small programs; the verdicts are those of enumerating all inputs. It detects proofs of slices that do not
// add up to one of the program, and a search that a turn ends or confuses.
func TestDividedSearches(t *testing.T) {
	need.Tool(t, "gcc")
	goals, share, turn, least, small := minGoals, halfShare, firstTurn, minWeight, smallShare
	minGoals, halfShare, firstTurn, minWeight, smallShare = 2, 10, 10, 0, 10
	t.Cleanup(func() { minGoals, halfShare, firstTurn, minWeight, smallShare = goals, share, turn, least, small })
	const first = 5016 // its program and some of the next ones are proven on slices
	n, base := effort.Programs(4, 30, 1000), effort.Seed(first)
	var ps []oracle.Program
	for i := range n {
		ps = append(ps, oracle.Generate(base+uint64(i), oracle.All))
	}
	truths, err := oracle.DecideAll(t.Context(), ps, 2)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "p.c")
	divided := 0
	for i, p := range ps {
		minGoals = 2
		if i%3 == 0 {
			minGoals = 1000 // slices without regard to loops that may not end, for any number of goals
		}
		for _, name := range []string{"symexecia", "gps", "cegar", "symex", Auto} {
			cfg := DefaultConfig()
			cfg.Engine, cfg.NoRun, cfg.DataModel = name, true, program.LP64
			if i%2 == 0 {
				cfg.Invariants = InvariantsNone
			}
			ctx, stop := work.Within(t.Context(), 300_000)
			rep, err := Verify(ctx, loadText(t, file, p.Source), cfg, engine.Quiet{})
			stop()
			switch {
			case err != nil || rep.ReasonKind == string(engine.Fault):
				t.Fatalf("seed %d, %s: %v, %v\n%s", p.Seed, name, err, rep, p.Source)
			case rep.Verdict != "UNKNOWN" && (rep.Verdict == "FALSE") != truths[i].Unsafe:
				t.Errorf("WRONG: seed %d, %s: %s, but trying all inputs says %s\n%s", p.Seed, name, rep.Verdict, truths[i].Outcomes, p.Source)
			}
			if strings.Contains(rep.Proof, "slices of their own") {
				divided++
			}
		}
	}
	t.Logf("%d programs, %d proofs on slices", n, divided)
	if n >= 4 && base == first && divided == 0 {
		t.Error("nothing was divided")
	}
}
