package verifier

import (
	"path/filepath"
	"strings"
	"testing"

	"cupel/core/program"
	"cupel/engine"
)

// TestTechniquesOff: techniques for arrays that are switched off are not used, in no class of programs of the table.
func TestTechniquesOff(t *testing.T) {
	cfg := DefaultConfig()
	cfg.Engine, cfg.Induction, cfg.Cells = Auto, InductionOff, CellsOff
	u, err := newSetup(loadText(t, filepath.Join(t.TempDir(), "p.c"), "int main(void) { return 0; }\n"), cfg, Run{})
	if err != nil {
		t.Fatal(err)
	}
	table, err := u.table()
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, class := range table.Classes {
		for _, name := range class.Engines() {
			if techniqueOf(name) != nil && name != onBlocks {
				found++
				if cfg.asks(name) {
					t.Errorf("%s: %s is asked", class.Name, name)
				}
			}
		}
	}
	if found == 0 {
		t.Error("no class has a technique")
	}
}

// TestHanded: the data handed to a worker are those that its own analysis would compute.
func TestHanded(t *testing.T) {
	for _, source := range []string{
		`int main(void) { int x = 0, k = __VERIFIER_nondet_int();
  while (__VERIFIER_nondet_int()) x += 3;
  if (x == 21 && k == 123456) reach_error(); return 0; }`,
		`int f(int n) { return n <= 0 ? 0 : f(n - 1) + 1; }
int main(void) { int n = __VERIFIER_nondet_int(); if (n >= 0 && f(n) != n) reach_error(); return 0; }`,
	} {
		task := loadText(t, filepath.Join(t.TempDir(), "p.c"), prologue+source)
		blocksOf := func(name string, h *handover) *blocks {
			cfg := DefaultConfig()
			cfg.Engine, cfg.DataModel = name, program.ILP32
			u, err := newSetup(task, cfg, Run{member: membership{analysis: h}})
			if err != nil {
				t.Fatal(err)
			}
			src, err := u.read(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			in, err := src.inline(t.Context(), firstRecursionBound)
			if err != nil {
				t.Fatal(err)
			}
			l, err := in.lower(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			b, err := l.encode(t.Context(), engine.Sbe)
			if err != nil {
				t.Fatal(err)
			}
			return b
		}
		first := blocksOf(Auto, nil)
		h := (&answer{on: first}).handOver()
		if h == nil {
			t.Fatalf("%s: nothing to hand over", source)
		}
		text := func(b *blocks) string {
			var s strings.Builder
			for _, l := range b.prepared.LoopHeads() {
				s.WriteString(b.analysis.invariants[l].SMTLIB() + "\n")
			}
			return s.String()
		}
		second := blocksOf("gps", h)
		if _, ok := second.lowering.handedAnalysis(second.prepared); !ok {
			t.Errorf("%s: not taken", source)
		}
		if text(first) != text(second) {
			t.Errorf("%s:\n%s\n%s", source, text(first), text(second))
		}
		h.Program = "another"
		if _, ok := blocksOf("gps", h).lowering.handedAnalysis(second.prepared); ok {
			t.Errorf("%s: facts about another program are taken", source)
		}
	}
}
