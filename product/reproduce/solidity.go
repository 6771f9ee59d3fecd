package reproduce

import (
	"cupel/product/bench"
	"cupel/product/solidity/suite"
)

// solidity are the experiments of section 3.4.
var solidity = []*Experiment{
	{
		Name: "solidity-table3.2", Paper: "solidity", Command: "solidity", Tool: suite.Tool(),
		Title:  "solc-verify: Table 3.2, contracts without annotations",
		Source: "table 3.2 of the thesis on abstraction-based verification (7836 contracts of Etherscan that solc 0.4.25 compiles; 10 s, Xeon E5-4627v2)",
		Solves: func(r *bench.Run) bool { return r.Verdict == suite.Finished },
		Runs: []Setting{
			{Label: "int, z3", Preset: "int"}, {Label: "bv, z3", Preset: "bv"}, {Label: "mod, z3", Preset: "mod"}, {Label: "mod-overflow, z3", Preset: "mod-overflow"},
			{Label: "int, cvc", Preset: "int", Flags: []string{"--solver", "cvc5"}}, {Label: "bv, cvc", Preset: "bv", Flags: []string{"--solver", "cvc5"}},
			{Label: "mod, cvc", Preset: "mod", Flags: []string{"--solver", "cvc5"}}, {Label: "mod-overflow, cvc", Preset: "mod-overflow", Flags: []string{"--solver", "cvc5"}},
		},
		Sets:       []string{"solidity/smartbugs", "solidity/scbench"},
		Statistics: []string{"alarms"},
		Columns:    []string{"translated", "finished in 10 s", "mean s"},
		Published: []Published{
			{"int, z3", []string{"4096", "3897", "1.24"}}, {"bv, z3", []string{"3919", "3831", "1.10"}}, {"mod, z3", []string{"3926", "3892", "0.87"}}, {"mod-overflow, z3", []string{"3926", "3894", "0.88"}},
			{"int, cvc", []string{"4096", "4090", "0.71"}}, {"bv, cvc", []string{"3919", "3837", "0.99"}}, {"mod, cvc", []string{"3926", "3921", "0.72"}}, {"mod-overflow, cvc", []string{"3926", "3911", "0.79"}},
			{"int, yices2", []string{"4096", "3892", "1.15"}}, {"bv, yices2", []string{"3919", "3854", "0.86"}}, {"mod, yices2", []string{"3926", "3903", "0.75"}}, {"mod-overflow, yices2", []string{"3926", "3859", "0.87"}},
		},
		Orders: []Order{
			{"more contracts finish with integers than with bit-vectors (3897 of 3831)", "int, z3", "bv, z3", Solved},
			{"more contracts finish with integers modulo than with bit-vectors (3892 of 3831)", "mod, z3", "bv, z3", Solved},
			{"cvc finishes more than z3 with integers (4090 of 3897)", "int, cvc", "int, z3", Solved},
			{"cvc finishes more than z3 with integers modulo (3921 of 3892)", "mod, cvc", "mod, z3", Solved},
		},
		Differences: []string{
			"Contracts are others, and of several versions of the compiler; one is solved where all its functions have an answer within the limit. cvc is cvc4 there and cvc5, as a process, here.",
		},
	},
}
