package random

import (
	"testing"

	"cupel/product/preset"
	"cupel/tests/effort"
	"cupel/tests/need"
	"cupel/tests/oracle"
	"cupel/verifier"
)

// fromPreset sets what the flags of a preset of cupel verify set.
func fromPreset(t *testing.T, p preset.Preset) func(*verifier.Config) {
	return func(c *verifier.Config) {
		for _, f := range p.Flags {
			switch f.Name {
			case "engine":
				c.Engine = f.Value
			case "arithmetic":
				c.Arithmetic = verifier.Arithmetic(f.Value)
			case "invariants":
				c.Invariants = f.Value
			case "induction":
				c.Induction = f.Value
			case "cells":
				c.Cells = f.Value
			case "recursion":
				c.Recursion = f.Value
			case "prepare":
				c.Prepare = f.Value
			case "no-run":
				c.NoRun = f.Value == "true"
			default:
				c.Choose(f.Name, f.Value)
			}
		}
		if err := c.Validate(); err != nil {
			t.Errorf("preset %s: %v", p.Name, err)
		}
	}
}

// TestPresetPrograms: no published configuration gives a wrong verdict on small programs without any analysis before it, and each decides a share of them.
func TestPresetPrograms(t *testing.T) {
	need.Tool(t, "gcc")
	c := &class{programs: [3]int{24, 60, 1000}, meets: [3]int{2, 6, 500}, work: 300_000, least: 40}
	settings := map[string]func(*verifier.Config){}
	for _, p := range preset.Of(preset.Verify) {
		if p.Name != preset.Default {
			settings[p.Name] = fromPreset(t, p)
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
