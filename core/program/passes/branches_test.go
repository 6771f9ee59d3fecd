package passes_test

import (
	"testing"

	"cupel/core/program"
	"cupel/core/program/passes"
	"cupel/frontend/c"
)

// TestAimAt: the error is where the branches are, and nowhere else.
func TestAimAt(t *testing.T) {
	const source = "extern void reach_error(void); extern int __VERIFIER_nondet_int(void);\n" +
		"int f(int x) { if (x && __VERIFIER_nondet_int()) return 1; return 0; }\n" +
		"int main(void) { int x = __VERIFIER_nondet_int(); switch (x) { case 1: reach_error(); case 2: return 3; } while (f(x)) x--; if (1) x = 2; return x; }\n"
	read := func() *program.Module {
		m, _, err := c.Lower(t.Context(), "p.c", []byte(source), c.Options{ErrorFunctions: []string{"reach_error"}})
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	goals := passes.BranchGoals(read())
	var names []string
	for _, g := range goals {
		names = append(names, g.String())
	}
	want := []string{"p.c:2:16: condition true", "p.c:2:16: condition false", "p.c:3:51: switch, case 1", "p.c:3:51: switch, case 2", "p.c:3:51: switch, default",
		"p.c:3:107: condition true", "p.c:3:107: condition false"}
	found := map[string]bool{}
	for _, n := range names {
		found[n] = true
	}
	for _, n := range want {
		if !found[n] {
			t.Errorf("%s is missing among %v", n, names)
		}
	}
	if len(names) != len(want) {
		t.Errorf("%d branches: %v", len(names), names)
	}
	for i := range goals {
		m := read()
		all := passes.BranchGoals(m)
		edges := map[*program.Edge]bool{}
		for _, e := range all[i].Edges {
			edges[e] = true
		}
		passes.AimAt(m, all[i:i+1])
		count := 0
		for _, fn := range m.Funcs {
			for _, l := range fn.Locs {
				for _, e := range l.Out {
					if e.Dst != m.Error {
						continue
					}
					count++
					if !edges[e] || e.Goal == nil || len(m.Goals) != 1 {
						t.Errorf("%s: %v leads to the error", names[i], e)
					}
					for _, op := range e.Ops {
						if op.Kind != program.OpAssume {
							t.Errorf("%s: more than its condition lies before the error", names[i])
						}
					}
				}
			}
		}
		if count != len(edges) {
			t.Errorf("%s: %d edges to the error, not %d", names[i], count, len(edges))
		}
		if err := program.SanityModule(m); err != nil {
			t.Errorf("%s: %v", names[i], err)
		}
	}
}
