package symex

import "cupel/engine"

// Engines describes the two engines: with abstraction and without.
func Engines() []*engine.Info {
	blocks := []engine.Choice{engine.EncodingChoice(engine.Sbe, engine.Seq, engine.Diamond, engine.Lbe), engine.BlockSize}
	order := engine.OneOf("order", "order of branches: nearest to the error first, or as the source has them", string(ByDistance), string(BySource))
	abstract := append(blocks[:2:2], engine.Interpolation, engine.Precision, order,
		engine.Choice{Name: "threshold", Kind: engine.Number, Default: "0", Help: "visits of a loop head on a path before abstraction"},
		engine.OneOf("predicates", "what of an interpolant is a predicate", string(Atoms), string(Whole)),
		engine.Cover)
	return []*engine.Info{{
		Name:         "symexecia",
		Doc:          "symbolic execution with implicit predicate abstraction and CEGAR: proofs and bugs",
		Choices:      abstract,
		Interpolates: true,
		Unrolls:      true,
		New: func(v engine.Values) engine.Engine {
			return New(Options{Abstract: true, Order: Order(v["order"]), Threshold: v.Int("threshold"), Predicates: PredicateMode(v["predicates"]), Cover: v[engine.Cover.Name]})
		},
	}, {
		Name:    "symex",
		Doc:     "plain symbolic execution: finds bugs, proves programs with finitely many paths",
		Choices: append(blocks[:2:2], order),
		Plan: func(engine.Values) engine.Plan { // which of the encodings suffers from path explosion cannot be predicted
			return engine.Plan{Encodings: []string{engine.Sbe, engine.Diamond}, Turns: true}
		},
		New: func(v engine.Values) engine.Engine { return New(Options{Order: Order(v["order"])}) },
	}}
}
