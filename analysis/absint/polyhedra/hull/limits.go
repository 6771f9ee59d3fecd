package hull

const (
	// DefaultMaxModels is the default of Options.MaxModels, the number of models of one hull.
	DefaultMaxModels = 200
	// DefaultRows is the default of Options.Rows, the limit on the description of a polyhedron.
	DefaultRows = 600
	// DefaultCubeRows is the default of Options.CubeRows, the number of rows up to which a conjunction is projected
	// exactly.
	DefaultCubeRows = 120
)

// boundModels is the number of models taken to bound one direction.
const boundModels = 24
