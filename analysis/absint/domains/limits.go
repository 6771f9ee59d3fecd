package domains

const (
	// packSize bounds the variables of a pack, see relational.Options.
	packSize = 10
	// maxRows bounds the rows of a polyhedron.
	maxRows = 100
	// unlimited is the work of an analysis without a limit.
	unlimited = 1 << 50
)
