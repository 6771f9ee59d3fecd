package reproduce

import (
	"bytes"
	"encoding/csv"
	"slices"
	"strings"
	"testing"

	"cupel/product/bench"
	"cupel/product/preset"
)

// TestExperiments: presets exist, orders and rows name runs, rows are as long as their head.
func TestExperiments(t *testing.T) {
	names := map[string]bool{}
	for _, e := range all() {
		if names[e.Name] || !strings.HasPrefix(e.Name, e.Paper+"-") {
			t.Errorf("%s: the name is taken or not of %s", e.Name, e.Paper)
		}
		names[e.Name] = true
		labels := map[string]bool{}
		for _, s := range e.Runs {
			if labels[s.Label] {
				t.Errorf("%s: two runs are called %s", e.Name, s.Label)
			}
			labels[s.Label] = true
			if _, ok := preset.ByName(e.Command, s.Preset); !ok {
				t.Errorf("%s: cupel %s has no preset %s", e.Name, e.Command, s.Preset)
			}
		}
		for _, o := range e.Orders {
			if !labels[o.Better] || !labels[o.Worse] || o.By.Of == nil {
				t.Errorf("%s: %s compares what is not there", e.Name, o.Text)
			}
		}
		for _, p := range e.Published {
			if len(p.Cells) != len(e.Columns) {
				t.Errorf("%s: %s has %d figures, not %d", e.Name, p.Label, len(p.Cells), len(e.Columns))
			}
		}
		for _, f := range e.ByTask {
			if len(f.Cells) != len(e.TaskColumns) {
				t.Errorf("%s: %s has %d figures, not %d", e.Name, f.Task, len(f.Cells), len(e.TaskColumns))
			}
		}
		if e.Source == "" || len(e.Differences) == 0 || len(e.Sets) == 0 && e.Generate == nil || (e.Command == preset.Verify) != (e.Tool == nil) {
			t.Errorf("%s: no source, differences, sets or tool", e.Name)
		}
		if e.Generate == nil {
			continue
		}
		tasks, err := e.Generate(t.TempDir())
		if err != nil {
			t.Errorf("%s: %v", e.Name, err)
		}
		for _, f := range e.ByTask {
			if !slices.ContainsFunc(tasks, func(x bench.Task) bool { return x.Name == f.Task }) {
				t.Errorf("%s: no task is called %s", e.Name, f.Task)
			}
		}
	}
	if _, err := Select("nothing"); err == nil {
		t.Error("an experiment that does not exist is selected")
	}
}

// made is an experiment with two runs on four tasks, of which one needs no iteration.
func made() *Result {
	e := &Experiment{Name: "x-1", Paper: "x", Title: "A | B", Source: "nowhere", Iterations: true, Statistics: []string{"iterations"}, Sets: []string{"a.set", "gone.set"},
		Runs:    []Setting{{Label: "a", Preset: "default"}, {Label: "b", Preset: "default"}},
		Columns: []string{"solved"}, Published: []Published{{"a", []string{"7"}}, {"other", []string{"8"}}},
		Orders: []Order{{"a is better", "a", "b", Solved}, {"b is as good", "b", "a", Safe}, {"a is faster", "a", "b", Time}, {"b needs fewer", "b", "a", FewerOf("iterations")}},
	}
	run := func(config, task, expected, verdict string, cpu, iterations float64) bench.Run {
		return bench.Run{Config: config, Task: task, Expected: expected, Verdict: verdict, Category: bench.Categorize(verdict, bench.Task{Expected: expected}), CPU: cpu,
			Stats: map[string]float64{"iterations": iterations}}
	}
	res := evaluate(e, []bench.Run{
		run("a", "f/1", "true", "TRUE", 1, 2), run("b", "f/1", "true", "TRUE", 3, 4),
		run("a", "f/2", "false", "FALSE", 1, 2), run("b", "f/2", "false", "TIMEOUT", 3, 4),
		run("a", "f/3", "true", "TRUE", 1, 0), run("b", "f/3", "true", "TRUE", 1, 0),
		run("a", "f/4", "true", "UNKNOWN", 1, 1), run("b", "f/4", "true", "FALSE", 1, 1),
	})
	res.Limits, res.Machine, res.Missing = "1s", "a machine", []string{"gone.set"}
	return res
}

// TestEvaluate: what is counted, and which relations hold.
func TestEvaluate(t *testing.T) {
	res := made()
	a, b := res.Rows[0], res.Rows[1]
	if res.Tasks != 3 || res.Left != 1 || res.Common != 1 || res.Best != 2 || len(res.Wrong) != 1 {
		t.Errorf("%+v", res)
	}
	if a.Safe != 1 || a.Unsafe != 1 || a.Open != 1 || a.Only != 1 || a.CPU != 2 || a.CommonCPU != 1 || b.Timeout != 1 || b.Wrong != 1 || b.CommonCPU != 3 {
		t.Errorf("%+v\n%+v", a, b)
	}
	var got []string
	for _, v := range res.Orders {
		got = append(got, v.String())
	}
	if want := []string{"holds", "tie", "holds", "does not hold"}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// TestWrite: the formats have the figures, published and ours, and the wrong verdict.
func TestWrite(t *testing.T) {
	res := made()
	var md, table, html bytes.Buffer
	if err := WriteMarkdown(&md, res); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"# A | B\n", "of a.set, 1s a run, a machine", "| a | 7 | 2 | 1 | 1 |", "| other (not run here) | 8 |", "Wrong: b on f/4 says FALSE, expected is true.", "| a is better | solved | a 2, b 1 | holds |"} {
		if !strings.Contains(md.String(), want) {
			t.Errorf("%q is not in\n%s", want, md.String())
		}
	}
	if err := WriteCSV(&table, res); err != nil {
		t.Fatal(err)
	}
	first, _, _ := strings.Cut(table.String(), "\n\n")
	if rows, err := csv.NewReader(strings.NewReader(first)).ReadAll(); err != nil || len(rows) != 4 || rows[1][0] != "a" {
		t.Errorf("%v %v", rows, err)
	}
	if err := WriteHTML(&html, "t", []*Result{res}); err != nil || !strings.Contains(html.String(), "<td>other (not run here)</td>") {
		t.Errorf("%v\n%s", err, html.String())
	}
}
