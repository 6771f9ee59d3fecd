package polyhedra

const (
	// pairsPerUnit is the number of pairs of rays that are compared for a unit of package work.
	pairsPerUnit = 4

	// DefaultRows is the limit that Limits{} stands for.
	DefaultRows = 2000
)
