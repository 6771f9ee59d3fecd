package memory

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"cupel/core/program"
	"cupel/core/work"
	"cupel/engine"
	"cupel/frontend/property"
	"cupel/tests/need"
	"cupel/verifier"
)

// expected are lines at the beginning of a program.
var expected = regexp.MustCompile(`(?m)^// (valid-\w+): (\S+)$`)

// verify verifies a property of a program.
func verify(t *testing.T, file, name string, set func(*verifier.Config)) *verifier.Report {
	t.Helper()
	return verifyWithin(t, 40_000_000, file, name, set)
}

// verifyWithin is verify within units of work.
func verifyWithin(t *testing.T, most int, file, name string, set func(*verifier.Config)) *verifier.Report {
	t.Helper()
	task, err := verifier.LoadTask(file, name)
	if err != nil {
		t.Fatal(err)
	}
	task.DataModel = program.LP64
	cfg := verifier.DefaultConfig()
	cfg.DataModel = program.LP64
	if set != nil {
		set(&cfg)
	}
	ctx, stop := work.Within(t.Context(), most)
	defer stop()
	rep, err := verifier.Verify(ctx, task, cfg, engine.Quiet{})
	if err != nil {
		t.Fatal(err)
	}
	return rep
}

// programs are the test programs with the results that are written in them.
func programs(t *testing.T) map[string]map[string]string {
	t.Helper()
	files, err := filepath.Glob("testdata/*.c")
	if err != nil || len(files) == 0 {
		t.Fatal("no programs", err)
	}
	all := map[string]map[string]string{}
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		all[f] = map[string]string{}
		for _, m := range expected.FindAllStringSubmatch(string(text), -1) {
			all[f][m[1]] = m[2]
		}
		if len(all[f]) != 2 {
			t.Errorf("%s: says what to expect of %d properties", f, len(all[f]))
		}
	}
	return all
}

// TestResults: verdicts and names are those that the programs state. Of a property alone, valid-deref and so on, the result is no other than that of the three
// together, or one of the two is open.
func TestResults(t *testing.T) {
	parts := property.ValidMemory.Info().Memory
	for f, want := range programs(t) {
		t.Run(filepath.Base(f), func(t *testing.T) {
			endless := strings.HasPrefix(filepath.Base(f), "endless")
			if endless && testing.Short() {
				t.Skip("not short")
			}
			for p, w := range want {
				if got := verify(t, f, p, nil).Result; got != w {
					t.Errorf("%s: %s, want %s", p, got, w)
				}
			}
			if endless || testing.Short() {
				return
			}
			for _, k := range parts {
				w := want[string(property.ValidMemory)]
				switch got := verify(t, f, string(k), nil).Result; {
				case got == "unknown", got == "true" && w != "false("+string(k)+")", got == "false("+string(k)+")" && (w == got || w == "unknown"):
				default:
					t.Errorf("%s: %s, where all are %s", k, got, w)
				}
			}
		})
	}
}

// silent are programs whose errors the sanitizer does not see: blocks of alloca after the return, the byte that malloc(0) has there, a value that is
// read and dropped.
var silent = map[string]bool{"stack_block_left.c": true, "stack_block_at_exit.c": true, "varying_length_left.c": true, "no_bytes_access.c": true, "dropped_value.c": true}

// TestSanitizer: every error of an access or a release is one for gcc's address sanitizer, with the same name, and no proof is contradicted. Leaks are left to
// expectations, since that of gcc takes registers for roots.
func TestSanitizer(t *testing.T) {
	need.Tool(t, "gcc")
	dir := t.TempDir()
	seen := 0
	for f, want := range programs(t) {
		w := want[string(property.ValidMemory)]
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		if w == "unknown" || strings.Contains(string(text), "for (;;)") || silent[filepath.Base(f)] {
			continue
		}
		last := "10" // the largest input that the program with the bad index accepts
		if w == "true" {
			last = "9"
		}
		source, exe := filepath.Join(dir, "p.c"), filepath.Join(dir, "p")
		if err := os.WriteFile(source, append(text, "\nint __VERIFIER_nondet_int(void) { return "+last+"; }\n"...), 0o644); err != nil {
			t.Fatal(err)
		}
		if out, err := exec.CommandContext(t.Context(), "gcc", "-w", "-O0", "-g", "-fsanitize=address", "-fsanitize-address-use-after-scope", "-o", exe, source).CombinedOutput(); err != nil {
			if strings.Contains(string(out), "asan") {
				t.Skip("no address sanitizer")
			}
			t.Fatalf("%s: %v\n%s", f, err, out)
		}
		ctx, stop := context.WithTimeout(t.Context(), 10*time.Second)
		cmd := exec.CommandContext(ctx, exe)
		cmd.Env = append(os.Environ(), "ASAN_OPTIONS=detect_leaks=0:detect_stack_use_after_return=1:abort_on_error=0")
		out, _ := cmd.CombinedOutput()
		stop()
		got := "none"
		switch s := string(out); {
		case strings.Contains(s, "attempting double-free"), strings.Contains(s, "attempting free"), strings.Contains(s, "bad-free"):
			got = "false(valid-free)"
		case strings.Contains(s, "AddressSanitizer"):
			got = "false(valid-deref)"
		}
		if w == "true" || w == "false(valid-memtrack)" {
			w = "none"
		}
		if seen++; got != w {
			t.Errorf("%s: the sanitizer says %s, expected is %s\n%s", f, got, w, out)
		}
	}
	t.Logf("%d programs were run", seen)
}

// TestForms: the property is the same by its name, by a file and by a task's file of three lines; a FALSE has a place and a confirmation.
func TestForms(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return file
	}
	three := write("valid-memsafety.prp", "CHECK( init(main()), LTL(G valid-free) )\nCHECK( init(main()), LTL(G valid-deref) )\nCHECK( init(main()), LTL(G valid-memtrack) )\n\n")
	two := write("two.prp", "CHECK( init(main()), LTL(G valid-free) )\nCHECK( init(main()), LTL(G valid-deref) )\n")
	source := write("p.c", "#include <stdlib.h>\nint main(void) {\n    int *p = malloc(4);\n    p[1] = 2;\n    free(p);\n    return 0;\n}\n")
	task := write("p.yml", "format_version: '2.0'\ninput_files: p.c\nproperties:\n  - property_file: valid-memsafety.prp\n    expected_verdict: false\n    subproperty: valid-deref\noptions: {language: C, data_model: LP64}\n")
	for _, c := range [][2]string{{source, "valid-memsafety"}, {source, "valid-deref"}, {source, three}, {task, three}, {task, ""}} {
		rep := verify(t, c[0], c[1], nil)
		if rep.Result != "false(valid-deref)" || !strings.HasSuffix(rep.ErrorAt, "p.c:4:5") || rep.Confirmed == "" {
			t.Errorf("%v: %s at %s, confirmed %q", c, rep.Result, rep.ErrorAt, rep.Confirmed)
		}
	}
	if rep := verify(t, source, "valid-free", nil); rep.Result != "unknown" { // every execution ends before
		t.Errorf("valid-free: %s", rep.Result)
	}
	if _, err := verifier.LoadTask(source, two); err == nil || !strings.Contains(err.Error(), "more than one property") {
		t.Errorf("two lines: %v", err)
	}
}

// TestEngines: engines prove and refute without the runs.
func TestEngines(t *testing.T) {
	for _, e := range []string{"auto", "symex", "kinduction", "gps"} {
		for f, want := range map[string]string{"input_index.c": "false(valid-deref)", "input_index_kept.c": "true"} {
			rep := verify(t, "testdata/"+f, "valid-memsafety", func(c *verifier.Config) { c.Engine, c.NoRun = e, true })
			if rep.Result != want {
				t.Errorf("%s of %s without runs: %s (%s)", e, f, rep.Result, rep.Reason)
			}
		}
	}
}
