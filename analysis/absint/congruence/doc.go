// Package congruence implements the abstract domain of arithmetical congruences:
// sets of integers {r + k*m | k an integer} (Granger, "Static analysis of
// arithmetical congruences", International Journal of Computer Mathematics 30,
// 1989).
//
// Example: the join of {0} and {6} is {0 + k*6}; joined with {9} it is {0 + k*3}.
//
// Residues and moduli are machine integers; a set that would need larger ones is
// approximated by the set of all integers.
package congruence
