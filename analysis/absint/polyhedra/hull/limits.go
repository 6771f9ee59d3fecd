package hull

// The defaults of Options.
const (
	DefaultMaxModels = 200
	DefaultRows      = 600
	DefaultCubeRows  = 120
)

// boundModels is the number of models taken to bound one direction.
const boundModels = 24
