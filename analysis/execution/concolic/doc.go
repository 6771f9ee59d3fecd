// Package concolic computes the path condition of one concrete execution: it
// re-executes the program symbolically along the execution's path, with symbols
// for the slots of its inputs (package inputs), and conjoins the branch
// conditions, each with its source position (Godefroid, Klarlund and Sen, "DART:
// Directed Automated Random Testing", PLDI 2005).
//
// Definedness is part of the condition: where a check for undefined behaviour or
// the validity of a memory access depends on inputs, the path condition contains
// it. Terms that would become too complicated (an index into a long table, the
// address of an object that is released) are concretised: pinned to their value in
// the execution. That strengthens the condition, so every input that satisfies it
// still takes the path.
//
// Example: for the execution with input 7 of
//
//	int x = __VERIFIER_nondet_int();
//	if (x > 3) { int y = x + 1; ... }
//
// the path condition over slot s is s > 3 (from the branch) and
// add_ok(s, 1) (from the check for signed overflow).
package concolic
