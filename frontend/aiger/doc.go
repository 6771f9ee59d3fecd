// Package aiger reads circuits in the AIGER format (Biere, Heljanko, Wieringa, "AIGER 1.9 and Beyond", FMV report 11/2, 2011), the
// format of the hardware model checking competition: files with the suffix .aag (ASCII) or .aig (binary).
//
//	aag 3 1 1 0 1 1   at most variable 3; 1 input, 1 latch, 0 outputs, 1 gate, 1 bad state
//	2                 the input is variable 1
//	4 6               the latch is variable 2, at first 0, then what literal 6 was
//	4                 a state where the latch is 1 is bad
//	6 2 5             variable 3 is the conjunction of the input and the negation of the latch
//
// A literal is twice a variable, plus 1 for its negation; 0 and 1 are the constants. A latch may have a third number, its value at first: 0, 1,
// or its own literal for any.
//
// The property is that no bad state is reached on an execution on which the invariant constraints hold in each step so far, the last
// one included. Files of the old format without bad states give them as outputs. Properties of liveness, and the fairness of these, are skipped; a
// file with no others is refused.
//
// The program of a circuit (Circuit.Program) has a Boolean variable for every latch and input that a bad state depends on (the cone of
// influence), and one for each gate with several uses. It is a loop: inputs and gates get their values, the constraints are assumed, bad states lead to
// the error, and the latches are updated at once.
package aiger
