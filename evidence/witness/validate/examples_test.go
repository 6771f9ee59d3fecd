package validate_test

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cupel/core/program"
	"cupel/core/program/passes"
	"cupel/evidence/witness/read"
	"cupel/evidence/witness/validate"
	"cupel/frontend/c"
)

var update = flag.Bool("update", false, "write the golden files")

// TestExamples validates witnesses as other tools write them.
func TestExamples(t *testing.T) {
	t.Chdir("testdata/examples")
	var files []string
	for _, pattern := range []string{"*.yml", "*.graphml"} {
		found, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, found...)
	}
	if len(files) < 15 {
		t.Fatal("examples are missing", files)
	}
	for _, f := range files {
		t.Run(f, func(t *testing.T) {
			var b bytes.Buffer
			name, _, _ := strings.Cut(f, ".")
			w, err := read.File(f)
			if err == nil {
				task := &validate.Task{File: name + ".c", Options: c.Options{Model: w.Meta.DataModel}, Specification: specification}
				if strings.Contains(w.Meta.Specification, "overflow") {
					task.Specification, task.Options.ErrorFunctions, task.Options.LeftShifts = w.Meta.Specification, []string{}, true
					task.Raise = func(k program.CheckKind) passes.Raising {
						if k == program.SignedOverflow {
							return passes.Fail
						}
						return passes.Keep
					}
				}
				var r *validate.Report
				if r, err = validate.Validate(context.Background(), w, task); err == nil {
					err = r.WriteText(&b)
				}
			}
			var bad *read.Error
			if errors.As(err, &bad) {
				b.WriteString("refused: " + bad.Error() + "\n")
			} else if err != nil {
				t.Fatal(err)
			}
			golden := f + ".golden"
			if *update {
				if err := os.WriteFile(golden, b.Bytes(), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(string(want), b.String()); d != "" {
				t.Error(d)
			}
		})
	}
}
