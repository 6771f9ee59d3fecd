// Package pathcond decides path conditions: conjunctions that grow and shrink by a
// few conjuncts, over inputs most of which are independent of each other.
//
// A query is whether added conjuncts are consistent with a conjunction that has a known
// model. Only the slice of conjuncts that share symbols with them, transitively, matters:
// other symbols keep their values. A slice over a single symbol with few values is decided
// by a set of values per conjunct, without a solver. Answers are cached, and recent models
// are tried. Bounds of floats are propagated through arithmetic and conditionals, to find
// contradictions. The rest goes to a solver; hard queries about floats stay undecided, and
// the search continues with both outcomes.
//
// Example: with the path condition a > 3, b = 2*a, c < 7 and its model a = 4, b = 8, c = 0,
// the query for c > 2 has the slice {c < 7, c > 2} and the answer c = 3; a and b keep
// their values.
//
// Source: independent constraints and the counterexample cache are those of EXE and
// KLEE (Cadar, Dunbar, Engler: "KLEE: Unassisted and Automatic Generation of
// High-Coverage Tests for Complex Systems Programs", OSDI 2008).
package pathcond
