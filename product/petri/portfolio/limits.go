package portfolio

// invariantRows bounds the rows of Farkas' algorithm beyond one a place.
const invariantRows = 500

const (
	// maxAutomaton is the number of transitions up to which predicate abstraction is
	// tried: it computes a successor for each of them again and again.
	maxAutomaton = 300

	// maxInduction bounds k; deeper induction rarely helps and costs much.
	maxInduction = 4
)

// Budgets of the first round; every round multiplies them by growth.
const (
	firstSteps  = 10_000
	firstStates = 3_000
	growth      = 8
	// previewSteps are walked before the net is reduced: many goals are near.
	previewSteps = 2_000
	// firstProof and firstAbstraction are units of package work.
	firstProof       = 1_000_000
	firstAbstraction = 250_000
)

// defaultWork is shared by the methods when Options.Work does not say.
const defaultWork = 900_000_000
