package bench

import (
	"bytes"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestMerge: repetitions become one run with means; a wrong one is not outvoted, and different verdicts solve nothing.
func TestMerge(t *testing.T) {
	rep := func(task, verdict string, n int, cpu float64) Run {
		return Run{Config: "a", Task: task, Expected: "true", Verdict: verdict, Category: Categorize(verdict, Task{Expected: "true"}), CPU: cpu, Repetition: n,
			Stats: map[string]float64{"iterations": cpu}}
	}
	got := Merge([]Run{
		rep("same", "TRUE", 1, 1), rep("same", "TRUE", 2, 3),
		rep("differ", "TRUE", 1, 1), rep("differ", "UNKNOWN", 2, 1),
		rep("wrong", "TRUE", 1, 1), rep("wrong", "FALSE", 2, 1), rep("wrong", "TRUE", 3, 1),
		rep("single", "TRUE", 0, 5),
	})
	if len(got) != 4 {
		t.Fatal(got)
	}
	for i, want := range []string{CorrectTrue, Undecided, WrongFalse, CorrectTrue} {
		if got[i].Category != want || got[i].Repetition != 0 {
			t.Errorf("%+v, want %s", got[i], want)
		}
	}
	if m := got[0]; m.CPU != 2 || math.Abs(m.Deviation-math.Sqrt2/2) > 1e-9 || m.Stats["iterations"] != 2 {
		t.Errorf("%+v", m)
	}
}

// TestStatistics: columns of the table come back, and aggregates count the runs that have the statistic.
func TestStatistics(t *testing.T) {
	var runs []Run
	for i, x := range []float64{4, 1, 3, 2, 100} {
		runs = append(runs, Run{Config: "a", Task: string(rune('a' + i)), Expected: "true", Verdict: "TRUE", Category: CorrectTrue, Stats: map[string]float64{"time of X (s)": x}})
	}
	runs[4].Verdict, runs[4].Category = "UNKNOWN", Undecided
	runs = append(runs, Run{Config: "a", Task: "none", Expected: "true", Verdict: "TRUE", Category: CorrectTrue, Repetition: 2})
	var b bytes.Buffer
	if err := WriteCSV(&b, runs); err != nil {
		t.Fatal(err)
	}
	back, err := ReadCSV(&b)
	if diff := cmp.Diff(runs, back); err != nil || diff != "" {
		t.Errorf("%v %s", err, diff)
	}
	if got, want := Aggregated(runs, "time of X (s)", (*Run).Solved), (Aggregate{4, 10, 2.5, 2.5, 4}); got != want {
		t.Errorf("%+v", got)
	}
	b.Reset()
	if err := WriteStatistics(&b, runs, []string{"time of X (s)"}); err != nil || !strings.Contains(b.String(), " 4   10   2.5     2.5        4") {
		t.Errorf("%v\n%s", err, b.String())
	}
	if CheckStatistics(runs, []string{"time of X (s)"}) != nil || CheckStatistics(runs, []string{"other"}) == nil {
		t.Error("names")
	}
}
