package cegar

import (
	"fmt"
	"strconv"
	"strings"

	"cupel/engine"
)

// Values of the choices; the first is the default.
var (
	// Domains: predicate abstraction (Cartesian, Boolean, or split into a state for each cube), explicit
	// values, and products of both.
	Domains = []string{PredCart, PredBool, PredSplit, Expl, ExplPredCart, ExplPredBool}
	// Granularities: one precision for all locations, or one for each.
	Granularities = []string{Global, Local}
	// InitialPrecisions: empty, all variables (explicit domains), the atoms of all assumptions (predicates).
	InitialPrecisions = []string{Empty, AllVars, AllAssumes}
	// Searches are named orders; weights:E,D gives the weights of the distance to the error and of the depth.
	Searches = []string{"err", "bfs", "dfs", "dfs-err", "err-dfs"}
	// Refinements are the refuters.
	Refinements = []string{SeqItp, BwBinItp, FwBinItp, MultiSeq, UnsatCore}
	// Splits determine which parts of an interpolant become predicates.
	Splits = []string{Whole, Conjuncts, Atoms}
	// Prunes: the successors over the first refined node's block, that node's subtree alone, or the whole graph.
	Prunes = []string{Lazy, Subtree, Full}
	// PathFormulas: whether a path is infeasible if its operations are, or with its abstract states.
	PathFormulas = []string{OfOperations, OfStates}
	// Fallbacks refute paths without interpolants.
	Fallbacks = []string{ByCore, NoFallback}
	// Blocks that are infeasible from any state are checked with the solver once refinement has met them, or never.
	DeadBlocks = []string{Learned, Unchecked}
	// Explorations go on for a while behind the first counterexample, or to the end.
	Explorations = []string{Bounded, Complete}
	// Encodings: straight-line sequences, or single edges as blocks.
	Encodings = []string{Seq, Sbe}
	// Rules select the variables that a product domain tracks by value.
	Rules = []string{Static, NewAtoms, NewOperands}
)

// Names of the choices.
const (
	PredCart     = "pred-cart"
	PredBool     = "pred-bool"
	PredSplit    = "pred-split"
	Expl         = "expl"
	ExplPredCart = "expl-pred-cart"
	ExplPredBool = "expl-pred-bool"

	Global = "global"
	Local  = "local"

	Empty      = "empty"
	AllVars    = "all-vars"
	AllAssumes = "all-assumes"

	SeqItp    = "seq-itp"
	BwBinItp  = "bw-bin-itp"
	FwBinItp  = "fw-bin-itp"
	MultiSeq  = "multi-seq" // seq-itp for several counterexamples
	UnsatCore = "unsat-core"

	Whole     = "whole"
	Conjuncts = "conjuncts"
	Atoms     = "atoms"

	Lazy    = "lazy"
	Subtree = "subtree"
	Full    = "full"

	OfOperations = "operations"
	OfStates     = "states"

	ByCore     = "core"
	NoFallback = "none"

	Learned   = "learned"
	Unchecked = "unchecked"

	Bounded  = "bounded"
	Complete = "complete"

	Seq = "seq"
	Sbe = "sbe"

	Static      = "static"      // Boolean variables
	NewAtoms    = "newatoms"    // also those in atoms that the program does not contain
	NewOperands = "newoperands" // also those with operands that they never have in the program
)

// Special values of Options.MaxEnum.
const (
	// NoSolver is the paper's 1*: what cannot be evaluated is unknown; the solver is not used.
	NoSolver = -1
	// Unlimited enumerates all successors, up to Options.EnumerationCap.
	Unlimited = 0
)

// ByRefinement is the value of Options.Counterexamples that stands for all with multi-seq, and for one otherwise.
const ByRefinement = -1

// Options of the engine. An empty string stands for the default; Verify reports impossible combinations.
type Options struct {
	Domain           string
	MaxEnum          int // k of Algorithm 2.4; see NoSolver and Unlimited
	Granularity      string
	InitialPrecision string
	Search           string
	Refinement       string
	Split            string
	Prune            string
	Encoding         string
	Rule             string
	PathFormula      string
	Fallback         string
	DeadBlock        string
	Exploration      string
	// EnumerationCap is the bound that Unlimited stands for; 0: none.
	EnumerationCap int
	// Straight makes sequences of the program's edges blocks, as Encoding seq does.
	Straight bool
	// Cubes bounds the cubes of a Boolean abstract successor; 0: no bound.
	Cubes int
	// Counterexamples is the number refuted at a time; 0: all in the graph, see Exploration; ByRefinement.
	Counterexamples int
	// Stop ends the search when refinement makes no progress; otherwise the configuration is strengthened
	// first.
	Stop bool
}

// Defaults returns the options of the command line without flags.
func Defaults() Options {
	var o Options
	o.fields().Reset()
	return o
}

// complete fills in defaults and resolves abbreviations.
func (o Options) complete() Options {
	o.fields().Complete()
	if o.Counterexamples == ByRefinement {
		o.Counterexamples = 1
		if o.Refinement == MultiSeq {
			o.Counterexamples = 0
		}
	}
	if o.Refinement == MultiSeq {
		o.Refinement = SeqItp
	}
	return o
}

// fields are the choices that the options are: flags, defaults, help and validation.
func (o *Options) fields() engine.Fields {
	search := engine.OneOf("search", "order of the search", Searches...)
	search.Help += ", or weights:E,D"
	search.Check = func(s string) error { _, err := weightsOf(s); return err }
	return engine.Fields{
		{Choice: engine.OneOf("domain", "abstract domain", Domains...), To: engine.Text(&o.Domain)},
		{Choice: search, To: engine.Text(&o.Search)},
		{Choice: engine.OneOf("refinement", "refutation of counterexamples", Refinements...), To: engine.Text(&o.Refinement)},
		{Choice: engine.OneOf("precision-granularity", "one precision for all locations, or one for each", Granularities...), To: engine.Text(&o.Granularity)},
		{Choice: engine.OneOf("initial-precision", "what is tracked from the beginning", InitialPrecisions...), To: engine.Text(&o.InitialPrecision)},
		{Choice: engine.OneOf("predicates", "what of an interpolant is a predicate", Splits...), To: engine.Text(&o.Split)},
		{Choice: engine.OneOf("prune", "what refinement explores again", Prunes...), To: engine.Text(&o.Prune)},
		{Choice: engine.OneOf("explicit-rule", "what a product tracks by value", Rules...), To: engine.Text(&o.Rule)},
		{Choice: engine.Choice{Name: "max-enum", Kind: engine.Free, Default: FormatMaxEnum(DefaultMaxEnum), Help: "successors by value at most; 1*: without a solver, 0: no limit",
			Check: func(s string) error { _, err := ParseMaxEnum(s); return err }}, To: engine.As(&o.MaxEnum, FormatMaxEnum, ParseMaxEnum)},
		{Choice: engine.Choice{Name: "counterexamples", Kind: engine.Free, Default: autoCounterexamples, Help: "how many are refuted at a time, or all; auto: all with multi-seq, otherwise 1",
			Check: func(s string) error { _, err := ParseCounterexamples(s); return err }}, To: engine.As(&o.Counterexamples, FormatCounterexamples, ParseCounterexamples)},
		{Choice: engine.Choice{Name: "straight-steps", Kind: engine.Switch, Help: "a step is a straight-line sequence of edges, with --encoding sbe too"},
			To: engine.As(&o.Straight, strconv.FormatBool, strconv.ParseBool)},
		{Choice: engine.OneOf("exploration", "how far the search for further counterexamples goes", Explorations...), To: engine.Text(&o.Exploration)},
		{Choice: engine.OneOf("path-formula", "what is infeasible in a counterexample: its operations, or its operations with the abstract states", PathFormulas...), To: engine.Text(&o.PathFormula)},
		{Choice: engine.OneOf("without-interpolants", "what refutes a counterexample that has no interpolants", Fallbacks...), To: engine.Text(&o.Fallback)},
		{Choice: engine.OneOf("dead-blocks", "values: blocks that no state can pass are checked by the solver when refinement has met them, or never", DeadBlocks...), To: engine.Text(&o.DeadBlock)},
		{Choice: engine.Choice{Name: "enumeration-cap", Kind: engine.Number, Default: strconv.Itoa(DefaultEnumerationCap), Help: "what --max-enum 0 stands for; 0: no limit indeed"},
			To: engine.As(&o.EnumerationCap, strconv.Itoa, strconv.Atoi)},
		{Choice: engine.Choice{Name: "max-cubes", Kind: engine.Number, Default: strconv.Itoa(DefaultCubes), Help: "pred-bool, pred-split: cubes of a successor at most; 0: no limit"},
			To: engine.As(&o.Cubes, strconv.Itoa, strconv.Atoi)},
		{Choice: engine.Choice{Name: "no-escalation", Kind: engine.Switch, Help: "give up when refinement makes no progress, instead of a stronger configuration"},
			To: engine.As(&o.Stop, strconv.FormatBool, strconv.ParseBool)},
	}
}

// Validate returns the first invalid setting as an *engine.ChoiceError.
func (o Options) Validate() error {
	o = o.complete()
	if err := o.fields().Check(); err != nil {
		return err
	}
	predicates, values := o.Domain != Expl, strings.HasPrefix(o.Domain, Expl)
	switch {
	case o.InitialPrecision == AllVars && !values:
		return &engine.ChoiceError{Name: "initial-precision", Msg: "all-vars needs a domain with values, not " + o.Domain}
	case o.InitialPrecision == AllAssumes && !predicates:
		return &engine.ChoiceError{Name: "initial-precision", Msg: "all-assumes needs a domain with predicates, not " + o.Domain}
	case o.Refinement == UnsatCore && o.Domain != Expl:
		return &engine.ChoiceError{Name: "refinement", Msg: "unsat-core gives variables, which the domain " + o.Domain + " cannot use alone; choose expl"}
	}
	return nil
}

// ParseMaxEnum parses 1*, 0 or a number.
func ParseMaxEnum(s string) (int, error) {
	if s == "1*" {
		return NoSolver, nil
	}
	n, err := strconv.Atoi(s)
	if err != nil || n < 0 {
		return 0, &engine.ChoiceError{Name: "max-enum", Msg: fmt.Sprintf("%q: choose 1*, 0 (no limit) or a positive number", s)}
	}
	return n, nil
}

// FormatMaxEnum is the inverse of ParseMaxEnum.
func FormatMaxEnum(k int) string {
	if k == NoSolver {
		return "1*"
	}
	return strconv.Itoa(k)
}

// autoCounterexamples is ByRefinement as text.
const autoCounterexamples = "auto"

// ParseCounterexamples parses auto, all or a positive number.
func ParseCounterexamples(s string) (int, error) {
	switch s {
	case autoCounterexamples:
		return ByRefinement, nil
	case "all":
		return 0, nil
	}
	n, err := strconv.Atoi(s)
	if err != nil || n < 1 {
		return 0, &engine.ChoiceError{Name: "counterexamples", Msg: fmt.Sprintf("%q: choose auto, all or a positive number", s)}
	}
	return n, nil
}

// FormatCounterexamples is the inverse of ParseCounterexamples.
func FormatCounterexamples(n int) string {
	switch n {
	case ByRefinement:
		return autoCounterexamples
	case 0:
		return "all"
	}
	return strconv.Itoa(n)
}
