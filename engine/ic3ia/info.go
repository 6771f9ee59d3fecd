package ic3ia

import (
	"cupel/core/interpolation"
	"cupel/engine"
)

// Options configure the engine.
type Options struct {
	Local      bool               // predicates of a location are those of interpolants there
	Predicates interpolation.Mode // what of an interpolant is a predicate
	CoreOnly   bool               // blocked cubes are generalised by unsatisfiable cores alone
}

// Engines describes the engine.
func Engines() []*engine.Info {
	return []*engine.Info{{
		Name: "ic3ia",
		Doc:  "IC3 with implicit predicate abstraction: proofs and bugs",
		Choices: []engine.Choice{engine.EncodingChoice(engine.Lbe, engine.Diamond, engine.Seq, engine.Sbe), engine.BlockSize, engine.Interpolation, engine.Precision,
			engine.OneOf("precision-granularity", "one precision everywhere, or one per location", "global", "local"),
			engine.OneOf("predicates", "what of an interpolant is a predicate", string(interpolation.ModeAtoms), string(interpolation.ModeConjuncts), string(interpolation.ModeWhole)),
			engine.OneOf("generalise", "literals of a blocked state are left out one by one after the unsatisfiable core, or the core is kept", "drop", "core")},
		Interpolates: true,
		New: func(v engine.Values) engine.Engine {
			return New(Options{Local: v["precision-granularity"] == "local", Predicates: interpolation.Mode(v["predicates"]), CoreOnly: v["generalise"] == "core"})
		},
	}}
}
