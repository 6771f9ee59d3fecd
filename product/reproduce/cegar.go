package reproduce

import (
	"fmt"
	"strings"
)

// cegarSets are the categories of programs of section 2.4.1.2 but for logic controllers: locks, loops, ssh and eca.
var cegarSets = []string{"c/locks", "c/loops.set", "c/ssh-simplified", "c/eca-rers2012"}

// cegarMachine are the conditions of section 2.4.1.5.
const cegarMachine = "Theta, 535 control-flow automata (locks 143, loops 105, eca 180, ssh 17, plc 90) and, where it says 835, 300 hardware models; 300 s, 4 GB, Xeon L5420"

// cegarDifferences are those of all its experiments.
var cegarDifferences = []string{
	"The text makes a task of each assertion by slicing, without logic controllers and hardware here; its interpolation is that of z3 4.5.0. Presets of the competition's programs, with global precision, are run on all.",
}

// cegar are the experiments of section 2.4.
var cegar = []*Experiment{cegarEnumeration(), cegarSearch(), cegarRefinement(), cegarMultiple(), cegarTools()}

// cegarRun is the run of a configuration by its levels, labelled as in the text.
func cegarRun(question int, levels ...string) Setting {
	label := strings.ReplaceAll(strings.ToUpper(strings.ReplaceAll(strings.Join(levels, "_"), "star", "*")), "-", "_")
	return Setting{Label: label, Preset: fmt.Sprintf("cegar-rq%d-%s", question, strings.Join(levels, "-"))}
}

// cegarEnumeration is research question 1.
func cegarEnumeration() *Experiment {
	e := &Experiment{
		Name: "cegar-rq1", Paper: "cegar", Command: "verify", Title: "CEGAR, research question 1: the configurable explicit domain (Figure 2.9)",
		Source: "section 2.4.2.1 of the thesis on abstraction-based verification (" + cegarMachine + "); 3928 of 6420 runs succeed, the figure's cells are not in the text",
		Sets:   cegarSets, Statistics: []string{"iterations"}, Differences: cegarDifferences,
	}
	for _, search := range []string{"bfs", "dfs"} {
		for _, k := range []string{"1star", "1", "5", "10", "50", "0"} {
			e.Runs = append(e.Runs, cegarRun(1, search, k))
		}
	}
	for _, search := range []string{"BFS", "DFS"} {
		more := map[string]string{"BFS": "17", "DFS": "13"}[search]
		e.Orders = append(e.Orders,
			Order{"with a solver for what does not evaluate, k = 1, " + more + " more are solved than without (1*)", search + "_1", search + "_1*", Solved},
			Order{"k = 10 solves more than traditional explicit values (1*)", search + "_10", search + "_1*", Solved},
			Order{"k = 10 solves more than enumeration without limit (0)", search + "_10", search + "_0", Solved})
	}
	for _, k := range []string{"1*", "1", "5", "10", "50", "0"} {
		e.Orders = append(e.Orders, Order{"breadth-first search solves more than depth-first search", "BFS_" + k, "DFS_" + k, Solved})
	}
	return e
}

// cegarSearch is research question 2.
func cegarSearch() *Experiment {
	e := &Experiment{
		Name: "cegar-rq2", Paper: "cegar", Command: "verify", Title: "CEGAR, research question 2: error location-based search (Figure 2.10)",
		Source: "section 2.4.2.2 of the thesis on abstraction-based verification (" + cegarMachine + "); predicates solve 416 to 447, explicit values 357 to 389 of 535, the figure's cells are not in the text",
		Sets:   cegarSets, Statistics: []string{"iterations", "nodes made"}, Differences: cegarDifferences,
	}
	for _, domain := range []string{"expl", "pred-cart", "pred-bool"} {
		for _, search := range []string{"bfs", "dfs", "err", "dfs-err", "err-dfs"} {
			e.Runs = append(e.Runs, cegarRun(2, domain, search))
		}
	}
	for _, domain := range []string{"EXPL", "PRED_CART", "PRED_BOOL"} {
		for _, other := range []string{"BFS", "DFS", "DFS_ERR", "ERR_DFS"} {
			e.Orders = append(e.Orders, Order{"the search by distance to the error solves more than " + other, domain + "_ERR", domain + "_" + other, Solved})
		}
		e.Orders = append(e.Orders, Order{"the advantage is that of unsafe tasks", domain + "_ERR", domain + "_BFS", Unsafe})
	}
	return e
}

// cegarRefinement is research question 3.
func cegarRefinement() *Experiment {
	e := &Experiment{
		Name: "cegar-rq3", Paper: "cegar", Command: "verify", Title: "CEGAR, research question 3: backward binary interpolation (Figure 2.11)",
		Source: "figure 2.11 of the thesis on abstraction-based verification, as far as the text has it (" + cegarMachine + ")",
		Sets:   cegarSets, Statistics: []string{"iterations", "nodes of the last graph"}, Differences: cegarDifferences,
		Columns: []string{"solved of 835"},
		Published: []Published{
			{"PRED_CART_SEQ_ITP", []string{"497"}}, {"PRED_CART_BW_BIN_ITP", []string{"507"}},
			{"PRED_BOOL_SEQ_ITP", []string{"495"}}, {"PRED_BOOL_BW_BIN_ITP", []string{"490"}},
			{"EXPL_SEQ_ITP", []string{"425"}}, {"EXPL_FW_BIN_ITP", []string{"62"}}, {"EXPL_BW_BIN_ITP", []string{"375"}}, {"virtual best", []string{"546"}},
		},
	}
	for _, domain := range []string{"pred-cart", "pred-bool", "expl"} {
		for _, refinement := range []string{"seq-itp", "fw-bin-itp", "bw-bin-itp"} {
			e.Runs = append(e.Runs, cegarRun(3, domain, refinement))
		}
	}
	for _, domain := range []string{"PRED_CART", "PRED_BOOL", "EXPL"} {
		e.Orders = append(e.Orders,
			Order{"backward interpolation solves more than forward", domain + "_BW_BIN_ITP", domain + "_FW_BIN_ITP", Solved},
			Order{"sequences solve more than forward interpolation", domain + "_SEQ_ITP", domain + "_FW_BIN_ITP", Solved})
	}
	e.Orders = append(e.Orders,
		Order{"with Cartesian predicates backward interpolation solves more than sequences (507 of 497)", "PRED_CART_BW_BIN_ITP", "PRED_CART_SEQ_ITP", Solved},
		Order{"with Boolean predicates sequences solve more (495 of 490)", "PRED_BOOL_SEQ_ITP", "PRED_BOOL_BW_BIN_ITP", Solved},
		Order{"with explicit values sequences solve more (425 of 375)", "EXPL_SEQ_ITP", "EXPL_BW_BIN_ITP", Solved},
		Order{"backward interpolation leaves smaller graphs", "PRED_CART_BW_BIN_ITP", "PRED_CART_SEQ_ITP", FewerOf("nodes of the last graph")})
	return e
}

// cegarMultiple is research question 4.
func cegarMultiple() *Experiment {
	e := &Experiment{
		Name: "cegar-rq4", Paper: "cegar", Command: "verify", Title: "CEGAR, research question 4: multiple counterexamples (Figure 2.12)",
		Source: "section 2.4.2.4 of the thesis on abstraction-based verification (" + cegarMachine + "); with predicates 490 to 497 of 835 are solved, the figure's cells are not in the text",
		Sets:   cegarSets, Statistics: []string{"iterations"}, Differences: cegarDifferences,
	}
	for _, domain := range []string{"pred-cart", "pred-bool", "expl"} {
		for _, refinement := range []string{"seq-itp", "multi-seq"} {
			e.Runs = append(e.Runs, cegarRun(4, domain, refinement))
		}
	}
	e.Orders = []Order{{"with explicit values several counterexamples at a time solve more (39 tasks that nothing else solves)", "EXPL_MULTI_SEQ", "EXPL_SEQ_ITP", Solved}}
	return e
}

// cegarTools is the comparison with other tools.
func cegarTools() *Experiment {
	return &Experiment{
		Name: "cegar-tools", Paper: "cegar", Command: "verify", Title: "CEGAR: the configurations of the comparison with other tools (Table 2.4)",
		Source: "section 2.4.3 of the thesis on abstraction-based verification (Theta, SV-COMP 2018, 900 s, 15 GB); figure 2.13's cells are in the text in part only",
		Sets:   cegarSets, Statistics: []string{"iterations"}, Differences: cegarDifferences,
		Runs: []Setting{
			{Label: "theta-pred-seq", Preset: "theta-pred-seq"}, {Label: "theta-pred-bw", Preset: "theta-pred-bw"},
			{Label: "theta-expl-seq", Preset: "theta-expl-seq"}, {Label: "theta-expl-multiseq", Preset: "theta-expl-multiseq"},
		},
		Orders: []Order{
			{"the new strategies solve more with predicates", "theta-pred-bw", "theta-pred-seq", Solved},
			{"the new strategies solve more with explicit values", "theta-expl-multiseq", "theta-expl-seq", Solved},
		},
	}
}
