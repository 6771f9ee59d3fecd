package symex

// PredicateMode determines how interpolants become predicates.
type PredicateMode string

// The predicate modes.
const (
	Atoms PredicateMode = "atoms" // its atomic formulas
	Whole PredicateMode = "whole" // the interpolant itself
)

// Order is the order in which outgoing edges are tried.
type Order string

// The orders.
const (
	ByDistance Order = "distance" // nearest to the error first
	BySource   Order = "source"   // as the program lists them
)

// PathConditions is how path conditions are decided.
type PathConditions string

// The values of PathConditions.
const (
	// Sliced keeps a model along the path, simplifies conditions under the bounds that others state, and asks about the connected
	// conjuncts only. An abstraction point is checked at once.
	Sliced PathConditions = "sliced"
	// Incremental is the text's: each assumption is a query about the whole path condition to one incremental solver, and an
	// abstraction point is checked one step later (line 14 of Algorithm 2).
	Incremental PathConditions = "incremental"
)

// Raise is how far a threshold is raised where a path gives no new predicate.
type Raise string

// The values of Raise.
const (
	ToVisits Raise = "visits" // to the visits of the path, which is not abstracted any more
	ByOne    Raise = "one"
)

// Restart is where the search goes on after a refinement.
type Restart string

// The restarts.
const (
	Backtrack Restart = "backtrack" // at the first abstraction point whose precision changed
	FromRoot  Restart = "root"      // from the beginning, as Algorithm 3 has it
)

// Options configure the engine.
type Options struct {
	// Abstract enables implicit predicate abstraction (symexecia).
	Abstract bool
	// Threshold is the number of visits of a loop head on a path before abstraction starts (c in the paper).
	Threshold int
	// Predicates determines how interpolants are split.
	Predicates PredicateMode
	// Order of the outgoing edges.
	Order Order
	// Cover is engine.CoverAncestors to prune an abstract state only if it repeats on its own path, as in the paper;
	// otherwise it is pruned also if it was finished on another path.
	Cover string
	// PathConditions is how path conditions are decided; "": Sliced.
	PathConditions PathConditions
	// UnrollAfter is the number of refinements of a loop head after which its threshold is raised; 0: they do not raise it.
	UnrollAfter int
	// Raise is how far; "": ToVisits.
	Raise Raise
	// Restart is where the search goes on after a refinement; "": Backtrack.
	Restart Restart
	// Fixed returns Unknown instead of refining, to re-explore a final abstraction.
	Fixed bool
	// MaxRefinements limits the number of refinements, with Unknown beyond; 0: no limit.
	MaxRefinements int
}

// whole reports whether queries are left to the solver as they are. Certificates leave all to the second solver.
func (o *Options) whole() bool { return o.Fixed || o.PathConditions == Incremental }
