package reproduce

import (
	"cupel/product/bench"
	"cupel/product/condition/suite"
)

// errcond are the experiments of chapter 6.
var errcond = []*Experiment{
	{
		Name: "errcond-table6.1", Paper: "errcond", Command: "condition", Tool: suite.Tool(0),
		Title:  "Precise error conditions: Table 6.1 and Figure 6.4",
		Source: "table 6.1 of the thesis on CEGECORE (CPAchecker, 1188 tasks of SV-COMP, 900 s, 7 GB; DescribErr 7200 s)",
		Solves: func(r *bench.Run) bool { return r.Category == suite.Precise }, Open: suite.Open, Expected: "false",
		Runs: []Setting{
			{Label: "CEGECORE, Generate Model", Preset: "generate-model"},
			{Label: "CEGECORE, AllSAT", Preset: "allsat"},
			{Label: "CEGECORE, Quantifier Elimination", Preset: "quantifier-elimination"},
			{Label: "CEGECORE, sequential", Preset: "sequential"},
			{Label: "CEGECORE, parallel", Preset: "parallel"},
		},
		Sets:       []string{"c/core.set", "c/loops.set"},
		Statistics: []string{"iterations", "size"},
		Columns:    []string{"solved of 1188", "time-outs", "other failures", "solved by no other", "mean CPU s of solved"},
		Published: []Published{
			{"CEGECORE, Generate Model", []string{"107", "682", "399", "60", "51.97"}},
			{"CEGECORE, AllSAT", []string{"28", "845", "315", "3", "5.95"}},
			{"CEGECORE, Quantifier Elimination", []string{"70", "618", "500", "36", "62.25"}},
			{"DescribErr, Counterexample", []string{"292", "700", "196", "", "179.72"}},
			{"DescribErr, Interval", []string{"299", "703", "186", "", "143.78"}},
			{"DescribErr, Template", []string{"327", "429", "432", "", "2703.46"}},
		},
		Orders: []Order{
			{"models solve more than quantifier elimination (107 of 70)", "CEGECORE, Generate Model", "CEGECORE, Quantifier Elimination", Solved},
			{"quantifier elimination solves more than AllSAT (70 of 28)", "CEGECORE, Quantifier Elimination", "CEGECORE, AllSAT", Solved},
			{"AllSAT meets the limit of time most often (845 of 682)", "CEGECORE, Generate Model", "CEGECORE, AllSAT", Timeouts},
		},
		Differences: []string{
			"A task is solved where the condition is proven to be precise. The text's tasks are 1188 of SV-COMP that fail, most of them of its families ECA and device drivers; ours are others that fail.",
			"The text runs no sequence and no refiners in parallel over its tasks; they are here since it describes them.",
		},
	},
}
