// Package inputs enumerates the nondeterministic inputs of a program and
// restricts a program to a set of inputs.
//
// A Source is a place of the program's text where a value comes from the
// environment: a call of an input function, an argument of main, the result of a
// function without body, a variable defined nowhere. An execution may reach a
// source repeatedly; the n-th value received there is a Slot. An execution is a
// function of the values of all slots, of which it reads finitely many, and of
// indeterminate values that are no inputs (a variable read before it was
// written; Source.Hidden).
//
// Restrict transforms a module so that its executions are those that satisfy a
// formula over slots: the slots in the formula are read at the beginning, the
// formula is assumed, and each source returns the value read in advance. This is
// the restriction of a program by the negation of an error condition in Hajuj,
// "CEGECORE: Finding Precise Error Conditions Using CPAchecker" (2025), section
// 4.2, and is exact also where an input is read in a loop, or on some paths only.
//
// Example: for
//
//	int a = __VERIFIER_nondet_int();            // source 1, Once
//	while (a > 0) a -= __VERIFIER_nondet_int(); // source 2: slots 2.1, 2.2, ...
//
// the formula "slot 1.1 < slot 2.1" leaves the executions in which a is less
// than the first value read in the loop.
package inputs
