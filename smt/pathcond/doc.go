// Package pathcond decides path conditions: conjunctions that grow and shrink by a
// few conjuncts, over inputs most of which are independent of each other.
//
// A question is whether an addition is consistent with a conjunction that has a known
// model. Only the conjuncts that share symbols with the addition, directly or through
// others, matter: the rest keeps its values. Of this slice, a single symbol with few
// values is decided by a set of values for each conjunct, without a solver. What was
// asked before is remembered, and models found lately are tried. Bounds of floats are
// followed through arithmetic and conditionals, to find contradictions. What is left goes to
// a solver; questions about floats that are hard stay open, and the search goes on with both
// outcomes.
//
// Source: independent constraints and the counterexample cache are those of EXE and
// KLEE (Cadar, Dunbar, Engler: "KLEE: Unassisted and Automatic Generation of
// High-Coverage Tests for Complex Systems Programs", OSDI 2008).
package pathcond
