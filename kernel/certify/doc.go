// Package certify re-checks proofs with a solver that did not find them.
//
// A predicate-abstraction proof is a set of predicates per loop head. Infer
// recomputes the reachable abstract states of every head (boolean predicate
// abstraction by enumerating the predicates' values over large blocks, Lahiri,
// Nieuwenhuis and Oliveras, CAV 2006) and Check verifies with the second solver
// that their disjunctions are inductive and exclude the error. Neither shares
// code with the engines: edges are encoded here.
package certify
