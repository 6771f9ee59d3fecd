// Package simulation checks that a program over the integers simulates the machine-typed program
// from which it was lowered, operation by operation: what is proven of the first then holds of
// the second, and the lowering need not be trusted (translation validation: Pnueli, Siegel and
// Singerman, TACAS 1998).
//
// A state over the integers is the reading of a state of the machine: a scalar is the number that
// the bits stand for in the view of the C type, the elements of an array are those of the machine's array
// where the index is in the view that the program's indices have. For every edge from which the error can be
// reached, the program over the integers needs an edge between the same locations, and where the
// machine's operations take one state to another, those over the integers have to take its
// reading to the other's. That is a question about the operations of one edge, without loops: each
// assumption over the integers follows from the machine's conditions, each assigned number is
// the reading of the machine's value, and where one side takes any value, it takes the machine's.
//
// Numbers are expressed in bit-vectors in two's complement, made as wide by every operation as its
// result can be at all (the widths of the operands, and one bit more for a sum). Nothing here is shared with
// analysis/intlower, which goes the other way, nor with package interval, whose bounds it relies
// on: a fault in these is not repeated here.
//
// Before that, the machine's side is said in integers by rules of its own (exacter), which
// overapproximate what they do not know: that answers most questions at once, also about products.
//
// What has no answer is evaluated in many states, corner cases among them, and counted. Division by zero over the
// integers is zero: what is proven for every meaning that it may have holds for this one.
package simulation
