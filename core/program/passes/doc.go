// Package passes maps programs to programs: inlining of a module (InlineClosed
// for recursion without a bound), and
// reductions that keep whether the error and the cuts are reachable.
//
// Every pass returns a new program that shares variables, inputs and terms with
// its argument and whose locations and edges lead back to it by Origin and
// Parts. Because no pass duplicates a havoc of an input, the values that one
// input takes along a run of the result are, in order, those it takes along a
// run of the argument; inputs that the result no longer has may take any value.
//
// Sources: conditional constant propagation after Wegman and Zadeck (TOPLAS
// 1991), slicing by control dependence after Ferrante, Ottenstein and Warren
// (TOPLAS 1987) in the form that is sensitive to termination of Ranganath et al.
// (TOPLAS 2007), large blocks after Beyer, Cimatti, Griggio, Keremoglu and
// Sebastiani (FMCAD 2009).
package passes
