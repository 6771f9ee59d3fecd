package kinduction

const (
	fewBlocks    = 16        // within which an induction says that loops may end soon
	stepShare    = 2         // how much more work than the base case the step case may take: errors are found where induction does not help
	firstStep    = 1_000_000 // the work that the step case may take in any case
	claimShare   = 3         // the part of the work that claims may take
	firstClaims  = 20_000    // the work that they may take in any case
	maxClaims    = 200       // candidates at a location
	maxClaimSize = 200       // the size of a candidate
	maxCompared  = 60        // comparisons of the program that are candidates everywhere
)
