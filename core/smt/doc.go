// Package smt defines what the engines ask of a satisfiability solver, and
// algorithms over any such solver (AllSAT over atoms, minimal cores). Package
// core/smt/z3 implements it with libz3 in process, core/smt/smtlib with any SMT-LIB 2
// process.
package smt
