package harness

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cupel/core/logic"
	"cupel/core/program"
)

// given are inputs of __VERIFIER_nondet_int.
func given(values ...int64) Sequence {
	f := logic.NewFactory()
	var seq Sequence
	for _, v := range values {
		seq = append(seq, NewInput(&program.Input{Callee: "__VERIFIER_nondet_int", Type: "int", Sort: logic.BVSort(32), Signed: true}, f.BVInt(v, 32)))
	}
	return seq
}

// cover measures a program.
func cover(t *testing.T, source string, sequences ...Sequence) *Coverage {
	t.Helper()
	file := filepath.Join(t.TempDir(), "p.c")
	if err := os.WriteFile(file, []byte("extern int __VERIFIER_nondet_int(void);\nextern void abort(void), reach_error(void);\n"+source), 0o644); err != nil {
		t.Fatal(err)
	}
	c, err := Cover(t.Context(), &Spec{Source: file, Model: program.LP64, Errors: []string{"reach_error"}}, sequences)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// TestCover: executions are counted however they end.
func TestCover(t *testing.T) {
	const source = `int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x == 1) abort();
  if (x == 2) *(volatile int *)0 = 1;
  if (x == 3) while (1) ;
  if (x == 4) reach_error();
  if (x == 5) x = __VERIFIER_nondet_int();
  if (x == 6) return x / (x - 6);
  return 0;
}
`
	for _, test := range []struct {
		name      string
		sequences []Sequence
		taken     int // at least, where an execution is cut: gcov computes some counters from others, as if each entered function ended
		cut       int // so many more at most
	}{
		{"none", nil, 0, 0},
		{"to the end", []Sequence{given(0)}, 6, 0},
		{"abort", []Sequence{given(1)}, 1, 0},
		{"crash", []Sequence{given(2)}, 2, 0},
		{"error", []Sequence{given(4)}, 4, 0},
		{"too few inputs", []Sequence{given(5)}, 5, 0},
		{"division", []Sequence{given(6)}, 6, 0},
		{"together", []Sequence{given(0), given(1), given(2), given(3), given(4), given(5, 6)}, 11, 1},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := cover(t, source, test.sequences...)
			if c.Branches != 12 || c.Taken < test.taken || c.Taken > test.taken+test.cut || c.Lost != 0 || c.Runs != len(test.sequences) {
				t.Errorf("%+v, not %d branches taken", c, test.taken)
			}
		})
	}
}

// TestCoverConfined: a program that is measured can neither write files nor start processes, and its output to the pipe is not counted.
func TestCoverConfined(t *testing.T) {
	outside := filepath.Join(t.TempDir(), "written")
	c := cover(t, `#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
int main(void) {
  FILE *f = fopen("`+outside+`", "w");
  if (f) fputs("x", f);
  FILE *g = fopen("program.gcda", "w");
  if (g) fputs("x", g);
  if (system("touch `+outside+`") == 0) return 1;
  return 0;
}
`, given())
	if _, err := os.Stat(outside); err == nil {
		t.Error("a file was written")
	}
	if c.Branches != 6 || c.Taken != 3 {
		t.Errorf("%+v", c)
	}
	file := filepath.Join(t.TempDir(), "p.c")
	if err := os.WriteFile(file, []byte("#include <unistd.h>\nint main(void) { write(3, \"nonsense\", 8); _exit(0); }\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if c, err := Cover(t.Context(), &Spec{Source: file, Model: program.LP64}, []Sequence{given()}); err == nil && c.Executed > 0 || err != nil && !strings.Contains(err.Error(), "gcov") {
		t.Errorf("%+v, %v", c, err)
	}
}
