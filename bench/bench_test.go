package bench

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// fake writes a verifier that answers by the task's name and counts its calls.
func fake(t *testing.T, dir string) (binary, calls string) {
	t.Helper()
	binary, calls = filepath.Join(dir, "fake"), filepath.Join(dir, "calls")
	script := fmt.Sprintf(`#!/bin/sh
echo x >> %s
for f; do last=$f; done
case $last in
  *slow*) sleep 30 ;;
  *crash*) echo "boom" >&2; exit 7 ;;
  *unsafe*) echo '{"verdict": "FALSE", "confirmed": "yes", "harness": "hit: x"}'; exit 1 ;;
  *unknown*) echo '{"verdict": "UNKNOWN", "reason": "time limit after 3"}'; exit 2 ;;
  *) echo '{"verdict": "TRUE", "certified": "yes"}' ;;
esac
`, calls)
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
	o := Options{Binary: binary, Time: 10 * time.Second, MemoryMB: 1000, Workers: 3, Dir: filepath.Join(dir, "out")}
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

// TestLimit: a run that ignores its limit is killed.
func TestLimit(t *testing.T) {
	if testing.Short() {
		t.Skip("waits for the grace period")
	}
	dir := t.TempDir()
	binary, _ := fake(t, dir)
	runs, err := Execute(context.Background(), []Config{{Name: "a"}}, tasks("slow"), Options{Binary: binary, Time: time.Millisecond, Dir: dir, Workers: 1})
	if err != nil || runs[0].Verdict != "TIMEOUT" {
		t.Errorf("%+v, %v", runs, err)
	}
}

// TestTables: the summary counts per family and names wrong verdicts.
func TestTables(t *testing.T) {
	runs := []Run{
		{Config: "a", Task: "f/1", Family: "f", Expected: "true", Verdict: "TRUE", Category: CorrectTrue, Certified: "by x"},
		{Config: "b", Task: "f/1", Family: "f", Expected: "true", Verdict: "UNKNOWN", Category: Undecided},
		{Config: "a", Task: "g/2", Family: "g", Expected: "false", Verdict: "UNKNOWN", Category: Undecided},
		{Config: "b", Task: "g/2", Family: "g", Expected: "false", Verdict: "FALSE", Category: CorrectFalse, Confirmed: "y", Harness: "hit: z"},
		{Config: "a", Task: "g/3", Family: "g", Expected: "false", Verdict: "TRUE", Category: WrongTrue, Certified: "no: w"},
	}
	var b bytes.Buffer
	if err := Summarize(runs).Write(&b); err != nil {
		t.Fatal(err)
	}
	if err := WriteEvidence(&b, runs); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"a: 1 of 3 solved (33.3%)", "virtual best: 2 of 3", "wrong verdicts: 1", "a on g/3: TRUE, expected false",
		"FALSE verdicts: 1, replayed in the interpreter: 1, through the compiled harness: 1 of 1", "TRUE verdicts: 2, certified: 1 of 2"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("missing %q in\n%s", want, b.String())
		}
	}
	b.Reset()
	if err := WriteCSV(&b, runs); err != nil || strings.Count(b.String(), "\n") != 6 {
		t.Errorf("%v\n%s", err, b.String())
	}
}
