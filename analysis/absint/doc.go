// Package absint is a fixpoint engine for abstract interpretation over a
// control-flow automaton, parameterised by an abstract domain.
//
// Locations are iterated along a weak topological order with the recursive
// strategy of Bourdoncle ("Efficient chaotic iteration strategies with
// widenings", FMPA 1993): widening at the heads of components only, inner
// components stabilised first. Descending passes without widening follow;
// every update of a location is sound on its own, so they may stop anywhere.
package absint
