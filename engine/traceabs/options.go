package traceabs

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"cupel/engine"
	"cupel/interpolation"
	"cupel/logic"
	"cupel/program"
	"cupel/smt"
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

	// Invariants are facts about the values at locations, of which the proof makes
	// use; nil: none. Its check covers them.
	Invariants  map[*program.Location]*logic.Term
	Interpolate interpolation.Sequencer
	Open        smt.Opener
	Solver      smt.Options
	// Confirm replays a counterexample; it returns why that failed, or "".
	Confirm func(context.Context, *engine.Counterexample) string
}

// choice is one named option.
type choice struct {
	flag  string
	value *string
	names []string
}

func (o *Options) choices() []choice {
	return []choice{
		{"path-programs", &o.Analysis, Analyses},
		{"data-automata", &o.Automata, Automata},
		{"trace-predicates", &o.Split, Splits},
	}
}

// complete fills in the defaults.
func (o Options) complete() Options {
	for _, c := range o.choices() {
		if *c.value == "" {
			*c.value = c.names[0]
		}
	}
	return o
}

// Defaults are the options of the command line.
func Defaults() Options { return Options{}.complete() }

// OptionError is an impossible setting.
type OptionError struct {
	Flag string // without dashes
	Msg  string
}

// Error prints --flag: message.
func (e *OptionError) Error() string { return "--" + e.Flag + ": " + e.Msg }

// Validate reports the first impossible setting as an *OptionError.
func (o Options) Validate() error {
	o = o.complete()
	for _, c := range o.choices() {
		if !slices.Contains(c.names, *c.value) {
			return &OptionError{c.flag, fmt.Sprintf("unknown value %q; choose one of %s", *c.value, strings.Join(c.names, ", "))}
		}
	}
	return nil
}

// Effective lists the configuration, one `name value` pair for each choice.
func (o Options) Effective() [][2]string {
	o = o.complete()
	var out [][2]string
	for _, c := range o.choices() {
		out = append(out, [2]string{c.flag, *c.value})
	}
	return out
}
