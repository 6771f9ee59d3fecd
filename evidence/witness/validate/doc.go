// Package validate decides whether a witness (package evidence/witness/read) is right. It shares nothing with the engines
// that find verdicts: places are looked up in the text of the program, expressions are written into the text there and read by
// the C front end, so that their types, scopes and conversions are those of C, and what comes of it is
// executed by the interpreter, explored path by path with a solver, or proven by Hoare triples between loop heads.
//
// A violation witness is confirmed by an execution that the interpreter carries out, that passes the waypoints and
// violates the property at the target. It is rejected where all executions that pass the waypoints were
// explored and none does, or where the program is proven to satisfy the property. The exploration is symbolic
// execution (King, "Symbolic execution and program testing", CACM 1976) of the product of the program and the
// witness's automaton (Beyer, Dangl, Dietsch, Heizmann, Stahlbauer, "Witness validation and stepwise testification
// across software verifiers", ESEC/FSE 2015).
//
// A correctness witness is confirmed where all its invariants hold, without undefined behaviour in them, and the
// property does: each invariant is an assertion at its place, those at loops are the claims that cut the program
// into steps without loops, and a solver is asked about each (Floyd, "Assigning meanings to programs", 1967).
// Claims that are not inductive by themselves are joined by bounds from abstract interpretation, which
// are asked about in the same way. It is rejected by an execution in which an invariant is false or the property violated.
package validate
