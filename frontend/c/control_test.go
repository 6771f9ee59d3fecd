package c

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"cupel/core/program"
)

// controlPrelude declares what the programs below testdata/control use: T
// states what must hold, END is the last thing that happens. With UNSAFE
// reaching END is the error.
const controlPrelude = `extern void reach_error(void);
#define T(c) do { if (!(c)) reach_error(); } while (0)
#ifdef UNSAFE
#define END reach_error()
#else
#define END ((void)0)
#endif
#line 1 "program.c"
`

// TestControl runs the programs of testdata/control, which are about the order
// in which things happen, as gcc's programs and as modules.
func TestControl(t *testing.T) {
	files, err := filepath.Glob("testdata/control/*.c")
	if err != nil || len(files) == 0 {
		t.Fatal("no programs", err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			src, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range []program.DataModel{program.LP64, program.ILP32} {
				for _, unsafe := range []bool{false, true} {
					text := controlPrelude + string(src)
					if unsafe {
						text = "#define UNSAFE\n" + text
					}
					mod, diags, err := Lower(t.Context(), file, []byte(text), Options{Model: m, ErrorFunctions: []string{"reach_error"}})
					if err != nil {
						t.Fatal(err)
					}
					if err := program.SanityModule(mod); err != nil {
						t.Fatal(err)
					}
					got := execute(t, mod)
					if (got == "error") != unsafe || got != "error" && got != "halt" && !strings.HasPrefix(got, "return") {
						t.Errorf("%v unsafe=%v: %s %v", m, unsafe, got, diags)
					}
					if hit, ok := runControl(t, text, m); ok && hit != unsafe {
						t.Errorf("%v unsafe=%v: with gcc the error is reached: %v", m, unsafe, hit)
					}
				}
			}
		})
	}
}

// runControl reports whether the program compiled with gcc calls reach_error.
func runControl(t *testing.T, text string, m program.DataModel) (hit, ok bool) {
	t.Helper()
	if _, err := exec.LookPath("gcc"); err != nil {
		return false, false
	}
	dir := t.TempDir()
	text += "\n#include <unistd.h>\nvoid reach_error(void) { _exit(142); }\n"
	src, bin := filepath.Join(dir, "p.c"), filepath.Join(dir, "p")
	if err := os.WriteFile(src, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	args := []string{"-w", "-O0", "-D_GNU_SOURCE", "-std=gnu11", "-o", bin, src}
	if m == program.ILP32 {
		args = append(args, "-m32")
	}
	if out, err := exec.Command("gcc", args...).CombinedOutput(); err != nil {
		if m == program.ILP32 {
			return false, false // no 32-bit libraries
		}
		t.Fatalf("gcc: %s", out)
	}
	cmd := exec.Command(bin)
	_ = cmd.Run()
	return cmd.ProcessState.ExitCode() == 142, true
}
