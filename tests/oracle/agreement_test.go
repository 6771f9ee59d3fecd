package oracle_test

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"testing"

	"cupel/tests/effort"
	"cupel/tests/need"
	"cupel/tests/oracle"
)

// TestAgreement: on every execution of programs about the layout of objects the front end and the interpreter agree with gcc's program under the address and
// undefined-behaviour sanitizers, and it counts how. Few executions are undefined that no sanitizer stops: those that jump over the space between objects, and reads that
// gcc has removed. CUPEL_PROGRAMS sets the number of programs, CUPEL_SEED the first.
func TestAgreement(t *testing.T) {
	need.Tool(t, "gcc")
	var ps []oracle.Program
	for i := range effort.Programs(6, 25, 5000) {
		ps = append(ps, oracle.Layout(effort.Seed(0)+uint64(i)))
	}
	ctx := context.Background()
	truths, err := oracle.DecideAll(ctx, ps, 2)
	if err != nil {
		t.Fatal(err)
	}
	names := map[oracle.Outcome]string{oracle.Ended: "ended", oracle.Error: "error", oracle.Undefined: "undefined", oracle.Slow: "too slow", oracle.TooMany: "too many inputs", 0: "unknown"}
	counts, all, unseen := map[string]int{}, 0, 0
	for i, p := range ps {
		got, notes, err := interpret(ctx, p, nil)
		if err != nil {
			t.Errorf("seed %d: %v\n%s", p.Seed, err, p.Source)
			continue
		}
		for k, o := range truths[i].Outcomes {
			counts[fmt.Sprintf("gcc %s, interpreter %s", names[o], names[got[k]])]++
			all++
			if got[k] != o && got[k] == oracle.Undefined {
				t.Logf("seed %d, inputs %v: %s, gcc %s", p.Seed, oracle.Values(p, k), notes[k], names[o])
				unseen++
			} else if got[k] != o {
				t.Errorf("seed %d, inputs %v: %s, gcc %s\n%s", p.Seed, oracle.Values(p, k), notes[k], names[o], p.Source)
				break
			}
		}
	}
	if unseen > all/200 {
		t.Errorf("%d of %d executions are undefined without a sanitizer that stops them", unseen, all)
	}
	for _, kind := range slices.Sorted(maps.Keys(counts)) {
		t.Logf("%s: %d", kind, counts[kind])
	}
}
