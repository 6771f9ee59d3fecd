package bench

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// lastResort is the limit of runs that answer at once: it only ends what hangs.
const lastResort = 10 * time.Minute

// fake writes a verifier that answers by the task's name and counts its calls. A slow one waits until the pipe "slow" in dir is read, and then sleeps.
func fake(t *testing.T, dir string) (binary, calls string) {
	t.Helper()
	binary, calls = filepath.Join(dir, "fake"), filepath.Join(dir, "calls")
	if err := syscall.Mkfifo(filepath.Join(dir, "slow"), 0o600); err != nil {
		t.Fatal(err)
	}
	script := fmt.Sprintf(`#!/bin/sh
echo x >> %s
cd %s
for f; do last=$f; done
case $last in
  *slow*) : >slow; exec sleep 600 ;;
  *crash*) echo "boom" >&2; exit 7 ;;
  *unsafe*) echo '{"verdict": "FALSE", "confirmed": "yes", "harness": "hit: x"}'; exit 1 ;;
  *unknown*) echo '{"verdict": "UNKNOWN", "reason": "time limit after 3", "reason_kind": "time"}'; exit 2 ;;
  *) echo '{"verdict": "TRUE", "certified": "yes", "certificate": {"level": "source"}}' ;;
esac
`, calls, dir)
	if err := os.WriteFile(binary, []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	return binary, calls
}

func tasks(names ...string) []Task {
	var ts []Task
	for _, n := range names {
		e := "true"
		if strings.Contains(n, "unsafe") || strings.Contains(n, "bug") {
			e = "false"
		}
		ts = append(ts, Task{Path: n, Name: "fam/" + n, Family: "fam", Expected: e})
	}
	return ts
}

// TestExecute: verdicts, categories, order, and resuming from the journal.
func TestExecute(t *testing.T) {
	dir := t.TempDir()
	binary, calls := fake(t, dir)
	o := Options{Binary: binary, Time: lastResort, MemoryMB: 1000, Workers: 3, Dir: filepath.Join(dir, "out")}
	ts := tasks("safe", "unsafe", "bug", "unknown", "crash")
	ts = append(ts, Task{Path: "unsafe-disputed", Name: "fam/d", Family: "fam", Expected: "true", Disputed: "FALSE"})
	cs := []Config{{Name: "a"}, {Name: "b", Flags: []string{"--x"}}}
	runs, err := Execute(context.Background(), cs, ts, o)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{CorrectTrue, CorrectFalse, WrongTrue, Undecided, Failed, Disputed}
	if len(runs) != 2*len(want) {
		t.Fatalf("%d runs", len(runs))
	}
	for i, r := range runs {
		if r.Category != want[i/2] || r.Config != cs[i%2].Name {
			t.Errorf("run %d: %s %s %s, want %s", i, r.Config, r.Task, r.Category, want[i/2])
		}
	}
	if runs[6].Verdict != "TIMEOUT" || !strings.Contains(runs[8].Reason, "exit 7: boom") {
		t.Errorf("%+v, %+v", runs[6], runs[8])
	}
	count := func() int {
		data, _ := os.ReadFile(calls)
		return bytes.Count(data, []byte("x"))
	}
	before := count()
	// A torn line at the end of the journal, as after a crash, loses that run only.
	j := filepath.Join(o.Dir, "journal.jsonl")
	data, err := os.ReadFile(j)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(j, data[:len(data)-20], 0o644); err != nil {
		t.Fatal(err)
	}
	again, err := Execute(context.Background(), cs, ts, o)
	if err != nil || len(again) != len(runs) || count() != before+1 {
		t.Errorf("%v, %d runs, %d new calls", err, len(again), count()-before)
	}
}

// TestArguments: limits of the clock and of the processor.
func TestArguments(t *testing.T) {
	c := Config{Name: "a", Flags: []string{"--engine", "symex"}}
	o := Options{Time: 2 * time.Second, MemoryMB: 100}
	for _, tc := range []struct {
		cpu            bool
		args, describe string
	}{
		{false, "verify --format json --timeout 2s --memory 100 --engine symex", "2s,100MB,evidence=false"},
		{true, "verify --format json --timeout 6s --memory 100 --cpu-time 2s --engine symex", "2s cpu,100MB,evidence=false"},
	} {
		o.CPU = tc.cpu
		if got := strings.Join(arguments(c, o), " "); got != tc.args || o.Limits() != tc.describe {
			t.Errorf("%s; %s", got, o.Limits())
		}
	}
}

// TestLimit: a run that ignores its limit is killed.
func TestLimit(t *testing.T) {
	dir := t.TempDir()
	binary, _ := fake(t, dir)
	runs, err := Execute(context.Background(), []Config{{Name: "a"}}, tasks("slow"), Options{Binary: binary, Time: time.Millisecond, Grace: time.Millisecond, Dir: dir, Workers: 1})
	if err != nil || runs[0].Verdict != "TIMEOUT" {
		t.Errorf("%+v, %v", runs, err)
	}
}

// TestTables: the summary counts per family and names wrong verdicts.
func TestTables(t *testing.T) {
	runs := []Run{
		{Config: "a", Task: "f/1", Family: "f", Expected: "true", Verdict: "TRUE", Category: CorrectTrue, Certified: "by x", Certificate: "source"},
		{Config: "b", Task: "f/1", Family: "f", Expected: "true", Verdict: "UNKNOWN", Category: Undecided},
		{Config: "a", Task: "g/2", Family: "g", Expected: "false", Verdict: "UNKNOWN", Category: Undecided},
		{Config: "b", Task: "g/2", Family: "g", Expected: "false", Verdict: "FALSE", Category: CorrectFalse, Confirmed: "y", Harness: "hit: z"},
		{Config: "a", Task: "g/3", Family: "g", Expected: "false", Verdict: "TRUE", Category: WrongTrue, Certified: "no: w", Certificate: "none"},
	}
	var b bytes.Buffer
	if err := Summarize(runs).Write(&b); err != nil {
		t.Fatal(err)
	}
	if err := WriteEvidence(&b, runs); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"a: 1 of 3 solved (33.3%)", "virtual best: 2 of 3", "wrong verdicts: 1", "a on g/3: TRUE, expected false",
		"FALSE verdicts: 1, replayed in the interpreter: 1, through the compiled harness: 1 of 1", "TRUE verdicts: 2, certified: 1 of 2 (source: 1)"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("missing %q in\n%s", want, b.String())
		}
	}
	b.Reset()
	if err := WriteCSV(&b, runs); err != nil || strings.Count(b.String(), "\n") != 6 {
		t.Errorf("%v\n%s", err, b.String())
	}
}

// TestTornJournal: entries appended after a torn line are read again.
func TestTornJournal(t *testing.T) {
	dir := t.TempDir()
	binary, calls := fake(t, dir)
	o := Options{Binary: binary, Time: lastResort, Workers: 1, Dir: filepath.Join(dir, "out")}
	if err := os.MkdirAll(o.Dir, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(o.Dir, "journal.jsonl"), []byte(`{"config":"a","ta`), 0o644); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		runs, err := Execute(context.Background(), []Config{{Name: "a"}}, tasks("safe"), o)
		if err != nil || len(runs) != 1 || runs[0].Category != CorrectTrue {
			t.Fatalf("%+v, %v", runs, err)
		}
	}
	if data, _ := os.ReadFile(calls); bytes.Count(data, []byte("x")) != 1 {
		t.Errorf("%d calls", bytes.Count(data, []byte("x")))
	}
	o.Time = 2 * lastResort // other limits are another run
	if _, err := Execute(context.Background(), []Config{{Name: "a"}}, tasks("safe"), o); err != nil {
		t.Fatal(err)
	}
	if data, _ := os.ReadFile(calls); bytes.Count(data, []byte("x")) != 2 {
		t.Errorf("%d calls", bytes.Count(data, []byte("x")))
	}
}

// TestInterrupt: an interrupted benchmark kills its runs and returns the
// finished ones.
func TestInterrupt(t *testing.T) {
	dir := t.TempDir()
	binary, _ := fake(t, dir)
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		f, err := os.Open(filepath.Join(dir, "slow")) // when the second run has it open
		if err != nil {
			t.Error(err)
		}
		cancel()
		_ = f.Close()
	}()
	runs, err := Execute(ctx, []Config{{Name: "a"}}, tasks("safe", "slow", "unsafe"), Options{Binary: binary, Workers: 1, Dir: dir})
	if err != context.Canceled || len(runs) != 1 || runs[0].Category != CorrectTrue {
		t.Errorf("%+v, %v", runs, err)
	}
}

// TestRead: only a document that agrees with the exit code is a verdict.
func TestRead(t *testing.T) {
	for _, c := range []struct {
		stdout, killed string
		exit           int
		want           string
	}{
		{`{"verdict": "TRUE"}`, "", 0, "TRUE"},
		{`{"verdict": "TRUE"}`, "", 1, "ERROR"},
		{`{"verdict": "TRUE"}`, "", -1, "ERROR"},
		{`{"verdict": "FALSE"}`, "", 1, "FALSE"},
		{`{"verdict": "FALSE"}`, "TIMEOUT", 1, "TIMEOUT"},
		{`{"verdict": "TRUE"}{"verdict": "UNKNOWN"}`, "", 2, "ERROR"},
		{`{"verdict": "UNKNOWN", "reason": "memory limit", "reason_kind": "memory"}`, "", 2, "MEMORY"},
		{`{"verdict": "UNKNOWN", "reason": "time limit after 3 s", "reason_kind": "cpu-time"}`, "", 2, "TIMEOUT"},
		{`{"verdict": "UNKNOWN", "reason": "recursion"}`, "", 2, "UNKNOWN"},
		{`{"verdict": "MAYBE"}`, "", 0, "ERROR"},
		{`{"verdict": `, "", 0, "ERROR"},
		{``, "", 3, "ERROR"},
	} {
		var r Run
		if r.read([]byte(c.stdout), "what is wrong\nmore", c.killed, c.exit); r.Verdict != c.want {
			t.Errorf("%q, exit %d: %s, want %s", c.stdout, c.exit, r.Verdict, c.want)
		}
		if r.Verdict == "ERROR" && !strings.HasSuffix(r.Reason, ": what is wrong") {
			t.Error(r.Reason)
		}
	}
}

// TestAllowance: runs are killed after their limits and the time for evidence;
// without a limit never.
func TestAllowance(t *testing.T) {
	for _, c := range []struct {
		flags string
		o     Options
		want  time.Duration
	}{
		{"", Options{Time: time.Second}, time.Second + grace},
		{"", Options{}, 0},
		{"", Options{Evidence: true}, 0},
		{"--timeout 3s", Options{Time: time.Second}, 3*time.Second + grace},
		{"--timeout 3s", Options{Time: time.Second, Grace: time.Second}, 4 * time.Second},
		{"--timeout=0", Options{Time: time.Second}, 0},
		{"", Options{Time: time.Second, Evidence: true}, time.Minute + time.Second + grace},
		{"", Options{Time: time.Second, Harness: true}, time.Minute + time.Second + grace},
		{"--certify --certify-timeout 2s", Options{Time: time.Second}, 3*time.Second + grace},
		{"--witness w.yml --certify-timeout=0s", Options{Time: time.Second}, 0},
	} {
		if got := allowance(Config{Flags: strings.Fields(c.flags)}, c.o); got != c.want {
			t.Errorf("%q %+v: %v, want %v", c.flags, c.o, got, c.want)
		}
	}
}

// TestCategorize is BenchExec's table, with refuted expectations.
func TestCategorize(t *testing.T) {
	for _, c := range []struct{ verdict, expected, disputed, want string }{
		{"TRUE", "true", "", CorrectTrue},
		{"FALSE", "false", "", CorrectFalse},
		{"TRUE", "false", "", WrongTrue},
		{"FALSE", "true", "", WrongFalse},
		{"TRUE", "", "", Undecided},
		{"FALSE", "", "", Undecided},
		{"UNKNOWN", "true", "", Undecided},
		{"TIMEOUT", "false", "", Undecided},
		{"ERROR", "true", "", Failed},
		{"FALSE", "true", "FALSE", Disputed},
		{"TRUE", "true", "FALSE", CorrectTrue},
		{"ERROR", "true", "FALSE", Failed},
	} {
		if got := Categorize(c.verdict, Task{Expected: c.expected, Disputed: c.disputed}); got != c.want {
			t.Errorf("%+v: %s", c, got)
		}
	}
}
