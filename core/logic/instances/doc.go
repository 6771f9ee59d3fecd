// Package instances gives universally quantified formulas about cells of arrays the instances that a question about
// certain cells needs: those in which a cell that the formula speaks of is one that is accessed. Such instances follow
// from the formula, so that what is impossible with them is impossible.
//
// Source: E-matching (Detlefs, Nelson, Saxe, "Simplify: a theorem prover for program checking", JACM 2005) with the selections of the body as
// patterns, modulo linear arithmetic: a*k + b is the index i for k = (i-b)/a.
package instances
