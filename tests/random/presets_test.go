package random

import (
	"testing"

	"cupel/product/preset"
	"cupel/tests/effort"
	"cupel/tests/need"
	"cupel/tests/oracle"
	"cupel/tests/verifying"
	"cupel/verifier"
)

// TestPresetPrograms: no published configuration gives a wrong verdict on small programs without any analysis before it, and each decides a share of them.
func TestPresetPrograms(t *testing.T) {
	need.Tool(t, "gcc")
	c := &class{programs: [3]int{24, 60, 1000}, meets: [3]int{2, 6, 500}, work: 300_000, least: 40}
	settings := map[string]func(*verifier.Config){}
	for _, p := range preset.Of(preset.Verify) {
		if p.Name != preset.Default {
			settings[p.Name] = verifying.Preset(p.Name)
		}
	}
	for _, arithmetic := range []verifier.Arithmetic{verifier.ArithInt, verifier.ArithBV} { // the preparations by themselves
		for _, prepare := range []string{verifier.PrepareNone, verifier.PrepareLower} {
			settings["symex-"+prepare+"-"+string(arithmetic)] = func(c *verifier.Config) {
				c.Engine, c.Arithmetic, c.Prepare, c.Invariants = "symex", arithmetic, prepare, none
			}
		}
	}
	c.configs = plainly(settings)
	var ps []oracle.Program
	for i := range c.count() {
		ps = append(ps, oracle.Generate(c.first()+uint64(i), oracle.Options{}))
	}
	r := c.verify(t, decided(t, ps))
	if !usual() || !effort.Check() {
		return
	}
	for name, s := range r.table.configs {
		if s.runs() >= fewRuns && (s.proven+s.refuted)*100 < s.runs()*presetLeast {
			t.Errorf("%s decides %d of %d programs, fewer than %d %%", name, s.proven+s.refuted, s.runs(), presetLeast)
		}
	}
}

// presetLeast is the share of small programs, in percent, that each published configuration decides.
const presetLeast = 20
