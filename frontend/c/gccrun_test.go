package c

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// gccCase is a program whose function "int test(void)" must return what gcc's
// code for it returns, in both data models.
type gccCase struct{ name, src string }

// runLikeGcc compares the programs with gcc.
func runLikeGcc(t *testing.T, cases []gccCase) {
	t.Helper()
	if _, err := exec.LookPath("gcc"); err != nil {
		t.Fatal("gcc is needed")
	}
	for _, m := range models {
		t.Run(m.name, func(t *testing.T) {
			dir := t.TempDir()
			// One executable for all programs.
			var objs []string
			main := "int printf(const char *, ...);\n"
			calls := ""
			for i, c := range cases {
				path := filepath.Join(dir, fmt.Sprintf("t%d.c", i))
				if err := os.WriteFile(path, []byte(c.src), 0o666); err != nil {
					t.Fatal(err)
				}
				obj := filepath.Join(dir, fmt.Sprintf("t%d.o", i))
				args := append([]string{"-std=gnu17", "-w", "-O0", "-fno-pic", fmt.Sprintf("-Dtest=test%d", i), "-c", "-o", obj, path}, m.flags...)
				if out, err := exec.Command("gcc", args...).CombinedOutput(); err != nil {
					t.Fatalf("%s: gcc: %v\n%s", c.name, err, out)
				}
				// Only test is visible from outside.
				if out, err := exec.Command("objcopy", "--keep-global-symbol", fmt.Sprintf("test%d", i), obj).CombinedOutput(); err != nil {
					t.Fatalf("objcopy: %v\n%s", err, out)
				}
				objs = append(objs, obj)
				main += fmt.Sprintf("int test%d(void);\n", i)
				calls += fmt.Sprintf("printf(\"return %%d\\n\", test%d());\n", i)
			}
			path, exe := filepath.Join(dir, "main.c"), filepath.Join(dir, "a.out")
			if err := os.WriteFile(path, []byte(main+"int main(void) {\n"+calls+"return 0; }\n"), 0o666); err != nil {
				t.Fatal(err)
			}
			if out, err := exec.Command("gcc", append(append([]string{"-no-pie", "-o", exe, path}, objs...), m.flags...)...).CombinedOutput(); err != nil {
				t.Fatalf("gcc: %v\n%s", err, out)
			}
			out, err := exec.Command(exe).Output()
			if err != nil {
				t.Fatal(err)
			}
			want := strings.Split(strings.TrimSpace(string(out)), "\n")
			for i, c := range cases {
				t.Run(c.name, func(t *testing.T) {
					if got := lowerAndRun(t, c.src, Options{Model: m.model, Entry: "test"}); got != want[i] {
						t.Errorf("%s\n%s\ngcc: %s", c.src, got, want[i])
					}
				})
			}
		})
	}
}
