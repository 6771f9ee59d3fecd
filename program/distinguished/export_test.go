package distinguished

// For tests of packages that use this one.
var (
	Random   = random
	Feasible = feasible
)
