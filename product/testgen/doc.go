// Package testgen generates tests for a C program: values of its input functions, in call order, whose
// executions cover its branches or call its error function.
//
//	int x = input(), y = input(); if (x > 10 && y == x + 1) error();
//
//	test 1   134217728, 4194304    random run, covers the false branch
//	test 3   3671039, 3671040      by a path condition: error reached, covers the true branch
//
// Runs on random inputs come first, since they are cheap. Then paths are searched: an execution is followed
// symbolically (package analysis/execution/concolic), and for branches where others could leave its path a solver computes
// inputs that do (package core/smt/pathcond), ordered by the number of branches between there and an uncovered
// branch. The remaining branches are goals for the verifier: a counterexample is a test and the start of more
// paths, and a proof shows that the branches are unreachable.
//
// The coverage recorded for a test is that of its execution in the interpreter (package analysis/execution/interp), not
// the expected one.
//
// Sources: Godefroid, Klarlund and Sen, "DART: Directed Automated Random Testing" (PLDI 2005); generational
// search is that of Godefroid, Levin and Molnar, "Automated Whitebox Fuzz Testing" (NDSS 2008); distances to
// uncovered branches are those of Burnim and Sen, "Heuristics for Scalable Dynamic Test Generation" (ASE 2008).
package testgen
