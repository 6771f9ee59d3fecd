package comparison_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cupel/product/bench"
	"cupel/product/bench/comparison"
)

// run makes a run of a verdict; expected is "true", "false" or "".
func run(config, task, expected, verdict string, cpu float64) bench.Run {
	family, _, _ := strings.Cut(task, "/")
	return bench.Run{Config: config, Task: task, Family: family, Expected: expected, Verdict: verdict,
		Category: bench.Categorize(verdict, bench.Task{Expected: expected}), CPU: cpu, Wall: cpu * 2, MemoryMB: 10 + cpu}
}

// runs are of two engines, the second of which is wrong once.
func runs() []bench.Run {
	hostile := run("b", "loops/<img src=x onerror=pwned=1>", "true", "ERROR", 0.5)
	hostile.Reason = "</script><script>window.pwned=1</script>"
	return []bench.Run{
		run("a", "loops/one", "true", "TRUE", 1), run("b", "loops/one", "true", "TRUE", 0.1),
		run("a", "loops/two", "false", "FALSE", 2), run("b", "loops/two", "false", "TIMEOUT", 10),
		run("a", "heap/three", "true", "UNKNOWN", 0.2), run("b", "heap/three", "true", "FALSE", 0.3),
		run("a", "heap/four", "false", "MEMORY", 3), run("b", "heap/four", "false", "FALSE", 4),
		run("a", "heap/five", "", "TRUE", 3), hostile,
	}
}

// TestTotals: counts, scores and the virtual best of runs with all categories.
func TestTotals(t *testing.T) {
	c := comparison.New([]comparison.Source{{Label: "x", Runs: runs()}})
	want := []comparison.Total{
		{Name: "a", Runs: 5, CorrectTrue: 1, CorrectFalse: 1, Unknown: 2, Memory: 1, Score: 3, MaxScore: 6, Unique: 1, CPU: 3},
		{Name: "b", Runs: 5, CorrectTrue: 1, CorrectFalse: 1, WrongFalse: 1, Timeout: 1, Errors: 1, Score: 3 - 16, MaxScore: 8, Unique: 1, CPU: 4.1},
		{Name: comparison.VirtualBest, Runs: 6, CorrectTrue: 1, CorrectFalse: 2, Unknown: 3, Score: 4, MaxScore: 8, CPU: 6.1},
	}
	if diff := cmp.Diff(want, c.Totals()); diff != "" {
		t.Error(diff)
	}
	var b strings.Builder
	if err := c.WriteText(&b); err != nil || !strings.Contains(b.String(), "-13") || !strings.Contains(b.String(), "virtual best") {
		t.Errorf("%v\n%s", err, b.String())
	}
}

// TestNames: parts of one run are one column, other results of the same name are another.
func TestNames(t *testing.T) {
	part := func(task string) []bench.Run { return []bench.Run{run("cupel", task, "true", "TRUE", 1)} }
	newer := part("f/c")
	newer[0].Version = "2"
	c := comparison.New([]comparison.Source{{Label: "one", Runs: part("f/a")}, {Label: "two", Runs: part("f/b")}, {Label: "three", Runs: part("f/b")}, {Label: "three", Runs: newer}})
	var names []string
	for _, k := range c.Configs {
		names = append(names, k.Name)
	}
	if diff := cmp.Diff([]string{"cupel (one)", "cupel (three)", "cupel (three, 2)"}, names); diff != "" {
		t.Error(diff)
	}
	if len(c.Tasks) != 3 || c.Tasks[0].Runs[0] == nil || c.Tasks[1].Runs[0] == nil || c.Tasks[1].Runs[1] == nil || c.Tasks[2].Runs[2] == nil {
		t.Errorf("%+v", c.Tasks)
	}
}

// TestExpected: an expected verdict that only one file contains applies to all.
func TestExpected(t *testing.T) {
	other := run("other", "f/a", "", "FALSE", 1)
	c := comparison.New([]comparison.Source{{Label: "x", Runs: []bench.Run{other}}, {Label: "y", Runs: []bench.Run{run("cupel", "f/a", "true", "TRUE", 1)}}})
	if totals := c.Totals(); totals[0].WrongFalse != 1 || totals[0].MaxScore != 2 || totals[1].CorrectTrue != 1 {
		t.Errorf("%+v", totals)
	}
}

// TestRead: results are recognised by content and named by their folder or file.
func TestRead(t *testing.T) {
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "mine"), 0o755); err != nil {
		t.Fatal(err)
	}
	own := filepath.Join(dir, "mine", bench.Results)
	var b bytes.Buffer
	if err := bench.WriteCSV(&b, runs()); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(own, b.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	for file, want := range map[string]int{own: 10, "../benchexec/testdata/other.results.xml": 12, "../benchexec/testdata/other.results.xml.bz2": 12, "../benchexec/testdata/tools.table.csv": 7} {
		s, err := comparison.Read(file, comparison.Label(file))
		if err != nil || len(s.Runs) != want {
			t.Errorf("%s: %d runs, %v", file, len(s.Runs), err)
		}
	}
	for file, want := range map[string]string{own: "mine", "a/other.results.xml.bz2": "other.results", "x.table.csv": "x"} {
		if got := comparison.Label(file); got != want {
			t.Errorf("%s: %s", file, got)
		}
	}
	bad := filepath.Join(dir, "bad.csv")
	if err := os.WriteFile(bad, []byte("task,verdict\nx,perhaps\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := comparison.Read(bad, ""); err == nil || !strings.HasPrefix(err.Error(), bad+`:2:1: "perhaps"`) {
		t.Error(err)
	}
}

func Example() {
	c := comparison.New([]comparison.Source{{Label: "monday", Runs: []bench.Run{
		{Config: "symex", Task: "loops/a", Expected: "true", Verdict: "TRUE", Category: bench.CorrectTrue},
		{Config: "gps", Task: "loops/a", Expected: "true", Verdict: "FALSE", Category: bench.WrongFalse},
	}}})
	for _, t := range c.Totals() {
		fmt.Println(t.Name, t.Score, "of", t.MaxScore)
	}
	// Output:
	// symex 2 of 2
	// gps -16 of 2
	// virtual best 2 of 2
}
