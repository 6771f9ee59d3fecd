package memory

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestTextbook: the errors of textbooks are found, each under its name, and their mended variants are proved, or are open where the
// program says that they are today.
func TestTextbook(t *testing.T) {
	files, err := filepath.Glob("testdata/textbook/*.c")
	if err != nil || len(files) < 40 {
		t.Fatal(len(files), "programs", err)
	}
	open := 0
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		lines := strings.SplitN(string(text), "\n", 3)
		want, _ := strings.CutPrefix(lines[0], "// valid-memsafety: ")
		mended := strings.HasSuffix(f, ".mended.c")
		if mended != (want == "true") {
			t.Errorf("%s: expects %s", f, want)
		}
		rep := verifyWithin(t, 4_000_000, f, "valid-memsafety", nil)
		switch {
		case rep.Result == want && want == "true" && lines[1] == "// today: unknown":
			t.Logf("%s: is proved, so that it is open today no more", f)
		case rep.Result == want:
		case rep.Result == "unknown" && mended && lines[1] == "// today: unknown":
			open++
		default:
			t.Errorf("%s: %s at %s (%s), want %s", f, rep.Result, rep.ErrorAt, rep.Reason, want)
		}
	}
	t.Logf("%d of %d programs are open", open, len(files))
}
