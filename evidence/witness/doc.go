// Package witness writes the evidence of a verdict in the exchange formats of
// SV-COMP: YAML format 2.0 (violation_sequence, invariant_set) and GraphML format
// 1.0, for violations and for correctness. Files are written to a temporary name
// and renamed, so that an interrupted run leaves no torn witness.
package witness
