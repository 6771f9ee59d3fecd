package preset

import (
	"fmt"
	"slices"
	"strings"
)

// The text's chapter 2 has two kinds of programs (table 2.3), whose tasks it gives different levels: those of the competition, and those of
// programmable logic controllers, which get a name with -plc. What it fixes without a level in the extracted table is breadth-first search.

// cegarBase is the text's algorithm without what the engine adds to it: sequences of the source's statements are blocks (section 2.6), a path's formula has
// its abstract states (2.1.3.2), pruning removes one subtree (algorithm 2.2), all counterexamples are all (2.2.4), and a refinement
// without progress ends the search.
var cegarBase = []Flag{{"engine", "cegar"}, {"encoding", "sbe"}, {"straight-steps", "true"}, {"initial-precision", "empty"}, {"predicates", "whole"}, {"prune", "subtree"},
	{"path-formula", "states"}, {"without-interpolants", "none"}, {"dead-blocks", "unchecked"}, {"exploration", "complete"},
	{"max-cubes", "0"}, {"enumeration-cap", "0"}, {"no-escalation", "true"}}

// The levels of the factors.
var (
	cegarDomains  = []string{"expl", "pred-cart", "pred-bool"}
	cegarSearches = []string{"bfs", "dfs", "err", "dfs-err", "err-dfs"}
)

// cegarOn are the levels that depend on the kind of the program.
type cegarOn struct{ suffix, on, granularity, maxEnum string }

var cegarPrograms = []cegarOn{{"", "programs of the competition", "global", "1"}, {"-plc", "logic controllers", "local", "0"}}

// cegar are those of chapter 2 of the thesis on abstraction-based verification: its 42 configurations, those of the hardware models and of the
// competition by one name, and the four of its comparison with other tools.
var cegar = slices.Concat(cegarRQ1(), cegarRQ2(), cegarRQ3(), cegarRQ4(), cegarTools())

// cegarPreset names a configuration by the levels of its factors.
func cegarPreset(question int, kind cegarOn, levels []string, flags ...Flag) Preset {
	return alone(fmt.Sprintf("cegar-rq%d-%s%s", question, strings.Join(levels, "-"), kind.suffix),
		fmt.Sprintf("thesis on abstraction-based verification, tables 2.2 and 2.3, section 2.4.2.%d", question),
		fmt.Sprintf("CEGAR, research question %d: %s, on %s", question, strings.ToUpper(strings.Join(levels, ", ")), kind.on),
		slices.Concat(cegarBase, []Flag{{"precision-granularity", kind.granularity}}, flags)...)
}

// cegarRQ1 compares bounds of enumeration in the explicit domain.
func cegarRQ1() (out []Preset) {
	for _, kind := range cegarPrograms {
		for _, search := range []string{"bfs", "dfs"} {
			for _, k := range []string{"1*", "0", "1", "5", "10", "50"} {
				out = append(out, cegarPreset(1, kind, []string{search, strings.Replace(k, "*", "star", 1)},
					Flag{"domain", "expl"}, Flag{"max-enum", k}, Flag{"refinement", "seq-itp"}, Flag{"search", search}))
			}
		}
	}
	return out
}

// cegarRQ2 compares orders of the search in each domain.
func cegarRQ2() (out []Preset) {
	for _, kind := range cegarPrograms {
		for _, domain := range cegarDomains {
			for _, search := range cegarSearches {
				out = append(out, cegarPreset(2, kind, []string{domain, search}, slices.Concat(cegarDomain(domain, kind),
					[]Flag{{"refinement", "seq-itp"}, {"search", search}})...))
			}
		}
	}
	return out
}

// cegarRQ3 compares interpolation backwards with the others in each domain.
func cegarRQ3() []Preset { return cegarRefinements(3, "seq-itp", "fw-bin-itp", "bw-bin-itp") }

// cegarRQ4 compares one counterexample at a time with all.
func cegarRQ4() []Preset { return cegarRefinements(4, "seq-itp", "multi-seq") }

func cegarRefinements(question int, refinements ...string) (out []Preset) {
	for _, kind := range cegarPrograms {
		for _, domain := range cegarDomains {
			for _, refinement := range refinements {
				out = append(out, cegarPreset(question, kind, []string{domain, refinement}, slices.Concat(cegarDomain(domain, kind),
					[]Flag{{"refinement", refinement}, {"search", "bfs"}})...))
			}
		}
	}
	return out
}

// cegarDomain is a domain with its level of enumeration.
func cegarDomain(domain string, kind cegarOn) []Flag {
	if domain == "expl" {
		return []Flag{{"domain", domain}, {"max-enum", kind.maxEnum}}
	}
	return []Flag{{"domain", domain}}
}

// cegarTools are the configurations that are compared with other tools.
func cegarTools() (out []Preset) {
	for _, row := range []struct{ name, domain, maxEnum, refinement, search string }{
		{"pred-seq", "pred-cart", "", "seq-itp", "bfs"},
		{"expl-seq", "expl", "1*", "seq-itp", "bfs"},
		{"pred-bw", "pred-cart", "", "bw-bin-itp", "err"},
		{"expl-multiseq", "expl", "1", "multi-seq", "err"},
	} {
		flags := slices.Concat(cegarBase, []Flag{{"precision-granularity", "global"}, {"domain", row.domain}, {"refinement", row.refinement}, {"search", row.search}})
		if row.maxEnum != "" {
			flags = append(flags, Flag{"max-enum", row.maxEnum})
		}
		out = append(out, alone("theta-"+row.name, "thesis on abstraction-based verification, table 2.4", "CEGAR as compared with other tools", flags...))
	}
	return out
}
