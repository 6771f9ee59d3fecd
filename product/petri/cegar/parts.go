package cegar

// A Part of the algorithm can be left out: for ablation, and because what the thesis does not have must not be in its configuration.
// Values are sets of parts.
type Part uint32

// The parts. Those before Memo are ours, the others are the thesis's.
const (
	// Exact: case distinctions with certificates beside the refinement loop. Without it, only a target whose state equation has
	// no solution is answered not reachable; disjunctions are still split.
	Exact Part = 1 << iota
	// OnTheWay: the target is tested on every marking, not only at the end of a full solution.
	OnTheWay
	// Orders: better markings are looked for over all orders of a solution's firings, not on the sequence at hand alone.
	Orders
	// Estimates: smaller estimates are tried by bisection where increments have no solution (the thesis's 1.1.4.11 tells that
	// there is such an extension, not how it works).
	Estimates
	// Disjoint: jumps lead to disjoint regions.
	Disjoint
	// Vectors: algorithm 1.5 also skips where the additional firings are no T-invariant, and did not help.
	Vectors
	// Chain: tokens for a chain of distant invariants may come from its own transitions; definition 1.8 wants others.
	Chain
	// Memo: algorithm 1.1 visits a remaining vector once, as the original's optimisations do.
	Memo
	// Stubborn: algorithm 1.1 uses stubborn sets.
	Stubborn
	// InvariantFilter is algorithm 1.5.
	InvariantFilter
	// RemainderFilter is algorithm 1.10.
	RemainderFilter
	// Better is algorithm 1.6.
	Better
	// Jumps is algorithm 1.2.
	Jumps
	// Increments are algorithms 1.4 and 1.8.
	Increments
	// Predicates: targets other than one marking (contribution 1.1).
	Predicates
	// Inhibitors: nets with inhibitor arcs (contribution 1.2).
	Inhibitors
)

// Parts lists the parts with their names on the command line.
var Parts = []struct {
	Part Part
	Name string
	Doc  string
}{
	{Exact, "exact", "case distinctions with certificates beside the refinement loop"},
	{OnTheWay, "on-the-way", "test the target on every marking, not only at the end of a full solution"},
	{Orders, "orders", "look for better markings in all orders of a solution's firings"},
	{Estimates, "estimates", "try smaller estimates where increments have no solution"},
	{Disjoint, "disjoint", "jump to disjoint regions"},
	{Vectors, "vectors", "skip for additional firings that are no T-invariant as well"},
	{Chain, "chain", "tokens for a chain of distant invariants from its own transitions as well"},
	{Memo, "memo", "visit a remaining vector once (algorithm 1.1)"},
	{Stubborn, "stubborn", "stubborn sets in the trees of algorithm 1.1"},
	{InvariantFilter, "invariant-filter", "skip for T-invariants (algorithm 1.5)"},
	{RemainderFilter, "remainder-filter", "skip for T-invariants in the remainder (algorithm 1.10)"},
	{Better, "better", "better intermediate markings (algorithm 1.6)"},
	{Jumps, "jumps", "jump constraints (algorithm 1.2)"},
	{Increments, "increments", "increment constraints (algorithms 1.4 and 1.8)"},
	{Predicates, "predicates", "targets other than one marking (contribution 1.1)"},
	{Inhibitors, "inhibitors", "nets with inhibitor arcs (contribution 1.2)"},
}

// has reports whether a part takes part.
func (o Options) has(p Part) bool { return o.Without&p == 0 }
