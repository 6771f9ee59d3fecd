package intlower

const (
	// maxRuns bounds the runs of ones of a mask; each costs two remainders.
	maxRuns = 4
	// maxBits bounds the operands that are taken apart bit by bit.
	maxBits = 4
	// maxShifts bounds the cases of a shift by a variable amount.
	maxShifts = 64
	// maxLeaves bounds the constants of a conditional that a bit operation is
	// distributed over.
	maxLeaves = 8
)

// maxWidth bounds the bit-vectors of a claim; a wider sum or product is not expressed.
const maxWidth = 256

// maxPeriods bounds the case distinctions of a wrap; beyond it a remainder is smaller.
const maxPeriods = 3
