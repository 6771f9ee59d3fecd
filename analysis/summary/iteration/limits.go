package iteration

// Limits of the phase graph.
const (
	maxCells  = 8
	maxSpread = 4 // phases up to which the paths of the graph are kept apart
)

// The budgets of one solver call and of one body, in units of package work.
const (
	defaultCheck = 150_000
	defaultBody  = 400_000
)

// maxBody is the size of formulas, in distinct subterms, beyond which nothing is
// eliminated and bodies are not cut.
const maxBody = 1000

// Limits of reduce.
const (
	smallEnough   = 10 // distinct subterms up to which a formula stays as it is
	reduceQueries = 60
)
