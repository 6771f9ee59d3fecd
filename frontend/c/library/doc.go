// Package library is the model of library functions for the C front end: those of
// C11's headers and the common ones of POSIX and GNU, for calls of functions that
// the program does not define.
//
// table.txt lists each function with the header that declares it and how far
// its model goes:
//
//   - exact: result and effects are those of glibc in the C locale.
//   - bounded: result and effects are over-approximated. A counterexample that
//     depends on such a value is no verdict: UNKNOWN names the function.
//   - cut: the model ends at the call. UNKNOWN if it is reachable.
//
// A function is modelled by the front end itself, or by a body in C: the files
// of src. Those that a program needs are appended to it as a further source
// (see Bodies), so that every analysis sees ordinary functions. All names in
// them begin with __cupel_, so that they cannot be those of a program; the body
// of strtol is __cupel_strtol. Beyond C they use
//
//	__cupel_any_T()     any value of type T: what makes a function bounded
//	__cupel_input_T()   any value of type T that the environment may choose
//	__cupel_assume(c)   the execution ends unless c holds
//	__cupel_cut("why")  the end of the model
//
// and functions that take a floating-point number for its bits and back: __cupel_bits_double and __cupel_value_double, the same for
// float, and __cupel_high_ldouble, __cupel_low_ldouble and __cupel_value_ldouble for the 16 and 64 bits of a long double.
//
// Numbers are printed and read exactly (decimal.c, strtod.c, floatout.c): as words of nine decimal digits, which are multiplied
// and divided by powers of two. Rounding is to nearest: fesetround ends the model for other directions.
//
// A function of the printf and scanf families gets a body for each call with a
// literal format (see Print and Scan); one of qsort and bsearch moves elements
// of the array's type where that is a number or a pointer (see Sort).
package library
