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
// The proof comes from abstract interpretation where possible (section 3, Fig. 5 and 6; pathProgram, package
// analysis/absint/domains): if the path has an edge of a loop, its edges make up a path program, analysed once. If
// its fixpoint excludes the error, it has an invariant for every loop and becomes an automaton (annotated,
// --data-automata). Otherwise the interpolants of the path do (--interpolant-automata):
//
//	plain     a state for each value or interpolant, with the transitions of the path program (section 3.1) or
//	          of the path
//	enhanced  also all valid triples between two of them; those of fixpoints are valid in the abstract domain
//	          (section 3.1, Fig. 7)
//	closed    our own: the predicates that the proof needs, and every valid triple between sets of them
//	          (floydHoare)
//
// Our own is also that a path program is analysed by more precise domains where octagons do not exclude the error (--path-programs auto): by polyhedra,
// and then by polyhedra with copies of its locations for the way that the last turn of a loop took (ways), or for before and after the first turn
// (turns). Path programs are small, so that this costs little, and one that is not excluded means that its loops are unrolled.
//
// Other rules of our own, each with a switch: facts of earlier analyses may be used in every triple (--invariants
// none), the remaining automaton is minimised after each subtraction (--unminimised), long paths are sliced before
// interpolation (--unsliced), analyses are bounded by their work (--analysis-work), and domains have additions
// (--plain-domains). The presets of package product/preset switch them all off.
//
// Floyd-Hoare automata are determinised during subtraction, so that a state is the set of all formulas known to
// hold; this changes no language. The formulas of subtracted states remain as annotations, from which the
// invariants of a proof are made. --explain prints them and the automata, --automata draws these.
//
// The evidence of True is the sequence of automata, which Checker re-checks: every triple with a solver of its
// own, then that nothing is left of the program without them.
package traceabs
