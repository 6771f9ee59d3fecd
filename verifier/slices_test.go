package verifier

import (
	"strings"
	"testing"
	"time"

	"cupel/core/program"
	"cupel/engine"
	"cupel/tests/effort"
	"cupel/tests/need"
	"cupel/tests/oracle"
)

// TestSlicesOracle divides random programs wherever there are two goals.
func TestSlicesOracle(t *testing.T) {
	need.Tool(t, "gcc")
	defer func(n int, share float64) { minGoals, halfShare = n, share }(minGoals, halfShare)
	minGoals, halfShare = 2, 10
	n := effort.Programs(18, 60, 1000)
	var ps []oracle.Program
	for i := range n {
		ps = append(ps, oracle.Generate(effort.Seed(5000)+uint64(i), oracle.All))
	}
	truths, err := oracle.DecideAll(t.Context(), ps, 2)
	if err != nil {
		t.Fatal(err)
	}
	divided := 0
	for i, p := range ps {
		for _, name := range []string{"symexecia", "gps", "cegar"} {
			rep := verifySource(t, p.Source, func(c *Config) {
				c.Engine, c.NoRun, c.DataModel, c.Timeout, c.SolverTimeoutMS = name, true, program.LP64, 2*time.Second, 1000
				if i%2 == 0 {
					c.Invariants = "none"
				}
			})
			switch {
			case rep.ReasonKind == string(engine.Fault):
				t.Errorf("seed %d, %s: %s\n%s", p.Seed, name, rep.Reason, p.Source)
			case rep.Verdict != "UNKNOWN" && (rep.Verdict == "FALSE") != truths[i].Unsafe:
				t.Errorf("WRONG: seed %d, %s: %s, but trying all inputs says unsafe = %v\n%s", p.Seed, name, rep.Verdict, truths[i].Unsafe, p.Source)
			}
			if strings.Contains(rep.Proof, "slices of their own") {
				divided++
			}
		}
	}
	t.Logf("%d programs, %d proofs on slices", n, divided)
	if divided == 0 && n >= 18 { // fewer may have none
		t.Error("nothing was divided")
	}
}
