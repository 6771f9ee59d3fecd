// Package harness turns a counterexample into a C program that anybody can
// compile and run: definitions of the nondeterministic functions that return the
// counterexample's values in the order of their calls. Compiled with the
// program by gcc and run, it exits with code 107 exactly when the error function
// is entered.
//
// The error function is usually defined in the program itself. The harness
// leaves that definition alone: the program is compiled with
// -finstrument-functions, and the entry hook compares the entered function with
// the error function.
package harness
