package reproduce

// gps are the experiments of section 7.
var gps = []*Experiment{
	{
		Name: "gps-table2", Paper: "gps", Command: "verify",
		Title:  "GPS: Table 2, ablations, on loops",
		Source: "table 2 of the text on GPS (suite 1, SV-COMP: 230 tasks, 191 safe; 600 s, 15 GB, i7-13700H)",
		Runs: []Setting{
			{Label: "GPS", Preset: "gps"},
			{Label: "GPSLite", Preset: "gpslite"},
			{Label: "GPS-nogas", Preset: "gps-nogas"},
			{Label: "GPS-nogas-nosum", Preset: "gps-nogas-nosum"},
			{Label: "IMPACT", Preset: "impact"},
			{Label: "CRA", Preset: "cra"},
		},
		Sets:    []string{"c/linear-loops.set", "c/gps-suite2", "c/gps-suite3"},
		Columns: []string{"solved of 230", "safe of 191", "unsafe of 39", "time s", "all suites: solved of 297"},
		Published: []Published{
			{"GPS", []string{"214", "180", "34", "7389.1", "280"}},
			{"GPSLite", []string{"200", "166", "34", "10302.9", "263"}},
			{"GPS-nogas", []string{"210", "176", "34", "7845.7", "273"}},
			{"GPS-nogas-nosum", []string{"168", "136", "32", "37969.2", "171"}},
			{"IMPACT", []string{"119", "95", "24", "68616.9", "136"}},
			{"CRA", []string{"155", "155", "0", "752.3", "156"}},
		},
		Orders: []Order{
			{"dead-end interpolation proves more (180 of 166)", "GPS", "GPSLite", Safe},
			{"dead-end detection proves more than summaries alone (166 of 155)", "GPSLite", "CRA", Safe},
			{"gas solves more (214 of 210)", "GPS", "GPS-nogas", Solved},
			{"summaries solve more (210 of 168)", "GPS-nogas", "GPS-nogas-nosum", Solved},
			{"the search strategy solves more than IMPACT's (168 of 119)", "GPS-nogas-nosum", "IMPACT", Solved},
		},
		Differences: []string{
			"The text's suites: 230 linear loops of SV-COMP (suite 1), 9 safe examples (suite 2), 58 lock-and-key programs (suite 3); ours are a set of linear loops and what is there of suites 2 and 3.",
			"Its times are sums over all tasks, ours over the solved ones.",
			"IMPACT is that of CPAchecker there, and lazy abstraction with interpolants on our own tree here.",
		},
	},
}
