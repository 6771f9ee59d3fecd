package bmc

import "cupel/engine"

// The merge policies.
const (
	apart = "constants" // states that differ in constants that decide control are kept apart
	all   = "all"
)

// Engines describes the engine.
func Engines() []*engine.Info {
	return []*engine.Info{{
		Name: "bmc",
		Doc:  "bounded model checking with merged states and growing bounds: bugs at shallow depth, programs whose loops end soon",
		Choices: []engine.Choice{engine.EncodingChoice(engine.Seq, engine.Sbe, engine.Diamond, engine.Lbe), engine.BlockSize,
			{Name: "unwind", Kind: engine.Number, Default: "0", Help: "visits of a loop head at most, each time that the loop is entered; an execution with more is UNKNOWN; 0: any"},
			engine.OneOf("merge", "which states are merged: those that agree in the constants that decide control, or all", apart, all)},
		Unaided: true,
		New: func(v engine.Values) engine.Engine {
			return New(Options{Unwind: v.Int("unwind"), MergeAll: v["merge"] == all})
		},
	}}
}
