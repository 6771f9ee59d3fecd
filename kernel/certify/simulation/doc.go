// Package simulation checks that a program over the integers simulates the machine-typed program from which it
// was lowered, operation by operation, so that a proof of the former holds for the latter without trusting the
// lowering (translation validation: Pnueli, Siegel and Singerman, TACAS 1998).
//
//	machine   x := x + 1                 x unsigned, 8 bits
//	integers  x := x <= 254 ? x + 1 : 0
//	query     is there an 8-bit x with  reading(x + 1) != (reading(x) <= 254 ? reading(x) + 1 : 0)?   unsat
//
// The simulation relation is the reading of bits: a scalar of the integer state is the number that the bits
// represent in the signedness of the C type, and an array has the elements of the machine's array at indices
// read in the signedness of the program's indices. For every edge from which the error is reachable the integer
// program needs an edge between the same locations, and whenever the machine's operations lead from one state
// to another, those over the integers have to lead from reading to reading. This is a query about the
// operations of one edge, without loops: each integer assumption follows from the machine's conditions, each
// assigned number is the reading of the machine's value, and where one side is nondeterministic, it can take
// the machine's value.
//
// Integers are expressed as two's complement bit-vectors, wide enough at every operation for its results (the
// widths of the operands, plus one bit for a sum). No code is shared with analysis/intlower, which translates
// the other way, nor with the interval analysis whose bounds it relies on, so that their faults are not
// repeated.
//
// First the machine's side is over-approximated in integers by rules of its own (exacter), which discharges
// most queries together, including products.
//
// Operations whose query has no answer are evaluated in many states, corner cases among them, and counted.
// Integer division by zero is zero here: a proof for every value that it may have holds for this one.
package simulation
