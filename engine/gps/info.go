package gps

import (
	"cupel/analysis/summary/iteration"
	"cupel/engine"
)

// Engines describes the three modes. They execute statements one by one.
func Engines() []*engine.Info {
	noSummaries := engine.Choice{Name: "no-summaries", Kind: engine.Switch, Help: "search without loop summaries"}
	loops := engine.Choice{Name: "iteration", Kind: engine.Free, Default: "default",
		Help: "what summarises loops: default, strong, coarse, or some of translation+lossy+congruence+alternation+guards",
		Check: func(s string) error {
			if _, err := iteration.ByName(s, iteration.Options{}); err != nil {
				return &engine.ChoiceError{Name: "iteration", Msg: err.Error()}
			}
			return nil
		}}
	summaries := []engine.Choice{engine.EncodingChoice(engine.Sbe), noSummaries, loops}
	noGas := engine.Choice{Name: "no-gas", Kind: engine.Switch, Help: "do not bound the loop iterations of tests"}
	info := func(mode Mode, doc string, interpolates bool, choices ...engine.Choice) *engine.Info {
		return &engine.Info{Name: string(mode), Doc: doc, Choices: append(summaries[:3:3], choices...), Interpolates: interpolates,
			New: func(v engine.Values) engine.Engine {
				return New(Options{Mode: mode, NoGas: v.Is("no-gas"), Cover: v[engine.Cover.Name], NoSummaries: v.Is("no-summaries"), Iteration: v["iteration"]})
			}}
	}
	return []*engine.Info{
		info(GPS, "summary-guided search: tests directed by loop summaries, dead-end interpolants", true, engine.Interpolation, noGas, engine.Cover),
		info(GPSLite, "gps without interpolation and covering", false, noGas),
		info(CRA, "loop summaries alone: proofs, or UNKNOWN", false),
	}
}
