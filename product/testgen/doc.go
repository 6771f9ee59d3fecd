// Package testgen finds tests for a C program: values for its input functions, in the order of the calls, whose executions
// take its branches or call its error function.
//
// Runs on random inputs come first, since they are cheap. Then the search goes by paths: an execution is followed by terms
// (package analysis/execution/concolic), and wherever another one could leave its path a solver is asked for inputs that do
// (package core/smt/pathcond). Which of these places comes first is decided by how few branches lie between it and one that no test
// takes yet. What stays uncovered is given to the verifier: the program whose error is one of these branches. A
// counterexample is a test and a start for more paths, and a proof says that no execution takes the branches.
//
// Every test is kept with what an execution in the interpreter (package analysis/execution/interp) has covered, not with what was to be expected.
//
// Sources: Godefroid, Klarlund and Sen, "DART: Directed Automated Random Testing" (PLDI 2005); generational search is that of
// Godefroid, Levin and Molnar, "Automated Whitebox Fuzz Testing" (NDSS 2008); distances to what is not covered are those of
// Burnim and Sen, "Heuristics for Scalable Dynamic Test Generation" (ASE 2008).
package testgen
