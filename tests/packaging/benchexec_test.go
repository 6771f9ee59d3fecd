package packaging

import (
	"bytes"
	"cupel/tests/need"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const root = "../.."

type request struct {
	Options     []string       `json:"options"`
	Files       []string       `json:"files"`
	Property    string         `json:"property,omitempty"`
	TaskOptions any            `json:"task_options,omitempty"`
	Limits      map[string]int `json:"limits,omitempty"`
	Run         bool           `json:"run,omitempty"`
	Output      string         `json:"output,omitempty"`
	Code        int            `json:"code"`
	Identifier  string         `json:"identifier,omitempty"`
}

func (r request) MarshalJSON() ([]byte, error) {
	type plain request
	if r.Options == nil {
		r.Options = []string{}
	}
	return json.Marshal(plain(r))
}

type answer struct {
	Cmd         []string `json:"cmd"`
	Unsupported string   `json:"unsupported"`
	Result      string   `json:"result"`
	Value       string   `json:"value"`
	Version     string   `json:"version"`
}

// ask drives the module in Python: with BenchExec itself where that is installed, else with a stand-in for its documented interface.
func ask(t *testing.T, directory string, requests []request) []answer {
	t.Helper()
	python := need.Tool(t, "python3")
	standIn := "testdata"
	if exec.Command(python, "-c", "import benchexec.tools.template").Run() == nil {
		standIn = ""
	}
	in, err := json.Marshal(requests)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(python, "testdata/drive.py", root, standIn, directory)
	cmd.Stdin = bytes.NewReader(in)
	var errs bytes.Buffer
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, errs.String())
	}
	var answers []answer
	if err := json.Unmarshal(out, &answers); err != nil || len(answers) != len(requests) {
		t.Fatalf("%v: %s", err, out)
	}
	return answers
}

// TestCommandLines: BenchExec's module turns tasks, options and limits into command lines that Cupel understands.
func TestCommandLines(t *testing.T) {
	type task = map[string]string
	got := ask(t, "", []request{
		{Files: []string{"a.c"}},
		{Files: []string{"a.c"}, Property: "p/unreach-call.prp", TaskOptions: task{"language": "C", "data_model": "LP64"}, Options: []string{"--witness", "witness.yml"},
			Limits: map[string]int{"cputime": 900, "memory": 15_000_000_000, "walltime": 960}},
		{Files: []string{"a.c"}, TaskOptions: task{"data_model": "ILP32"}, Options: []string{"--64", "--timeout=5s", "--memory", "100"}, Limits: map[string]int{"memory": 1 << 30}},
		{Files: []string{"a.c"}, TaskOptions: task{"language": "Java"}},
		{Files: []string{"a.c"}, TaskOptions: task{"data_model": "LLP64"}},
		{Files: []string{"a.c", "b.c"}},
	})
	want := []answer{
		{Cmd: []string{"cupel", "verify", "--timeout", "0s", "a.c"}},
		{Cmd: []string{"cupel", "verify", "--witness", "witness.yml", "--property", "p/unreach-call.prp", "--64", "--memory", "12874", "--cpu-time", "900s", "--timeout", "960s", "a.c"}},
		{Cmd: []string{"cupel", "verify", "--64", "--timeout=5s", "--memory", "100", "a.c"}},
		{Unsupported: "Cupel does not support the language Java"},
		{Unsupported: "Cupel does not support the data model LLP64"},
		{Unsupported: "Tool does not support tasks with more than one input file"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// TestResults: a verdict counts only with its exit code.
func TestResults(t *testing.T) {
	cases := []struct {
		output string
		code   int
		want   string
	}{
		{"goals: 3 of kind x\nRESULT: true\nVERDICT: TRUE\n", 0, "true"},
		{"RESULT: false(no-overflow)\nVERDICT: FALSE\n", 1, "false(no-overflow)"},
		{"RESULT: false(unreach-call)\nVERDICT: FALSE\n", 1, "false(unreach-call)"},
		{"RESULT: unknown\nVERDICT: UNKNOWN (a loop was not unrolled)\n", 2, "unknown"},
		{"RESULT: unknown\nVERDICT: UNKNOWN (time limit while unrolling)\n", 2, "TIMEOUT"},
		{"RESULT: unknown\nVERDICT: UNKNOWN (processor time limit while unrolling)\n", 2, "TIMEOUT"},
		{"RESULT: unknown\nVERDICT: UNKNOWN (memory limit while unrolling)\n", 2, "OUT OF MEMORY"},
		{"RESULT: true\nRESULT: false(unreach-call)\nVERDICT: FALSE\n", 1, "false(unreach-call)"},
		{"RESULT: true\nVERDICT: TRUE\n", 1, "ERROR"},
		{"RESULT: true\nVERDICT: TRUE\n", -9, "ERROR"},
		{"RESULT: false(x) or so\n", 1, "ERROR"},
		{" RESULT: true\n", 0, "ERROR"},
		{"a.c: cannot be read\n", 3, "ERROR (input)"},
		{"internal error\n", 4, "ERROR (fault)"},
		{"\n", 0, "ERROR"},
	}
	var requests []request
	for _, c := range cases {
		requests = append(requests, request{Output: c.output, Code: c.code})
	}
	answers := ask(t, "", requests)
	for i, c := range cases {
		if got := answers[i].Result; got != c.want {
			t.Errorf("%q with %d: %s, want %s", c.output, c.code, got, c.want)
		}
	}
	if v := answers[0].Value; v != "3 of kind x" {
		t.Errorf("statistic: %q", v)
	}
}

// built is a directory with bin/cupel.
func built(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if out, err := exec.Command("go", "build", "-ldflags=-s -w", "-o", filepath.Join(dir, "bin", "cupel"), "cupel/cmd/cupel").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return dir
}

// TestRun: Cupel is found, its version is read, and its actual output is parsed.
func TestRun(t *testing.T) {
	dir := built(t)
	overflow := filepath.Join(dir, "overflow.c")
	if err := os.WriteFile(overflow, []byte("extern int __VERIFIER_nondet_int(void);\nint main(void) { int x = __VERIFIER_nondet_int(); return x + 1; }\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	prp := filepath.Join(dir, "no-overflow.prp")
	if err := os.WriteFile(prp, []byte("CHECK( init(main()), LTL(G ! overflow) )\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	diverging := []string{"--engine", "symex", "--no-run", "--invariants", "none"}
	got := ask(t, dir, []request{
		{Run: true, Files: []string{root + "/examples/safe.c"}, Options: []string{"--stats"}},
		{Run: true, Files: []string{root + "/examples/unsafe.c"}},
		{Run: true, Files: []string{overflow}, Property: prp},
		{Run: true, Files: []string{root + "/examples/diverging.c"}, Options: diverging, Limits: map[string]int{"walltime": 1}},
		{Run: true, Files: []string{root + "/examples/diverging.c"}, Options: diverging, Limits: map[string]int{"cputime": 1}},
		{Run: true, Files: []string{root + "/examples/diverging.c"}, Options: diverging, Limits: map[string]int{"memory": 60 << 20}},
		{Run: true, Files: []string{"gone.c"}},
	})
	for i, want := range []string{"true", "false(unreach-call)", "false(no-overflow)", "TIMEOUT", "TIMEOUT", "OUT OF MEMORY", "ERROR (input)"} {
		if got[i].Result != want {
			t.Errorf("run %d: %+v, want %s", i, got[i], want)
		}
	}
	if got[0].Value == "" || !regexp.MustCompile(`^\d+\.\d+`).MatchString(got[0].Version) {
		t.Errorf("%+v", got[0])
	}
}

// TestDefinition: the definition is well formed and asks for properties that exist.
func TestDefinition(t *testing.T) {
	file := root + "/scripts/benchexec/cupel.xml"
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range regexp.MustCompile(`<propertyfile>([^<]*)</propertyfile>`).FindAllStringSubmatch(string(data), -1) {
		if name := filepath.Base(m[1]); name != "unreach-call.prp" && name != "no-overflow.prp" {
			t.Errorf("%s is no property of Cupel", name)
		}
	}
	lint := need.Tool(t, "xmllint")
	cmd := exec.Command(lint, "--noout", "--nonet", "--dtdvalid", "testdata/benchmark.dtd", "-")
	cmd.Stdin = strings.NewReader(string(data))
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
