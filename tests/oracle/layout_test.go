package oracle

import (
	"context"
	"testing"

	"cupel/tests/effort"
	"cupel/tests/need"
)

// TestLayout: there are safe and unsafe programs, and executions of both kinds that the sanitizers stop.
func TestLayout(t *testing.T) {
	need.Tool(t, "gcc")
	var ps []Program
	for seed := range uint64(effort.Count(30, 50, 2000)) {
		ps = append(ps, Layout(seed))
	}
	truths, err := DecideAll(context.Background(), ps, 2)
	if err != nil {
		t.Fatal(err)
	}
	unsafe, undefined, runs, defined := 0, 0, 0, 0
	for _, x := range truths {
		if x.Unsafe {
			unsafe++
		}
		if x.Undefined == 0 {
			defined++
		}
		undefined += x.Undefined
		runs += len(x.Outcomes)
	}
	t.Logf("%d programs, %d unsafe, %d without undefined behaviour; %d of %d executions are undefined", len(ps), unsafe, defined, undefined, runs)
	if unsafe < len(ps)/4 || unsafe > 3*len(ps)/4 || undefined < runs/10 || undefined > runs*2/3 || defined < len(ps)/5 {
		t.Errorf("%d of %d programs are unsafe, %d defined, %d of %d executions undefined", unsafe, len(ps), defined, undefined, runs)
	}
}
