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
// branching included, are those of enumeration. The default engine decides them all.
func TestModelOracle(t *testing.T) {
	file := filepath.Join(t.TempDir(), "random.cfa")
	rapid.Check(t, func(t *rapid.T) {
		text, reachable := cfatest.Model(t)
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		cfg := DefaultConfig()
		cfg.Timeout = 20 * time.Second
		cfg.Engine = rapid.SampledFrom([]string{"symexecia", "symexecia", "gps", "gpslite", "symex", "cegar", "traceabs", "kinduction", "bmc"}).Draw(t, "engine")
		if cfg.Engine != "symexecia" {
			cfg.Timeout = 2 * time.Second
		}
		encoding := rapid.SampledFrom([]string{"sbe", "lbe"}).Draw(t, "encoding")
		if strings.HasPrefix(cfg.Engine, "gps") {
			encoding = "sbe"
		}
		cfg.Choose("encoding", encoding)
		rep, err := Verify(context.Background(), &Task{File: file}, cfg, engine.Quiet{})
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		want := "TRUE"
		if reachable {
			want = "FALSE"
		}
		open := cfg.Engine != "symexecia" || strings.HasPrefix(rep.Reason, "time limit")
		if rep.Verdict != want && !(open && rep.Verdict == "UNKNOWN") {
			t.Fatalf("%s, %s: %s (%s), want %s\n%s", cfg.Engine, encoding, rep.Verdict, rep.Reason, want, text)
		}
	})
}
