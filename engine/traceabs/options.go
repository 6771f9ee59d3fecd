package traceabs

import (
	"cupel/engine"
)

// Values of the choices; the first is the default.
var (
	// Analyses of path programs; none is trace abstraction with interpolants alone.
	Analyses = []string{OctagonsCongruences, Octagons, IntervalsCongruences, Intervals, Polyhedra, None}
	// Automata determines the automaton built from a fixpoint.
	Automata = []string{Closed, Plain, Enhanced}
	// Splits determine which parts of an interpolant become predicates.
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
	Enhanced = "enhanced" // also transitions that the abstract domain proves
	Closed   = "closed"   // the fixpoint's predicates with all triples that the solver proves

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
	o.fields().Complete()
	return o
}

// Validate reports the first impossible setting as a *engine.ChoiceError.
func (o Options) Validate() error {
	o = o.complete()
	return o.fields().Check()
}

// fields returns the named options.
func (o *Options) fields() engine.Fields {
	return engine.Fields{
		{Choice: engine.OneOf("path-programs", "abstract interpretation of path programs", Analyses...), To: engine.Text(&o.Analysis)},
		{Choice: engine.OneOf("data-automata", "automata of the fixpoints of path programs", Automata...), To: engine.Text(&o.Automata)},
		{Choice: engine.OneOf("predicates", "what of an interpolant is a predicate", Splits...), To: engine.Text(&o.Split)},
	}
}

// Engines describes the engine.
func Engines() []*engine.Info {
	choices := []engine.Choice{engine.EncodingChoice(engine.Sbe, engine.Seq, engine.Diamond, engine.Lbe), engine.BlockSize, engine.Interpolation}
	choices = append(choices, new(Options).fields().Choices()...)
	return []*engine.Info{{
		Name:         "traceabs",
		Doc:          "trace abstraction with abstract interpretation of path programs, see --path-programs",
		Choices:      choices,
		Interpolates: true,
		New: func(v engine.Values) engine.Engine {
			var o Options
			o.fields().Read(v)
			return New(o)
		},
	}}
}
