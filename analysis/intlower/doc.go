// Package intlower translates a machine-typed program into an equivalent one
// over the unbounded integers: the same executions, except undefined ones.
//
// Example: with unsigned 32-bit x and signed 32-bit i,
//
//	x := x + 1            becomes    x := x == 4294967295 ? 0 : x + 1
//	i := i + 1 (NSW)      becomes    i := i + 1
//	x & 15                becomes    x mod 16
//
// A bit-vector variable becomes an Int variable that holds its value as a
// signed or unsigned number, after the variable's C type. Terms are translated
// lazily: a sum, product, negation, complement, left shift or truncation becomes
// an integer term that is congruent to the bit-vector modulo 2^width, together
// with an interval that contains it, and is brought into the range of a view
// only where its value matters: in comparisons, divisions, right shifts,
// extensions, indices and assignments. The interval decides how: nothing, a
// constant offset, a case distinction over neighbouring periods, or a modulo.
// The NSW operators, C arithmetic on signed types, are mathematical operations.
// Bit operations are expressed exactly by divisions and remainders where a
// constant mask, a constant shift or a small range allows it; otherwise Lower
// gives up with a NotExpressibleError (or, with Options.AllowMixed, converts to
// bit-vectors and back).
//
// Soundness. In an execution without undefined behaviour every lowered variable
// is in the range of its type, which is what the intervals rely on, and holds
// the value the original has. An engine that ignores OpCheck operations sees
// more executions, never fewer: a proof for the lowered program covers every
// defined execution of the original, and a counterexample needs the interpreter.
// Variables that no assumption or check depends on, and that a pass over dead
// code would remove, may hold other values.
//
// Array indices are numbers in one view for the whole program, whichever leaves
// fewer wraps. The elements of an array that is not initialised are arbitrary
// integers; every read of one is assumed to be in the element type's range.
package intlower
