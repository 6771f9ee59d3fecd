package preset

import "strconv"

// symexecia are those of "symbolic execution with implicit predicate abstraction". Its text leaves open how interpolants are
// computed and by how much thresholds rise: the least rise is taken, and the engine's portfolio of interpolation methods.
var symexecia = []Preset{
	alone("symex", "Algorithm 1; Table I, symexec", "symbolic execution without abstraction",
		Flag{"engine", "symex"}, Flag{"encoding", "sbe"}, Flag{"order", "source"}, Flag{"path-conditions", "incremental"}),
	symexeciaFrom(0),
	symexeciaFrom(1),
	symexeciaFrom(100),
	alone("ic3ia", "Tables II and III, IC3IA", "IC3 with implicit predicate abstraction, one precision for all locations",
		Flag{"engine", "ic3ia"}, Flag{"encoding", "lbe"}, Flag{"precision-granularity", "global"}, Flag{"predicates", "atoms"}),
}

// symexeciaFrom is the algorithm with an initial threshold.
func symexeciaFrom(threshold int) Preset {
	n := strconv.Itoa(threshold)
	return alone("symexecia-"+n, "Algorithms 2 and 3, section V; Table I, symexecia-"+n, "symbolic execution with implicit predicate abstraction, initial threshold "+n,
		Flag{"engine", "symexecia"}, Flag{"encoding", "sbe"}, Flag{"order", "source"}, Flag{"path-conditions", "incremental"},
		Flag{"threshold", n}, Flag{"cover", "ancestors"}, Flag{"unroll-after", "0"}, Flag{"raise", "one"}, Flag{"restart", "backtrack"})
}
