// Package program is the intermediate representation of the verifier:
// control-flow automata (CFA) whose edges carry assumptions, assignments and
// havocs over logic terms.
//
// A front end produces a Module: functions with control-flow graphs whose
// operations are over machine-typed terms (bit-vectors, floats, arrays).
// Inlining (passes.Inline) turns it into a Program, one CFA from an initial
// location to an error location. Passes map programs to programs (package
// core/program/passes); each Location, Edge and Var of a derived program points to
// the one it comes from by Origin, down to the front end's output. Package
// analysis/execution/interp executes a program concretely and detects C's undefined
// behaviour.
//
// Example: of
//
//	int i = 0;
//	while (i < n) i = i + 2;
//
// the front end makes the following edges ("cupel verify --dump program"):
//
//	L4 main e.c:6:6
//	  -> L5 at e.c:6:6
//	       main::i := 0
//	L5 main e.c:7:2 (loop head)
//	  -> L10 at e.c:7:2 [true]
//	       assume main::i < main::n
//	  -> L6 at e.c:7:2 [false]
//	       assume main::n <= main::i
//	L10 main e.c:7:16
//	  -> L5 at e.c:7:16
//	       check add_ok(main::i, 2) (signed overflow)
//	       main::i := main::i + 2
//
// [SanityProgram] and [SanityModule] check the invariants that passes and
// engines rely on.
package program
