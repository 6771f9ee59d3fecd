package verifier

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"cupel/core/program"
	"cupel/engine"
	"cupel/tests/effort"
	"cupel/tests/need"
	"cupel/tests/oracle"
)

// TestOverflowOracle compares the verdicts about random programs with trying all inputs.
func TestOverflowOracle(t *testing.T) {
	need.Tool(t, "gcc")
	n := effort.Programs(12, 40, 1000)
	base := effort.Seed(0)
	dir := t.TempDir()
	verdicts := map[string]int{}
	for i := range n {
		o := oracle.All
		o.Bits, o.Memory = i%3 == 0, i%2 == 0
		p := oracle.Generate(base+uint64(i), o)
		truth, err := oracle.DecideOverflow(t.Context(), p)
		if err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(dir, "p.c")
		if err := os.WriteFile(file, []byte(p.Source), 0o644); err != nil {
			t.Fatal(err)
		}
		task, err := LoadTask(file, "no-overflow")
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{"", "symexecia", "gps", "cegar", "traceabs", "kinduction", "bmc"} {
			cfg := DefaultConfig()
			cfg.DataModel, cfg.Timeout, cfg.SolverTimeoutMS = program.LP64, time.Second, 1000
			if cfg.NoRun = name != ""; cfg.NoRun {
				cfg.Engine = name
				if i%2 == 0 {
					cfg.Arithmetic = ArithBV
				}
			}
			rep, err := Verify(context.Background(), task, cfg, engine.Quiet{})
			switch {
			case err != nil:
				t.Fatalf("seed %d, %s: %v\n%s", p.Seed, name, err, p.Source)
			case rep.ReasonKind == string(engine.Fault):
				t.Errorf("seed %d, %s: %s\n%s", p.Seed, name, rep.Reason, p.Source)
			case rep.Verdict == "TRUE" && truth.Unsafe, rep.Verdict == "FALSE" && !truth.Unsafe && truth.Undefined == 0:
				t.Errorf("WRONG: seed %d, %s: %s, but trying all inputs says %s\n%s", p.Seed, name, rep.Verdict, truth.Outcomes, p.Source)
			}
			verdicts[rep.Verdict]++
		}
	}
	t.Logf("%d programs: %v", n, verdicts)
	if verdicts["TRUE"]+verdicts["FALSE"] < 3*n {
		t.Error("too few are decided")
	}
}
