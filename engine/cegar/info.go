package cegar

import (
	"strings"

	"cupel/engine"
)

// Engines describes the engine.
func Engines() []*engine.Info {
	defaults := Defaults()
	choices := []engine.Choice{engine.EncodingChoice(engine.Seq, engine.Sbe, engine.Diamond, engine.Lbe), engine.BlockSize, engine.Interpolation, engine.Precision}
	choices = append(choices, defaults.fields().Choices()...)
	choices = append(choices,
		engine.Choice{Name: "max-enum", Kind: engine.Free, Default: FormatMaxEnum(defaults.MaxEnum), Help: "successors by value at most; 1*: without a solver, 0: no limit",
			Check: func(s string) error { _, err := ParseMaxEnum(s); return err }},
		engine.Choice{Name: "counterexamples", Kind: engine.Free, Default: FormatCounterexamples(defaults.Counterexamples), Help: "how many are refuted at a time, or all",
			Check: func(s string) error { _, err := ParseCounterexamples(s); return err }},
		engine.Choice{Name: "no-escalation", Kind: engine.Switch, Help: "give up when refinement makes no progress, instead of a stronger configuration"},
		engine.Choice{Name: "arg", Kind: engine.OutputFile, Help: "write the last reachability graph to `FILE` (Graphviz)"},
	)
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
	o := Options{Encoding: Sbe, Stop: v.Is("no-escalation")}
	o.fields().Read(v)
	if v[engine.Encoding] == engine.Seq { // large blocks are single edges already
		o.Encoding = Seq
	}
	o.MaxEnum, _ = ParseMaxEnum(v["max-enum"])
	o.Counterexamples, _ = ParseCounterexamples(v["counterexamples"])
	return o
}
