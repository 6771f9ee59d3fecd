package iteration

const (
	// maxJoint bounds the variables of a polyhedron of states; more are bounded one by one.
	maxJoint = 6
	// tangents is the number of tangents that stand for a parabola.
	tangents = 3
)

const (
	// maxCells bounds the cells (phases) of the phase graph.
	maxCells = 8
	// maxSpread bounds the phases up to which the paths of the phase graph are kept apart.
	maxSpread = 4
)

const (
	// defaultCheck is the default budget of one solver query, in units of package work.
	defaultCheck = 150_000
	// defaultBody is the default budget of the analysis of one loop body, in units of package work.
	defaultBody = 400_000
)

// maxBody is the size of a formula, in distinct subterms, beyond which no quantifier is eliminated and no loop body is
// split.
const maxBody = 1000

const (
	// littleValue bounds the values in the models of which affine equations are made first.
	littleValue = 4
	// maxCoefficient bounds the length of the coefficients of an equation, in bits.
	maxCoefficient = 32
)

const (
	// smallEnough is the size, in distinct subterms, up to which reduce leaves a formula as it is.
	smallEnough = 10
	// reduceQueries bounds the solver queries of one call of reduce.
	reduceQueries = 60
)
