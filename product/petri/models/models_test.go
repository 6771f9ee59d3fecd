package models_test

import (
	"testing"

	"cupel/core/work"
	"cupel/product/petri/models"
	"cupel/product/petri/portfolio"
)

// TestSizes: numbers of places, transitions and arcs as the text has them (1.4.1).
func TestSizes(t *testing.T) {
	for _, tt := range []struct {
		name                string
		parameter           int64
		places, trans, arcs int
	}{
		{"counter", 8, 8, 9, (8*8 + 5*8) / 2},
		{"dphil", 5, 30, 20, 70},
		{"fms", 10, 22, 20, 50},
		{"kanban", 10, 16, 16, 40},
	} {
		n, _, err := models.Generate(tt.name, tt.parameter)
		if err != nil {
			t.Fatal(err)
		}
		if len(n.Places) != tt.places || len(n.Transitions) != tt.trans || n.Arcs() != tt.arcs {
			t.Errorf("%v, want %d, %d, %d", n, tt.places, tt.trans, tt.arcs)
		}
	}
}

// TestTargets: every net has the answer that the text, or its construction, tells.
func TestTargets(t *testing.T) {
	for _, m := range models.All() {
		t.Run(m.Name, func(t *testing.T) {
			k := make([]int64, len(m.Parameters))
			for i := range k {
				k[i] = max(3, m.Parameters[i].Min)
			}
			n, p, err := models.Generate(m.Name, k...)
			if err != nil {
				t.Fatal(err)
			}
			ctx, cancel := work.Within(t.Context(), 20_000_000)
			defer cancel()
			r := portfolio.New(n, portfolio.Options{}).Check(ctx, p.Goal())
			want := portfolio.Reachable
			if m.Name == "fig1.13b" || m.Name == "distant-neg" {
				want = portfolio.Unreachable
			}
			if r.Verdict != want {
				t.Errorf("%v %v", r.Verdict, r.Reasons)
			}
		})
	}
}

// TestMistakes: unknown names, and parameters that are missing or out of range.
func TestMistakes(t *testing.T) {
	for want, call := range map[string]func() error{
		`unknown net "x"`:                                      func() error { _, _, err := models.Generate("x"); return err },
		"chain takes 2 parameters (n, k), got 1":               func() error { _, _, err := models.Generate("chain", 1); return err },
		"fms: parts is 0; it must be between 1 and 1000000000": func() error { _, _, err := models.Generate("fms", 0); return err },
	} {
		if err := call(); err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
}
