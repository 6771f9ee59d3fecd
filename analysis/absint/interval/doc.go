// Package interval implements the abstract domain of integer intervals (Cousot
// and Cousot, "Static determination of dynamic properties of programs", 1976)
// over the variables of a program, machine-typed or lowered to unbounded integers.
//
// A bit-vector variable is represented by the interval of its values in its own
// view, signed or unsigned. Terms are evaluated as unbounded integers congruent
// to the bit-vector and wrapped only when a view is needed, so that (x+y)-y
// loses no precision. Arithmetic on signed C types (the NSW operators) is assumed
// not to overflow, divisors of bit-vectors are assumed not to be zero, and
// OpCheck operations to hold: the results cover the executions without
// undefined behaviour, and only these.
//
// An array is represented by one interval that contains all its elements.
//
// Example: for
//
//	int n = __VERIFIER_nondet_int();
//	if (n < 0 || n > 1000) return 0;
//	int i = 0;
//	while (i < n) i = i + 2;
//
// Result.Invariant at the loop head is n >= 0 && n <= 1000 && i >= 0 && i <= 1001.
package interval
