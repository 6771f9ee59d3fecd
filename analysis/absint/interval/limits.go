package interval

const (
	// maxAssumed bounds the terms visited for one assumption; the rest of it is ignored.
	maxAssumed = 5000
	// delay is the number of visits of a loop head before widening starts.
	delay = 2
	// maxThresholdSteps is the number of widenings at a head that stop at
	// thresholds; later ones go to the bounds of the type.
	maxThresholdSteps = 12
	// maxThresholds bounds the thresholds on each side of zero.
	maxThresholds = 100
	// narrowings is the number of narrowing (descending) iterations.
	narrowings = 2
)

// maxCachedWidth bounds the bit-widths whose ranges are cached.
const maxCachedWidth = 128

// maxDisjuncts bounds the disjuncts of an assumed disjunction that are evaluated separately and joined.
const maxDisjuncts = 16
