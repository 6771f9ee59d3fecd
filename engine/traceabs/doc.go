// Package traceabs decides reachability by trace abstraction, with refinement by
// abstract interpretation of path programs, after Greitschus, Dietsch and
// Podelski, "Loop Invariants from Counterexamples" (SAS 2017); the engine of the
// tool Ultimate Automizer (Heizmann, Hoenicke and Podelski, CAV 2013).
//
// The program is an automaton over its edges that accepts the paths to the error
// (Fig. 4 there; search.run). A shortest one is decided by a solver. When it is
// infeasible, a Floyd-Hoare automaton with a proof of that accepts it and many
// other infeasible paths, and is subtracted. The error is unreachable when no
// path is left.
//
// The proof comes from abstract interpretation where it can (section 3, Fig. 5
// and 6; pathProgram, analysis): when the path has an edge of a loop, the edges of
// the path make up a path program, analysed once. Its fixpoint, if it excludes
// the error, has an invariant for every loop in it and becomes the automaton of
// section 3.1 (data, enhanced or not), or the predicates of one that is closed
// under all valid Hoare triples. Otherwise the interpolants of the path are the
// predicates (floydHoare).
//
// What differs from the text: Floyd-Hoare automata are determinised while they are
// subtracted: a state is the set of all predicates that are known to hold. What is
// left of the program is trimmed and minimised after each subtraction, so that
// traces are found without looking at old proofs again. The predicates of
// subtracted states remain as annotations, from which the invariants of a proof
// are made. Facts that an earlier analysis found may be used in every triple.
//
// The evidence of TRUE are the automata, which Checker re-checks: every triple
// with a solver of its own, then that nothing is left of the program without
// them.
package traceabs
