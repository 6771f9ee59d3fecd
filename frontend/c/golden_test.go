package c

import (
	"bytes"
	"context"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// TestGolden compares the modules of small programs with the dumps in
// testdata/golden; -update rewrites them.
func TestGolden(t *testing.T) {
	files, err := filepath.Glob("testdata/golden/*.c")
	if err != nil || len(files) == 0 {
		t.Fatalf("no programs: %v", err)
	}
	for _, f := range files {
		name := strings.TrimSuffix(filepath.Base(f), ".c")
		t.Run(name, func(t *testing.T) {
			src, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			m, _, err := Lower(context.Background(), name+".c", src, Options{})
			if err != nil {
				t.Fatal(err)
			}
			var got bytes.Buffer
			if err := m.Dump(&got); err != nil {
				t.Fatal(err)
			}
			golden := strings.TrimSuffix(f, ".c") + ".golden"
			if *update {
				if err := os.WriteFile(golden, got.Bytes(), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(string(want), got.String()); d != "" {
				t.Errorf("-want +got (run with -update when the change is meant):\n%s", d)
			}
		})
	}
}
