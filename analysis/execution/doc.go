// Package execution describes an execution in terms of the source: statements with their positions, the
// outcomes of conditions, calls, and changed values, formatted for people: characters, strings, pointers as an
// object with an offset. Repetitions are folded.
//
//	4  int x = __VERIFIER_nondet_int()    x = 11
//	5  int y = __VERIFIER_nondet_int()    y = 12
//	6  if (x > 10 && y == x + 1) [true]
//	7  reach_error()
//
// A Recorder observes a run of the interpreter (interp.Options.Watch) and produces a Trace. It is for display
// only: no verdict depends on it.
package execution
