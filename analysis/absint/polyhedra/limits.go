package polyhedra

const (
	// pairsPerUnit is the number of pairs of rays that are compared for one unit of package work.
	pairsPerUnit = 4

	// DefaultRows is the number of rows of a polyhedron that the zero value Limits{} stands for.
	DefaultRows = 2000
)
