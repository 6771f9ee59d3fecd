package language_test

import (
	"context"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"cupel/core/program"
	"cupel/engine"
	"cupel/verifier"
)

// TestMemory: the programs in testdata/memory have the verdict in their names;
// those with 64 in it are for LP64.
func TestMemory(t *testing.T) {
	files, err := filepath.Glob("testdata/memory/*.c")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, f := range files {
		name := strings.TrimSuffix(filepath.Base(f), ".c")
		t.Run(name, func(t *testing.T) {
			cfg := verifier.DefaultConfig()
			cfg.Engine, cfg.Timeout = "symex", 30*time.Second
			task, err := verifier.LoadTask(f, "")
			if err != nil {
				t.Fatal(err)
			}
			if strings.Contains(name, "64") {
				cfg.DataModel = program.LP64
			}
			rep, err := verifier.Verify(context.Background(), task, cfg, engine.Quiet{})
			if err != nil {
				t.Fatal(err)
			}
			if want := strings.ToUpper(name[strings.LastIndex(name, "_")+1:]); rep.Verdict != want {
				t.Errorf("%s (%s), want %s", rep.Verdict, rep.Reason, want)
			}
		})
	}
}
