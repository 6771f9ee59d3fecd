package random

import (
	"fmt"
	"testing"

	"cupel/tests/need"
	"cupel/tests/oracle"
	"cupel/verifier"
)

// TestOverflow: the property that no signed overflow happens, of programs with all features. It sees an operation without a check, a
// check of another type's range, and one that an engine or a pass drops.
func TestOverflow(t *testing.T) {
	need.Tool(t, "gcc")
	c := &class{programs: [3]int{12, 40, 1000}, meets: [3]int{4, 12, 1000}, work: 300_000, least: 50}
	for _, e := range []string{"symexecia", "gps", "cegar", "traceabs", "kinduction", "bmc"} {
		c.configs = append(c.configs, config{name: e, set: func(c *verifier.Config, x *trial) {
			if c.Engine = e; x.turn%2 == 0 {
				c.Arithmetic = verifier.ArithBV
			}
		}})
	}
	c.configs = append(c.configs, config{name: "auto-run", work: 1_000_000, set: func(c *verifier.Config, _ *trial) { c.NoRun = false }})
	var ps []oracle.Program
	for i := range c.count() {
		o := oracle.All
		o.Bits, o.Memory = i%3 == 0, i%2 == 0
		ps = append(ps, oracle.Generate(c.first()+uint64(i), o))
	}
	truths, err := oracle.DecideOverflow(t.Context(), ps, 2)
	if err != nil {
		t.Fatal(err)
	}
	ss := subjects(ps, truths, func(truth oracle.Truth) func(*verifier.Report) string {
		return func(rep *verifier.Report) string {
			if rep.Verdict == "TRUE" && truth.Unsafe || rep.Verdict == "FALSE" && !truth.Unsafe && truth.Undefined == 0 { // a division that overflows is undefined
				return fmt.Sprintf("trying all inputs says %s", truth.Outcomes)
			}
			return ""
		}
	})
	for i := range ss {
		ss[i].property = overflows
	}
	c.verify(t, ss)
}
