package relational

const (
	// delay is the number of visits of a loop head before widening starts.
	delay = 2
	// partitionCost is the factor by which partitioning is assumed to multiply the work, at least.
	partitionCost = 3
	// narrowings is the number of narrowing (descending) iterations.
	narrowings = 2
)

const (
	// maxStrided bounds the variables whose residue classes are tracked.
	maxStrided = 64
	// maxModulus bounds the moduli in terms that select variables to be tracked: larger ones come from wrap-around.
	maxModulus = 1 << 20
	// maxSolved bounds the summands of an equation that is solved for residue classes.
	maxSolved = 4
)

const (
	// stepFuel bounds the terms visited in the transfer function of one operation.
	stepFuel = 400
	// stepWork is the work of an operation without polyhedra, in units of package work.
	stepWork = 20
)

// maxCases bounds the cases into which the conditionals in one term are split.
const maxCases = 6

const (
	// bigFactor is the factor by which arithmetic on big numbers is assumed to cost more.
	bigFactor = 5

	// matrixSteps is the number of widenings at a head after which no unstable constraint of octagons and zones is kept: closure
	// after widening may bring a constraint back.
	matrixSteps = 12
)

const (
	// maxPacks bounds the packs of a program.
	maxPacks = 200
	// maxUpTo bounds the widening thresholds (guards) of a pack.
	maxUpTo = 80
)

// maxParts bounds the parts of a partitioned state.
const maxParts = 6

const (
	// maxDefs bounds the definitions in a state.
	maxDefs = 32
	// maxDefSize bounds the size of the term of a definition.
	maxDefSize = 100
)

// maxDisjuncts bounds the disjuncts of an assumed disjunction that are evaluated separately and joined.
const maxDisjuncts = 8

const (
	// upToSteps is the number of widenings at a head that keep the guards as thresholds.
	upToSteps = 8
	// boxSteps is the number of widenings at a head whose thresholds are constants.
	boxSteps = 4
	// maxStops bounds the numbers at which a bound of a variable stops afterwards, see stopAt.
	maxStops = 8
	// maxCoefficient bounds the sum of the coefficients of a constraint at a loop head: larger ones are artefacts of
	// convex hulls of distant points.
	maxCoefficient = 1 << 12
	// vagueBound is the least absolute constant of a constraint that can be vague.
	vagueBound = 1 << 20
	// vagueShare is the divisor that decides it: such a constraint is vague when it cuts less than 1/vagueShare of each
	// variable's range off the box.
	vagueShare = 64
)
