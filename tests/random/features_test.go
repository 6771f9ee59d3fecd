package random

import (
	"strings"
	"testing"

	"cupel/tests/need"
	"cupel/tests/oracle"
)

// TestFeatures: programs with all features of the language that the generator supports. It detects a wrong verdict of one engine or one of its options,
// a fact that another engine assumes without proof, and an invariant in a report or witness that an execution violates.
func TestFeatures(t *testing.T) {
	need.Tool(t, "gcc")
	c := &class{programs: [3]int{12, 60, 2000}, meets: [3]int{2, 8, 2000}, work: 300_000, least: 60, configs: append(plainly(variants), others()...)}
	for i, f := range c.configs {
		if strings.HasPrefix(f.name, "auto") { // several engines share the work
			c.configs[i].work = 1_000_000
		}
	}
	c.configs = append(c.configs, handed("symexecia", 0), handed("quantified", 0))
	var ps []oracle.Program
	for i := range c.count() {
		o := oracle.All
		o.Bits, o.Memory = i%3 == 0, i%2 == 0
		ps = append(ps, oracle.Generate(c.first()+uint64(i), o))
	}
	said := &invariants{}
	ss := decided(t, ps)
	for i := range ss {
		ss[i].told = said.of(ps[i])
	}
	c.verify(t, ss)
	said.hold(t)
}
