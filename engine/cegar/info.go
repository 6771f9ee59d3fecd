package cegar

import (
	"strings"

	"cupel/engine"
)

// Engines describes the engine.
func Engines() []*engine.Info {
	choices := []engine.Choice{engine.EncodingChoice(engine.Seq, engine.Sbe, engine.Diamond, engine.Lbe), engine.BlockSize, engine.Interpolation, engine.Precision}
	choices = append(choices, new(Options).fields().Choices()...)
	choices = append(choices, engine.Choice{Name: "arg", Kind: engine.OutputFile, Help: "write the last reachability graph to `FILE` (Graphviz), with lines of the source and the path of the counterexample marked"})
	return []*engine.Info{{
		Name:         "cegar",
		Doc:          "configurable CEGAR: predicates, explicit values or both, see --domain, --search, --refinement",
		Choices:      choices,
		Plan:         plan,
		Interpolates: true,
		Check:        func(v engine.Values) error { return optionsOf(v).Validate() },
		New:          func(v engine.Values) engine.Engine { return New(optionsOf(v)) },
	}}
}

// plan: predicate abstraction is faster on sequences, whose interpolants are cheap, unless the graph explodes.
func plan(v engine.Values) engine.Plan {
	if strings.HasPrefix(v["domain"], Expl) {
		return engine.Plan{Encodings: []string{engine.Diamond}}
	}
	return engine.Plan{Encodings: []string{engine.Seq, engine.Diamond}}
}

// optionsOf converts validated values.
func optionsOf(v engine.Values) Options {
	o := Options{Encoding: Sbe}
	o.fields().Read(v)
	if v[engine.Encoding] == engine.Seq || o.Straight { // large blocks are single edges already
		o.Encoding = Seq
	}
	return o
}
