package verifier

import (
	"context"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"cupel/engine"
	"cupel/tests/effort"
)

// lateArray reaches the error, in a cell that few runs meet.
const lateArray = arrayHead + `int main(void) {
  int n = size(), i; int a[n];
  for (i = 0; i < n; i++) if (i != 5) a[i] = 42; else a[i] = 41;
  for (i = 0; i < n; i++) if (a[i] != 42) reach_error();
}
`

// verified is the report about a task.
func verified(t *testing.T, task *Task, set func(*Config)) *Report {
	t.Helper()
	cfg := DefaultConfig()
	cfg.NoRun = true
	set(&cfg)
	rep, err := Verify(context.Background(), task, cfg, engine.Quiet{})
	if err != nil {
		t.Fatal(err)
	}
	return rep
}

// TestCellFactsOfArrayPrograms: of random programs with arrays, no engine says something wrong with the facts of quantified, nor with
// those of a similar program.
func TestCellFactsOfArrayPrograms(t *testing.T) {
	n := effort.Programs(3, 5, 600)
	ps, truths := arrayPrograms(t, n)
	dir := t.TempDir()
	var earlier []string
	proven := 0
	for i, p := range ps {
		task := loadText(t, filepath.Join(dir, "p.c"), p.Source)
		facts := filepath.Join(dir, fmt.Sprintf("%d.json", i))
		verify := func(name string, set func(*Config)) *Report {
			rep := verified(t, task, func(c *Config) {
				c.Engine, c.Timeout = name, 3*time.Second
				set(c)
			})
			if rep.Verdict == "TRUE" && truths[i].Unsafe || rep.Verdict == "FALSE" && !truths[i].Unsafe {
				t.Errorf("seed %d: %s says %s\n%s", p.Seed, name, rep.Verdict, p.Source)
			}
			return rep
		}
		verify("quantified", func(c *Config) { c.FactsOut = facts })
		earlier = append(earlier, facts)
		for _, name := range []string{"symexecia", "cegar", "gps", "kinduction", "traceabs", "bmc"} {
			if verify(name, func(c *Config) { c.FactsIn = earlier[max(0, len(earlier)-2):] }).Verdict == "TRUE" {
				proven++
			}
		}
	}
	t.Logf("%d programs, %d proofs with facts", n, proven)
}
