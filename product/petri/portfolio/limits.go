package portfolio

// invariantRows bounds the rows of Farkas' algorithm beyond one per place.
const invariantRows = 500

const (
	// maxAutomaton bounds the transitions of a net on which predicate abstraction is tried: it computes a successor for
	// each of them again and again.
	maxAutomaton = 300

	// maxInduction bounds k; deeper induction rarely helps and costs much.
	maxInduction = 4
)

const (
	// firstSteps is the number of random-walk steps in the first round.
	firstSteps = 10_000
	// firstStates bounds the markings of explicit search in the first round.
	firstStates = 3_000
	// growth is the factor by which each round multiplies the budgets.
	growth = 8
	// previewSteps is the number of random-walk steps before the net is reduced: many goals are near.
	previewSteps = 2_000
	// firstProof is the budget of proofs in the first round, in units of package work.
	firstProof = 1_000_000
	// firstAbstraction is the budget of predicate abstraction in the first round, in units of package work.
	firstAbstraction = 250_000
)

// defaultWork is the default of Options.Work, shared by the methods, in units of package work.
const defaultWork = 900_000_000
