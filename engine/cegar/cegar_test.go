package cegar

import (
	"fmt"
	"testing"

	"cupel/engine"
	"cupel/tests/enginetest"
)

// options of a configuration, with the tools of the tests.
func options(t testing.TB, set func(*Options)) Options {
	o := Defaults()
	if set != nil {
		set(&o)
	}
	if err := o.Validate(); err != nil {
		t.Fatal(err)
	}
	return o.complete()
}

// configurations span the dimensions.
var configurations = []struct {
	name string
	set  func(*Options)
}{
	{"pred-cart", func(o *Options) { o.Search, o.Encoding = "bfs", Sbe }},
	{"pred-cart-bw-local", func(o *Options) { o.Refinement, o.Granularity = BwBinItp, Local }},
	{"pred-cart-fw-full", func(o *Options) { o.Refinement, o.Prune, o.Search = FwBinItp, Full, "dfs" }},
	{"pred-cart-assumes", func(o *Options) { o.InitialPrecision, o.Granularity, o.Search = AllAssumes, Local, "dfs-err" }},
	{"pred-bool", func(o *Options) { o.Domain, o.Split, o.Search = PredBool, Atoms, "err-dfs" }},
	{"pred-bool-multi", func(o *Options) { o.Domain, o.Refinement, o.Prune = PredBool, MultiSeq, Full }},
	{"pred-split", func(o *Options) { o.Domain, o.Split = PredSplit, Conjuncts }},
	{"pred-split-bw", func(o *Options) { o.Domain, o.Refinement, o.Search = PredSplit, BwBinItp, "dfs" }},
	{"expl", func(o *Options) { o.Domain, o.Stop = Expl, true }},
	{"expl-1*", func(o *Options) { o.Domain, o.MaxEnum, o.Search = Expl, NoSolver, "bfs" }},
	{"expl-1-core", func(o *Options) { o.Domain, o.MaxEnum, o.Refinement = Expl, 1, UnsatCore }},
	{"expl-0-multi-local", func(o *Options) {
		o.Domain, o.MaxEnum, o.Refinement, o.Granularity = Expl, Unlimited, MultiSeq, Local
	}},
	{"expl-5-all-vars", func(o *Options) { o.Domain, o.MaxEnum, o.InitialPrecision = Expl, 5, AllVars }},
	{"expl-50-bw", func(o *Options) { o.Domain, o.MaxEnum, o.Refinement = Expl, 50, BwBinItp }},
	{"product-cart", func(o *Options) { o.Domain, o.Rule, o.Counterexamples = ExplPredCart, NewAtoms, 3 }},
	{"text-pred-cart-local", text(PredCart, func(o *Options) { o.Granularity, o.Search = Local, "bfs" })},
	{"text-pred-bool-bw", text(PredBool, func(o *Options) { o.Refinement, o.Search = BwBinItp, "bfs" })},
	{"text-expl-1*-multi", text(Expl, func(o *Options) { o.MaxEnum, o.Refinement = NoSolver, MultiSeq })},
	{"text-expl-1-dfs", text(Expl, func(o *Options) { o.MaxEnum, o.Search = 1, "dfs" })},
	{"text-expl-10-multi", text(Expl, func(o *Options) { o.MaxEnum, o.Refinement = 10, MultiSeq })},
	{"product-bool", func(o *Options) { o.Domain, o.Rule, o.Search = ExplPredBool, NewOperands, "weights:3,-1" }},
}

// text is a configuration as published, see product/preset.
func text(domain string, set func(*Options)) func(*Options) {
	return func(o *Options) {
		o.Domain, o.Prune, o.PathFormula, o.Fallback, o.DeadBlock, o.Exploration = domain, Subtree, OfStates, NoFallback, Unchecked, Complete
		o.Cubes, o.Stop, o.Encoding = 0, true, Seq
		set(o)
	}
}

// TestRandomPrograms compares the configurations with the enumeration of the
// states.
func TestRandomPrograms(t *testing.T) {
	var cs []enginetest.Configuration
	for _, c := range configurations {
		cs = append(cs, enginetest.Configuration{Name: c.name, Engine: New(options(t, c.set))})
	}
	enginetest.RandomPrograms(t, cs)
}

func describe(r *engine.Result) string {
	return fmt.Sprintf("%v %s", r.Verdict, r.Reason)
}
