package traceabs

import (
	"cupel/engine"
)

// The names of the choices, the default first.
var (
	// Analyses of path programs: none is trace abstraction with interpolants alone.
	Analyses = []string{OctagonsCongruences, Octagons, IntervalsCongruences, Intervals, Polyhedra, None}
	// Automata say what a fixpoint of a path program becomes.
	Automata = []string{Closed, Plain, Enhanced}
	// Splits say what of an interpolant is a predicate.
	Splits = []string{Whole, Conjuncts}
)

// Names of the choices.
const (
	None                 = "none"
	Intervals            = "int"
	IntervalsCongruences = "int+con"
	Octagons             = "oct"
	OctagonsCongruences  = "oct+con"
	Polyhedra            = "poly" // and congruences

	Plain    = "plain"    // the transitions of the path program (section 3.1)
	Enhanced = "enhanced" // and those that the abstract domain proves
	Closed   = "closed"   // its predicates with all triples that the solver proves

	Whole     = "whole"
	Conjuncts = "conjuncts"
)

// Options of the engine. An empty string means the default of its choice.
type Options struct {
	Analysis string
	Automata string
	Split    string
}

// complete fills in the defaults.
func (o Options) complete() Options {
	for _, f := range o.named() {
		if *f.value == "" {
			*f.value = f.Values[0]
		}
	}
	return o
}

// Validate reports the first impossible setting as a *engine.ChoiceError.
func (o Options) Validate() error {
	o = o.complete()
	for _, f := range o.named() {
		if err := f.Accepts(*f.value); err != nil {
			return err
		}
	}
	return nil
}

// A named option with its value.
type named struct {
	engine.Choice
	value *string
}

func (o *Options) named() []named {
	return []named{
		{engine.OneOf("path-programs", "abstract interpretation of path programs", Analyses...), &o.Analysis},
		{engine.OneOf("data-automata", "automata of the fixpoints of path programs", Automata...), &o.Automata},
		{engine.OneOf("predicates", "what of an interpolant is a predicate", Splits...), &o.Split},
	}
}

// Engines describes the engine.
func Engines() []*engine.Info {
	encodings := []string{engine.Sbe, engine.Seq, engine.Diamond, engine.Lbe}
	choices := []engine.Choice{engine.EncodingChoice(encodings...), engine.BlockSize, engine.Interpolation}
	for _, f := range new(Options).named() {
		choices = append(choices, f.Choice)
	}
	return []*engine.Info{{
		Name:         "traceabs",
		Doc:          "trace abstraction with abstract interpretation of path programs, see --path-programs",
		Choices:      choices,
		Encodings:    encodings,
		Interpolates: true,
		New: func(v engine.Values) engine.Engine {
			var o Options
			for _, f := range o.named() {
				*f.value = v[f.Name]
			}
			return New(o)
		},
	}}
}
