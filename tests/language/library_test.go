package language_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"cupel/core/program"
	"cupel/engine"
	"cupel/tests/need"
	"cupel/verifier"
)

// TestLibrary: the programs in testdata/library have the verdict in their names;
// those with 64 in it are for LP64.
func TestLibrary(t *testing.T) {
	files, err := filepath.Glob("testdata/library/*.c")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, f := range files {
		name := strings.TrimSuffix(filepath.Base(f), ".c")
		t.Run(name, func(t *testing.T) {
			cfg := verifier.DefaultConfig()
			cfg.Engine, cfg.Timeout = "symex", 60*time.Second
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

// TestSystemHeaders: with the host's headers macros and names of its C library
// have the same models, and positions are those of the source.
func TestSystemHeaders(t *testing.T) {
	need.Tool(t, "gcc")
	file := filepath.Join(t.TempDir(), "a b.c")
	src := "#include <ctype.h>\n#include <errno.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\nvoid reach_error(void);\nint main(void) {\n" +
		"  char s[] = \"7x\", *e;\n  int a = 0;\n  errno = 0;\n  if (sscanf(s, \"%d\", &a) == 1 && a == 7 && isdigit(s[0]) && !isdigit(s[1]) && strtol(s, &e, 10) == 7 && e == s + 1 && !errno)\n    reach_error();\n}\n"
	if err := os.WriteFile(file, []byte(src), 0o600); err != nil {
		t.Fatal(err)
	}
	cfg := verifier.DefaultConfig()
	cfg.Engine, cfg.Timeout, cfg.SystemHeaders, cfg.DataModel = "symex", 60*time.Second, true, program.LP64
	task, err := verifier.LoadTask(file, "")
	if err != nil {
		t.Fatal(err)
	}
	rep, err := verifier.Verify(context.Background(), task, cfg, engine.Quiet{})
	if err != nil {
		t.Fatal(err)
	}
	if rep.Verdict != "FALSE" || !strings.HasPrefix(rep.ErrorAt, file+":12:") {
		t.Errorf("%s at %q (%s), want FALSE in line 12 of %s", rep.Verdict, rep.ErrorAt, rep.Reason, file)
	}
}
