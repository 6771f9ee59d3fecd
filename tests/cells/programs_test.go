package cells_test

import (
	"path/filepath"
	"strings"
	"testing"

	"cupel/tests/effort"
	"cupel/tests/verifying"
	"cupel/verifier"
)

// TestCellPrograms: programs in testdata/cells with arrays that alias, wrap around, overlap and change at one index, whose names contain the expected
// verdict, get no wrong verdict from techniques for facts about all cells. The wrong programs were found by running the compiled ones with many inputs.
func TestCellPrograms(t *testing.T) {
	files, err := filepath.Glob("testdata/cells/*.c")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	configs := []struct {
		name string
		set  verifying.Setting
	}{
		{"quantified", verifying.With("quantified")},
		{"cells", func(c *verifier.Config) { c.Engine, c.Cells = "symexecia", verifier.CellsOn }},
		{"two cells", func(c *verifier.Config) { c.Engine, c.Cells = "symexecia", verifier.CellsSearch2 }},
		{"segments", func(c *verifier.Config) { c.Engine, c.Cells = "cra", verifier.CellsSegments }},
		{"auto", verifying.With(verifier.Auto)},
	}
	decided, each := 0, effort.Count(60, 24, 1) // with -short the first one is made smaller
	if testing.Short() {
		each = 80
	}
	for i, f := range files {
		for j, c := range configs {
			if (i+j)%each != 0 {
				continue
			}
			rep := verifying.Run(t, verifying.File(t, f), effort.Count(200_000, 400_000, 3_000_000), func(cfg *verifier.Config) {
				cfg.NoRun = true
				c.set(cfg)
			})
			name := strings.TrimSuffix(filepath.Base(f), ".c")
			want := strings.ToUpper(name[strings.LastIndex(name, "_")+1:])
			switch {
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
