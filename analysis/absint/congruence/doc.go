// Package congruence has the abstract values of arithmetical congruences: sets
// of integers {r + k*m | k an integer} (Granger, "Static analysis of
// arithmetical congruences", International Journal of Computer Mathematics 30,
// 1989).
//
// Residues and moduli are machine integers; what does not fit is described by the
// set of all integers.
package congruence
