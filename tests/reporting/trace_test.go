package reporting_test

import (
	"bytes"
	"context"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cupel/engine"
	"cupel/verifier"
)

var updateTraces = flag.Bool("update-traces", false, "rewrite the golden files of traces")

// TestTraces: counterexamples as people read them, of runs before the engine and of an engine.
func TestTraces(t *testing.T) {
	files, err := filepath.Glob("testdata/trace/*.c")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		for _, full := range []bool{false, true} {
			cfg := verifier.DefaultConfig()
			cfg.Engine, cfg.Trace = "symex", true
			rep := verifyFile(t, file, cfg)
			if rep.Verdict != "FALSE" || rep.Trace == nil {
				t.Fatalf("%s: %s (%s), trace %v", file, rep.Verdict, rep.Reason, rep.Trace)
			}
			var b bytes.Buffer
			if err := rep.Trace.WriteText(&b, full); err != nil {
				t.Fatal(err)
			}
			golden := strings.TrimSuffix(file, ".c") + map[bool]string{false: ".folded", true: ".full"}[full]
			if *updateTraces {
				if err := os.WriteFile(golden, b.Bytes(), 0o644); err != nil {
					t.Fatal(err)
				}
				continue
			}
			if want, err := os.ReadFile(golden); err != nil || !bytes.Equal(want, b.Bytes()) {
				t.Errorf("%s differs (%v); go test ./verifier -run TestTraces -update-traces, and read the difference\n%s", golden, err, b.String())
			}
		}
	}
}

// TestTraceOnDemand: nothing is told that nobody asks for.
func TestTraceOnDemand(t *testing.T) {
	cfg := verifier.DefaultConfig()
	cfg.Engine = "symex"
	if rep := verifyFile(t, "testdata/trace/loops.c", cfg); rep.Verdict != "FALSE" || rep.Trace != nil {
		t.Errorf("%s, %v", rep.Verdict, rep.Trace)
	}
}

func verifyFile(t *testing.T, file string, cfg verifier.Config) *verifier.Report {
	t.Helper()
	task, err := verifier.LoadTask(file, "")
	if err != nil {
		t.Fatal(err)
	}
	rep, err := verifier.Verify(context.Background(), task, cfg, engine.Quiet{})
	if err != nil {
		t.Fatal(err)
	}
	return rep
}
