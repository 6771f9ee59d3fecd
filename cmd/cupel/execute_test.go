package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cupel/verifier"
)

// run executes a command line in process.
func run(args ...string) (code int, stdout, stderr string) {
	var out, errs bytes.Buffer
	code = execute(args, &out, &errs)
	return code, out.String(), errs.String()
}

func file(t *testing.T, name, text string) string {
	t.Helper()
	p := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(p, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return p
}

// TestExamples: the shipped examples get their verdicts as text and as JSON.
func TestExamples(t *testing.T) {
	for name, want := range map[string]struct {
		code    int
		verdict string
	}{"safe": {0, "TRUE"}, "unsafe": {1, "FALSE"}} {
		path := "../../examples/" + name + ".c"
		code, out, errs := run("verify", path)
		if code != want.code || !strings.HasSuffix(out, "VERDICT: "+want.verdict+"\n") || errs != "" {
			t.Errorf("%s: %d\n%s%s", name, code, out, errs)
		}
		code, out, _ = run("verify", "--format", "json", path)
		var rep verifier.Report
		if err := json.Unmarshal([]byte(out), &rep); err != nil || code != want.code || rep.Verdict != want.verdict {
			t.Errorf("%s: %d, %v\n%s", name, code, err, out)
		}
	}
}

// TestBadInput: exit code 3, one line on standard error, nothing on standard output.
func TestBadInput(t *testing.T) {
	good := "../../examples/safe.c"
	dir := t.TempDir()
	for want, args := range map[string][]string{
		"cannot be read: no such file":         {"verify", "no-such-file.c"},
		"is a directory":                       {"verify", mkdir(t, dir, "d.c")},
		"unknown kind of file":                 {"verify", file(t, "a.txt", "")},
		"p.c:1:":                               {"verify", file(t, "p.c", "int main(void) { return 0 }\n")},
		"q.c:2:":                               {"verify", file(t, "q.c", "int main(void) {\n  return undeclared_name;\n}\n")},
		"unknown engine \"magic\"":             {"verify", "--engine", "magic", good},
		"--arithmetic: unknown value":          {"verify", "--arithmetic", "float", good},
		"--format: unknown value":              {"verify", "--format", "xml", good},
		"--signed-overflow: unknown":           {"verify", "--signed-overflow", "saturate", good},
		"--interpolation":                      {"verify", "--interpolation", "magic", good},
		"unknown flag":                         {"verify", "--no-such-flag", good},
		"verify takes a file":                  {"verify"},
		"--32 and --64":                        {"verify", "--32", "--64", good},
		"t.yml:":                               {"verify", file(t, "t.yml", "format_version: '2.0'\ninput_files: [a.c\n")},
		"u.yml":                                {"verify", file(t, "u.yml", "format_version: '2.0'\ninput_files: missing.c\n")},
		"x.prp:1:":                             {"verify", "--property", file(t, "x.prp", "CHECK( nonsense )\n"), good},
		"property no-data-race is not support": {"verify", "--property", file(t, "o.prp", "CHECK( init(main()), LTL(G ! data-race) )\n"), good},
		"pre.txt:1:":                           {"verify", "--engine", "symexecia", "--precision", file(t, "pre.txt", "14: coins +\n"), good},
		"no loop starts at line 3":             {"verify", "--engine", "symexecia", "--precision", file(t, "pre2.txt", "3: coins > 0\n"), good},
		"bench takes at least one":             {"bench"},
		"none.set: cannot be read":             {"bench", "none.set"},
		"unknown command":                      {"nonsense"},
	} {
		code, out, errs := run(args...)
		if code != 3 || !strings.Contains(errs, want) || strings.Count(errs, "\n") != 1 || out != "" {
			t.Errorf("%v: exit %d\nstdout: %s\nstderr: %s\nwanted: %s", args, code, out, errs, want)
		}
	}
}

func mkdir(t *testing.T, dir, name string) string {
	t.Helper()
	p := filepath.Join(dir, name)
	if err := os.Mkdir(p, 0o755); err != nil {
		t.Fatal(err)
	}
	return p
}

// TestEvidenceFiles: witnesses and harnesses are written, or the failure is one line.
func TestEvidenceFiles(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"w.yml", "w.graphml"} {
		w := filepath.Join(dir, name)
		if code, out, errs := run("verify", "--witness", w, "../../examples/unsafe.c"); code != 1 {
			t.Fatalf("%d\n%s%s", code, out, errs)
		}
		if data, err := os.ReadFile(w); err != nil || !bytes.Contains(data, []byte("unsafe.c")) {
			t.Errorf("%s: %v", name, err)
		}
	}
	code, _, errs := run("verify", "--witness", filepath.Join(dir, "none", "w.yml"), "../../examples/unsafe.c")
	if code != 3 || strings.Count(errs, "\n") != 1 {
		t.Errorf("%d %s", code, errs)
	}
}

// TestVersion: --version prints one line and nothing on standard error, as BenchExec requires.
func TestVersion(t *testing.T) {
	for _, args := range [][]string{{"--version"}, {"version"}, {"engines"}, {"--help"}, {"verify", "--help"}} {
		if code, out, errs := run(args...); code != 0 || out == "" || errs != "" {
			t.Errorf("%v: %d %q %q", args, code, out, errs)
		}
	}
}
