package gps

import (
	"strconv"

	"cupel/analysis/summary/iteration"
	"cupel/engine"
)

// Engines describes the three modes. They execute statements one by one.
func Engines() []*engine.Info {
	noSummaries := engine.Choice{Name: "no-summaries", Kind: engine.Switch, Help: "search without loop summaries"}
	loops := engine.Choice{Name: "iteration", Kind: engine.Free, Default: "default",
		Help: "what summarises loops: default, strong, demand (default, and strong in addition when the search makes no progress), coarse, or some of translation+lossy+congruence+alternation+guards+polyhedral+stratified",
		Check: func(s string) error {
			if s == Demand {
				return nil
			}
			if _, err := iteration.ByName(s, iteration.Options{}); err != nil {
				return &engine.ChoiceError{Name: "iteration", Msg: err.Error()}
			}
			return nil
		}}
	noPhases := engine.Choice{Name: "no-phases", Kind: engine.Switch, Help: "summarise a loop as a whole, not phase by phase"}
	noRanges := engine.Choice{Name: "no-ranges", Kind: engine.Switch, Help: "summarise loops without the ranges of the types of variables"}
	summaries := []engine.Choice{engine.EncodingChoice(engine.Sbe), noSummaries, loops, noPhases, noRanges}
	tests := []engine.Choice{
		{Name: "no-gas", Kind: engine.Switch, Help: "do not bound the loop iterations of tests"},
		engine.OneOf("gas", "the bound on the iterations of a test: small values first, or any", "rising", "any"),
		{Name: "test-choices", Kind: engine.Number, Default: strconv.Itoa(maxChoices), Help: "values that a test chooses on its way at most; 0: any number"},
	}
	// Statements are no way to search without labels: nothing would end it.
	explore := func(values ...string) engine.Choice {
		return engine.OneOf("explore", "how the tree grows: tests that ask the summaries now and then (sparse) or after each statement (each), or no tests but single statements (statements: IMPACT)", values...)
	}
	frontier := func(values ...string) engine.Choice {
		return engine.OneOf("frontier", "order of unexplored paths: mixed (first in, first out, and after a test its last ones), fifo, lifo", values...)
	}
	labels := []engine.Choice{
		explore(Sparse, Each, Statements), frontier(Mixed, Fifo, Lifo),
		engine.OneOf("dead-ends", "when they are refined: later, as tests have precedence, or at-once", "later", "at-once"),
		engine.OneOf("summary-labels", "interpolants of a dead end: for one way through the summary after the other, or for the whole", "ways", "whole"),
		{Name: "no-reuse", Kind: engine.Switch, Help: "no labels from predicates of earlier labels, nor for the end of a path alone"},
		engine.OneOf("labels", "nodes with labels: loop heads and leaves, or all", "heads", "all"),
		engine.Cover,
		engine.OneOf("covered", "nodes that are covered: leaves and the loop heads above them, or leaves alone, by all their ancestors", "heads", "leaves"),
	}
	info := func(mode Mode, doc string, interpolates bool, choices ...engine.Choice) *engine.Info {
		return &engine.Info{Name: string(mode), Doc: doc, Choices: append(summaries[:len(summaries):len(summaries)], choices...), Interpolates: interpolates,
			New: func(v engine.Values) engine.Engine { return New(optionsOf(mode, v)) }}
	}
	return []*engine.Info{
		info(GPS, "summary-guided search: tests directed by loop summaries, dead-end interpolants", true, append(append([]engine.Choice{engine.Interpolation}, tests...), labels...)...),
		info(GPSLite, "gps without interpolation and covering", false, append(tests[:len(tests):len(tests)], explore(Sparse, Each), frontier(Mixed, Fifo, Lifo))...),
		info(CRA, "loop summaries alone: proofs, or UNKNOWN", false),
	}
}

// optionsOf are the options that the values of a mode's choices mean.
func optionsOf(mode Mode, v engine.Values) Options {
	o := Options{
		Mode: mode, NoSummaries: v.Is("no-summaries"), Iteration: v["iteration"], NoPhases: v.Is("no-phases"), NoRanges: v.Is("no-ranges"),
		NoGas: v.Is("no-gas"), AnyGas: v["gas"] == "any", Choices: v.Int("test-choices"),
		Explore: v["explore"], Frontier: v["frontier"], AtOnce: v["dead-ends"] == "at-once",
		WholeSummary: v["summary-labels"] == "whole", NoReuse: v.Is("no-reuse"), AllLabels: v["labels"] == "all",
		Cover: v[engine.Cover.Name], LeavesOnly: v["covered"] == "leaves",
	}
	if v["test-choices"] == "0" {
		o.Choices = -1
	}
	return o
}
