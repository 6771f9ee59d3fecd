// Package interp executes programs concretely, exactly as C defines their
// machine-typed operations, and replays counterexamples: an engine's error path
// is reported only if an execution here reaches the error. An execution that
// fails an OpCheck, accesses memory outside every live object or frees an
// address that no live allocation has, has undefined behaviour and ends there.
//
// Example: [Machine.Run] on the program
//
//	n := __VERIFIER_nondet_int#1()
//	assume !(n < 0 || 1000 < n)
//	check add_ok(n, 1) (signed overflow)
//
// with a Source that supplies n = 7 passes all three operations; with n = 2000
// the assumption blocks it and the Outcome is Halted.
//
// A tracking machine ([NewTracking]) additionally determines which values are
// the same in all executions (taint of inputs and indeterminate values); a run
// that completes without a decision on another value proves the behaviour of
// every execution.
//
// Every operation is compiled, when it is first executed, into closures over
// 64-bit words: Bool, bit-vectors of at most 64 bits, float, double, and the
// integers of lowered programs as long as they fit int64. Arrays are paged,
// written in place and copied lazily. Where a word does not suffice (wide
// bit-vectors, long double, integers beyond int64) the same term is evaluated
// by folding constants with package logic, in a factory of the machine's own,
// so that a run leaves no terms behind in the program's factory.
//
// A run leaps over turns of loops (loop acceleration): it records the edges from one visit of a loop head to the next, guesses that each
// variable is a polynomial of the number of the turn, modulo its width, and evaluates the turn on these forms, with the number of turns for
// which each comparison, check and conversion is known to stay as it is. If the forms are inductive, the run goes on in the last of these
// turns:
//
//	while (x < 100000000) { x += 2; s += x; }      x = 2t, s = 2t + 2*t(t-1)/2 in turn t, and x < 100000000 for 50000000 turns
//
// Turns may contain branches, whole loops with the same number of turns each time, and calls, but only operations on scalars; inputs, floats
// and stores end them. Steps are counted as if they had been made, a kept path comes first, and Outcome.Effort is what the run has
// cost, which Options.MaxEffort bounds. Options.Stepwise runs without leaps; tests compare the two on random programs. Where something
// observes each step there are no leaps.
//
// Go rounds float and double operations to nearest even; every result goes
// through its bit pattern, so that no multiplication and addition are fused.
//
// Recursion needs no inlining: Options.Calls names the locations that are calls of
// functions with one instance for all activations, and a run keeps their
// variables on a stack.
package interp
