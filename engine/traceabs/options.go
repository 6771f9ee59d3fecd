package traceabs

import (
	"slices"
	"strconv"

	"cupel/analysis/absint/domains"
	"cupel/engine"
)

// Values of the choices; the first is the default.
var (
	// Analyses of path programs; none is trace abstraction with interpolants alone.
	Analyses = slices.Concat([]string{Auto}, domains.Names, []string{None})
	// Automata are the automata built from fixpoints or interpolants.
	Automata = []string{Closed, Plain, Enhanced}
	// Splits determine which parts of an interpolant become predicates.
	Splits = []string{Whole, Conjuncts}
)

// Names of the choices.
const (
	None = "none"
	// Auto is octagons with congruences, then polyhedra, then polyhedra with the ways that last turns of loops took kept apart, then with
	// executions before and after the first turn kept apart, until the error is excluded.
	Auto = "auto"

	Plain    = "plain"    // a state for each value or interpolant, with the transitions of the path program (section 3.1) or trace
	Enhanced = "enhanced" // also all valid triples between two states, for fixpoints those that the abstract domain proves
	Closed   = "closed"   // sets of their predicates as states, with all triples that the solver proves

	Whole     = "whole"
	Conjuncts = "conjuncts"
)

// Options of the engine. An empty string means the default of its choice; Defaults has those of numbers.
type Options struct {
	Analysis     string
	Automata     string // of fixpoints
	Interpolants string // automata of interpolants
	Split        string

	// Of the analysis of path programs, see domains.Options; Unwind is the number of turns of loops that are kept apart.
	States, Unwind, Delay, Narrowings, Work int
	Restart, Plain                          bool

	Unsliced    bool // interpolate whole traces
	Unminimised bool // keep the automaton of the remaining traces as the differences leave it
}

// Defaults returns the options of the command line without flags.
func Defaults() Options {
	var o Options
	o.fields().Reset()
	return o
}

// complete fills in the defaults.
func (o Options) complete() Options {
	o.fields().Complete()
	return o
}

// Validate reports the first impossible setting as a *engine.ChoiceError.
func (o Options) Validate() error {
	o = o.complete()
	if err := o.fields().Check(); err != nil {
		return err
	}
	if o.Split == Conjuncts && o.Interpolants != Closed {
		return &engine.ChoiceError{Name: "predicates", Msg: "conjuncts are no proof one by one; choose --interpolant-automata " + Closed}
	}
	return nil
}

// fields returns the named options.
func (o *Options) fields() engine.Fields {
	number := func(name, help string, def int, to *int) engine.Field {
		return engine.Field{Choice: engine.Choice{Name: name, Kind: engine.Number, Default: strconv.Itoa(def), Help: help},
			To: engine.As(to, strconv.Itoa, strconv.Atoi)}
	}
	toggle := func(name, help string, to *bool) engine.Field {
		return engine.Field{Choice: engine.Choice{Name: name, Kind: engine.Switch, Help: help}, To: engine.As(to, strconv.FormatBool, strconv.ParseBool)}
	}
	return engine.Fields{
		{Choice: engine.OneOf("path-programs", "abstract interpretation of path programs; auto: octagons with congruences, then polyhedra, then these for each way that the last turn of a loop took, then before and after the first turn, until one excludes the error", Analyses...), To: engine.Text(&o.Analysis)},
		{Choice: engine.OneOf("data-automata", "automata of the fixpoints of path programs: their predicates with all triples that the solver proves, the transitions of the path program, or also those that the domain proves", Automata...), To: engine.Text(&o.Automata)},
		{Choice: engine.OneOf("interpolant-automata", "automata of interpolants: sets of them with all triples that the solver proves, the transitions of the trace, or all valid triples between two interpolants", Automata...), To: engine.Text(&o.Interpolants)},
		{Choice: engine.OneOf("predicates", "what of an interpolant is a predicate", Splits...), To: engine.Text(&o.Split)},
		number(domains.States, domains.StatesHelp, 1, &o.States),
		number("loop-unwinding", "path programs: turns of loops that are kept apart from each other and from later ones", 0, &o.Unwind),
		number(domains.Delay, domains.DelayHelp, wideningDelay, &o.Delay),
		number(domains.Narrowings, domains.NarrowingsHelp, narrowings, &o.Narrowings),
		number("analysis-work", "work of an analysis of a path program with relations or residue classes at most; 0: no limit", analysisWork, &o.Work),
		toggle(domains.Restart, domains.RestartHelp, &o.Restart),
		toggle(domains.Plain, domains.PlainHelp, &o.Plain),
		toggle("unsliced", "interpolate whole traces, also the statements that their infeasibility does not need", &o.Unsliced),
		toggle("unminimised", "do not minimise the automaton of the traces that remain", &o.Unminimised),
	}
}

// Engines describes the engine.
func Engines() []*engine.Info {
	choices := []engine.Choice{engine.EncodingChoice(engine.Sbe, engine.Seq, engine.Diamond, engine.Lbe), engine.BlockSize, engine.Interpolation}
	choices = append(choices, new(Options).fields().Choices()...)
	choices = append(choices, engine.Choice{Name: "automata", Kind: engine.OutputFile, All: true, Help: "write the automaton of the traces that remain and the automata of the proofs to `FILE` (Graphviz, one graph after the other; the last 12 proofs)"})
	return []*engine.Info{{
		Name:         "traceabs",
		Doc:          "trace abstraction with abstract interpretation of path programs, see --path-programs",
		Choices:      choices,
		Interpolates: true,
		Check: func(v engine.Values) error {
			var o Options
			o.fields().Read(v)
			return o.Validate()
		},
		New: func(v engine.Values) engine.Engine {
			var o Options
			o.fields().Read(v)
			return New(o)
		},
	}}
}
