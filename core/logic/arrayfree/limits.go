package arrayfree

const (
	// maxSteps bounds the terms and reads that one elimination rewrites.
	maxSteps = 1 << 18
	// maxPairs bounds the pairs of reads whose elements are related.
	maxPairs = 1 << 14
	// maxRun bounds the stores at constant indices in a row that are decided between by the bits of the index.
	maxRun = 1 << 12
	// maxKept bounds the rewritten terms that are kept from one elimination to the next.
	maxKept = 1 << 20
)
