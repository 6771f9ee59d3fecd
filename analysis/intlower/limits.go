package intlower

const (
	// maxRuns bounds the runs of one bits in a mask; each costs two remainders.
	maxRuns = 4
	// maxBits bounds the width of operands whose bits are lowered one by one.
	maxBits = 4
	// maxShifts bounds the cases of a shift by a variable amount.
	maxShifts = 64
	// maxLeaves bounds the constants of a conditional over which a bit operation is distributed.
	maxLeaves = 8
)

// maxWidth bounds the width of the bit-vectors in a translated claim; a wider sum or product is not expressed.
const maxWidth = 256

// maxPeriods bounds the case distinctions of a wrap-around; beyond it a remainder is smaller.
const maxPeriods = 3
