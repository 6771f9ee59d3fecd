// Package ctext prints a formula over a program's inputs as a C expression that
// is true of exactly the same values: nothing is left out, nothing overflows, and
// no other behaviour is undefined.
//
// A bit-vector has two values as a number and C's operands have types, so that
// every subterm is printed for a view: as a signed number, as an unsigned one, or
// as any number with those low bits, which is enough below sums and masks. An
// interval follows each piece of text. It says where a cast can be left out and
// where plain arithmetic cannot overflow. Conjuncts and disjuncts that were
// printed before narrow the intervals of what follows them, as C evaluates in
// that order; what they do not decide can be asked of a solver (Printer.Holds).
//
// The expression relies on what gcc and clang document and C leaves to the
// implementation: two's complement, conversions to signed types modulo their
// range, arithmetic right shifts of negative numbers; for floats on evaluation in
// the operands' own formats (FLT_EVAL_METHOD 0: -mfpmath=sse on a 32-bit machine)
// without contraction, and on their __builtin_signbit, __builtin_isinf and the
// like. Where SMT-LIB leaves a value open (a float that no integer of the type is
// near to), it is 0.
package ctext
