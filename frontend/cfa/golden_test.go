package cfa

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cupel/core/program"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// TestGolden compares the programs of small models with the dumps in
// testdata/golden; -update rewrites them.
func TestGolden(t *testing.T) {
	files, err := filepath.Glob("testdata/golden/*.cfa")
	if err != nil || len(files) == 0 {
		t.Fatalf("no models: %v", err)
	}
	for _, f := range files {
		name := strings.TrimSuffix(filepath.Base(f), ".cfa")
		t.Run(name, func(t *testing.T) {
			src, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			p, err := Parse(name+".cfa", src)
			if err != nil {
				t.Fatal(err)
			}
			if err := program.SanityProgram(p); err != nil {
				t.Error(err)
			}
			var got bytes.Buffer
			if err := p.Dump(&got); err != nil {
				t.Fatal(err)
			}
			golden := strings.TrimSuffix(f, ".cfa") + ".golden"
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
