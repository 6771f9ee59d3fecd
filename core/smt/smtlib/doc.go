// Package smtlib drives any SMT-LIB 2.6 solver as a child process over its
// standard input and output: cvc5 (the default second solver), Z3, MathSAT,
// Yices. Only cvc5 1.0.3 and Z3 4.8.12 have been tried.
//
// Symbols are declared globally when they are first used. Assumptions get a
// Boolean symbol each, on a level of their own, and are passed to
// check-sat-assuming; get-unsat-assumptions returns the core. Sub-terms that occur
// several times are shared by let, see logic.WriteSMTLIB.
//
// Example: after Assert(x > 0), Check with the assumption x < 0 sends
//
//	(declare-fun x () Int)
//	(assert (> x 0))
//	(check-sat-assuming (...))
//
// and reads unsat; in place of the dots stands the assumption's Boolean symbol.
//
// The end of a context and the time limit kill the process; so does an answer
// that is an error. The next use starts a new process with the assertions that
// are in force, so the solver stays usable.
package smtlib
