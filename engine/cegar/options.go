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
	// Prunes: from the first refined node on, or the whole graph.
	Prunes = []string{Lazy, Full}
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
	MultiSeq  = "multi-seq" // seq-itp for all counterexamples
	UnsatCore = "unsat-core"

	Whole     = "whole"
	Conjuncts = "conjuncts"
	Atoms     = "atoms"

	Lazy = "lazy"
	Full = "full"

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
	// Unlimited enumerates all successors, up to enumerationCap.
	Unlimited = 0
)

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
	// Counterexamples is the number refuted at a time; 0: all in the graph, up to maxCounterexamples.
	Counterexamples int
	// Stop ends the search when refinement makes no progress; otherwise the configuration is strengthened
	// first.
	Stop bool
}

// Defaults returns the options of the command line without flags.
func Defaults() Options {
	var o Options
	o.fields().Reset()
	return o.complete()
}

// complete fills in defaults and resolves abbreviations.
func (o Options) complete() Options {
	o.fields().Complete()
	if o.Refinement == MultiSeq {
		o.Refinement, o.Counterexamples = SeqItp, 0
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
		{Choice: engine.Choice{Name: "counterexamples", Kind: engine.Free, Default: "1", Help: "how many are refuted at a time, or all",
			Check: func(s string) error { _, err := ParseCounterexamples(s); return err }}, To: engine.As(&o.Counterexamples, FormatCounterexamples, ParseCounterexamples)},
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

// ParseCounterexamples parses all or a positive number.
func ParseCounterexamples(s string) (int, error) {
	if s == "all" {
		return 0, nil
	}
	n, err := strconv.Atoi(s)
	if err != nil || n < 1 {
		return 0, &engine.ChoiceError{Name: "counterexamples", Msg: fmt.Sprintf("%q: choose all or a positive number", s)}
	}
	return n, nil
}

// FormatCounterexamples is the inverse of ParseCounterexamples.
func FormatCounterexamples(n int) string {
	if n == 0 {
		return "all"
	}
	return strconv.Itoa(n)
}
