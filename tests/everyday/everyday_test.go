package everyday_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"cupel/core/program"
	"cupel/tests/effort"
	"cupel/tests/verifying"
	"cupel/verifier"
)

// TestEveryday: no engine is wrong about a program, and most programs are decided within a budget of work.
func TestEveryday(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("testdata", "*.c"))
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	engines := []string{"symex", "bmc", "kinduction", "symexecia", "gps", "quantified"}[:effort.Count(1, 3, 6)]
	decided := 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		want, _, _ := bytes.Cut(bytes.TrimPrefix(text, []byte("// ")), []byte(":"))
		solved := false
		for _, name := range engines {
			rep := verifying.Run(t, verifying.File(t, file), effort.Count(600_000, 800_000, verifying.Usual), func(c *verifier.Config) {
				c.Engine, c.DataModel = name, program.LP64
			})
			switch rep.Verdict {
			case string(want):
				solved = true
			case "UNKNOWN":
			default:
				t.Errorf("WRONG: %s: %s is %s", name, file, rep.Verdict)
			}
		}
		if solved {
			decided++
		}
	}
	if t.Logf("%d of %d decided", decided, len(files)); decided < 7 {
		t.Errorf("%d of %d decided", decided, len(files))
	}
}
