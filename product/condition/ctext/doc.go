// Package ctext prints a formula over a program's inputs as a C expression that is true for exactly the same
// values, without overflow and other undefined behaviour.
//
//	bvslt 100 (bvadd x y), 32 bits      (int)((unsigned int)x + y) > 100
//	the same where |x|, |y| <= 1000000  -1000000 <= x && ... && y <= 1000000 && x + y > 100
//
// A bit-vector has two readings as a number and C's operands have types, so every subterm is printed for a
// view: as a signed number, as an unsigned one, or as any number with the same low bits, which suffices below
// sums and masks. An interval accompanies each piece of text. It decides where a cast can be omitted and where
// plain arithmetic cannot overflow. Conjuncts and disjuncts printed before narrow the intervals of what follows
// them, as C evaluates in that order; a solver may decide what they do not (Printer.Holds).
//
// The expression relies on what gcc and clang document and C leaves implementation-defined: two's complement,
// conversions to signed types modulo their range, arithmetic right shifts of negative numbers; for floats on
// evaluation in the operands' own formats (FLT_EVAL_METHOD 0: -mfpmath=sse on a 32-bit machine) without
// contraction, and on their __builtin_signbit, __builtin_isinf and similar functions. Values that SMT-LIB
// leaves unspecified (a float outside the range of an integer type) are 0.
package ctext
