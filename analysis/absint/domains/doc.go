// Package domains solves programs in abstract domains that are chosen by name: intervals, congruences, octagons, polyhedra and their
// reduced products, with up to a number of states in parallel at every location.
//
// Example: with "int" and two states in parallel,
//
//	if (b) x = 0; else x = 5;
//	if (x == 3) error();
//
// has x = 0 || x = 5 at the second test, from which the error is not reached; with one state it has 0 <= x <= 5.
//
// A Fixpoint also executes edges that the program does not have, as automata of Hoare triples do (package engine/traceabs).
package domains
