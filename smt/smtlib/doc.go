// Package smtlib drives any SMT-LIB 2.6 solver as a child process over its
// standard input and output: cvc5 (the default second solver), Z3, MathSAT,
// Yices. Symbols are declared globally when they are first used; assumptions
// are asserted on a level of their own; a process that dies or does not answer
// in time is restarted with the current assertions.
package smtlib
