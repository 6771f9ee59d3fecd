// Package interp runs programs concretely, exactly as C defines their
// machine-typed operations. It is the judge of counterexamples: an execution
// that fails an OpCheck, accesses memory outside every live object or frees what
// is no live allocation has undefined behaviour and ends there.
//
// Every operation is compiled, when it is first executed, into closures over
// 64-bit words: Bool, bit-vectors of at most 64 bits, float, double, and the
// integers of lowered programs as long as they fit int64. Arrays are paged,
// written in place and copied lazily. Where a word does not suffice (wide
// bit-vectors, long double, integers beyond int64) the same term is evaluated
// by folding constants with package logic, in a factory of the machine's own,
// so that a run leaves no terms behind in the program's factory.
//
// Go rounds float and double operations to nearest even; every result goes
// through its bit pattern, so that no multiplication and addition are fused.
//
// Recursion needs no inlining: Options.Calls names the locations that are calls of
// functions with one instance for all activations, and a run keeps their
// variables on a stack.
package interp
