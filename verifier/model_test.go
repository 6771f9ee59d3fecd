package verifier

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"cupel/engine"
	"cupel/frontend/cfa/cfatest"

	"pgregory.net/rapid"
)

// TestModelOracle: verdicts on random control-flow automata, nondeterministic
// branching included, are those of enumeration, and every verdict is reached.
func TestModelOracle(t *testing.T) {
	file := filepath.Join(t.TempDir(), "random.cfa")
	rapid.Check(t, func(t *rapid.T) {
		text, reachable := cfatest.Model(t)
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		cfg := DefaultConfig()
		cfg.Timeout = 20 * time.Second
		cfg.Encoding = rapid.SampledFrom([]string{"sbe", "lbe"}).Draw(t, "encoding")
		rep, err := Verify(context.Background(), &Task{File: file}, cfg, engine.Quiet{})
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		want := "TRUE"
		if reachable {
			want = "FALSE"
		}
		if rep.Verdict != want && !strings.HasPrefix(rep.Reason, "time limit") {
			t.Fatalf("%s (%s), want %s\n%s", rep.Verdict, rep.Reason, want, text)
		}
	})
}
