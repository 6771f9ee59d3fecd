package verifier

import "cupel/engine"

// onBlocks is the early engine on blocks that join branches, which alone searches these and single statements round-robin.
const onBlocks = "symex-blocks"

// A technique is a way to prove programs that an engine is asked for beside its search of the program as it is. Tables of the portfolio name it like an engine.
type technique struct {
	name, engine string
	wanted       func(*Config) bool // it is not switched off, nor done by every engine anyway
	set          func(*Config)
}

// techniques are those for programs with arrays that take more than an analysis before the engine, and an engine on other blocks.
var techniques = []technique{
	{onBlocks, earlyEngine, func(*Config) bool { return true }, func(c *Config) { c.Choose(engine.Encoding, engine.Diamond) }},
	{"cells", "symexecia", func(c *Config) bool { return c.Cells == CellsAuto }, func(c *Config) { c.Cells = CellsOnly }},
	{"induction", stepEngine, func(c *Config) bool { return c.Induction == InductionAuto }, func(c *Config) { c.Induction = InductionOnly }},
}

// techniqueOf is the technique of that name; nil: there is none.
func techniqueOf(name string) *technique {
	for i := range techniques {
		if techniques[i].name == name {
			return &techniques[i]
		}
	}
	return nil
}

// asks reports whether an engine or a technique is to be asked.
func (c *Config) asks(name string) bool {
	t := techniqueOf(name)
	return t == nil || t.wanted(c)
}

// askFor sets the engine or the technique of that name.
func (c *Config) askFor(name string) {
	c.Engine, c.Choices = name, nil
	if t := techniqueOf(name); t != nil {
		c.Engine = t.engine
		t.set(c)
	}
}

// memberNames are those that a table of the portfolio may have.
func memberNames() (names []string) {
	for _, e := range Engines() {
		if e.Name != Auto {
			names = append(names, e.Name)
		}
	}
	for _, t := range techniques {
		names = append(names, t.name)
	}
	return names
}
