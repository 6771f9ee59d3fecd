package determinism_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"cupel/core/program"
	"cupel/core/work"
	"cupel/engine"
	"cupel/tests/effort"
	"cupel/tests/oracle"
	"cupel/tests/verifying"
	"cupel/verifier"
)

// runWork ends a run of the test; what was found by then must be the same, too.
// Guesses cost quantified many units and little time.
func runWork(engine string) int {
	n := effort.Count(100_000, 300_000, 1_000_000)
	if engine == "quantified" {
		n = max(n, 1_000_000)
	}
	return n
}

// recorded names the file to which a process that TestDeterministic has started writes its results.
const recorded = "CUPEL_RECORD_RUNS"

// timed matches what no two runs have in common: lines of witnesses and values of statistics.
var timed = regexp.MustCompile(`(?m)^.*(creation_time|uuid).*$|\d+\.\d+ ?s\b|\(s\)",\s+"value": [0-9.]+`)

// TestDeterministic: two runs of the same command give the same verdict, statistics, evidence
// and witness, except times. In make check the second run is in another process beside a busy
// one, with one processor.
func TestDeterministic(t *testing.T) {
	n := effort.Count(0, 4, 60)
	if file := os.Getenv(recorded); file != "" {
		if err := os.WriteFile(file, encode(t, outcomes(t, n)), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	first := outcomes(t, n)
	second := map[string]string{}
	if effort.Check() {
		elsewhere(t, &second)
	} else {
		second = outcomes(t, n)
	}
	decided := map[string]int{}
	for name, report := range first {
		if report != second[name] {
			t.Errorf("%s: two runs differ:\n%s", name, difference(report, second[name]))
		}
		if !strings.Contains(report, `"UNKNOWN"`) {
			decided[strings.Fields(name)[0]]++
		}
	}
	t.Logf("decided of %d: %v", n+len(examples), decided)
	for _, e := range verifier.Engines() { // an engine that always says UNKNOWN is deterministic, too
		if decided[e.Name] == 0 {
			t.Errorf("%s decides nothing", e.Name)
		}
	}
}

// examples are programs whose proofs need more than the random ones' do.
var examples = []string{
	`int main(void) { int n = __VERIFIER_nondet_int(), i = 0, s = 0; if (n < 0 || n > 1000) return 0;
while (i < n) { i++; s += 2; } if (s != 2 * n) reach_error(); return 0; }`,
	`int main(void) { unsigned x = __VERIFIER_nondet_uint(), y = x; while (x > 0) { x--; if (y > 0) y--; } if (y != 0) reach_error(); return 0; }`,
	`int a[8]; int main(void) { for (int i = 0; i < 8; i++) a[i] = __VERIFIER_nondet_int(); int m = a[0];
for (int i = 1; i < 8; i++) if (a[i] > m) m = a[i]; if (m < a[5]) reach_error(); return 0; }`,
	`int f(int n) { return n <= 0 ? 0 : f(n - 1) + 1; } int main(void) { int n = __VERIFIER_nondet_int(); if (n >= 0 && f(n) != n) reach_error(); return 0; }`,
	`int main(void) { int i = 0, k = __VERIFIER_nondet_int(); while (i < 20) { if (__VERIFIER_nondet_int()) i += 2; else i++; } if (i == 21 && k == 77) reach_error(); return 0; }`,
}

// outcomes runs every engine on n random programs and the examples, and returns the reports.
func outcomes(t *testing.T, n int) map[string]string {
	t.Helper()
	base := effort.Seed(500)
	var sources []string
	for i := range n {
		o := oracle.All
		o.Bits, o.Memory = i%3 == 0, i%2 == 0
		sources = append(sources, oracle.Generate(base+uint64(i), o).Source)
	}
	for _, s := range examples {
		sources = append(sources, "extern int __VERIFIER_nondet_int(void); extern unsigned __VERIFIER_nondet_uint(void); extern void reach_error(void);\n"+s)
	}
	out := map[string]string{}
	for i, source := range sources {
		dir := filepath.Join(os.TempDir(), fmt.Sprintf("cupel-determinism-%d", os.Getpid()))
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		task := verifying.Load(t, filepath.Join(dir, fmt.Sprintf("p%d.c", i)), source)
		for _, e := range verifier.Engines() {
			out[fmt.Sprintf("%s p%d", e.Name, i)] = strings.ReplaceAll(outcome(t, task, dir, e.Name), dir, "")
		}
		os.RemoveAll(dir)
	}
	return out
}

// outcome is the report and the witness of a run of an engine, without times.
func outcome(t *testing.T, task *verifier.Task, dir, name string) string {
	t.Helper()
	cfg := verifier.DefaultConfig()
	cfg.Engine, cfg.DataModel, cfg.NoRun = name, program.LP64, true
	if name == verifier.Auto {
		cfg.Choose("turns", "work") // those by processor time do not repeat themselves
	}
	cfg.Timeout, cfg.MemoryMB, cfg.Invariants = 0, 0, verifier.InvariantsNone // the engines are tested without help
	cfg.Witness, cfg.CommandLine = filepath.Join(dir, "witness.yml"), "cupel verify"
	ctx, stop := work.Within(context.Background(), runWork(name))
	defer stop()
	rep, err := verifier.Verify(ctx, task, cfg, engine.Quiet{})
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	rep.Times = nil
	if rep.Portfolio != nil {
		for i := range rep.Portfolio.Members {
			rep.Portfolio.Members[i].CPUSeconds = 0
		}
	}
	text := encode(t, rep)
	witness, err := os.ReadFile(cfg.Witness)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		t.Fatal(err)
	}
	os.Remove(cfg.Witness)
	return timed.ReplaceAllString(string(text)+"\n"+string(witness), "")
}

func encode(t *testing.T, v any) []byte {
	t.Helper()
	data, err := json.MarshalIndent(v, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// elsewhere lets another process find the outcomes, while this one keeps a processor busy.
func elsewhere(t *testing.T, out *map[string]string) {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "runs.json")
	cmd := exec.CommandContext(t.Context(), exe, "-test.run", "^TestDeterministic$", "-test.timeout", "0", fmt.Sprintf("-test.short=%t", testing.Short()))
	cmd.Env = append(os.Environ(), recorded+"="+file, "GOMAXPROCS=1")
	done := make(chan struct{})
	go func() {
		for x := 0; ; x++ {
			select {
			case <-done:
				return
			default:
			}
		}
	}()
	text, err := cmd.CombinedOutput()
	close(done)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	data, err := os.ReadFile(file)
	if err == nil {
		err = json.Unmarshal(data, out)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// difference shows the lines from the first that differs on.
func difference(a, b string) string {
	x, y := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i := range min(len(x), len(y)) {
		if x[i] != y[i] {
			return strings.Join(x[max(0, i-3):min(len(x), i+3)], "\n") + "\n---\n" + strings.Join(y[max(0, i-3):min(len(y), i+3)], "\n")
		}
	}
	return fmt.Sprintf("%d and %d lines", len(x), len(y))
}
