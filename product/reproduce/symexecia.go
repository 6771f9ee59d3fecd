package reproduce

// symexecia are the experiments of section V.
var symexecia = []*Experiment{
	{
		Name: "symexecia-table1", Paper: "symexecia", Command: "verify",
		Title:  "Symbolic execution with implicit predicate abstraction: Tables I and II",
		Source: "tables I and II of the text on symbolic execution with implicit predicate abstraction (KRATOS, SV-COMP 2024 ReachSafety, 11222 programs, 300 s, 8 GB, i7-8700)",
		Runs: []Setting{
			{Label: "symexec", Preset: "symex"},
			{Label: "symexecia-0", Preset: "symexecia-0"},
			{Label: "symexecia-1", Preset: "symexecia-1"},
			{Label: "symexecia-100", Preset: "symexecia-100"},
			{Label: "IC3IA", Preset: "ic3ia"},
		},
		Sets:       []string{"c/core.set"},
		Statistics: []string{"refinements"},
		Columns:    []string{"unsafe", "safe", "Loops unsafe", "Loops safe"},
		Published: []Published{
			{"symexec", []string{"556", "1539", "114", "282"}},
			{"symexecia-0", []string{"425", "3105", "73", "194"}},
			{"symexecia-1", []string{"444", "2376", "84", "195"}},
			{"symexecia-100", []string{"578", "1586", "111", "286"}},
			{"IC3IA", []string{"811", "4376", "57", "130"}},
			{"CPA-symexec+", []string{"700", "892", "110", "110"}},
			{"Symbiotic 10", []string{"1466", "1182", "132", "306"}},
		},
		Orders: []Order{
			{"threshold 0 proves more than plain symbolic execution (3105 of 1539)", "symexecia-0", "symexec", Safe},
			{"threshold 0 proves more than threshold 1 (3105 of 2376)", "symexecia-0", "symexecia-1", Safe},
			{"threshold 1 proves more than threshold 100 (2376 of 1586)", "symexecia-1", "symexecia-100", Safe},
			{"threshold 100 proves more than plain symbolic execution (1586 of 1539)", "symexecia-100", "symexec", Safe},
			{"threshold 100 finds more errors than plain symbolic execution (578 of 556)", "symexecia-100", "symexec", Unsafe},
			{"plain symbolic execution finds more errors than threshold 1 (556 of 444)", "symexec", "symexecia-1", Unsafe},
			{"threshold 1 finds more errors than threshold 0 (444 of 425)", "symexecia-1", "symexecia-0", Unsafe},
			{"IC3IA proves more than threshold 0 (4376 of 3105)", "IC3IA", "symexecia-0", Safe},
			{"IC3IA finds more errors than threshold 0 (811 of 425)", "IC3IA", "symexecia-0", Unsafe},
		},
		Differences: []string{
			"The text's tasks are 15 families of ReachSafety; ours are a selection of some of them, with its own shares of families, so that only relations can be compared.",
			"The text reports false positives of its tools (3 of symexec, 1 of symexecia-100, 5 of IC3IA) and leaves them out; here wrong verdicts are counted.",
		},
	},
}
