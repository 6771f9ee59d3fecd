package kinduction

const (
	fewBlocks    = 16        // depth of the induction up to which the proof claims that loops end soon
	stepShare    = 2         // bounds the work of the step case, as a multiple of that of the base case: errors are found where induction does not help
	firstStep    = 1_000_000 // is the work that the step case may take in any case
	claimShare   = 3         // divisor: the share of the work so far that claims may take
	firstClaims  = 20_000    // is the work that claims may take in any case
	maxClaims    = 200       // bounds the candidates at a location
	maxClaimSize = 200       // bounds the size of a candidate
	maxCompared  = 60        // bounds the comparisons in the program that are candidates at every location
)
