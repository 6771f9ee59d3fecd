// Package automata has finite automata over a numbered alphabet: deterministic
// ones that are built in memory, and ones that are given by their transition
// function and explored on demand.
//
// Trace abstraction (Heizmann, Hoenicke and Podelski, "Refinement of trace
// abstraction", SAS 2009; "Software model checking for people who love automata",
// CAV 2013) keeps the error traces that are not refuted yet as a DFA. Difference
// subtracts the language of a refutation, a determinised Floyd-Hoare automaton,
// while that is determinised on demand; Trim and Minimize keep the result small,
// Shortest picks the next trace.
package automata
