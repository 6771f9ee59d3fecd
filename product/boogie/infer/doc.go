// Package infer finds loop invariants of Boogie programs, so that product/boogie/vc proves more procedures than with
// the annotations alone. It is guess-and-check with Houdini:
//
//	ensures i == n;  { i := 0; while (i < n) { i := i + 1; } }        ERROR: no invariant
//	candidates   0 <= i, i <= n, i == n, n <= i, ...
//	inductive    0 <= i, i <= n          needed: i <= n               OK
//
// Candidates are generated for the loops of procedures that are not proved as they are:
//
//	terms.go      from the text: bounds and orders of the integer values that the loop changes,
//	              surrounding conditions, goals with the loop's bound replaced by its counter
//	engines.go    from analyses and engines on the lowered procedure (product/boogie/lower): linear
//	              relations (analysis/absint/relational), claims of k-induction
//
// All candidates are added as invariants of their loops, and those whose verification conditions for entry or
// preservation fail are removed, until none fails (houdini.go; Flanagan and Leino, "Houdini, an annotation
// assistant for ESC/Java", FME 2001). The program with the rest is verified like any other, so no result
// depends on an engine or on the origin of candidates. Finally, candidates that no proof needs are removed.
package infer
