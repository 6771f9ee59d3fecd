package language_test

import (
	"path/filepath"
	"strings"
	"testing"

	"cupel/core/program"
	"cupel/tests/need"
	"cupel/tests/verifying"
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
			rep := verifying.Run(t, verifying.File(t, f), verifying.Usual, func(c *verifier.Config) {
				if c.Engine = "symex"; strings.Contains(name, "64") {
					c.DataModel = program.LP64
				}
			})
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
	rep := verifying.Run(t, verifying.Load(t, file, src), verifying.Usual, func(c *verifier.Config) {
		c.Engine, c.SystemHeaders, c.DataModel = "symex", true, program.LP64
	})
	if rep.Verdict != "FALSE" || !strings.HasPrefix(rep.ErrorAt, file+":12:") {
		t.Errorf("%s at %q (%s), want FALSE in line 12 of %s", rep.Verdict, rep.ErrorAt, rep.Reason, file)
	}
}
