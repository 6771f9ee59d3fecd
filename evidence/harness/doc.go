// Package harness turns a counterexample into a C program that anybody can compile and run: definitions of the
// nondeterministic functions that return the counterexample's values in the order of their calls.
//
//	int __VERIFIER_nondet_int() {
//	  switch (cupel_next()) { case 0: return 11; case 1: return 12; default: return 0; }
//	}
//
// Compiled with the program by gcc and run, it exits with code 107 exactly if the error function is entered.
//
// The error function is usually defined in the program itself. The harness keeps that definition: the program
// is compiled with -finstrument-functions, and the entry hook compares the entered function with the error
// function. If the program only declares it, the harness's own (weak) definition is linked.
//
// Everything is compiled with -O0, so that no undefined behaviour is exploited that the interpreter did not
// find, and local variables start at zero, which the interpreter assumes for values that a counterexample does
// not give. An error that needs another value there is tried with gcc's pattern instead.
//
// RunAll runs one compilation on many sequences of values, each in a process of its own that reads its values
// from standard input before main. The program ends with a message if it calls another input function than the
// sequence expects, or if gcc detects undefined arithmetic. No defaults are guessed: no function without a body
// returns 0, and a program for 32 bits is not compiled for 64.
package harness
