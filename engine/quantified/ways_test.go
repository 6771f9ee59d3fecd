package quantified

import (
	"testing"

	"cupel/core/program"
)

// TestWays: the paths through nested choices are enumerated, each once.
func TestWays(t *testing.T) {
	a := program.Op{Note: "a"}
	b := program.Op{Note: "b"}
	c := program.Op{Note: "c"}
	got := ways([]program.Op{a, program.Choice([]program.Op{b}, []program.Op{c, program.Choice([]program.Op{a}, nil)}), b})
	want := []string{"abb", "acab", "acb"}
	if len(got) != len(want) {
		t.Fatalf("%d ways, want %d", len(got), len(want))
	}
	for i, ops := range got {
		s := ""
		for _, op := range ops {
			s += op.Note
		}
		if s != want[i] {
			t.Errorf("way %d: %s, want %s", i, s, want[i])
		}
	}
}
