package oracle

import (
	"context"
	"strings"
	"testing"

	"cupel/tests/effort"
	"cupel/tests/need"
)

// TestShapes: every shape has safe and unsafe programs, nearly all executions are defined, and wide programs read no more inputs.
func TestShapes(t *testing.T) {
	need.Tool(t, "gcc")
	var ps []Program
	var names []string
	for seed := range uint64(effort.Count(len(shapeNames)/2, 3*len(shapeNames), 20*len(shapeNames))) {
		p, name := Shape(seed, false)
		ps, names = append(ps, p), append(names, name)
		wide, _ := Shape(seed, true)
		if strings.ReplaceAll(wide.Source, "n > 1000)", "n > 3)") != p.Source || p.Inputs > 4 || strings.ContainsAny(p.Source, "@«‹¦") {
			t.Errorf("%s, seed %d: %d inputs\n%s", name, seed, p.Inputs, p.Source)
		}
	}
	truths, err := DecideAll(context.Background(), ps, 2)
	if err != nil {
		t.Fatal(err)
	}
	unsafe, undefined, runs := map[string]int{}, 0, 0
	total := 0
	for i, x := range truths {
		if x.Unsafe {
			unsafe[names[i]]++
			total++
		}
		undefined += x.Undefined
		runs += len(x.Outcomes)
	}
	t.Logf("%d programs of %d shapes, %d unsafe; %d of %d executions are undefined", len(ps), len(shapeNames), total, undefined, runs)
	if total < len(ps)/3 || total > 2*len(ps)/3 || undefined > runs/20 {
		t.Errorf("%d of %d programs are unsafe, %d of %d executions undefined", total, len(ps), undefined, runs)
	}
	for _, name := range shapeNames {
		if n := unsafe[name]; effort.Long() && (n == 0 || n == len(ps)/len(shapeNames)) {
			t.Errorf("%s: %d of %d programs are unsafe", name, n, len(ps)/len(shapeNames))
		}
	}
}
