package verifier

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"cupel/core/program/programtest"
	"cupel/core/work"
	"cupel/engine"
	"cupel/frontend/property"
	"cupel/tests/effort"
	"cupel/tests/need"
)

// TestRecurrence: what never leaves a set of states is told with the set and its ways, a second solver confirms it, and the witness goes round.
func TestRecurrence(t *testing.T) {
	need.Tool(t, "cvc5")
	for _, test := range []struct {
		name, body, verdict, set, input string
		ways                            int
		witness                         bool
	}{
		{"wrapping", `unsigned x = 1; while (x != 0) { x += 2; }`, "FALSE", "x", "", 1, true},
		{"inputs", `unsigned x = 1; while (1) { unsigned y = __VERIFIER_nondet_uint(); if (y == 7) return 0; x += y; }`, "FALSE", "true", "0", 1, true},
		{"two ways", `unsigned n = __VERIFIER_nondet_uint(), s = 0; while (s % 4 != 3) { n = n * 1664525u + 1013904223u; if (n & 0x10000) s += 4; else s += 8; }`, "FALSE", "s", "", 2, false},
		{"the input follows", `unsigned x = 1; while (1) { unsigned y = __VERIFIER_nondet_uint(); if (y != x) return 0; x += 3; }`, "FALSE", "true", "x", 1, false},
		{"overflow", `int x = 1; while (x > 0) { x++; }`, "TRUE", "", "", 0, false},
		{"zero is met", `unsigned x = 2; while (x != 0) { x += 2; }`, "TRUE", "", "", 0, false},
		{"uninitialised", `int x; unsigned n = 0; while (x == 0) { n++; }`, "UNKNOWN", "", "", 0, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			dir := t.TempDir()
			task := loadText(t, filepath.Join(dir, "p.c"), prologue+"int main(void) { "+test.body+" return 0; }")
			task.Property = property.ByName("termination")
			cfg := DefaultConfig()
			cfg.Ranking, cfg.Certify, cfg.Witness, cfg.CommandLine = "recurrence", true, filepath.Join(dir, "witness.yml"), "cupel verify"
			ctx, stop := work.Within(t.Context(), 30_000_000)
			defer stop()
			rep, err := Verify(ctx, task, cfg, engine.Quiet{})
			if err != nil {
				t.Fatal(err)
			}
			text, _ := os.ReadFile(cfg.Witness)
			if rep.Verdict != test.verdict {
				t.Fatalf("%s: %s", rep.Verdict, rep.Reason)
			}
			if rep.Verdict != "FALSE" {
				return
			}
			l := rep.Lasso
			if l == nil || !strings.Contains(strings.Join(l.Recurs, " "), test.set) || len(l.Ways) != test.ways || !strings.HasPrefix(l.Kept, "confirmed") {
				t.Fatalf("%+v", l)
			}
			if got := strings.Join(l.Ways[0].Inputs, " "); got != test.input {
				t.Errorf("inputs %s", got)
			}
			if goes := strings.Contains(string(text), "action: cycle"); goes != test.witness {
				t.Errorf("a witness that goes round: %v", goes)
			}
		})
	}
}

// TestRecurrenceOracle: a set is only found where the graph of states has a cycle.
func TestRecurrenceOracle(t *testing.T) {
	effort.Checks(t, 40, 300, 3000)
	tb := t
	found, endless := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		raw := programtest.Program(t, programtest.Shape{Locations: 7, Vars: 2, Width: 2, Checks: true})
		ends, _, err := programtest.Ends(raw, programtest.Options{})
		if err != nil {
			t.Skip(err)
		}
		if !ends {
			endless++
		}
		if a := terminationOf(tb, allInputs(raw), "recurrence", 3_000_000); a.result.Verdict == engine.False {
			if found++; ends {
				t.Fatal("FALSE")
			}
		}
	})
	t.Logf("%d of %d found", found, endless)
	if 10*found < 7*endless {
		t.Errorf("%d of %d found", found, endless)
	}
}
