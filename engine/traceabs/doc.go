// Package traceabs decides reachability by trace abstraction, with refinement by abstract interpretation of
// path programs, after Greitschus, Dietsch and Podelski, "Loop Invariants from Counterexamples" (SAS 2017); the
// engine of the tool Ultimate Automizer (Heizmann, Hoenicke and Podelski, CAV 2013).
//
// The program is an automaton over its edges that accepts the paths to the error (Fig. 4 there; search.run). A
// shortest one is decided by a solver. If it is infeasible, a Floyd-Hoare automaton with a proof of that
// accepts it and many other infeasible paths, and is subtracted. The error is unreachable when no path is left.
//
//	edges  a: i = s = 0    b: i != n; i++; s++    c: i == n; s != i     paths to the error: a b* c
//
//	trace a c is infeasible, interpolant i == s
//	Floyd-Hoare automaton   true -a-> i == s,  i == s -b-> i == s,  i == s -c-> false
//	difference              empty: the program is safe
//
// The proof comes from abstract interpretation where possible (section 3, Fig. 5 and 6; pathProgram, analysis):
// if the path has an edge of a loop, its edges make up a path program, analysed once. If its fixpoint excludes
// the error, it has an invariant for every loop and becomes the automaton of section 3.1 (data, enhanced or
// not), or the predicates of one that is closed under all valid Hoare triples. Otherwise the interpolants of
// the path are the predicates (floydHoare).
//
// Differences from the paper: Floyd-Hoare automata are determinised during subtraction, so a state is the set
// of all predicates known to hold. The remaining automaton is trimmed and minimised after each subtraction, so
// that traces are found without looking at old proofs again. The predicates of subtracted states remain as
// annotations, from which the invariants of a proof are made. Facts of earlier analyses may be used in every
// triple.
//
// The evidence of True is the sequence of automata, which Checker re-checks: every triple with a solver of its
// own, then that nothing is left of the program without them.
package traceabs
