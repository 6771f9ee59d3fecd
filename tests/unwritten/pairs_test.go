package unwritten

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cupel/core/program"
	"cupel/core/work"
	"cupel/engine"
	"cupel/evidence"
	"cupel/verifier"
)

// verify verifies the check within units of work.
func verify(t *testing.T, file string, most int) *verifier.Report {
	t.Helper()
	task, err := verifier.LoadTask(file, "")
	if err != nil {
		t.Fatal(err)
	}
	cfg := verifier.DefaultConfig()
	cfg.DataModel, cfg.Checks, cfg.AllChecks = program.LP64, []string{program.Uninitialised}, true
	ctx, stop := work.Within(t.Context(), most)
	defer stop()
	rep, err := verifier.Verify(ctx, task, cfg, engine.Quiet{})
	if err != nil {
		t.Fatal(err)
	}
	return rep
}

// TestPairs: each error is found, and each mended program is proved.
func TestPairs(t *testing.T) {
	files, err := filepath.Glob("testdata/*.c")
	if err != nil || len(files) < 28 {
		t.Fatal(len(files), err)
	}
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		first, _, _ := strings.Cut(string(text), "\n")
		want := strings.TrimPrefix(first, "// ")
		if strings.HasSuffix(f, ".mended.c") != (want == evidence.CheckProved) {
			t.Errorf("%s: expects %s", f, want)
		}
		rep := verify(t, f, 40_000_000)
		_, violated, open := evidence.CountChecks(rep.Checks)
		got := "open"
		switch {
		case violated > 0:
			got = evidence.CheckViolated
		case open == 0 && rep.Verdict == "TRUE":
			got = evidence.CheckProved
		}
		if got != want {
			t.Errorf("%s: %s (%s)", f, got, rep.Reason)
		}
	}
}
