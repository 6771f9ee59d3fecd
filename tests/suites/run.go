package suites

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"cupel/product/bench"
)

// lastResort is a limit by the clock that nothing comes near.
const lastResort = "10m"

// Time is the usual limit of a run.
const Time = 10 * time.Second

// Engines are the engines that every suite runs with.
var Engines = []string{"symex", "symexecia", "gps", "cegar", "traceabs", "kinduction", "bmc"}

// Build compiles cupel for the tests of t.
func Build(t *testing.T) string {
	t.Helper()
	binary := filepath.Join(t.TempDir(), "cupel")
	if out, err := exec.Command("go", "build", "-ldflags=-s -w", "-o", binary, "cupel/cmd/cupel").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return binary
}

// Run verifies the tasks with the engines. The limit is processor time, so that results do not depend on the machine's load. A wrong verdict, a
// counterexample that the compiled program does not follow, or a fault of cupel fails the test, and so does an engine that decides less than the share least of the tasks (percent).
func Run(t *testing.T, binary string, tasks []bench.Task, engines []string, limit time.Duration, least int) {
	t.Helper()
	var configs []bench.Config
	for _, e := range engines {
		configs = append(configs, bench.Config{Name: e, Flags: []string{"--engine", e, "--timeout", lastResort}})
	}
	o := bench.Options{Binary: binary, Time: limit, CPU: true, MemoryMB: 4096, Workers: 2, Dir: t.TempDir(), Harness: true}
	runs, err := bench.Execute(context.Background(), configs, tasks, o)
	if err != nil {
		t.Fatal(err)
	}
	path := map[string]string{}
	for _, task := range tasks {
		path[task.Name] = task.Path
	}
	for _, e := range engines {
		report(t, e, slices.DeleteFunc(slices.Clone(runs), func(r bench.Run) bool { return r.Config != e }), path, least)
	}
}

// report logs the results of an engine and the reasons of its UNKNOWN verdicts.
func report(t *testing.T, engine string, runs []bench.Run, path map[string]string, least int) {
	t.Helper()
	right := 0
	reasons := map[string][]string{}
	for _, r := range runs {
		switch {
		case r.Wrong():
			t.Errorf("WRONG: %s: %s is %s, expected %s (%s)", engine, r.Task, r.Verdict, r.Expected, path[r.Task])
		case r.Disagrees:
			t.Errorf("DISAGREES: %s: %s: %s (%s)", engine, r.Task, r.Reason, path[r.Task])
		case r.Fault:
			t.Errorf("fault: %s: %s: %s", engine, r.Task, r.Reason)
		case r.Solved():
			right++
		default:
			why := general(r.Verdict + ": " + r.Reason)
			reasons[why] = append(reasons[why], r.Task)
		}
	}
	var b bytes.Buffer
	for _, why := range slices.SortedFunc(keys(reasons), func(x, y string) int {
		return cmp.Or(len(reasons[y])-len(reasons[x]), strings.Compare(x, y))
	}) {
		fmt.Fprintf(&b, "\n%5d %s: %s", len(reasons[why]), why, strings.Join(reasons[why][:min(4, len(reasons[why]))], " "))
	}
	t.Logf("%s: %d of %d decided%s", engine, right, len(runs), b.String())
	if 100*right < least*len(runs) {
		t.Errorf("%s decides %d of %d, at least %d%% are expected", engine, right, len(runs), least)
	}
}

func keys(m map[string][]string) func(func(string) bool) {
	return func(yield func(string) bool) {
		for k := range m {
			if !yield(k) {
				return
			}
		}
	}
}

var (
	position = regexp.MustCompile(`\S+\.[ch](:\d+)*`)
	number   = regexp.MustCompile(`\b\d+\b`)
)

// general forgets where something happened.
func general(reason string) string {
	reason, _, _ = strings.Cut(reason, "\n")
	return number.ReplaceAllString(position.ReplaceAllString(reason, "FILE"), "N")
}
