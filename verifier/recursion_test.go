package verifier

import (
	"context"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"cupel/core/program"
	"cupel/engine"
	"cupel/tests/effort"
	"cupel/tests/need"
	"cupel/tests/oracle"
)

// TestRecursionOracle verifies random programs with recursive functions and
// compares the verdicts with trying all inputs. CUPEL_PROGRAMS and CUPEL_SEED
// are those of TestOracle; CUPEL_LONG=1 takes more configurations.
func TestRecursionOracle(t *testing.T) {
	need.Tool(t, "gcc")
	n := effort.Programs(4, 10, 50)
	base := effort.Seed(0)
	ctx := context.Background()
	var ps []oracle.Program
	for i := range n {
		ps = append(ps, oracle.Generate(base+uint64(i), oracle.Options{Recursion: true, Wide: i%4 == 0}))
	}
	truths, err := oracle.DecideAll(ctx, ps, 2)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	names := []string{"gps", "symexecia"}
	if effort.Long() {
		names = append(names, "cegar", "bv")
	}
	proven, refuted := map[string]int{}, map[string]int{}
	for i, p := range ps {
		file := filepath.Join(dir, "p"+strconv.Itoa(i)+".c")
		if err := os.WriteFile(file, []byte(p.Source), 0o644); err != nil {
			t.Fatal(err)
		}
		task, err := LoadTask(file, "")
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			cfg := DefaultConfig()
			cfg.Engine, cfg.DataModel, cfg.Timeout, cfg.SolverTimeoutMS = name, program.LP64, 2*time.Second, 1000
			if name == "bv" {
				cfg.Engine, cfg.Arithmetic = "symexecia", ArithBV
			}
			rep, err := Verify(ctx, task, cfg, engine.Quiet{})
			if err != nil {
				t.Fatalf("seed %d, %s: %v\n%s", p.Seed, name, err, p.Source)
			}
			switch {
			case rep.Verdict == "UNKNOWN":
				if strings.HasPrefix(rep.Reason, "internal error") {
					t.Errorf("seed %d, %s: %s\n%s", p.Seed, name, rep.Reason, p.Source)
				}
			case (rep.Verdict == "FALSE") != truths[i].Unsafe:
				t.Errorf("WRONG: seed %d, %s: %s, but trying all inputs says unsafe = %v\n%s", p.Seed, name, rep.Verdict, truths[i].Unsafe, p.Source)
			case rep.Verdict == "TRUE":
				proven[name]++
			default:
				refuted[name]++
			}
		}
	}
	t.Logf("%d programs, proven: %v, refuted: %v", n, proven, refuted)
}
