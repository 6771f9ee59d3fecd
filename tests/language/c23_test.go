package language_test

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"cupel/core/program"
	"cupel/engine"
	"cupel/tests/need"
	"cupel/tests/verifying"
	"cupel/verifier"
)

// c23Programs are the programs in testdata/c23.
func c23Programs(t *testing.T) []string {
	files, err := filepath.Glob("testdata/c23/*.c")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	return files
}

// expectation splits the first line of a program that is refused: the text of the message, and the place.
var expectation = regexp.MustCompile(`^/\* (.*); (\d+:) \*/\n`)

// TestC23: the programs in testdata/c23 have the verdict in their names in both data models; those with error are refused at the place that they name, those
// with unsupported have no verdict, and the reason names the place.
func TestC23(t *testing.T) {
	for _, f := range c23Programs(t) {
		name := strings.TrimSuffix(filepath.Base(f), ".c")
		want := strings.ToUpper(name[strings.LastIndex(name, "_")+1:])
		t.Run(name, func(t *testing.T) {
			for _, m := range []program.DataModel{program.LP64, program.ILP32} {
				cfg := verifier.DefaultConfig()
				cfg.Engine, cfg.DataModel = "symex", m
				if want != "ERROR" && want != "UNSUPPORTED" {
					if rep := verifying.Run(t, verifying.File(t, f), verifying.Usual, func(c *verifier.Config) { *c = cfg }); rep.Verdict != want {
						t.Errorf("%v: %s (%s), want %s", m, rep.Verdict, rep.Reason, want)
					}
					continue
				}
				text, err := os.ReadFile(f)
				if err != nil {
					t.Fatal(err)
				}
				e := expectation.FindSubmatch(text)
				if e == nil {
					t.Fatal("the program does not say what is wrong")
				}
				rep, err := verifier.Verify(context.Background(), verifying.File(t, f), cfg, engine.Quiet{})
				said := ""
				switch bad := (*verifier.InputError)(nil); {
				case want == "ERROR" && errors.As(err, &bad):
					said = err.Error()
				case want == "UNSUPPORTED" && err == nil && rep.Verdict == "UNKNOWN":
					said = rep.Reason
				}
				if !strings.Contains(said, string(e[1])) || !strings.Contains(said, f+":"+string(e[2])) {
					t.Errorf("%v, %v", rep, err)
				}
			}
		})
	}
}

// instead are macros in the place of words that older versions of gcc do not know.
var instead = []string{"-Dbool=_Bool", "-Dtrue=((_Bool)1)", "-Dfalse=((_Bool)0)", "-Dnullptr=((void *)0)", "-Dnullptr_t=void *", "-Dstatic_assert=_Static_assert", "-Dalignas=_Alignas",
	"-Dalignof=_Alignof", "-Dthread_local=_Thread_local", "-Dauto=__auto_type", "-Dunreachable()=__builtin_unreachable()"}

// TestC23LikeGcc: gcc's programs fail, or do not, as the names say. Of what older versions of gcc do not know, macros take the place.
func TestC23LikeGcc(t *testing.T) {
	need.Tool(t, "gcc")
	dir := t.TempDir()
	stub := filepath.Join(dir, "stub.c")
	if err := os.WriteFile(stub, []byte("void _Exit(int);\nvoid reach_error(void) { _Exit(1); }\nint __VERIFIER_nondet_int(void) { return 3; }\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	compared := 0
	for _, f := range c23Programs(t) {
		name := strings.TrimSuffix(filepath.Base(f), ".c")
		want := map[string]int{"true": 0, "false": 1}
		code, ok := want[name[strings.LastIndex(name, "_")+1:]]
		if !ok {
			continue
		}
		exe := filepath.Join(dir, name)
		for _, std := range [][]string{{"-std=gnu17"}, {"-std=gnu2x"}, append([]string{"-std=gnu2x"}, instead...)} {
			if exec.Command("gcc", append(std, "-Werror=implicit", "-Werror=implicit-int", "-o", exe, f, stub)...).Run() != nil {
				continue // this gcc does not know all of it
			}
			err := exec.Command(exe).Run()
			got := 0
			if e := (*exec.ExitError)(nil); errors.As(err, &e) {
				got = e.ExitCode()
			}
			if compared++; got != code {
				t.Errorf("%s: gcc's program ends with %d (%v)", f, got, std)
			}
			break
		}
	}
	if t.Logf("%d programs compared", compared); compared < 20 {
		t.Errorf("%d programs compared", compared)
	}
}
