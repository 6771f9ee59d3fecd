package suite

import (
	"encoding/csv"
	"strings"
	"testing"
	"time"

	"cupel/product/bench"
)

// TestRead: reports become verdicts, by the exit code and the answers of functions.
func TestRead(t *testing.T) {
	functions := func(fs ...string) string {
		return `{"arithmetic": "mod", "functions": [` + strings.Join(fs, ",") + `], "summary": {"checks": {"proved": 2, "violated": 1}}}`
	}
	const (
		ok      = `{"name": "C::a", "verdict": "OK"}`
		fails   = `{"name": "C::b", "verdict": "ERROR", "errors": [{"text": "x"}, {"text": "y"}]}`
		may     = `{"name": "C::c", "verdict": "UNKNOWN", "reason": "it may fail", "errors": [{"text": "x"}]}`
		open    = `{"name": "C::d", "verdict": "UNKNOWN", "reason": "z3: incomplete"}`
		late    = `{"name": "C::e", "verdict": "TIMEOUT", "reason": "time limit"}`
		skipped = `{"name": "C::f", "verdict": "SKIPPED", "reason": "assembly"}`
		fault   = `{"name": "C::g", "verdict": "UNKNOWN", "reason": "internal error: x"}`
	)
	for _, c := range []struct {
		name, stdout, stderr string
		exit                 int
		read                 bool
		verdict, reason      string
		want                 Details
	}{
		{"all", functions(ok, fails, may, open, skipped), "", 1, true, Finished, "", Details{"mod", 1, 1, 1, 2, 2, Checks{2, 1, 0}}},
		{"late", functions(ok, late), "", 2, true, Late, "C::e: time limit", Details{"mod", 1, 0, 0, 1, 0, Checks{2, 1, 0}}},
		{"fault", functions(ok, fault), "", 2, true, Failed, "C::g: internal error: x", Details{"mod", 1, 0, 0, 1, 0, Checks{2, 1, 0}}},
		{"refused", "", "a.sol:1:1: no compiler\nmore", 3, true, Refused, "a.sol:1:1: no compiler", Details{}},
		{"crash", "", "boom", 4, false, "", "", Details{}},
		{"killed", functions(ok), "", -1, false, "", "", Details{}},
		{"interrupted", `{"functions": []}`, "", 2, false, "", "", Details{}},
		{"skipped", functions(ok, skipped), "", 5, true, Finished, "", Details{"mod", 1, 0, 1, 0, 0, Checks{2, 1, 0}}},
	} {
		var r bench.Run
		if got := Tool().Read(&r, []byte(c.stdout), c.stderr, c.exit); got != c.read {
			t.Errorf("%s: read %v", c.name, got)
			continue
		}
		if got := details(&r); r.Verdict != c.verdict || r.Reason != c.reason || got != c.want {
			t.Errorf("%s: %s (%s) %+v", c.name, r.Verdict, r.Reason, got)
		}
	}
}

// TestArguments: the limit is that of the run and of each function.
func TestArguments(t *testing.T) {
	if got := strings.Join(Tool().Arguments(bench.Options{Time: 2 * time.Second}), " "); got != "solidity --format json --jobs 1 --timeout 2s --run-timeout 2s" {
		t.Error(got)
	}
}

// TestTables counts files and functions.
func TestTables(t *testing.T) {
	run := func(config, verdict, details string, cpu float64) bench.Run {
		return bench.Run{Config: config, Task: "f/" + verdict, Verdict: verdict, Category: verdict, CPU: cpu, Details: []byte(details), Fault: verdict == Failed}
	}
	runs := []bench.Run{
		run("int", Finished, `{"ok": 3, "alarms": 1, "error": 1}`, 1),
		run("int", Finished, `{"ok": 2, "skipped": 1}`, 2),
		run("int", Late, `{"ok": 1, "open": 1}`, 9),
		run("int", Refused, ``, 0),
		run("int", "TIMEOUT", ``, 9),
		run("int", Failed, ``, 9),
		run("bv", Finished, `{"ok": 1, "checks": {"proved": 4, "violated": 5, "unknown": 6}}`, 4),
	}
	var b strings.Builder
	if err := Summarize(runs).Write(&b); err != nil {
		t.Fatal(err)
	}
	text := strings.Join(strings.Fields(b.String()), " ")
	for _, want := range []string{"int 6 1 3 1 2 50.0% 1.50 1 1", "bv 1 0 1 0 1 100.0% 4.00 0 0", "int 6 1 1 1 1 0 0 0", "bv 1 0 0 0 0 4 5 6", "faults: 1 int on f/ERROR"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing:\n%s", want, b.String())
		}
	}
	b.Reset()
	runs[0].Task, runs[0].Reason = "f/first", "<script>"
	if err := Summarize(runs).WriteHTML(&b, runs, Context{Title: "t", Version: "1", CommandLine: "<script>"}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`<th scope="row">int</th><td>6</td>`, `<span class="badge FALSE">FINISHED</span>1.00 s; 3 OK, 1 ERROR, 0 open, 0 SKIPPED; &lt;script&gt;`, `<span class="badge TRUE">FINISHED</span>4.00 s`, `<span class="badge UNKNOWN">REFUSED</span>`} {
		if !strings.Contains(b.String(), want) || strings.Contains(b.String(), "<script") {
			t.Errorf("%q is missing:\n%s", want, b.String())
		}
	}
	b.Reset()
	if err := WriteCSV(&b, runs); err != nil {
		t.Fatal(err)
	}
	if rows, err := csv.NewReader(strings.NewReader(b.String())).ReadAll(); err != nil || len(rows) != 8 || rows[7][10] != "4" {
		t.Errorf("%v %q", err, rows)
	}
}
