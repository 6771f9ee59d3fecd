package preset

import "slices"

// errcond are those of the thesis on precise error conditions: its refiners by themselves, as in its evaluation, and its two
// ways to combine them. Of DescribErr, with which it compares itself, it says no more than the names of the variants
// (counterexample, interval, template) and their limits, so that there is no preset of it.
var errcond = []Preset{
	cegecore("generate-model", "4.3.1, Table 6.1", "the inputs of each counterexample by themselves", unboundedRefiner, Flag{"refiners", "model"}),
	cegecore("allsat", "4.3.2, Table 6.1", "all combinations of the path formula's atoms", unboundedRefiner, Flag{"refiners", "allsat"}),
	cegecore("quantifier-elimination", "4.3.3, Table 6.1", "the path formula with all that is no input eliminated by z3", unboundedRefiner, Flag{"refiners", "qe"}),
	cegecore("sequential", "5.1, mode 2", "the refiners one after the other, each within a limit (of work; the text names none)", Flag{"refiners", "qe,allsat,model"}),
	cegecore("parallel", "5.1, mode 3 with its default refiners", "quantifier elimination and AllSAT at once, the first success counts", unboundedRefiner, Flag{"refiners", "qe,allsat"}, Flag{"parallel", "true"}),
}

// unboundedRefiner leaves a refiner all the time of the run: the text has a limit for each only where several take turns.
var unboundedRefiner = Flag{"refiner-work", "0"}

// predicateAnalysis is the verifier of the text (sections 3.5 and 3.8): conjunctions of predicates (Cartesian abstraction), a
// step for each operation, abstract states that are never merged, an empty precision at first, lazy abstraction with a
// precision for each location, and the atoms of Craig interpolants. It does not say how interpolants are computed, nor in
// which order states are expanded.
var predicateAnalysis = slices.Concat(Alone, []Flag{{"engine", "cegar"}, {"domain", "pred-cart"}, {"encoding", "sbe"}, {"initial-precision", "empty"},
	{"precision-granularity", "local"}, {"refinement", "seq-itp"}, {"predicates", "atoms"}, {"prune", "lazy"}, {"no-escalation", "true"}})

// plainLoop leaves algorithm 2 as it is: every search begins anew, nothing is known of inputs that do not fail, conditions are
// not simplified, neither samples nor shares are computed.
var plainLoop = []Flag{{"scratch", "true"}, {"complement", "false"}, {"elimination", "z3"}, {"simplify", "none"}, {"samples", "0"}, {"share", "false"}}

// cegecore is a preset of condition.
func cegecore(name, source, doc string, flags ...Flag) Preset {
	return Preset{Command: Condition, Name: name, Source: "CEGECORE, " + source, Doc: doc, Flags: slices.Concat(predicateAnalysis, plainLoop, flags)}
}
