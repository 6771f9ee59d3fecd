// Package automata implements finite automata over a numbered alphabet:
// deterministic ones stored explicitly, and ones given by their transition
// function and explored on demand.
//
// Trace abstraction (Heizmann, Hoenicke and Podelski, "Refinement of trace
// abstraction", SAS 2009; "Software model checking for people who love automata",
// CAV 2013) represents the error traces that are not refuted yet by a DFA.
// Difference subtracts the language of a refutation, a Floyd-Hoare automaton,
// while that is determinised on demand (Subsets); Trim and Minimize keep the result
// small, Shortest selects the next trace.
//
// Example: over the letters 0 and 1, with a DFA for 0*1 and an NFA for the words
// that contain 00, Difference and Trim give the DFA for {1, 01}, and Shortest is 1.
package automata
