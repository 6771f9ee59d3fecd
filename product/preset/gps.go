package preset

import "slices"

// gps are those of GPS, "summary-guided search". Its loop summaries are "a variant of compositional recurrence analysis" of which the text
// shows bounds of the differences and the conditions of the first and the last iteration, as polyhedra.
var gps = []Preset{
	guided("gps", "Fig. 5, table 2", "summary-guided search with gas"),
	guided("gps-nogas", "table 2", "GPS without the bound on the iterations of tests", Flag{"no-gas", "true"}),
	guided("gps-nogas-nosum", "table 2", "GPS with trivial summaries and without gas", Flag{"no-gas", "true"}, Flag{"no-summaries", "true"}),
	alone("gpslite", "Fig. 4, table 2", "GPS without abstraction refinement", slices.Concat([]Flag{{"engine", "gpslite"}}, recurrences, tests)...),
	alone("cra", "table 2", "the loop summaries of GPS alone", slices.Concat([]Flag{{"engine", "cra"}}, recurrences)...),
	alone("impact", "table 2, figs. 6 and 7b (top)", "lazy abstraction with interpolants, statement by statement", slices.Concat([]Flag{{"engine", "gps"},
		{"no-summaries", "true"}, {"no-gas", "true"}, {"explore", "statements"}, {"frontier", "lifo"}, {"cover", "any"}}, refinement)...),
}

// guided is a preset of the engine gps.
func guided(name, source, doc string, flags ...Flag) Preset {
	return alone(name, source, doc, slices.Concat([]Flag{{"engine", "gps"}}, recurrences, tests, refinement, []Flag{{"cover", "ancestors"}}, flags)...)
}

var (
	// recurrences are those that the text shows.
	recurrences = []Flag{{"iteration", "lossy+polyhedral"}, {"no-phases", "true"}, {"no-ranges", "true"}}
	// tests are executed with the summary asked at each edge, and paths explored first in, first out (section 4).
	tests = []Flag{{"explore", "each"}, {"frontier", "fifo"}, {"test-choices", "0"}, {"gas", "any"}}
	// refinement is that of section 5, with a variant of Newton's interpolants (section 7): weakest preconditions, as those that the text
	// shows for EX-3 (2 | x) are of the summary, not of the path.
	refinement = []Flag{{"interpolation", "newton-bwd"}, {"dead-ends", "at-once"}, {"summary-labels", "whole"}, {"no-reuse", "true"}, {"labels", "all"}, {"covered", "leaves"}}
)
