// Package passes transforms programs: inlining of a module, closing of recursion
// (InlineClosed), and reductions that preserve reachability of the error and of
// the cuts (simplification, constant propagation, slicing, dead code, large
// blocks).
//
// Every pass returns a new program that shares variables, inputs and terms with
// its argument and whose locations and edges lead back to it by Origin and
// Parts. Because no pass duplicates a havoc of an input, the values that one
// input takes along a run of the result are, in order, those it takes along a
// run of the argument; inputs that the result no longer has may take any value.
//
// Example: Default turns the module of
//
//	int i = 0;
//	while (i < n) i = i + 2;
//	if (i > n + 1) reach_error();
//
// (n in [0, 1000]) after inlining and lowering to integers into three locations
// ("cupel verify --dump prepared"; n and i are main::n!int and main::i!int):
//
//	L1 main e.c:7:2 (loop head)
//	  -> L1 at e.c:7:2 [true]
//	       assume n > i
//	       i := i + 2
//	  -> L2 at e.c:7:2 [false]
//	       assume n <= i
//	       assume n - i <= -2
//	L2  (error)
//
// Sources: conditional constant propagation after Wegman and Zadeck (TOPLAS
// 1991), slicing by control dependence after Ferrante, Ottenstein and Warren
// (TOPLAS 1987) in the form that is sensitive to termination of Ranganath et al.
// (TOPLAS 2007), large blocks after Beyer, Cimatti, Griggio, Keremoglu and
// Sebastiani (FMCAD 2009).
package passes
