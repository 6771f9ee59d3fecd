package c

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"cupel/core/program"
	"cupel/tests/need"
)

// controlPrelude declares the macros of the programs below testdata/control: T is a condition that must hold, END the last statement executed. With
// UNSAFE reaching END is the error.
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
// in which things happen, as gcc's programs and as modules. gcc's program decides when it runs whether its end is an error.
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
				hits := runControl(t, string(src), m)
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
					if hits != nil && hits[unsafe] != unsafe {
						t.Errorf("%v unsafe=%v: with gcc the error is reached: %v", m, unsafe, hits[unsafe])
					}
				}
			}
		})
	}
}

// runControl reports whether the program compiled with gcc calls reach_error, by whether it is to; nil: there is no gcc for the data model.
func runControl(t *testing.T, text string, m program.DataModel) map[bool]bool {
	t.Helper()
	if !need.Has(t, "gcc") {
		return nil
	}
	dir := t.TempDir()
	text = strings.Replace(controlPrelude, "#define END ((void)0)", "extern char *getenv(const char *);\n#define END (getenv(\"UNSAFE\") ? reach_error() : (void)0)", 1) +
		text + "\n#include <unistd.h>\nvoid reach_error(void) { _exit(142); }\n"
	if err := os.WriteFile(filepath.Join(dir, "p.c"), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	args := []string{"-w", "-O0", "-D_GNU_SOURCE", "-std=gnu11", "-o", "p", "p.c"}
	if m == program.ILP32 {
		if !need.Executes32(t) {
			return nil
		}
		args = append(args, "-m32")
	}
	if out, err := command(dir, "gcc", args...); err != nil {
		t.Fatalf("gcc: %s", out)
	}
	hits := map[bool]bool{}
	for _, unsafe := range []bool{false, true} {
		cmd := exec.Command(filepath.Join(dir, "p"))
		if unsafe {
			cmd.Env = append(os.Environ(), "UNSAFE=1")
		}
		_ = cmd.Run()
		hits[unsafe] = cmd.ProcessState.ExitCode() == 142
	}
	return hits
}
