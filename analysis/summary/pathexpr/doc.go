// Package pathexpr computes path expressions: regular expressions over the
// edges of a control-flow automaton whose language is the set of paths from a
// location to the targets (Tarjan, "Fast algorithms for solving path problems",
// JACM 1981; the single-target form is that of GPS, OOPSLA 2025, section 6.1).
//
// All locations share one expression graph. A loop is solved once, at the head
// of its component in a weak topological order (Bourdoncle 1993): the paths from
// the head to itself give the body of a star, those that leave give its
// continuation, and every other location is one step away from solved ones. The
// order exists for irreducible graphs as well. Expressions are hash-consed, made
// when they are asked for, and composed from the right, so that a chain of edges
// costs one composition each.
package pathexpr
