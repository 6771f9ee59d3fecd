// Package btor reads transition systems over bit-vectors in the format BTOR2 (Niemetz, Preiner, Wolf, Biere, "Btor2, BtorMC and Boolector 3.0",
// CAV 2018), that of word-level hardware: files with the suffix .btor2 or .btor.
//
//	1 sort bitvec 8
//	2 zero 1
//	3 state 1 counter
//	4 init 1 3 2        counter is 0 at first
//	5 one 1
//	6 add 1 3 5
//	7 next 1 3 6        and then one more than it was
//	8 sort bitvec 1
//	9 constd 1 200
//	10 eq 8 3 9
//	11 bad 10           a state where it is 200 is bad
//
// Each line is a node with a number, to which later lines refer; a negative number is the bitwise negation. The property is that no bad state is
// reached on an execution on which the constraints hold in each step so far, the last one included. A state without init has any value
// at first, one without next any value after each step. Division by zero is SMT-LIB's.
//
// Arrays are refused; so are, where a bad state depends on them, smod, rotations, operations that tell overflow, and initial values that depend on
// states or inputs. Properties of liveness are skipped.
//
// The program has a variable for every state and input that bad states and constraints depend on, and one for each operation with several
// uses. It is a loop: inputs get their values, operations are computed, constraints are assumed, bad states lead to the error, and the states are updated at
// once.
package btor
