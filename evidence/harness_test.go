package evidence

import (
	"os"
	"strings"
	"testing"

	"cupel/core/program"
	"cupel/engine"
	"cupel/tests/need"
)

// TestDisagreement: a compiled program that ends without the error takes FALSE back, with what each said; not where it cannot be compiled, and not where
// the counterexample depends on values that it does not get.
func TestDisagreement(t *testing.T) {
	need.Tool(t, "gcc")
	inputs := func(t *testing.T) *Case { return staged(t, "inputs.c").failed(t, values{inputs: []int64{-5, 202}}) }
	for _, c := range []struct {
		name   string
		failed func(t *testing.T) *Case
		change [2]string // of the program's text, after the replay
		gone   bool
		said   []string // by the harness, or as the reason
	}{
		{"agrees", inputs, [2]string{}, false, []string{"hit: "}},
		{"ends otherwise", inputs, [2]string{"x == -1", "x == -3"}, true,
			[]string{"the compiled program disagrees: please report", "reached at inputs.c:8:18 after 12 steps", "the program ended without reaching the error function"}},
		{"crashes", inputs, [2]string{"c--;", "c--; *(volatile int *)0 = 1;"}, true, []string{"signal: segmentation fault"}},
		{"is no C", inputs, [2]string{"x == -1", "x == y"}, false, []string{"no: gcc: "}},
		{"does not end", inputs, [2]string{"c--;", ""}, false, []string{"no end within"}},
		{"unknown values", func(t *testing.T) *Case {
			return staged(t, "depends.c").failed(t, values{inputs: []int64{7, 2}, named: map[string]int64{"unknown": 9, "u": 2, "elsewhere": -3, "unread": 5}})
		}, [2]string{}, false, []string{"that does not contradict the replay", "u, which is not initialised: 2"}},
		{"other entry", func(t *testing.T) *Case {
			c := inputs(t)
			c.Options.Entry = "start"
			return c
		}, [2]string{}, false, []string{"no: a harness runs programs from main on, not from start"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			copied(t, "inputs.c", "depends.c")
			k := c.failed(t)
			k.Options.Harness, k.Options.Witness = "h", "w.yml"
			k.Task.DataModel = program.LP64 // which is executed on any machine
			if c.change[0] != "" {
				text, err := os.ReadFile("inputs.c")
				if err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile("inputs.c", []byte(strings.Replace(string(text), c.change[0], c.change[1], 1)), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			r := explained(t, k)
			verdict, code, kind := "FALSE", 1, engine.ReasonKind("")
			if c.gone {
				verdict, code, kind = "UNKNOWN", 2, engine.Disagreement
			}
			if r.Verdict != verdict || r.ExitCode() != code || r.ReasonKind != string(kind) || (r.Witness == "") != c.gone {
				t.Errorf("%+v", r)
			}
			for _, s := range c.said {
				if !strings.Contains(r.Harness, s) && !strings.Contains(r.Reason, s) {
					t.Errorf("%q is neither in %q nor in %q", s, r.Harness, r.Reason)
				}
			}
		})
	}
}
