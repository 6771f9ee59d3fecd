// Package zone implements the zone domain: sets of integer points defined by bounds of single dimensions and of differences of two, x <= c and
// x - y <= c (Dill, "Timing assumptions and verification of finite-state concurrent systems", CAV 1989; Mine, "A new numerical abstract domain
// based on difference-bound matrices", PADO 2001). It is less precise than octagons and has a quarter of their entries; a constraint is added in
// quadratic time.
//
// A Zone is immutable and closed: every bound that the others imply is explicit, so that inclusion, join and projection work entry by entry. Bounds
// are machine integers; a constraint with a larger one is dropped.
//
// Example: x - y <= 2 and y <= 3 imply x <= 5.
package zone
