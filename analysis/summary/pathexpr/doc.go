// Package pathexpr computes path expressions: regular expressions over the
// edges of a control-flow automaton whose language is the set of paths from a
// location to the targets (Tarjan, "Fast algorithms for solving path problems",
// JACM 1981; the single-target form is that of GPS, OOPSLA 2025, section 6.1).
//
// Example: with edges e0: L0 -> L1, e1: L1 -> L1, e2: L1 -> error, ToTarget(L0) is
// e0.e1*.e2.
//
// All locations share one expression graph. A loop is solved once, at the head
// of its component in a weak topological order (Bourdoncle 1993): the paths from
// the head to itself are the body of a star, those that leave are its
// continuation, and every other location is one step away from solved ones. The
// order exists for irreducible graphs as well. Expressions are hash-consed, built
// on demand, and composed from the right, so that a chain of edges costs one
// composition each.
package pathexpr
