// Package instances instantiates quantified array formulas for the array accesses of a query: the instances in which a cell that the body reads is one that the
// query accesses. The formula implies its instances, so that a query that is unsatisfiable with them is unsatisfiable with the formula.
//
// Example: for "for all k: 0 <= k < n ==> a[k] = 42" and a query with a[i], the instance is "0 <= i < n ==> a[i] = 42".
//
// Source: E-matching (Detlefs, Nelson, Saxe, "Simplify: a theorem prover for program checking", JACM 2005) with the selections of the body as
// patterns, modulo linear arithmetic: a*k + b is the index i for k = (i-b)/a.
package instances
