package verifying

import (
	"cupel/product/preset"
	"cupel/verifier"
)

// Preset sets what the flags of a preset of cupel verify set. A name that does not exist is a panic.
func Preset(name string) Setting {
	p, ok := preset.ByName(preset.Verify, name)
	if !ok {
		panic("no preset " + name)
	}
	return func(c *verifier.Config) {
		for _, f := range p.Flags {
			if !General(c, f) {
				c.Choose(f.Name, f.Value)
			}
		}
	}
}

// General sets a flag of a preset that is none of an engine's choices; false: it is one of them, or of another command.
func General(c *verifier.Config, f preset.Flag) bool {
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
		return false
	}
	return true
}
