// Package absint computes post-fixpoints of an abstract domain over a
// control-flow automaton (abstract interpretation).
//
// Locations are iterated along a weak topological order with the recursive
// strategy of Bourdoncle ("Efficient chaotic iteration strategies with
// widenings", FMPA 1993, section 3): widening at the heads of components only,
// inner components stabilised first. Descending passes without widening follow;
// each single update is sound, so that they may stop at any point.
//
// Example: with intervals (package analysis/absint/interval), for
//
//	i = 0;
//	while (i < 100) i = i + 1;
//
// Solve starts with i in [0, 0] at the head, widens the growing interval, for
// instance to [0, +oo], and narrows it to [0, 100] by a descending pass.
//
// A domain implements Domain; package analysis/absint/relational is the most precise one.
package absint
