package random

import (
	"testing"

	"cupel/tests/need"
	"cupel/tests/oracle"
)

// TestLayouts: programs about the layout of objects, many of whose executions leave their object. It detects an access that is given to the
// wrong object or to none, a view of memory that is not seen, a conversion or a bit-field of the wrong width, and a FALSE from an execution that
// a sanitizer stops.
func TestLayouts(t *testing.T) {
	need.Tool(t, "gcc")
	c := &class{programs: [3]int{8, 30, 5000}, meets: [3]int{2, 4, 5000}, work: 300_000, least: 50, configs: append(plainly(variants), others()...)}
	for i, f := range c.configs {
		if f.name == "auto" || f.name == "auto-run" { // several engines share the work
			c.configs[i].work = 1_000_000
		}
	}
	var ps []oracle.Program
	for i := range c.count() {
		ps = append(ps, oracle.Layout(c.first()+uint64(i)))
	}
	c.verify(t, decided(t, ps))
}
