package reproduce

// traceabs are the experiments of section 4.
var traceabs = []*Experiment{
	{
		Name: "traceabs-table1", Paper: "traceabs", Command: "verify", Iterations: true,
		Title:  "Trace abstraction with abstract interpretation: Table 1 and Figure 8",
		Source: "table 1 of the text on trace abstraction with abstract interpretation (Ultimate Automizer, SV-COMP 2016 Loops, Simple and ControlFlow, 214 programs, 133 safe; 90 s, 4 GB, i5-3550)",
		Runs: []Setting{
			{Label: "Default", Preset: "traceabs-default"},
			{Label: "INT", Preset: "traceabs-int"},
			{Label: "INT Enh.", Preset: "traceabs-int-enh"},
			{Label: "OCT", Preset: "traceabs-oct"},
			{Label: "OCT Enh.", Preset: "traceabs-oct-enh"},
			{Label: "OCT+CON", Preset: "traceabs-oct+con"},
			{Label: "OCT+CON Enh.", Preset: "traceabs-oct+con-enh"},
		},
		Sets:       []string{"c/loops.set", "c/locks", "c/ssh-simplified", "c/ntdrivers-simplified", "c/systemc"},
		Statistics: []string{"iterations", "refinements by abstract interpretation", "useful refinements by abstract interpretation"},
		Columns:    []string{"success of 214", "time-out", "error"},
		Published: []Published{
			{"Default", []string{"97 (3 exclusively)", "110", "7"}},
			{"OCT Enh.", []string{"97", "106", "11"}},
			{"OCT", []string{"100", "106", "8"}},
			{"OCT+CON Enh.", []string{"101", "100", "13"}},
			{"OCT+CON", []string{"103", "98", "13"}},
			{"INT", []string{"91", "104", "19"}},
			{"INT Enh.", []string{"91", "104", "19"}},
			{"Portfolio", []string{"108", "89", "6"}},
		},
		Orders: []Order{
			{"octagons with congruences solve most (103 of 97)", "OCT+CON", "Default", Solved},
			{"octagons solve more than the default (100 of 97)", "OCT", "Default", Solved},
			{"congruences add to octagons (103 of 100)", "OCT+CON", "OCT", Solved},
			{"the default solves more than intervals (97 of 91)", "Default", "INT", Solved},
			{"enhanced data automata do not solve more (100 of 97)", "OCT", "OCT Enh.", Solved},
			{"enhanced data automata do not solve more (103 of 101)", "OCT+CON", "OCT+CON Enh.", Solved},
			{"octagons need fewer iterations than the default (Figure 8)", "OCT", "Default", FewerOf("iterations")},
			{"octagons with congruences need fewer iterations than the default (Figure 8)", "OCT+CON", "Default", FewerOf("iterations")},
			{"octagons with congruences take the least time (Figure 8)", "OCT+CON", "OCT", Time},
		},
		Differences: []string{
			"The text's programs are of SV-COMP 2016; ours are a set of loops and families of control flow. Ultimate's default refinement and solver are others than our interpolation.",
		},
	},
}
