// Package infer finds invariants of the loops of Boogie programs, so that product/boogie/vc proves more of
// them than what is written allows.
//
// Candidates are made for the loops of procedures that are not proved as they are:
//
//	terms.go      what stands in the program: bounds by and of each other of the integer values that
//	              the loop changes, the conditions around, the goals with the bound of the
//	              loop replaced by its counter
//	engines.go    what analyses and engines say of the loop heads of the lowered procedure
//	              (product/boogie/lower): linear relations (analysis/absint/relational), claims of k-induction
//
// All candidates are put into the program as invariants of their loops, and those that the
// verification conditions do not show to hold on entry and to be maintained are taken out, until
// none fails (houdini.go; Flanagan and Leino, "Houdini, an annotation assistant for ESC/Java", FME
// 2001). The program with what is left is verified like any other, so that nothing rests on an
// engine or on how candidates came about. What a proof does not need is taken out again.
package infer
