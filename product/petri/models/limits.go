package models

// maxNodes bounds a parameter that determines the number of nodes, maxTokens one that determines tokens or weights.
const (
	maxNodes  = 10_000
	maxTokens = 1_000_000_000
)
