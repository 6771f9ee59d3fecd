package kinduction

import "cupel/engine"

// Engines describes the engine, which builds large blocks itself if it gets others.
func Engines() []*engine.Info {
	return []*engine.Info{{
		Name:    "kinduction",
		Doc:     "k-induction over large blocks, with the facts of the analyses before it: proofs and bugs",
		Choices: []engine.Choice{engine.EncodingChoice(engine.Sbe, engine.Seq, engine.Diamond, engine.Lbe), engine.BlockSize},
		New:     func(engine.Values) engine.Engine { return New() },
	}}
}
