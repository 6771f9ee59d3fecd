package ic3ia

const (
	// stepWork is the work of an obligation besides that of the solver, in units of package work.
	stepWork = 100
	// maxFailedDrops bounds the literals of a cube that are tried in vain to be left out.
	maxFailedDrops = 12
	// maxPublished bounds the predicates of a location on the board.
	maxPublished = 100
)
