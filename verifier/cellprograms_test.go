package verifier

import (
	"context"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"cupel/core/work"
	"cupel/engine"
	"cupel/tests/effort"
)

// TestCellPrograms: programs in testdata/cells with arrays that alias, wrap, overlap and change at one place, whose names say what is
// right, get no wrong verdict from what knows of all cells. What is wrong was found by running the compiled programs with many inputs.
func TestCellPrograms(t *testing.T) {
	files, err := filepath.Glob("testdata/cells/*.c")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	configs := []struct {
		name string
		set  configuring
	}{
		{"quantified", with("quantified")},
		{"cells", func(c *Config) { c.Engine, c.Cells = "symexecia", CellsOn }},
		{"two cells", func(c *Config) { c.Engine, c.Cells = "symexecia", CellsSearch2 }},
		{"segments", func(c *Config) { c.Engine, c.Cells = "cra", CellsSegments }},
		{"auto", with(Auto)},
	}
	decided, each := 0, effort.Count(16, 5, 1) // with -short the first one is made smaller
	if testing.Short() {
		each = 24
	}
	for i, f := range files {
		for j, c := range configs {
			if (i+j)%each != 0 {
				continue
			}
			cfg := DefaultConfig()
			cfg.NoRun, cfg.Timeout = true, time.Minute
			c.set(&cfg)
			task, err := LoadTask(f, "")
			if err != nil {
				t.Fatal(err)
			}
			ctx, stop := work.Within(context.Background(), effort.Count(300_000, 600_000, 3_000_000))
			rep, err := Verify(ctx, task, cfg, engine.Quiet{})
			stop()
			name := strings.TrimSuffix(filepath.Base(f), ".c")
			want := strings.ToUpper(name[strings.LastIndex(name, "_")+1:])
			switch {
			case err != nil:
				t.Errorf("%s, %s: %v", name, c.name, err)
			case rep.Verdict == want:
				decided++
			case rep.Verdict != "UNKNOWN":
				t.Errorf("%s, %s: %s", name, c.name, rep.Verdict)
			}
		}
	}
	t.Logf("%d programs, %d times decided", len(files), decided)
	if decided == 0 {
		t.Error("nothing is decided")
	}
}
