package suite

import (
	"encoding/csv"
	"strings"
	"testing"
	"time"

	"cupel/product/bench"
)

// TestRead: reports become verdicts and categories, by the exit code, the expected verdict and what samples say.
func TestRead(t *testing.T) {
	const fails = `"condition": "x < 0", "size_before": 7, "size": 1, "searches": 3, "iterations": [{}, {}]`
	for _, c := range []struct {
		name, stdout string
		exit         int
		expected     string
		disputed     string
		read         bool
		category     string
	}{
		{"precise", `{"status": "precise", ` + fails + `}`, 0, "false", "", true, Precise},
		{"precise, exit code of another", `{"status": "precise", ` + fails + `}`, 2, "false", "", false, ""},
		{"no report", `{"verdict": "TRUE"}`, 0, "false", "", false, ""},
		{"torn", `{"status": "precise"`, 0, "false", "", false, ""},
		{"fails, but is safe", `{"status": "partial", "reason": "x", ` + fails + `}`, 2, "true", "", true, Wrong},
		{"fails, and is not safe, as was shown", `{"status": "partial", "reason": "x", ` + fails + `}`, 2, "true", "FALSE", true, Partial},
		{"fails, expectation unknown", `{"status": "partial", "reason": "x", ` + fails + `}`, 2, "", "", true, Partial},
		{"safe", `{"status": "precise", "condition": "0"}`, 0, "true", "", true, Precise},
		{"safe, but fails", `{"status": "precise", "condition": "0"}`, 0, "false", "", true, Wrong},
		{"nothing", `{"status": "partial", "condition": "0", "reason": "time limit", "reason_kind": "time"}`, 2, "false", "", true, Nothing},
		{"contradicted", `{"status": "partial", "reason_kind": "fault", ` + fails + `, "samples": {"inside": {"runs": 3, "agree": 2, "contradict": 1}}}`, 2, "false", "", true, Wrong},
		{"contradicted when compiled", `{"status": "partial", "reason_kind": "fault", ` + fails + `, "samples": {"compiled": {"outside": {"runs": 3, "contradict": 1}}}}`, 2, "false", "", true, Wrong},
		{"others fail, too", `{"status": "partial", ` + fails + `, "samples": {"outside": {"runs": 3, "agree": 2, "contradict": 1}}}`, 2, "false", "", true, Partial},
		{"fault", `{"status": "partial", "reason_kind": "fault", ` + fails + `}`, 2, "false", "", true, Failed},
	} {
		r := bench.Run{Expected: c.expected}
		tool := Tool(0)
		if got := tool.Read(&r, []byte(c.stdout), c.exit); got != c.read {
			t.Errorf("%s: read %v", c.name, got)
			continue
		}
		if got := tool.Categorize(&r, bench.Task{Expected: c.expected, Disputed: c.disputed}); c.read && got != c.category {
			t.Errorf("%s: %s, want %s", c.name, got, c.category)
		}
		if d := details(&r); c.name == "precise" && (d.Iterations != 2 || d.Searches != 3 || d.Before != 7 || d.Size != 1 || d.Safe) {
			t.Errorf("%+v", d)
		}
	}
}

// TestArguments: limits, and samples in the compiled program.
func TestArguments(t *testing.T) {
	o := bench.Options{Time: 2 * time.Second, MemoryMB: 100, CPU: true}
	if got := strings.Join(Tool(20).Arguments(o), " "); got != "condition --format json --timeout 6s --memory 100 --cpu-time 2s --run-compiled --samples 20" {
		t.Error(got)
	}
	if Tool(20).Name == Tool(0).Name {
		t.Error("results without samples would be reused")
	}
}

// TestTables: counts, means of precise conditions, overlap, mistakes.
func TestTables(t *testing.T) {
	run := func(config, task, category, verdict, details string, cpu float64) bench.Run {
		return bench.Run{Config: config, Task: task, Expected: "false", Category: category, Verdict: verdict, CPU: cpu, Details: []byte(details), Fault: category == Failed}
	}
	runs := []bench.Run{
		run("a", "f/1", Precise, Precise, `{"iterations": 2, "size_before": 9, "size": 3, "inside": {"runs": 5, "agree": 4}}`, 1),
		run("b", "f/1", Precise, Precise, `{"iterations": 1, "size_before": 4, "size": 4}`, 2),
		run("a", "f/2", Precise, Precise, `{"iterations": 4, "size_before": 1, "size": 1}`, 3),
		run("b", "f/2", Partial, Partial, `{"iterations": 8, "limit": "cpu-time"}`, 9),
		run("a", "f/3", Nothing, "TIMEOUT", ``, 9),
		run("b", "f/3", Wrong, Partial, `{"contradicted": true}`, 9),
		run("a", "f/4", Failed, Failed, ``, 9),
		run("b", "f/4", Nothing, Nothing, `{"limit": "memory"}`, 9),
	}
	table := Summarize(runs)
	var b strings.Builder
	if err := table.Write(&b); err != nil {
		t.Fatal(err)
	}
	text := strings.Join(strings.Fields(b.String()), " ")
	for _, want := range []string{
		"a 4 2 50.0% 0 1 0 1 1 b 4 1 25.0% 1 1 1 0 1 any run 4 2 50.0%",
		"a 3.0 4 5.0 9 2.0 3 2.00 3.00", // iterations, before, after, processor time
		"Precise by exactly these runs: a: 1 a, b: 1",
		"a, samples in the interpreter: 4 of 5 inside fail, 0 of 0 outside do not; 0 contradict",
		"wrong conditions: 1 b on f/3: partial, expected false", "faults: 1 a on f/4:",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing:\n%s", want, b.String())
		}
	}
	b.Reset()
	if err := WriteCSV(&b, runs); err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(strings.NewReader(b.String())).ReadAll()
	if err != nil || len(rows) != 9 || rows[5][6] != "time" || rows[1][14] != "4/5" {
		t.Errorf("%v %q", err, rows)
	}
}
