package library

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"cupel/tests/effort"
	"cupel/tests/need"
)

// TestNative compiles the bodies that print and read floating-point numbers with gcc and compares them with glibc's functions, bit by bit: many more values
// than the interpreter runs in the same time.
func TestNative(t *testing.T) {
	gcc := need.Tool(t, "gcc")
	native, err := os.ReadFile(filepath.Join("testdata", "native.c"))
	if err != nil {
		t.Fatal(err)
	}
	var bodies []Body
	for _, f := range []string{"out_double", "out_ldouble", "finish", "strtod", "strtof", "strtold", "scan_float", "strverscmp"} {
		bodies = append(bodies, Body{Function: f})
	}
	dir := t.TempDir()
	text := "#line 1 \"native.c\"\n" + string(native) + Source(bodies)
	file := filepath.Join(dir, "native.c")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	bin := filepath.Join(dir, "native")
	if out, err := exec.Command(gcc, "-w", "-O1", "-fsanitize=undefined", "-fno-sanitize-recover=undefined", "-o", bin, file, "-lm").CombinedOutput(); err != nil {
		t.Fatalf("gcc: %v\n%.3000s", err, out)
	}
	count := fmt.Sprint(1000 * effort.Count(5, 20, 400))
	if out, err := exec.Command(bin, count, "1").CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
