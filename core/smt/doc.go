// Package smt defines the interface of satisfiability solvers, and algorithms over
// any such solver (AllSAT over atoms, minimal unsatisfiable cores). Package
// core/smt/z3 implements it with libz3 in process, core/smt/smtlib with any SMT-LIB 2
// process.
//
// Example: after Assert(x > 0) over Int, Check with the assumptions x < 5 and x < 0 is
// Unsat, and Core returns x < 0, perhaps with x < 5; with x < 5 alone it is Sat,
// and Model gives x a value from 1 to 4.
//
// Contract of Solver: Sat and Unsat are definite; Unknown carries a reason and is
// no error; an error is a failure of the solver and never an answer.
package smt
