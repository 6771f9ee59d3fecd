package interval

const (
	// maxAssumed bounds the terms that are assumed for one assumption; the rest of it is left out
	maxAssumed = 5000
	// delay is the number of visits of a loop head before widening starts.
	delay = 2
	// maxThresholdSteps is the number of widenings at a head that stop at
	// thresholds; later ones go to the bounds of the type.
	maxThresholdSteps = 12
	// maxThresholds bounds the thresholds on each side of zero.
	maxThresholds = 100
	// narrowings is the number of descending passes.
	narrowings = 2
)

// maxCachedWidth bounds the widths whose ranges are computed once.
const maxCachedWidth = 128

// maxDisjuncts bounds the disjunctions whose disjuncts are followed one by one.
const maxDisjuncts = 16
