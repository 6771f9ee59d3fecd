package symex

import (
	"strconv"

	"cupel/engine"
)

// Engines describes the two engines: with abstraction and without.
func Engines() []*engine.Info {
	blocks := []engine.Choice{engine.EncodingChoice(engine.Sbe, engine.Seq, engine.Diamond, engine.Lbe), engine.BlockSize}
	order := engine.OneOf("order", "order of branches: nearest to the error first, or as the source has them", string(ByDistance), string(BySource))
	conditions := engine.OneOf("path-conditions", "path conditions are decided with a known model, bounds and by connected parts, or each as a whole by one incremental solver", string(Sliced), string(Incremental))
	abstract := append(blocks[:2:2], engine.Interpolation, engine.Precision, order, conditions,
		engine.Choice{Name: "threshold", Kind: engine.Number, Default: "0", Help: "visits of a loop head on a path before abstraction"},
		engine.OneOf("predicates", "what of an interpolant is a predicate", string(Atoms), string(Whole)),
		engine.Cover,
		engine.Choice{Name: "unroll-after", Kind: engine.Number, Default: strconv.Itoa(refinementsPerUnrolling), Help: "refinements of a loop head after which abstraction begins one visit later than on the path; 0: never"},
		engine.OneOf("raise", "threshold after a path without new predicates: the path's visits of the loop head, or one more than before", string(ToVisits), string(ByOne)),
		engine.OneOf("restart", "search after a refinement: from the first abstraction point that changed, or from the beginning", string(Backtrack), string(FromRoot)))
	return []*engine.Info{{
		Name:         "symexecia",
		Doc:          "symbolic execution with implicit predicate abstraction and CEGAR: proofs and bugs",
		Choices:      abstract,
		Interpolates: true,
		Unrolls:      true,
		New: func(v engine.Values) engine.Engine {
			return New(Options{Abstract: true, Order: Order(v["order"]), PathConditions: PathConditions(v["path-conditions"]), Threshold: v.Int("threshold"), Predicates: PredicateMode(v["predicates"]), Cover: v[engine.Cover.Name],
				UnrollAfter: v.Int("unroll-after"), Raise: Raise(v["raise"]), Restart: Restart(v["restart"])})
		},
	}, {
		Name:    "symex",
		Doc:     "plain symbolic execution: finds bugs, proves programs with finitely many paths",
		Choices: append(blocks[:2:2], order, conditions),
		Plan: func(engine.Values) engine.Plan { // which of the encodings suffers from path explosion cannot be predicted
			return engine.Plan{Encodings: []string{engine.Sbe, engine.Diamond}, Turns: true}
		},
		New: func(v engine.Values) engine.Engine {
			return New(Options{Order: Order(v["order"]), PathConditions: PathConditions(v["path-conditions"])})
		},
	}}
}
