package portfolio

// invariantRows bounds the rows of Farkas' algorithm beyond one per place.
const invariantRows = 500

// maxLeaves bounds the partial solutions of one solution, all of which are compared with each other.
const maxLeaves = 4000

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
	firstAbstraction = 600_000
	// firstCegar and firstInduction are those of CEGAR on the state equation and of induction. Without them, one method
	// that does not end would take its whole share before the others get a second, longer attempt.
	firstCegar, firstInduction = 250_000, 100_000
	// firstUnrolling is that of unrolling: libz3 counts little of its work on long unrollings, about 30 microseconds a unit.
	firstUnrolling = 10_000
)

// defaultWork is the default of Options.Work, shared by the methods, in units of package work.
const defaultWork = 900_000_000
