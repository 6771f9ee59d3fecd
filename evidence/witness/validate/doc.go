// Package validate decides whether a witness (package evidence/witness/read) is right.
//
//	violation witness     \result == 11 at 4:33, \result == 12 at 5:33, target 7:5
//	                      confirmed: an execution passes these and violates the property
//	correctness witness   loop invariant i == s at 5:3
//	                      confirmed: the invariant is inductive and excludes the error
//
// It shares no code with the engines that find verdicts: places are looked up in the text of the program,
// expressions are written into the text there and parsed by the C front end, so that their types, scopes and
// conversions are those of C, and the result is executed by the interpreter, explored path by path with a
// solver, or proven by Hoare triples between loop heads.
//
// A violation witness is confirmed by an execution in the interpreter that passes the waypoints and violates
// the property at the target. It is rejected if all executions that pass the waypoints were explored without
// violation, or the program is proven to satisfy the property. The exploration is symbolic execution (King,
// "Symbolic execution and program testing", CACM 1976) of the product of the program and the witness automaton
// (Beyer, Dangl, Dietsch, Heizmann, Stahlbauer, "Witness validation and stepwise testification across software
// verifiers", ESEC/FSE 2015).
//
// A correctness witness is confirmed if all its invariants hold, are evaluated without undefined behaviour, and
// the property holds: each invariant is an assertion at its place; those at loops cut the program into
// loop-free steps, each of which is a verification condition (Floyd, "Assigning meanings to programs", 1967).
// Invariants that are not inductive are strengthened by bounds from abstract interpretation, which are checked
// in the same way. It is rejected by an execution in which an invariant is false or the property violated.
//
// About termination, a violation witness is confirmed by an execution that comes to a state again and passes the
// waypoints of the cycle in between, and a correctness witness by its transition invariants (Podelski and
// Rybalchenko, "Transition invariants", LICS 2004), see ending.go.
package validate
