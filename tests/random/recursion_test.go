package random

import (
	"testing"

	"cupel/tests/need"
	"cupel/tests/oracle"
	"cupel/tests/verifying"
	"cupel/verifier"
)

// TestRecursion: programs with recursive functions. It sees summaries of functions that allow too little, and what goes wrong where calls
// are inlined up to a bound instead.
func TestRecursion(t *testing.T) {
	need.Tool(t, "gcc")
	inline := func(c *verifier.Config) { c.Recursion = verifier.RecursionInline }
	c := &class{programs: [3]int{5, 12, 50}, meets: [3]int{2, 6, 50}, work: 500_000, least: 50, configs: plainly(map[string]func(*verifier.Config){
		"symexecia":    verifying.With("symexecia"),
		"symexecia-bv": over(bv, relational, verifying.With("symexecia")),
		"gps":          verifying.With("gps"),
		"gps-plain":    over(auto, none, verifying.With("gps")),
		"cegar":        verifying.With("cegar"),
	})}
	c.configs = append(c.configs, technique("engines", func(*verifier.Config) {}), technique("inlined", inline))
	var ps []oracle.Program
	for i := range c.count() {
		ps = append(ps, oracle.Generate(c.first()+uint64(i), oracle.Options{Recursion: true, Wide: i%4 == 0}))
	}
	c.verify(t, decided(t, ps))
}
