package relational

const (
	// delay is the number of visits of a loop head before widening starts.
	delay = 2
	// partitionCost is how much more work a partition takes, at least.
	partitionCost = 3
	// narrowings is the number of descending passes.
	narrowings = 2
)

const (
	// maxStrided bounds the variables whose residues are tracked, maxModulus the
	// moduli of terms that make them interesting: larger ones are wrap-around.
	maxStrided = 64
	maxModulus = 1 << 20
	// maxSolved bounds the summands of an equation that is solved for residues.
	maxSolved = 4
)

const (
	// stepFuel bounds the terms looked at in one operation.
	stepFuel = 400
	// stepWork is the work of an operation without polyhedra.
	stepWork = 20
)

// maxCases bounds the cases that conditional terms split one term into.
const maxCases = 6

const (
	// bigFactor is how much more work big numbers are.
	bigFactor = 5

	// octagonSteps is the number of widenings at a head after which nothing that
	// moves is kept: widened octagons are closed again, which may bring a constraint
	// back.
	octagonSteps = 12
)

// maxPacks bounds the packs of a program, maxUpTo the thresholds of one.
const (
	maxPacks = 200
	maxUpTo  = 80
)

// maxParts bounds the parts of a partitioned state.
const maxParts = 6

// maxDefs bounds the definitions of a state, maxDefSize those terms' sizes.
const (
	maxDefs    = 32
	maxDefSize = 100
)

// maxDisjuncts bounds the disjunctions whose disjuncts are followed one by one.
const maxDisjuncts = 8

const (
	// upToSteps is the number of widenings at a head that stop at guards.
	upToSteps = 8
	// boxSteps is the number of widenings at a head that stop at constants.
	boxSteps = 4
	// maxCoefficient bounds the sum of the coefficients of a constraint at a loop
	// head: larger ones are artefacts of hulls of far and near points.
	maxCoefficient = 1 << 12
	// A constraint whose constant is at least vagueBound is vague when it cuts
	// less than 1/vagueShare of each variable's range off the box.
	vagueBound = 1 << 20
	vagueShare = 64
)
