package quantified

import "cupel/engine"

// Engines describes the engine, which makes large blocks itself: it runs the program, too, and that is done on small ones.
func Engines() []*engine.Info {
	return []*engine.Info{{
		Name:    "quantified",
		Doc:     "facts about all cells of arrays, guessed from the text and from runs and checked to be inductive: proofs",
		Choices: []engine.Choice{engine.EncodingChoice(engine.Sbe)},
		New:     func(engine.Values) engine.Engine { return New() },
	}}
}
