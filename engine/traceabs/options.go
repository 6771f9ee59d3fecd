package traceabs

import (
	"cupel/engine/choices"
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

func (o *Options) choices() []choices.Choice {
	return []choices.Choice{
		{Flag: "path-programs", Value: &o.Analysis, Names: Analyses},
		{Flag: "data-automata", Value: &o.Automata, Names: Automata},
		{Flag: "trace-predicates", Value: &o.Split, Names: Splits},
	}
}

// complete fills in the defaults.
func (o Options) complete() Options {
	choices.Complete(o.choices())
	return o
}

// Defaults are the options of the command line.
func Defaults() Options { return Options{}.complete() }

// Validate reports the first impossible setting as a *choices.Error.
func (o Options) Validate() error {
	o = o.complete()
	return choices.Validate(o.choices())
}

// Effective lists the configuration, one `name value` pair for each choice.
func (o Options) Effective() [][2]string {
	o = o.complete()
	return choices.Effective(o.choices())
}
