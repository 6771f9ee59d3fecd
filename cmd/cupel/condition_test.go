package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestConditionLimit: cupel condition ends at its limit of processor time, that of all its processes, and prints what was found.
func TestConditionLimit(t *testing.T) {
	const limit = 4 * time.Second
	cupel, file := callable(t), filepath.Join(t.TempDir(), "loop.c")
	src := `extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), x = __VERIFIER_nondet_uint(), i = 0;
  while (i < n) { x = x * 3 + 1; i++; if (x == 77) reach_error(); }
  return 0; }
`
	if err := os.WriteFile(file, []byte(src), 0o644); err != nil {
		t.Fatal(err)
	}
	code, out, took := runMutant(cupel, []string{"condition", "--cpu-time", limit.String(), file})
	if code != 2 || !strings.Contains(out, "the program fails if") || !strings.Contains(out, "CONDITION: PARTIAL (processor time limit") ||
		!strings.Contains(out, "\nended in: ") || strings.Contains(out, "context") {
		t.Errorf("exit code %d\n%s", code, out)
	}
	if took > limit+limit/10+time.Second {
		t.Errorf("%v of processor time, more than %v", took, limit)
	}
}
