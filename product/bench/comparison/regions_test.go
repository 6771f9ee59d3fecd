package comparison_test

import (
	"bytes"
	"strings"
	"testing"

	"cupel/product/bench"
	"cupel/product/bench/comparison"
)

// TestRegions: tasks by which configurations solve them, and the virtual best of two of three.
func TestRegions(t *testing.T) {
	var runs []bench.Run
	for task, verdicts := range map[string][3]string{"f/all": {"TRUE", "TRUE", "TRUE"}, "f/a": {"TRUE", "UNKNOWN", "TIMEOUT"}, "f/bc": {"UNKNOWN", "TRUE", "TRUE"}, "f/none": {"FALSE", "UNKNOWN", "UNKNOWN"}} {
		for i, name := range []string{"a", "b", "c"} {
			runs = append(runs, run(name, task, "true", verdicts[i], float64(3-i)))
		}
	}
	c := comparison.New([]comparison.Source{{Label: "x", Runs: runs}})
	regions, err := c.Regions([]string{"a", "b", "c"})
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := comparison.WriteRegions(&b, regions); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"1      none\n", "1      a\n         f/a\n", "1      b, c\n", "1      a, b, c\n"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("%q is not in\n%s", want, b.String())
		}
	}
	if err := c.AddBest("best", []string{"a", "b"}); err != nil {
		t.Fatal(err)
	}
	totals := c.Totals()
	if best := totals[3]; best.Name != "best" || best.CorrectTrue != 3 || best.CPU != 2+3+2 {
		t.Errorf("%+v", best)
	}
	for _, bad := range [][]string{{"a"}, {"a", "a"}, {"a", "x"}, nil} {
		if _, err := c.Regions(bad); err == nil {
			t.Errorf("%v is accepted", bad)
		}
	}
	if c.AddBest("a", []string{"b"}) == nil || c.AddBest("y", nil) == nil {
		t.Error("a name that is taken, or no configuration, is accepted")
	}
}
