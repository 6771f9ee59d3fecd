package prefix

const (
	// maxSize bounds the distinct subterms of a fact.
	maxSize = 100
	// maxFacts bounds the facts.
	maxFacts = 64
)
