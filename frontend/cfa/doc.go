// Package cfa reads control-flow automata in the CFA language of Theta
// (https://github.com/ftsrg/theta, subprojects/cfa), files with the suffix .cfa
// or .theta.
//
// A file declares global variables and processes; the process marked main is
// the program:
//
//	main process counter {
//		var x : int
//		init loc L0
//		loc L1
//		final loc END
//		error loc ERR
//		L0 -> L1 { x := 0 }
//		L1 -> L1 { assume x < 5 x := x + 1 }
//		L1 -> END { assume x = 5 }
//		L1 -> ERR { assume x > 5 }
//	}
//
// Types are bool, int, rat (mathematical), bv[n], fp[e:s] (or fp[e, s]) and
// arrays [K] -> V. The statements of an edge are v := e, assume e and havoc v.
// Beyond Theta's grammar, statements and declarations may be separated by
// semicolons, and the words that start declarations may be names. Function
// types, function literals, return, primed variables and parameters of the main
// process are refused: a control-flow automaton has no use for them.
//
// Meaning: variables start with any value. Where several edges leave a location,
// any of them may be taken; edges with several error locations lead to one. On
// integers / and mod are SMT-LIB's div and mod, and rem has the sign that Z3
// gives it; = on floats is IEEE equality; everything else is SMT-LIB's.
//
// Edges between which the leading assumptions do not decide get guards over
// fresh Boolean variables that are havocked just before, so that a program is
// deterministic apart from its havocs and a counterexample can be replayed.
package cfa
