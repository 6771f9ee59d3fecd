// Package sabotage is fault injection: switches that make parts of the verifier deliberately wrong, so that
// tests measure whether certificates notice. Only tests turn one on; no flag or environment variable does.
//
//	sabotage.Active(sabotage.QuantifiedWays)    quantified then ignores a path through an edge; its wrong
//	                                            proofs must not be certified
package sabotage
