// Package interval is the abstract domain of integer intervals (Cousot and
// Cousot, "Static determination of dynamic properties of programs", 1976) over
// the variables of a program, for machine-typed programs and for those lowered
// to unbounded integers.
//
// A bit-vector variable is described by the interval of its values in its own
// view, signed or unsigned. Terms are evaluated as unbounded integers congruent
// to the bit-vector and wrapped only when a view is asked for, so that (x+y)-y
// loses nothing. Arithmetic on signed C types (the NSW operators) is assumed
// not to overflow, divisors of bit-vectors are assumed not to be zero, and
// OpCheck operations to hold: the results describe the executions without
// undefined behaviour, and only these.
//
// An array is described by one interval that contains all its elements.
package interval
